package dev.lockstep.command;

import dev.lockstep.profile.Profile;
import dev.lockstep.profile.Range;
import dev.lockstep.value.Bytes;
import java.util.List;

/**
 * The one catalogue of error texts. A text may hold {@code %s} for what the error is about; servers
 * that word it differently are named beside it.
 */
public enum ErrorKind {
    // What the dispatcher says.
    UNKNOWN_COMMAND(
            "ERR unknown command '%s', with args beginning with: %s",
            before("7.0", "ERR unknown command `%s`, with args beginning with: %s")),
    /** Not an error of its own: how UNKNOWN_COMMAND repeats each argument. */
    ECHOED_ARGUMENT("'%s' ", before("7.0", "`%s`, ")),
    UNKNOWN_SUBCOMMAND(
            "ERR unknown subcommand '%s'. Try %s HELP.",
            before(
                    "7.0",
                    "ERR Unknown subcommand or wrong number of arguments for '%s'. Try %s HELP.")),
    WRONG_ARITY("ERR wrong number of arguments for '%s' command"),
    NOAUTH("NOAUTH Authentication required."),
    BUSY_SCRIPT(
            "BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN"
                    + " NOSAVE.",
            in(
                    Range.VALKEY,
                    "BUSY Valkey is busy running a script. You can only call SCRIPT KILL or"
                            + " SHUTDOWN NOSAVE.")),
    NOT_IN_TRANSACTION("ERR Command not allowed inside a transaction"),
    INTERNAL("ERR internal error: %s"),

    /** Says why, without the code of the error that it repeats. */
    EXEC_ABORTED_BECAUSE("EXECABORT Transaction discarded because of: %s"),

    // Connections and transactions.
    NO_PASSWORD_SET(
            "ERR AUTH <password> called without any password configured for the default user. Are"
                    + " you sure your configuration is correct?"),
    WRONG_PASSWORD("WRONGPASS invalid username-password pair or user is disabled."),
    NO_PROTOCOL("NOPROTO unsupported protocol version"),
    PROTOCOL_NOT_INTEGER("ERR Protocol version is not an integer or out of range"),
    HELLO_OPTION("ERR Syntax error in HELLO option '%s'"),
    HELLO_NOAUTH(
            "NOAUTH HELLO must be called with the client already authenticated, otherwise the"
                    + " HELLO <proto> AUTH <user> <pass> option can be used to authenticate the"
                    + " client and select the RESP protocol version at the same time",
            before(
                    "7.2",
                    "NOAUTH HELLO must be called with the client already authenticated, otherwise"
                            + " the HELLO AUTH <user> <pass> option can be used to authenticate"
                            + " the client and select the RESP protocol version at the same"
                            + " time")),
    CLIENT_NAME("ERR Client names cannot contain spaces, newlines or special characters."),
    CLIENT_ATTRIBUTE("ERR %s cannot contain spaces, newlines or special characters."),
    UNRECOGNIZED_OPTION("ERR Unrecognized option '%s'"),
    /** A subcommand that has too many arguments, though its row takes any number. */
    SUBCOMMAND_ARGUMENTS(
            "ERR unknown subcommand or wrong number of arguments for '%s'. Try %s HELP.",
            before(
                    "7.0",
                    "ERR Unknown subcommand or wrong number of arguments for '%s'. Try %s HELP.")),
    INVALID_CLIENT_ID("ERR Invalid client ID"),
    CLIENT_ID_RANGE(
            "ERR client-id should be greater than 0",
            before("7.0", "ERR value is not an integer or out of range")),
    MAXAGE_NOT_INTEGER("ERR maxage is not an integer or out of range"),
    MAXAGE_RANGE("ERR maxage should be greater than 0"),
    UNKNOWN_CLIENT_TYPE("ERR Unknown client type '%s'"),
    NO_SUCH_CLIENT("ERR No such client"),
    NO_SUCH_USER("ERR No such user '%s'"),
    PAUSE_MODE("ERR CLIENT PAUSE mode must be WRITE or ALL"),
    UNBLOCK_REASON("ERR CLIENT UNBLOCK reason should be TIMEOUT or ERROR"),
    UNBLOCKED("UNBLOCKED client unblocked via CLIENT UNBLOCK"),
    TIMEOUT_NOT_INTEGER("ERR timeout is not an integer or out of range"),
    TIMEOUT_NEGATIVE("ERR timeout is negative"),
    TIMEOUT_OUT_OF_RANGE("ERR timeout is out of range"),
    NESTED_MULTI("ERR MULTI calls can not be nested"),
    EXEC_WITHOUT_MULTI("ERR EXEC without MULTI"),
    DISCARD_WITHOUT_MULTI("ERR DISCARD without MULTI"),
    WATCH_IN_MULTI("ERR WATCH inside MULTI is not allowed"),
    EXEC_ABORTED("EXECABORT Transaction discarded because of previous errors."),

