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
    BUSY_FUNCTION(
            "BUSY Redis is busy running a script. You can only call FUNCTION KILL or SHUTDOWN"
                    + " NOSAVE.",
            in(
                    Range.VALKEY,
                    "BUSY Valkey is busy running a script. You can only call FUNCTION KILL or"
                            + " SHUTDOWN NOSAVE.")),
    NOT_IN_TRANSACTION("ERR Command not allowed inside a transaction"),
    SUBSCRIBED(
            "ERR Can't execute '%s': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET"
                    + " are allowed in this context",
            before(
                    "7.0",
                    "ERR Can't execute '%s': only (P)SUBSCRIBE / (P)UNSUBSCRIBE / PING / QUIT /"
                            + " RESET are allowed in this context")),
    NOT_SUBSCRIBED("NOSUB '%s' command executed not in subscribed mode"),
    INTERNAL("ERR internal error: %s"),

    /** Says why, without the code of the error that it repeats. */
    EXEC_ABORTED_BECAUSE("EXECABORT Transaction discarded because of: %s"),

    // Settings: what CONFIG SET says, and the reasons that stand at its end.
    CONFIG_SET_FAILED("ERR CONFIG SET failed (possibly related to argument '%s')%s"),
    CONFIG_INVALID_ARGUMENT("ERR Invalid argument '%s' for CONFIG SET '%s'%s"),
    CONFIG_UNKNOWN(
            "ERR Unknown option or number of arguments for CONFIG SET - '%s'",
            before("7.0", "ERR Unsupported CONFIG parameter: %s")),
    CONFIG_NO_FILE("ERR The server is running without a config file"),
    CONFIG_DUPLICATE("duplicate parameter"),
    CONFIG_FIXED("can't set immutable config"),
    CONFIG_PROTECTED("can't set protected config"),
    CONFIG_NOT_BOOL("argument must be 'yes' or 'no'"),
    CONFIG_NOT_INTEGER("argument couldn't be parsed into an integer"),
    CONFIG_RANGE("argument must be between %s and %s inclusive"),
    CONFIG_NOT_MEMORY("argument must be a memory value"),
    CONFIG_NOT_MEMORY_OR_PERCENT("argument must be a memory or percent value"),
    CONFIG_PERCENT_RANGE("percentage argument must be less or equal to 100"),
    CONFIG_NOT_ONE_OF(
            "argument(s) must be one of the following: %s",
            before("7.0", "argument must be one of the following: %s")),
    CONFIG_CANNOT_LISTEN("Unable to listen on this port. Check server logs."),
    CONFIG_NO_TLS("Unable to update TLS configuration. Check server logs."),
    /** A reason that is an error of its own where it begins with a code. */
    CONFIG_CANNOT_BIND(
            "Failed to bind to specified addresses.",
            before("7.0", "ERR Failed to bind to specified addresses.")),
    CONFIG_NO_DIRECTORY("ERR Changing directory: No such file or directory"),
    CONFIG_PATH("dbfilename can't be a path, just a filename"),
    CONFIG_SAVE("Invalid save parameters", before("7.0", "")),
    CONFIG_EVENT_CLASS("Invalid event class character. Use 'Ag$lshzxeKEtmdn'.", before("7.0", "")),
    CONFIG_BUFFER_ARGUMENTS(
            "Wrong number of arguments in buffer limit configuration.", before("7.0", "")),
    CONFIG_BUFFER_CLASS(
            "Invalid client class specified in buffer limit configuration.", before("7.0", "")),
    CONFIG_BUFFER_NUMBERS(
            "Error in hard, soft or soft_seconds setting in buffer limit configuration.",
            before("7.0", "")),
    CONFIG_PERCENTILES("Invalid latency-tracking-info-percentiles parameters"),
    CONFIG_PERCENTILE_RANGE(
            "latency-tracking-info-percentiles parameters should sit between [0.0,100.0]"),
    CONFIG_OOM_ARGUMENTS("wrong number of arguments", before("7.0", "")),
    CONFIG_OOM_SCORES("Invalid oom-score-adj-values, elements must be between -2000 and 2000."),
    CONFIG_HOSTNAME("Hostnames may only contain alphanumeric characters, hyphens or dots"),

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
    TIMEOUT_NOT_FLOAT("ERR timeout is not a float or out of range"),
    TIMEOUT_NOT_INTEGER("ERR timeout is not an integer or out of range"),
    TIMEOUT_NEGATIVE("ERR timeout is negative"),
    TIMEOUT_OUT_OF_RANGE("ERR timeout is out of range"),
    NESTED_MULTI("ERR MULTI calls can not be nested"),
    EXEC_WITHOUT_MULTI("ERR EXEC without MULTI"),
    DISCARD_WITHOUT_MULTI("ERR DISCARD without MULTI"),
    WATCH_IN_MULTI("ERR WATCH inside MULTI is not allowed"),
    EXEC_ABORTED("EXECABORT Transaction discarded because of previous errors."),

    SUBSCRIBE_NOT_HERE("ERR %s isn't allowed for a DENY BLOCKING client"),

    // What EVAL and SCRIPT say.
    NO_SUCH_SCRIPT(
            "NOSCRIPT No matching script. Please use EVAL.",
            in(Range.VALKEY, "NOSCRIPT No matching script.")),
    NEGATIVE_KEY_COUNT("ERR Number of keys can't be negative"),
    KEY_COUNT_TOO_HIGH("ERR Number of keys can't be greater than number of args"),
    SCRIPT_COMPILATION("ERR Error compiling script (new function): %s"),
    SCRIPT_FLUSH_MODE("ERR SCRIPT FLUSH only support SYNC|ASYNC option"),
    SCRIPT_DEBUG_MODE("ERR Use SCRIPT DEBUG YES/SYNC/NO"),
    SCRIPT_DEBUG_IN_TRANSACTION("ERR SCRIPT DEBUG must be called outside a pipeline"),
    NO_SCRIPT_RUNNING("NOTBUSY No scripts in execution right now."),
    UNKILLABLE_SCRIPT(
            "UNKILLABLE Sorry the script already executed write commands against the dataset. You"
                    + " can either wait the script termination or kill the server in a hard way"
                    + " using the SHUTDOWN NOSAVE command."),
    INVALID_SHEBANG("ERR Invalid script shebang"),
    UNBALANCED_SHEBANG("ERR Invalid engine in script shebang"),
    SHEBANG_ENGINE("ERR Unexpected engine in script shebang: %s"),
    SHEBANG_OPTION("ERR Unknown lua shebang option: %s"),
    SHEBANG_FLAG("ERR Unexpected flag in script shebang: %s"),

    WRITING_SCRIPT_READ_ONLY("ERR Can not execute a script with write flag using *_ro command."),
    NO_CLUSTER_SCRIPT("ERR Can not run script on cluster, 'no-cluster' flag is set."),

    // What FUNCTION and FCALL say.
    NO_SUCH_FUNCTION("ERR Function not found"),
    NO_SUCH_LIBRARY("ERR Library not found"),
    BAD_KEY_COUNT("ERR Bad number of keys provided"),
    NO_LIBRARY_METADATA("ERR Missing library metadata"),
    INVALID_LIBRARY_METADATA("ERR Invalid library metadata"),
    UNKNOWN_LIBRARY_METADATA("ERR Invalid metadata value given: %s"),
    TWO_LIBRARY_NAMES("ERR Invalid metadata value, name argument was given multiple times"),
    NO_LIBRARY_NAME("ERR Library name was not given"),
    /** Of functions, too. */
    LIBRARY_NAME(
            "ERR Library names can only contain letters, numbers, or underscores(_) and must be at"
                    + " least one character long"),
    NO_SUCH_ENGINE("ERR Engine '%s' not found"),
    LIBRARY_EXISTS("ERR Library '%s' already exists"),
    RESTORED_LIBRARY_EXISTS("ERR Library %s already exists"),
    FUNCTION_EXISTS("ERR Function %s already exists"),
    FUNCTION_COMPILATION("ERR Error compiling function: %s"),
    FUNCTION_REGISTRATION("ERR Error registering functions: %s"),
    NO_FUNCTIONS("ERR No functions registered"),
    FUNCTION_LOAD_OPTION("ERR Unknown option given: %s"),
    FUNCTION_LIST_OPTION("ERR Unknown argument %s"),
    FUNCTION_LIST_NAME("ERR library name argument was not given"),
    FUNCTION_FLUSH_MODE("ERR FUNCTION FLUSH only supports SYNC|ASYNC option"),
    FUNCTION_RESTORE_POLICY(
            "ERR Wrong restore policy given, value should be either FLUSH, APPEND or REPLACE."),
    DUMP_PAYLOAD("ERR DUMP payload version or checksum are wrong"),
    NOT_A_FUNCTION("ERR given type is not a function"),
    OLD_FUNCTION(
            "ERR Pre-GA function format not supported",
            before("7.2", "ERR Failed loading engine name")),
    DAMAGED_FUNCTION("ERR Failed loading library payload"),

    // What register_function raises; the table that it belongs to is the last detail.
    REGISTER_NOT_LOADING("ERR %s.register_function can only be called on FUNCTION LOAD command"),
    REGISTER_ARGUMENTS("ERR wrong number of arguments to %s.register_function"),
    REGISTER_NO_TABLE(
            "ERR calling %s.register_function with a single argument is only applicable to Lua"
                    + " table (representing named arguments)."),
    REGISTER_NAME_TYPE("ERR first argument to %s.register_function must be a string"),
    REGISTER_CALLBACK_TYPE("ERR second argument to %s.register_function must be a function"),
    REGISTER_KEY_TYPE("ERR named argument key given to %s.register_function is not a string"),
    REGISTER_NAMED_STRING("ERR %s argument given to %s.register_function must be a string"),
    REGISTER_NAMED_CALLBACK(
            "ERR callback argument given to %s.register_function must be a function"),
    REGISTER_NAMED_FLAGS(
            "ERR flags argument to %s.register_function must be a table representing function"
                    + " flags"),
    REGISTER_UNKNOWN_KEY("ERR unknown argument given to %s.register_function"),
    REGISTER_NO_NAME("ERR %s.register_function must get a function name argument"),
    REGISTER_NO_CALLBACK("ERR %s.register_function must get a callback argument"),
    REGISTER_UNKNOWN_FLAG("ERR unknown flag given"),
    REGISTER_TWICE("ERR Function already exists in the library"),

    // How a failed script ends: message, sha, chunk and line.
    SCRIPT_FAILED(
            "%s script: %s, on %s:%s.",
            before("7.0", "ERR Error running script (call to f_%s): %s:%s: %s")),
    /** A script of an old server has raised something that is no text. */
    SCRIPT_RAISED_NO_TEXT(
            "ERR Error running script (call to f_%s): @err_handler_def:9: err_handler_def:9:"
                    + " attempt to concatenate local 'err' (a %s value)"),
    SCRIPT_REPLY_TOO_DEEP("ERR reached lua stack limit"),

    // What redis.call and its neighbours raise; old servers add the caller's place to some.
    SCRIPT_KILLED(
            "ERR Error running script (call to %s): Script killed by user with SCRIPT KILL.",
            before("7.0", "Script killed by user with SCRIPT KILL...")),
    SCRIPT_NO_ARGUMENTS(
            "ERR Please specify at least one argument for this redis lib call",
            in(Range.VALKEY, "ERR Please specify at least one argument for this call"),
            before("7.0", "Please specify at least one argument for redis.call()")),
    SCRIPT_ARGUMENT_TYPE(
            "ERR Lua redis lib command arguments must be strings or integers",
            in(Range.VALKEY, "ERR Command arguments must be strings or integers"),
            before("7.0", "Lua redis() command arguments must be strings or integers")),
    SCRIPT_UNKNOWN_COMMAND(
            "ERR Unknown Redis command called from script",
            in(Range.VALKEY, "ERR Unknown command called from script"),
            before("7.0", "Unknown Redis command called from Lua script")),
    SCRIPT_WRONG_ARITY(
            "ERR Wrong number of args calling Redis command from script",
            in(Range.VALKEY, "ERR Wrong number of args calling command from script"),
            before("7.0", "Wrong number of args calling Redis command From Lua script")),
    SCRIPT_COMMAND_REFUSED(
            "ERR This Redis command is not allowed from script",
            before("7.0", "This Redis command is not allowed from scripts")),
    SCRIPT_OUT_OF_MEMORY(
            "OOM command not allowed when used memory > 'maxmemory'.",
            before("7.0", "-OOM command not allowed when used memory > 'maxmemory'.")),
    SCRIPT_READ_ONLY("ERR Write commands are not allowed from read-only scripts."),
    SCRIPT_REPLY_TEXT(
            "ERR wrong number or type of arguments",
            before("7.0", "wrong number or type of arguments")),
    SCRIPT_ARGUMENT_COUNT(
            "ERR wrong number of arguments", before("7.0", "wrong number of arguments")),
    SCRIPT_LOG_ARGUMENTS(
            "ERR redis.log() requires two arguments or more.",
            in(Range.VALKEY, "ERR server.log() requires two arguments or more."),
            before("7.0", "redis.log() requires two arguments or more.")),
    SCRIPT_LOG_LEVEL_TYPE(
            "ERR First argument must be a number (log level).",
            before("7.0", "First argument must be a number (log level).")),
    SCRIPT_LOG_LEVEL(
            "ERR Invalid log level.",
            before("7.2", "ERR Invalid debug level."),
            before("7.0", "Invalid debug level.")),
    SCRIPT_SETRESP_ARGUMENTS(
            "ERR redis.setresp() requires one argument.",
            in(Range.VALKEY, "ERR server.setresp() requires one argument."),
            before("7.0", "redis.setresp() requires one argument.")),
    SCRIPT_SETRESP_VERSION(
            "ERR RESP version must be 2 or 3.", before("7.0", "RESP version must be 2 or 3.")),
    SCRIPT_SET_REPL_ARGUMENTS(
            "ERR redis.set_repl() requires one argument.",
            in(Range.VALKEY, "ERR server.set_repl() requires one argument."),
            before("7.2", "ERR redis.set_repl() requires two arguments."),
            before("7.0", "redis.set_repl() requires two arguments.")),
    SCRIPT_SET_REPL_FLAGS(
            "ERR Invalid replication flags. Use REPL_AOF, REPL_REPLICA, REPL_ALL or REPL_NONE.",
            before(
                    "7.0",
                    "Invalid replication flags. Use REPL_AOF, REPL_REPLICA, REPL_ALL or"
                            + " REPL_NONE.")),
    SCRIPT_ACL_ARGUMENTS("ERR Wrong number of args for redis.acl_check_cmd()"),
    SCRIPT_ACL_COMMAND(
            "ERR Invalid command passed to redis.acl_check_cmd()",
            in(Range.VALKEY, "ERR Invalid command passed to server.acl_check_cmd()")),

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

    // COMMAND.
    GETKEYS_INVALID_COMMAND("ERR Invalid command specified"),
    GETKEYS_NO_KEYS("ERR The command has no key arguments"),
    GETKEYS_WRONG_ARITY("ERR Invalid number of arguments specified for command"),
    GETKEYS_INVALID_ARGUMENTS("ERR Invalid arguments specified for command"),

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
    NOSCORES_ONLY_IN_ZSCAN("ERR NOSCORES option can only be used in ZSCAN"),
    OUT_OF_RANGE("ERR value is out of range"),
    OUT_OF_SYMMETRIC_RANGE(
            "ERR value is out of range, value must between -9223372036854775807 and"
                    + " 9223372036854775807"),
    OUT_OF_RANGE_POSITIVE("ERR value is out of range, must be positive"),
    HASH_VALUE_NOT_INTEGER("ERR hash value is not an integer"),
    HASH_VALUE_NOT_FLOAT("ERR hash value is not a float"),
    NOT_FINITE("ERR value is NaN or Infinity"),
    SCORE_NOT_A_NUMBER("ERR resulting score is not a number (NaN)"),
    XX_AND_NX("ERR XX and NX options at the same time are not compatible"),
    GT_LT_AND_NX("ERR GT, LT, and/or NX options at the same time are not compatible"),
    INCR_SINGLE_PAIR("ERR INCR option supports a single increment-element pair"),
    MIN_OR_MAX_NOT_FLOAT("ERR min or max is not a float"),
    MIN_OR_MAX_NOT_LEX("ERR min or max not valid string range item"),
    LIMIT_WITHOUT_BY(
            "ERR syntax error, LIMIT is only supported in combination with either BYSCORE or"
                    + " BYLEX"),
    WITHSCORES_BY_LEX("ERR syntax error, WITHSCORES not supported in combination with BYLEX"),
    WEIGHT_NOT_FLOAT("ERR weight value is not a float"),
    NO_INPUT_KEY(
            "ERR at least 1 input key is needed for '%s' command",
            before("7.0", "ERR at least 1 input key is needed for %s")),
    NUMKEYS_NOT_POSITIVE("ERR numkeys should be greater than 0"),
    COUNT_NOT_POSITIVE("ERR count should be greater than 0"),
    LIMIT_NEGATIVE("ERR LIMIT can't be negative"),

    // Lists.
    INDEX_OUT_OF_RANGE("ERR index out of range"),
    RANK_ZERO(
            "ERR RANK can't be zero: use 1 to start from the first match, 2 from the second ... or"
                    + " use negative to start from the end of the list",
            before(
                    "7.0",
                    "ERR RANK can't be zero: use 1 to start from the first match, 2 from the"
                            + " second, ...")),
    COUNT_NEGATIVE("ERR COUNT can't be negative"),
    MAXLEN_NEGATIVE("ERR MAXLEN can't be negative"),

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

    // Bitmaps.
    BIT_OFFSET("ERR bit offset is not an integer or out of range"),
    BIT_VALUE("ERR bit is not an integer or out of range"),
    BIT_ARGUMENT("ERR The bit argument must be 1 or 0."),
    BITOP_NOT_SINGLE("ERR BITOP NOT must be called with a single source key."),
    BITFIELD_TYPE(
            "ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported"
                    + " but i64 is."),
    BITFIELD_OVERFLOW("ERR Invalid OVERFLOW type specified"),
    BITFIELD_READ_ONLY("ERR BITFIELD_RO only supports the GET subcommand"),

    // Streams.
    STREAM_ID_INVALID("ERR Invalid stream ID specified as stream command argument"),
    STREAM_ID_ZERO("ERR The ID specified in XADD must be greater than 0-0"),
    STREAM_ID_TOO_SMALL(
            "ERR The ID specified in XADD is equal or smaller than the target stream top item"),
    STREAM_SEQUENCE_EXHAUSTED(
            "ERR The ID specified in XADD is equal or smaller than the target stream top item",
            before("7.2", "ERR Elements are too large to be stored")),
    STREAM_EXHAUSTED("ERR The stream has exhausted the last possible ID, unable to add more items"),
    STREAM_ENTRY_TOO_LARGE("ERR Elements are too large to be stored"),
    STREAM_RANGE_START("ERR invalid start ID for the interval"),
    STREAM_RANGE_END("ERR invalid end ID for the interval"),
    XADD_PAIRS_EXPECTED(
            "ERR wrong number of arguments for 'xadd' command",
            before("7.0", "ERR wrong number of arguments for XADD")),
    STREAM_MAXLEN_NEGATIVE("ERR The MAXLEN argument must be >= 0."),
    STREAM_LIMIT_NEGATIVE("ERR The LIMIT argument must be >= 0."),
    MAXLEN_AND_MINID(
            "ERR syntax error, MAXLEN and MINID options at the same time are not compatible"),
    LIMIT_WITHOUT_TRIM(
            "ERR syntax error, LIMIT cannot be used without specifying a trimming strategy"),
    LIMIT_WITHOUT_APPROXIMATION(
            "ERR syntax error, LIMIT cannot be used without the special ~ option"),
    XTRIM_WITHOUT_TRIM("ERR syntax error, XTRIM must be called with a trimming strategy"),
    ENTRIES_ADDED_NEGATIVE("ERR entries_added must be positive"),
    ENTRIES_ADDED_BELOW_LENGTH(
            "ERR The entries_added specified in XSETID is smaller than the target stream length"),
    XSETID_BELOW_TOP("ERR The ID specified in XSETID is smaller than the target stream top item"),
    XSETID_BELOW_DELETED(
            "ERR The ID specified in XSETID is smaller than current max_deleted_entry_id"),
    XSETID_BELOW_GIVEN_DELETED(
            "ERR The ID specified in XSETID is smaller than the provided max_deleted_entry_id"),
    XREAD_UNBALANCED(
            "ERR Unbalanced 'xread' list of streams: for each stream key an ID or '$' must be"
                    + " specified.",
            in(
                    Range.REDIS,
                    "ERR Unbalanced 'xread' list of streams: for each stream key an ID, '+', or"
                            + " '$' must be specified."),
            before("7.2", Texts.XREAD_UNBALANCED)),
    XREADGROUP_UNBALANCED(
            "ERR Unbalanced 'xreadgroup' list of streams: for each stream key an ID or '>' must be"
                    + " specified.",
            before("7.2", Texts.XREAD_UNBALANCED)),
    XREAD_WITH_GROUP(
            "ERR The GROUP option is only supported by XREADGROUP. You called XREAD instead."),
    XREAD_WITH_NOACK(
            "ERR The NOACK option is only supported by XREADGROUP. You called XREAD instead."),
    XREAD_NEVER_DELIVERED(
            "ERR The > ID can be specified only when calling XREADGROUP using the GROUP <group>"
                    + " <consumer> option."),
    XREAD_NO_LAST_ENTRY("ERR the stream last element ID is 0-0"),
    XREADGROUP_WITHOUT_GROUP("ERR Missing GROUP option for XREADGROUP"),
    XREADGROUP_NO_GROUP(
            "NOGROUP No such key '%s' or consumer group '%s' in XREADGROUP with GROUP option"),
    XREADGROUP_LAST_ID(
            "ERR The %s ID is meaningless in the context of XREADGROUP: you want to read the"
                    + " history of this consumer by specifying a proper ID, or use the > ID to get"
                    + " new messages. The %s ID would just return an empty result set."),
    BLOCKED_STREAM_GONE("UNBLOCKED the stream key no longer exists"),
    BLOCKED_GROUP_GONE("NOGROUP the consumer group this client was blocked on no longer exists"),
    BLOCK_IN_SCRIPT("ERR %s command is not allowed with BLOCK option from scripts"),
    XGROUP_WITHOUT_KEY(
            "ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want"
                    + " to use the MKSTREAM option to create an empty stream automatically."),
    NO_SUCH_GROUP("NOGROUP No such consumer group '%s' for key name '%s'"),
    NO_SUCH_KEY_OR_GROUP("NOGROUP No such key '%s' or consumer group '%s'"),
    GROUP_EXISTS("BUSYGROUP Consumer Group name already exists"),
    ENTRIES_READ_NEGATIVE("ERR value for ENTRIESREAD must be positive or -1"),
    XCLAIM_MIN_IDLE("ERR Invalid min-idle-time argument for XCLAIM"),
    XCLAIM_IDLE("ERR Invalid IDLE option argument for XCLAIM"),
    XCLAIM_TIME("ERR Invalid TIME option argument for XCLAIM"),
    XCLAIM_RETRY_COUNT("ERR Invalid RETRYCOUNT option argument for XCLAIM"),
    XCLAIM_OPTION("ERR Unrecognized XCLAIM option '%s'"),
    XAUTOCLAIM_MIN_IDLE("ERR Invalid min-idle-time argument for XAUTOCLAIM"),
    XAUTOCLAIM_COUNT("ERR COUNT must be > 0"),
    XAUTOCLAIM_COUNT_TOO_HIGH(
            "ERR Insufficient memory, failed allocating transient memory, COUNT too high."),

    // The server as a whole.
    MONITOR_NOT_HERE("ERR MONITOR isn't allowed for DENY BLOCKING client"),
    /** Servers treat a client that monitors as they treat a replica. */
    MONITOR_WITHOUT_DATA(
            "ERR Replica can't interact with the keyspace",
            before("7.0", "ERR Replica can't interract with the keyspace")),
    SHUTDOWN_NOT_HERE("ERR SHUTDOWN without NOW or ABORT isn't allowed for DENY BLOCKING client"),
    NO_SHUTDOWN("ERR No shutdown in progress."),
    DEBUG_PROTOCOL_TYPE(
            "ERR Wrong protocol type name. Please use one of the following:"
                    + " string|integer|double|bignum|null|array|set|map|attrib|push|verbatim|true"
                    + "|false"),
    DEBUG_PROTOCOL_RESP2("ERR RESP2 is not supported by this command"),
    DEBUG_RELOAD_OPTION("ERR DEBUG RELOAD only supports the MERGE, NOFLUSH and NOSAVE options."),
    SLOWLOG_COUNT("ERR count should be greater than or equal to -1"),
    LATENCY_NO_SAMPLES("ERR No samples available for event '%s'"),
    DEBUG_NOTHING_SAVED(
            "ERR Error trying to load the RDB dump, check server logs.",
            before("7.2", "ERR Error trying to load the RDB dump")),
    DEBUG_NO_AOF("ERR Error trying to load the AOF files, check server logs."),
    CONFIG_REWRITE_FORCED(
            "ERR CONFIG-REWRITE-FORCE-ALL failed: Bad address",
            before("7.0", "ERR CONFIG-REWRITE-FORCE-ALL failed")),
    NO_CLIENT_EVICTION("ERR maxmemory-clients is disabled."),
    ONLY_IN_CLUSTER("ERR Debug option only available for cluster mode enabled setup!"),
    NO_INTERNAL_SECRET("ERR Internal secret is missing"),
    NO_SUCH_FILE("ERR No such file or directory"),
    PACKED_THRESHOLD("ERR argument must be a memory value bigger than 1 and smaller than 4gb"),
    HTSTATS_DB_RANGE("ERR Out of range database"),
    NOT_A_TABLE("ERR The value stored at the specified key is not represented using an hash table"),
    NOT_SDS("ERR Not an sds encoded string."),
    NOT_A_LISTPACK("ERR Not a listpack encoded object."),
    NOT_A_ZIPLIST("ERR Not a ziplist encoded object."),
    NOT_A_QUICKLIST("ERR Not a quicklist encoded object."),
    /** Says of any reply that it would be too large, though real servers would try to send it. */
    REPLY_TOO_LARGE("OOM reply of more than %s elements"),

    // Modules.
    MODULE_NOT_LOADED(
            Texts.MODULES_FORBIDDEN,
            before("7.0", "ERR Error loading the extension. Please check the server logs.")),
    MODULE_UNKNOWN(
            Texts.MODULES_FORBIDDEN,
            before("7.0", "ERR Error unloading module: no such module with that name")),
    /** A module that there is, which a real server of that time would have unloaded. */
    MODULE_NOT_UNLOADED(
            Texts.MODULES_FORBIDDEN,
            before("7.0", "ERR Error unloading module: operation not possible.")),

    // Keys.
    WEIGHT_NOT_DOUBLE("ERR One or more scores can't be converted into double"),
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

    /** Texts that several errors share. */
    private static final class Texts {
        static final String XREAD_UNBALANCED =
                "ERR Unbalanced XREAD list of streams: for each stream key an ID or '$' must be"
                        + " specified.";
        static final String MODULES_FORBIDDEN =
                "ERR MODULE command not allowed. If the enable-module-command option is set to"
                    + " \"local\", you can run it from a local connection, otherwise you need to"
                    + " set this option in the configuration file, and then restart the server.";
    }

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

    /** An error is one line, whatever it is about. */
    private static Bytes fill(String template, Object[] details) {
        StringBuilder filled = new StringBuilder();
        int from = 0;
        for (Object detail : details) {
            int hole = template.indexOf("%s", from);
            if (hole < 0) {
                break;
            }
            filled.append(template, from, hole);
            filled.append(detail instanceof Bytes bytes ? shown(bytes) : detail.toString());
            from = hole + 2;
        }
        String text = filled.append(template, from, template.length()).toString();
        return Bytes.latin1(text.replace('\r', ' ').replace('\n', ' '));
    }

    /** A real server prints words as texts of C, which a zero byte ends. */
    private static String shown(Bytes word) {
        String text = word.latin1();
        int end = text.indexOf('\0');
        return end < 0 ? text : text.substring(0, end);
    }
}
