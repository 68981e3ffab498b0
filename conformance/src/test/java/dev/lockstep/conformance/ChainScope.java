package dev.lockstep.conformance;

import dev.lockstep.conformance.CommandGrammar.Form;
import java.util.Map;
import java.util.Set;

/** Which commands chains are made of: all but those that say why they are not. */
final class ChainScope {

    /** Groups of which no command is taken, but {@link #TAKEN_ALL_THE_SAME}. */
    private static final Map<String, String> GROUPS_LEFT_OUT =
            Map.of(
                    "cluster", "a single server is not in one",
                    "connection", "replies name connections, addresses and ages",
                    "module", "real servers lack the module",
                    "pubsub", "messages come between replies",
                    "scripting", "scripts have a random test of their own",
                    "sentinel", "a server is none",
                    "server", "replies tell of the machine and the process",
                    "transactions", "chains make whole transactions by themselves");

    private static final Set<String> TAKEN_ALL_THE_SAME =
            Set.of("dbsize", "echo", "flushall", "flushdb", "publish", "select", "swapdb", "time");

    private static final String SORT_REASON =
            "equals in a set are in the order of its hash table, and one number out of range has"
                    + " older servers refuse every later SORT by numbers";

    private static final Map<String, String> LEFT_OUT =
            Map.of(
                    "migrate", "there is nowhere to migrate to",
                    "randomkey", "which ended key it comes across is chance",
                    "restore-asking", "is for clusters",
                    "sort", SORT_REASON,
                    "sort_ro", SORT_REASON,
                    "spop", "what is left is chance",
                    "wait", "waits for replicas, by the machine's clock",
                    "waitaof", "waits for replicas, by the machine's clock");

    private ChainScope() {}

    static boolean includes(Form form) {
        boolean group =
                !GROUPS_LEFT_OUT.containsKey(form.group())
                        || TAKEN_ALL_THE_SAME.contains(form.name());
        // The help of Lockstep is in words of its own.
        return group && !LEFT_OUT.containsKey(form.name()) && !form.name().endsWith("|help");
    }
}