    // What any command may say.
    SYNTAX("ERR syntax error"),
    WRONG_TYPE("WRONGTYPE Operation against a key holding the wrong kind of value"),
    NOT_INTEGER("ERR value is not an integer or out of range"),
    NOT_FLOAT("ERR value is not a valid float"),
    NO_SUCH_KEY("ERR no such key"),
    DB_OUT_OF_RANGE("ERR DB index is out of range"),
    INVALID_EXPIRE(
            "ERR invalid expire time in '%s' command",
            before("7.0", "ERR invalid expire time in %s")),
    OUT_OF_MEMORY("OOM command not allowed when used memory > 'maxmemory'."),

    // The module redis-cell.
    CELL_USAGE(
            "Cell error: Store error: Usage: cl.throttle <key> <max_burst> <count per period>"
                    + " <period> [<quantity>]"),
    CELL_NOT_INTEGER("Cell error: Store error: Couldn't parse as integer: %s"),
    CELL_ZERO_RATE("Cell error: Store error: Zero rates are not supported"),
    CELL_EXPIRE("Cell error: Store error: Error while setting key expire"),

    // Hashes, sorted sets and the scanning of collections.
    INVALID_CURSOR("ERR invalid cursor"),
    NOVALUES_ONLY_IN_HSCAN("ERR NOVALUES option can only be used in HSCAN"),
    OUT_OF_RANGE("ERR value is out of range"),
    OUT_OF_SYMMETRIC_RANGE(
            "ERR value is out of range, value must between -9223372036854775807 and"
                    + " 9223372036854775807"),
    OUT_OF_RANGE_POSITIVE("ERR value is out of range, must be positive"),
    HASH_VALUE_NOT_INTEGER("ERR hash value is not an integer"),
    HASH_VALUE_NOT_FLOAT("ERR hash value is not a float"),
    NOT_FINITE("ERR value is NaN or Infinity"),

    // Strings.
    INCREMENT_OVERFLOW("ERR increment or decrement would overflow"),
    DECREMENT_OVERFLOW("ERR decrement would overflow"),
    INCREMENT_NOT_FINITE("ERR increment would produce NaN or Infinity"),
    OFFSET_OUT_OF_RANGE("ERR offset is out of range"),
    STRING_TOO_LONG("ERR string exceeds maximum allowed size (proto-max-bulk-len)"),
    PAIRS_EXPECTED(
            "ERR wrong number of arguments for '%s' command",
            before("7.0", "ERR wrong number of arguments for MSET")),
    LCS_NOT_STRINGS("ERR The specified keys must contain string values"),
    LCS_LENGTH_WITH_INDEXES("ERR If you want both the length and indexes, please just use IDX."),
    LCS_TOO_LARGE("ERR Insufficient memory, transient memory for LCS exceeds proto-max-bulk-len"),
    STRALGO_TWO_SOURCES("ERR Either use STRINGS or KEYS"),
    STRALGO_NO_SOURCE("ERR Please specify two strings: STRINGS or KEYS options are mandatory"),

    // Keys.
    INT_OUT_OF_RANGE("ERR value is out of range, value must between -2147483648 and 2147483647"),
    UNSUPPORTED_OPTION("ERR Unsupported option %s"),
    EXPIRE_NX_WITH_OTHERS("ERR NX and XX, GT or LT options at the same time are not compatible"),
    EXPIRE_GT_WITH_LT("ERR GT and LT options at the same time are not compatible"),
    SAME_OBJECT("ERR source and destination objects are the same"),
    UNKNOWN_TYPE("ERR unknown type name '%s'"),
    INVALID_FIRST_DB("ERR invalid first DB index"),
    INVALID_SECOND_DB("ERR invalid second DB index"),
    LFU_NOT_SELECTED(
            "ERR An LFU maxmemory policy is not selected, access frequency not tracked. Please"
                    + " note that when switching between policies at runtime LRU and LFU data will"
                    + " take some time to adjust."),
    LFU_SELECTED(
            "ERR An LFU maxmemory policy is selected, idle time not tracked. Please note that"
                    + " when switching between policies at runtime LRU and LFU data will take some"
                    + " time to adjust.");

    private record Variant(Range range, String text) {}

    private final String text;
    private final List<Variant> variants;

    ErrorKind(String text, Variant... variants) {
        this.text = text;
        this.variants = List.of(variants);
    }

    private static Variant before(String version, String text) {
        return new Variant(Range.before(version), text);
    }

    private static Variant in(Range range, String text) {
        return new Variant(range, text);
    }

    /** The text that {@code profile} has, each {@code %s} replaced by one of {@code details}. */
    public Bytes text(Profile profile, Object... details) {
        String template = text;
        for (Variant variant : variants) {
            if (profile.in(variant.range)) {
                template = variant.text;
            }
        }
        return details.length == 0 ? Bytes.of(template) : fill(template, details);
    }

    private static Bytes fill(String template, Object[] details) {
        StringBuilder filled = new StringBuilder();
        int from = 0;
        for (Object detail : details) {
            int hole = template.indexOf("%s", from);
            if (hole < 0) {
                break;
            }
            filled.append(template, from, hole);
            filled.append(detail instanceof Bytes bytes ? bytes.latin1() : detail.toString());
            from = hole + 2;
        }
        return Bytes.latin1(filled.append(template, from, template.length()).toString());
    }
}
