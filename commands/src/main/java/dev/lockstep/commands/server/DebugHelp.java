package dev.lockstep.commands.server;

import dev.lockstep.command.Help;
import dev.lockstep.profile.Range;

/** What DEBUG HELP answers. */
final class DebugHelp {

    private static final Range BEFORE_7 = Range.before("7.0");
    private static final Range SINCE_7 = Range.since("7.0");
    private static final Range SINCE_7_2 = Range.since("7.2");
    private static final Range BEFORE_7_2 = Range.before("7.2");
    private static final Range REDIS_8 = Range.REDIS.from("8.0");

    static final Help TEXT = switches(data(crashes(Help.of("DEBUG"))));

    private DebugHelp() {}

    private static Help crashes(Help help) {
        return help.line("AOF-FLUSH-SLEEP <microsec>", "Does nothing: there is no AOF.")
                .line("ASSERT", "Ends the server.")
                .line("CHANGE-REPL-ID", "Draws the id of what replicas would copy anew.")
                .line("CONFIG-REWRITE-FORCE-ALL", "Fails: there is no file of settings.")
                .line(
                        BEFORE_7,
                        "CRASH-AND-RECOVER <milliseconds>",
                        "Starts again with what RELOAD has saved.")
                .line(
                        SINCE_7,
                        "CRASH-AND-RECOVER [<milliseconds>]",
                        "Starts again, after a while, with what RELOAD has saved.");
    }

    private static Help data(Help help) {
        return help.line("DIGEST", "Twenty bytes that stand for all data, in hexadecimal.")
                .line(REDIS_8, "INTERNAL_SECRET", "Fails: this is no cluster.")
                .line("DIGEST-VALUE <key> [<key> ...]", "The same for each of the values.")
                .line("ERROR <string>", "Answers with this error.")
                .line(SINCE_7, "LEAK <string>", "Does nothing: memory is not lost here.")
                .line("LOG <message>", "Logs this as a warning.")
                .line(BEFORE_7_2, "HTSTATS <dbid>", "Tells of the tables of a database.")
                .line(SINCE_7_2, "HTSTATS <dbid> [full]", "Tells of the tables of a database.")
                .line(BEFORE_7_2, "HTSTATS-KEY <key>", "Tells of the table that is a value.")
                .line(SINCE_7_2, "HTSTATS-KEY <key> [full]", "Tells of the table that is a value.")
                .line("LOADAOF", "As RELOAD, if an AOF is asked for.")
                .line(
                        BEFORE_7,
                        "LUA-ALWAYS-REPLICATE-COMMANDS <0|1>",
                        "Does nothing: what scripts do is all there is.")
                .line(SINCE_7, "REPLICATE <string>", "Does nothing: there are no replicas.")
                .line("MALLCTL <key> [<val>]", "Fails: there is no such allocator.")
                .line("MALLCTL-STR <key> [<val>]", "Fails likewise.")
                .line(Range.REDIS, "OBJECT <key>", "How a value is kept.")
                .line(Range.VALKEY, "OBJECT <key> [fast]", "How a value is kept.")
                .line(
                        SINCE_7,
                        "DROP-CLUSTER-PACKET-FILTER <packet-type>",
                        "Does nothing: this is no cluster.")
                .line(
                        Range.VALKEY,
                        "CLOSE-CLUSTER-LINK-ON-PACKET-DROP <0|1>",
                        "Does nothing, either.")
                .line("OOM", "Ends the server.")
                .line("PANIC", "Ends the server.")
                .line(
                        "POPULATE <count> [<prefix>] [<size>]",
                        "Adds strings, their keys numbered after the prefix, \"key\" unless"
                                + " given.")
                .line(BEFORE_7, "DEBUG PROTOCOL <type>", protocolTypes())
                .line(SINCE_7, "PROTOCOL <type>", protocolTypes());
    }

    private static String[] protocolTypes() {
        return new String[] {
            "A reply of this type: string, integer, double, bignum, null, array,",
            "set, map, attrib, push, verbatim, true, false."
        };
    }

    private static Help switches(Help help) {
        return help.line(
                        "RELOAD [option ...]",
                        "Does as if all data had been saved and loaded. Options:",
                        "* MERGE: takes the saved value where there are two.",
                        "* NOFLUSH: keeps what is there; two values are the end of the server.",
                        "* NOSAVE: loads what has been saved last.")
                .line(BEFORE_7, "RESTART", "Saves if settings say so, and starts again.")
                .line(
                        SINCE_7,
                        "RESTART [<milliseconds>]",
                        "Saves if settings say so, and starts again after a while.")
                .line("SDSLEN <key>", "How much memory the texts of a key and its value take.")
                .line("SEGFAULT", "Ends the server.")
                .line("SET-ACTIVE-EXPIRE <0|1>", "Whether keys end before they are looked at.")
                .line(
                        SINCE_7,
                        "QUICKLIST-PACKED-THRESHOLD <size>",
                        "How long an element of a list is that gets a node of its own.")
                .line(
                        "SET-SKIP-CHECKSUM-VALIDATION <0|1>",
                        "Whether what is restored may have a wrong checksum.")
                .line("SLEEP <seconds>", "Stops the server for so long. Decimals allowed.")
                .line("STRINGMATCH-TEST", "Tries random patterns on random texts.")
                .line("STRUCTSIZE", "How large some structures of a C program are.")
                .line(BEFORE_7, "ZIPLIST <key>", "Whether the value is a ziplist.")
                .line(SINCE_7, "LISTPACK <key>", "Whether the value is a listpack.")
                .line(SINCE_7, "QUICKLIST <key> [<0|1>]", "Whether the value is a quicklist.")
                .line(SINCE_7, "CLIENT-EVICTION", "How many clients take how much memory.")
                .line("PAUSE-CRON <0|1>", "Whether housekeeping stops.")
                .line(
                        SINCE_7,
                        "REPLYBUFFER PEAK-RESET-TIME <NEVER||RESET|time>",
                        "Does nothing: buffers are not as those of real servers.")
                .line(SINCE_7, "REPLYBUFFER RESIZING <0|1>", "Does nothing, either.")
                .line(Range.VALKEY, "PAUSE-AFTER-FORK <0|1>", "Does nothing: there is no fork.")
                .line(
                        Range.VALKEY,
                        "DELAY-RDB-CLIENT-FREE-SECOND <seconds>",
                        "Does nothing: there are no replicas.")
                .line(
                        REDIS_8,
                        "REPL-PAUSE <clear|after-fork|before-rdb-channel|on-streaming-repl-buf>",
                        "Does nothing: there are no replicas.")
                .line(SINCE_7_2, "DICT-RESIZING <0|1>", "Does nothing: tables have their size.")
                .line(REDIS_8, "SCRIPT <LIST|<sha>>", "Whether a script is cached.")
                .line(REDIS_8, "MARK-INTERNAL-CLIENT [UNMARK]", "Does nothing.")
                .line(
                        SINCE_7,
                        "CLUSTERLINK KILL <to|from|all> <node-id>",
                        "Fails: this is no cluster.");
    }
}
