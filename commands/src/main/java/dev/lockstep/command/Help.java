package dev.lockstep.command;

import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import java.util.ArrayList;
import java.util.List;

/**
 * The answer to HELP of a command with subcommands: their syntax as the servers have it, described
 * in words of our own.
 *
 * <pre>{@code
 * private static final Help HELP =
 *         Help.of("CLIENT")
 *                 .line("ID", "The number of this connection.")
 *                 .line(Range.since("7.2"), "NO-TOUCH (ON|OFF)", "Leaves idle times alone.");
 * }</pre>
 */
public final class Help {

    private record Line(Range range, List<String> texts) {}

    private final String container;
    private final List<Line> lines;

    private Help(String container, List<Line> lines) {
        this.container = container;
        this.lines = List.copyOf(lines);
    }

    /** The help of {@code container}, which is written in capitals. */
    public static Help of(String container) {
        return new Help(container, List.of());
    }

    /** Adds a subcommand. */
    public Help line(String syntax, String... description) {
        return line(Range.ALL, syntax, description);
    }

    /** Adds a subcommand, or an option of it, that the servers in {@code range} have. */
    public Help line(Range range, String syntax, String... description) {
        List<String> texts = new ArrayList<>();
        texts.add(syntax);
        for (String text : description) {
            texts.add("    " + text);
        }
        List<Line> more = new ArrayList<>(lines);
        more.add(new Line(range, texts));
        return new Help(container, more);
    }

    /** The reply, ending with HELP itself. */
    public Reply reply(Profile profile) {
        List<Reply> all = new ArrayList<>();
        all.add(
                Reply.status(
                        container + " <subcommand> [<arg> [value] [opt] ...]. Subcommands are:"));
        for (Line line : lines) {
            if (profile.in(line.range)) {
                line.texts.forEach(text -> all.add(Reply.status(text)));
            }
        }
        all.add(Reply.status("HELP"));
        boolean imperative = profile.has(Feature.IMPERATIVE_HELP);
        all.add(Reply.status(imperative ? "    Print this help." : "    Prints this help."));
        return Reply.array(all);
    }
}
