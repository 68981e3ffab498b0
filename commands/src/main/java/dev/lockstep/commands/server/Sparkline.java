package dev.lockstep.commands.server;

import java.util.ArrayList;
import java.util.List;

/** A drawing of numbers in characters, each a column with its label below, top to bottom. */
final class Sparkline {

    private record Column(long value, String label) {}

    /** From the lowest third of a row to the highest. */
    private static final String THIRDS = "_o#";

    private final int rows;
    private final int columnsPerLine;
    private final List<Column> columns = new ArrayList<>();

    Sparkline(int rows, int columnsPerLine) {
        this.rows = rows;
        this.columnsPerLine = columnsPerLine;
    }

    void add(long value, String label) {
        columns.add(new Column(value, label));
    }

    String drawn() {
        StringBuilder text = new StringBuilder();
        for (int from = 0; from < columns.size(); from += columnsPerLine) {
            text.append(from == 0 ? "" : "\n");
            int to = Math.min(columns.size(), from + columnsPerLine);
            draw(text, columns.subList(from, to));
        }
        return text.toString();
    }

    private void draw(StringBuilder text, List<Column> part) {
        for (int row = rows - 1; row >= 0; row--) {
            for (Column column : part) {
                int third = step(column.value) - row * THIRDS.length();
                text.append(third < 0 ? ' ' : third < THIRDS.length() ? THIRDS.charAt(third) : '|');
            }
            text.append('\n');
        }
        text.append(" ".repeat(part.size())).append('\n');
        int longest = part.stream().mapToInt(column -> column.label.length()).max().orElse(0);
        for (int i = 0; i < longest; i++) {
            for (Column column : part) {
                text.append(i < column.label.length() ? column.label.charAt(i) : ' ');
            }
            text.append('\n');
        }
    }

    /** How many thirds of a row are filled below the top of {@code value}. */
    private int step(long value) {
        long lowest = columns.stream().mapToLong(Column::value).min().orElse(0);
        long highest = columns.stream().mapToLong(Column::value).max().orElse(0);
        int steps = rows * THIRDS.length();
        double range = highest == lowest ? 1 : highest - lowest;
        return Math.min((int) ((value - lowest) * steps / range), steps - 1);
    }
}
