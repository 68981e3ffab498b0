package dev.lockstep.commands.connection;

import dev.lockstep.command.Help;
import dev.lockstep.profile.Range;

/** What CLIENT HELP says. */
final class ClientHelp {

    private static final Range VALKEY = Range.VALKEY;
    private static final Range REDIS = Range.REDIS;

    static final Help HELP =
            Help.of("CLIENT")
                    .line("GETNAME", "The name of this connection.")
                    .line("ID", "The number of this connection.")
                    .line("INFO", "What CLIENT LIST shows of this connection.")
                    .line("KILL <ip:port>", "Closes the connection from that address.")
                    .line(
                            "KILL <option> <value> [<option> <value> [...]]",
                            "Closes the connections that fit all options:",
                            "* ADDR (<ip:port>|<unixsocket>:0)",
                            "  The other end's address.",
                            "* LADDR (<ip:port>|<unixsocket>:0)",
                            "  The address of our end.")
                    .line(REDIS, "    * TYPE (NORMAL|MASTER|REPLICA|PUBSUB)", "  The kind.")
                    .line(VALKEY, "    * TYPE (NORMAL|PRIMARY|REPLICA|PUBSUB)", "  The kind.")
                    .line("    * USER <username>", "  Who has logged in.")
                    .line("    * SKIPME (YES|NO)", "  Spares this connection, unless NO.")
                    .line(Range.since("7.2"), "    * ID <client-id>", "  The number.")
                    .line(Range.since("7.2"), "    * MAXAGE <maxage>", "  Seconds it has lived.")
                    .line("LIST [options ...]", "A line for each connection. Options:")
                    .line(REDIS, "    * TYPE (NORMAL|MASTER|REPLICA|PUBSUB)", "  The kind.")
                    .line(VALKEY, "    * TYPE (NORMAL|PRIMARY|REPLICA|PUBSUB)", "  The kind.")
                    .line("UNPAUSE", "Lets paused commands run.")
                    .line(
                            "PAUSE <timeout> [WRITE|ALL]",
                            "Puts off all commands, or those that write, for so many"
                                    + " milliseconds.")
                    .line("REPLY (ON|OFF|SKIP)", "Whether this connection gets replies.")
                    .line("SETNAME <name>", "Names this connection.")
                    .line(
                            Range.since("7.2"),
                            "SETINFO <option> <value>",
                            "Tells about the client. Options:",
                            "* LIB-NAME: what its library is called.",
                            "* LIB-VER: the version of that.")
                    .line(
                            "UNBLOCK <clientid> [TIMEOUT|ERROR]",
                            "Ends the wait of a blocked connection.")
                    .line(
                            Range.since("7.0"),
                            "NO-EVICT (ON|OFF)",
                            "Spares this connection when memory is short.")
                    .line(
                            Range.since("7.2"),
                            "NO-TOUCH (ON|OFF)",
                            "Whether commands of this connection leave idle times alone.");

    private ClientHelp() {}
}
