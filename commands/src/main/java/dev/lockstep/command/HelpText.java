package dev.lockstep.command;

import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import java.util.ArrayList;
import java.util.List;

/** What HELP of a container command answers. Stateless. */
public final class HelpText {

    private HelpText() {}

    /**
     * The lines, with the first and the last ones, which all containers share.
     *
     * @param container the command in capitals
     */
    public static Reply reply(Profile profile, String container, String... lines) {
        List<Reply> all = new ArrayList<>(lines.length + 3);
        all.add(
                Reply.status(
                        container + " <subcommand> [<arg> [value] [opt] ...]. Subcommands are:"));
        for (String line : lines) {
            all.add(Reply.status(line));
        }
        all.add(Reply.status("HELP"));
        boolean imperative = profile.has(Feature.IMPERATIVE_HELP);
        all.add(Reply.status(imperative ? "    Print this help." : "    Prints this help."));
        return Reply.array(all);
    }
}
