package dev.lockstep.conformance.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says whether two outcomes are the same, or might be. */
final class Judge {

    /** What is left of two outcomes when they are not the same. */
    enum Verdict {
        SAME,
        /** Numbers that are the same number in other digits. */
        OTHER_DIGITS,
        /** Two errors in other words. */
        OTHER_WORDING,
        DIFFERENT
    }

    private static final Pattern NUMBER =
            Pattern.compile("(?<![A-Za-z0-9_.])-?[0-9]+(?:\\.[0-9]+)?(?:e[+-]?[0-9]+)?");
    private static final long ALIKE_MILLIS = 100;
    private static final String TTL_UNIT = " ms to live";
    private static final Pattern LIFE = Pattern.compile(".*, (?:stays|-?[0-9]+" + TTL_UNIT + ")");
    private static final Pattern ELEMENT =
            Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"|[^\\[\\], ]+");

    private final boolean unordered;

    /** How far apart the fractions were that Lockstep came to at different times, at the most. */
    private double widestFraction;

    /**
     * A judge of one run of steps.
     *
     * @param unordered whether elements may come in any order
     */
    Judge(boolean unordered) {
        this.unordered = unordered;
    }

    /** Of two outcomes at the same time and with the same chance. */
    static Verdict exact(List<String> left, List<String> right) {
        if (left.equals(right)) {
            return Verdict.SAME;
        }
        if (isError(left) && isError(right)) {
            return Verdict.OTHER_WORDING;
        }
        String leftText = String.join("\n", left);
        String rightText = String.join("\n", right);
        return skeleton(leftText).equals(skeleton(rightText))
                        && numbers(leftText).equals(numbers(rightText))
                ? Verdict.OTHER_DIGITS
                : Verdict.DIFFERENT;
    }

    /** The first number that two outcomes write in other digits, as {@code 98.6 as 98.59…}. */
    static String otherDigits(List<String> left, List<String> right) {
        Matcher one = NUMBER.matcher(String.join("\n", left));
        Matcher two = NUMBER.matcher(String.join("\n", right));
        while (one.find() && two.find()) {
            if (!one.group().equals(two.group())) {
                return two.group() + " as " + one.group();
            }
        }
        return "";
    }

    /** Whether two lines are the same to people, who do not mind some milliseconds to live. */
    static boolean looksAlike(String left, String right) {
        List<String> lines = List.of(left);
        return new Judge(false).agrees(List.of(lines), lines, List.of(right), ALIKE_MILLIS);
    }

    private static boolean isError(List<String> lines) {
        return lines.size() == 1 && lines.get(0).startsWith("-");
    }

    /**
     * Whether {@code real} is something that Lockstep might have come to as well.
     *
     * @param possible what Lockstep came to, each time at other times within the real server's
     * @param byChance what it came to at the first of these with another seed
     * @param slackMillis by how much times to live may differ
     */
    boolean agrees(
            List<List<String>> possible,
            List<String> byChance,
            List<String> real,
            long slackMillis) {
        List<String> texts = possible.stream().map(this::text).distinct().toList();
        String text = text(real);
        String first = texts.get(0);
        String other = text(byChance);
        if (!first.equals(other)) {
            // What changes with the seed is chance: then the form has to do, if even that stays.
            return !form(first).equals(form(other))
                    || texts.stream().anyMatch(it -> form(it).equals(form(text)));
        }
        List<List<Figure>> alike =
                texts.stream()
                        .filter(it -> skeleton(it).equals(skeleton(text)))
                        .map(Judge::numbersIn)
                        .toList();
        List<Figure> seen = numbersIn(text);
        boolean fits = !alike.isEmpty();
        for (int i = 0; i < seen.size() && fits; i++) {
            int at = i;
            fits = fits(seen.get(i), alike.stream().map(it -> it.get(at)).toList(), slackMillis);
        }
        return fits || texts.contains(text);
    }

    /** A number that is the same at all times has to be that one; others lie between. */
    private boolean fits(Figure seen, List<Figure> possible, long slackMillis) {
        double least = possible.stream().mapToDouble(Figure::value).min().orElseThrow();
        double most = possible.stream().mapToDouble(Figure::value).max().orElseThrow();
        double slack = most - least;
        if (seen.isTtl()) {
            slack = slackMillis;
        } else if (possible.stream().map(Figure::text).distinct().count() == 1) {
            return seen.text().equals(possible.get(0).text());
        } else if (possible.stream().anyMatch(it -> it.text().contains("."))) {
            widestFraction = Math.max(widestFraction, slack);
            slack = 2 * widestFraction;
        }
        return seen.value() >= least - slack && seen.value() <= most + slack;
    }

    /** A number as it stands in an outcome. */
    private record Figure(String text, boolean isTtl) {
        double value() {
            return Double.parseDouble(text) + 0.0; // of -0 too
        }
    }

    private static List<Figure> numbersIn(String text) {
        List<Figure> numbers = new ArrayList<>();
        Matcher matcher = NUMBER.matcher(text);
        while (matcher.find()) {
            boolean isTtl = text.startsWith(TTL_UNIT, matcher.end());
            numbers.add(new Figure(matcher.group(), isTtl));
        }
        return numbers;
    }

    private String text(List<String> lines) {
        return String.join("\n", unordered ? sorted(lines) : lines);
    }

    private static List<Double> numbers(String text) {
        return numbersIn(text).stream().map(Figure::value).toList();
    }

    private static String skeleton(String text) {
        return NUMBER.matcher(text).replaceAll("#");
    }

    /** What is left when each number may be any. */
    private static String form(String text) {
        return text.replaceAll("[0-9]+", "#");
    }

    /** The elements of each line in order, then the lines. */
    private static List<String> sorted(List<String> lines) {
        List<String> result = new ArrayList<>();
        for (String line : lines) {
            if (LIFE.matcher(line).matches()) {
                result.add(line);
                continue;
            }
            List<String> elements = new ArrayList<>();
            Matcher matcher = ELEMENT.matcher(line);
            while (matcher.find()) {
                elements.add(matcher.group());
            }
            Collections.sort(elements);
            result.add(String.join(" ", elements));
        }
        Collections.sort(result);
        return result;
    }
}
