package dev.lockstep.profile;

/** A difference between servers that a handler has to know, each with the servers that have it. */
public enum Feature {
    /** Doubles are printed in the shortest form that reads back, not with 17 digits. */
    SHORTEST_DOUBLES(Range.since("7.2")),
    /** Each subcommand has a row of its own, with its own arity and flags. */
    SUBCOMMAND_ROWS(Range.since("7.0")),
    /** Small hashes and sorted sets are listpacks, formerly ziplists. */
    LISTPACK(Range.since("7.0")),
    /** Small lists, too, are listpacks. */
    LIST_LISTPACK(Range.since("7.2")),
    /**
     * An element of a list that is larger than a node gets one of its own, not only one of 1 GB.
     */
    LARGE_BY_NODE(Range.since("7.2")),
    /** LPOS refuses the one rank that has no negative, and LREM such a count. */
    LIST_COUNTS_REFUSE_MINIMUM(Range.since("7.2")),
    /** LSET takes only the lower 32 bits of its index. */
    LSET_CUTS_INDEX(Range.since("7.2")),
    /** Small sets are listpacks, too. */
    PACKED_SETS(Range.since("7.2")),
    /** HINCRBY and HINCRBYFLOAT, too, mind how long an element of a packed hash may be. */
    INCREMENT_LENGTH_CHECK(Range.since("7.0")),
    /** HINCRBYFLOAT refuses an infinite increment before it looks at the key. */
    FINITE_HASH_INCREMENT(Range.since("7.0")),
    /** HSETNX leaves a packed hash alone when the field is there already. */
    HSETNX_LOOKS_FIRST(Range.since("7.0")),
    /** A command with more elements than a packed collection may have unpacks it beforehand. */
    PACKED_SIZE_HINT(Range.since("7.2")),
    /** ZADD looks at the length of all its members beforehand, whether they are added or not. */
    PACKED_LENGTH_HINT(Range.VALKEY),
    /** ZPOPMIN and ZPOPMAX refuse a negative count, and look at the key before they pop nothing. */
    POP_COUNT_CHECK(Range.since("7.0")),
    /**
     * The bound of a score range, and what SORT sorts by, is neither hexadecimal nor has it blanks
     * in front.
     */
    PLAIN_SCORE_BOUNDS(Range.REDIS.from("8.0")),
    /** LIMIT with a negative offset begins so far from the end of a range, in an unpacked set. */
    NEGATIVE_OFFSET_FROM_END(Range.since("7.2")),
    /** SCAN reads its cursor as an unsigned number, not as a C program would. */
    UNSIGNED_CURSOR(Range.since("7.2")),
    /** HSCAN has NOVALUES. */
    SCAN_NOVALUES(Range.since("7.2")),
    /** ZSCAN has NOSCORES. */
    SCAN_NOSCORES(Range.VALKEY),
    /** An error in a script is a table with the field {@code err}, formerly a string. */
    SCRIPT_ERROR_TABLES(Range.since("7.0")),
    /** A script may begin with a line of flags, {@code #!lua flags=…}. */
    SCRIPT_FLAGS(Range.since("7.0")),
    /** Scripts that EVAL has cached make room for others: Valkey 8.0 and Redis 7.4 brought it. */
    SCRIPT_EVICTION(Range.since("7.2.4")),
    /** Scripts may make replies that are big numbers or verbatim strings. */
    SCRIPT_BIG_NUMBERS(Range.since("7.0")),
    /** The order of a Lua table hangs on 32 or so bytes of a key that is a string, not on all. */
    SCRIPT_SAMPLED_HASHES(Range.before("7.0")),
    /** Scripts have {@code print}. */
    SCRIPT_PRINT(Range.before("7.0")),
    /**
     * Scripts lack {@code getfenv}, {@code setfenv}, {@code newproxy}; strings keep their methods.
     */
    SCRIPT_FIXED_ENVIRONMENTS(Range.REDIS.from("7.0")),
    /** {@code [[} may stand inside {@code [[ ]]} in a script. */
    SCRIPT_NESTED_BRACKETS(Range.REDIS.from("7.0")),
    /** FUNCTION FLUSH makes a new Lua world, not just an empty list of libraries. */
    FUNCTION_FLUSH_RENEWS(Range.REDIS.from("7.4")),
    /** Scripts have {@code os.clock}. */
    SCRIPT_CLOCK(Range.since("7.2")),
    /**
     * Scripts are replicated by what they do, which {@code replicate_commands} need not ask for.
     */
    SCRIPT_EFFECTS_ONLY(Range.since("7.0")),
    /** {@code acl_check_cmd} looks at how many arguments a command has. */
    SCRIPT_ACL_ARITY(Range.REDIS.from("7.4")),
    /** {@code math.random} begins anew with each script. */
    SCRIPT_RESEEDED(Range.before("7.0")),
    /** TIME answers the same within one script or transaction. */
    FROZEN_SCRIPT_TIME(Range.since("7.2")),
    /** A key already past its deadline counts as missing when it is watched. */
    WATCH_SEES_STALE_AS_MISSING(Range.since("7.0")),
    /** CONFIG GET repeats a name without wildcards as it was asked for. */
    CONFIG_REPEATS_NAMES(Range.since("7.0")),
    /** CONFIG SET takes several settings; its errors name one, even one that it never changes. */
    CONFIG_SET_SEVERAL(Range.since("7.0")),
    /** HELLO takes effect only once all of its options are known to be right. */
    HELLO_IS_ATOMIC(Range.since("7.2")),
    /** Modules are shown with their path and arguments. */
    MODULE_PATHS(Range.since("7.0")),
    /** CLIENT KILL knows MAXAGE. */
    KILL_BY_AGE(Range.since("7.2")),
    /** CLIENT KILL refuses an id that no client can have. */
    KILL_CHECKS_ID(Range.since("7.0")),
    /** RESET ends CLIENT NO-EVICT. */
    RESET_ENDS_NO_EVICT(Range.since("7.2")),
    /** A timeout that reaches beyond what a time can be is refused. */
    TIMEOUT_CHECKS_RANGE(Range.since("7.2")),
    /** A timeout in seconds that is no whole number of milliseconds is rounded up, not down. */
    TIMEOUT_ROUNDS_UP(Range.since("7.0")),
    /**
     * A command that has waited is run anew, on all of its keys, and counts only then; formerly it
     * was served from the key that was signalled.
     */
    BLOCKED_COMMANDS_RUN_AGAIN(Range.since("7.2")),
    /** A client that waits for another type than its key has come to hold loses its place. */
    SKIPPED_CLIENTS_GO_LAST(Range.before("7.0")),
    /** An error that ends a wait counts as a failure of the command that has waited. */
    UNBLOCKING_MAY_FAIL(Range.since("7.0")),
    /** Whatever CLIENT UNBLOCK ends counts as failed, even by TIMEOUT. */
    UNBLOCK_COUNTS_AS_FAILURE(Range.since("7.0").until("7.2")),
    /** What CLIENT UNBLOCK ends while a pause puts it off is not run any more. */
    UNBLOCKING_DROPS_POSTPONED(Range.since("7.2")),
    /** With memory full, a transaction takes no command at all, not even one that needs none. */
    FULL_MEMORY_REFUSES_QUEUEING(Range.before("7.2")),
    /** SHUTDOWN takes NOW, FORCE and ABORT, and several options. */
    SHUTDOWN_OPTIONS(Range.since("7.0")),
    /** DEBUG LOADAOF without a file is an error; before, it is the end of the server. */
    DEBUG_LOADAOF_MAY_FAIL(Range.since("7.2")),
    /** DEBUG HTSTATS tells of chains only when asked for them, and of empty tables nothing. */
    DEBUG_HTSTATS_FULL(Range.since("7.2")),
    /** DEBUG HTSTATS says of which table it is even when that is empty. */
    DEBUG_HTSTATS_EMPTY_HEADER(Range.since("7.0")),
    /** DEBUG PROTOCOL double has more digits than later. */
    DEBUG_LONG_DOUBLE(Range.before("7.0")),
    /** A message to the client whose command brings it about comes after the reply. */
    PUSH_AFTER_REPLY(Range.since("7.2")),
    /** A client that is not subscribed to anything may not unsubscribe. */
    UNSUBSCRIBE_NEEDS_SUBSCRIPTION(Range.VALKEY),
    /** Messages are sent even to a client that wants no replies. */
    PUSH_IN_SILENCE(Range.since("7.0")),
    /** DEBUG OBJECT tells of LFU. */
    DEBUG_OBJECT_LFU(Range.VALKEY),
    /** Keys, too, have room to grow, which DEBUG SDSLEN shows. */
    EMBEDDED_KEYS(Range.VALKEY),
    /** The request that is being run is still in the client's query buffer, CLIENT LIST says. */
    QUERY_BUFFER_HOLDS_REQUEST(Range.REDIS),
    /** With a slowlog-max-len of 0, the slow log is left as it is. */
    SLOWLOG_LENGTH_0_STOPS(Range.since("7.2")),
    /** What a script calls comes from the address {@code ?:0}, says SLOWLOG, later from none. */
    SLOWLOG_NO_ADDRESS(Range.before("7.2")),
    /** SLOWLOG GET refuses a count below -1, which before meant all, as -1 does. */
    SLOWLOG_CHECKS_COUNT(Range.since("7.0")),
    /** Valkey's word for what replicates to others. */
    SAYS_PRIMARY(Range.VALKEY),
    /** SET with GET reads the old value before it judges NX and XX; so NX and GET go together. */
    SET_GET_FIRST(Range.since("7.0")),
    /** SET with a time that is past deletes the key at once. */
    SET_PAST_DELETES(Range.VALKEY),
    /** DECRBY refuses the one number that has no negative. */
    DECRBY_REFUSES_MINIMUM(Range.since("7.0")),
    /** SCAN with TYPE counts as a lookup of each key. */
    SCAN_TYPE_IS_LOOKUP(Range.REDIS),
    /** That lookup sends an event for a key that has just ended. */
    SCAN_TYPE_REPORTS_MISSES(Range.before("7.2")),
    /** What is copied, or combined and stored, is read, which before counted as a write. */
    READS_SOURCES(Range.since("7.0")),
    /** COPY reads its source, which before counted as a write. */
    COPY_READS_SOURCE(Range.since("7.0")),
    /** BITCOUNT and BITPOS take ranges of bits. */
    BIT_RANGES_IN_BITS(Range.since("7.0")),
    /** BITCOUNT and BITPOS look at the key before they read the range. */
    BIT_RANGE_AFTER_KEY(Range.before("7.2")),
    /** BITCOUNT takes a start without an end. */
    BITCOUNT_OPTIONAL_END(Range.VALKEY),
    /** SETBIT and BITFIELD that leave all bits as they were change nothing. */
    SAME_BITS_ARE_NO_CHANGE(Range.since("7.0")),
    /** XADD takes an id without a sequence, as {@code 1700000000000-*}. */
    XADD_SEQUENCE_ALONE(Range.since("7.0")),
    /** Streams count what has been added and deleted, and groups what they have read. */
    STREAM_COUNTERS(Range.since("7.0")),
    /** XSETID looks for the key before it reads the id. */
    XSETID_LOOKS_FIRST(Range.before("7.0")),
    /** XSETID minds what XDEL has deleted. */
    XSETID_MINDS_DELETED(Range.since("7.2")),
    /** XREAD takes {@code +} for the last entry there is. */
    XREAD_LAST_ENTRY(Range.since("7.2")),
    /** It reads none when the last entry is not the last that has been added. */
    XREAD_LAST_ENTRY_BY_ID(Range.VALKEY),
    /** XGROUP DELCONSUMER of a consumer that is not there is a change as well. */
    DELCONSUMER_ALWAYS_CHANGES(Range.before("7.0")),
    /** A group that has not reached the oldest entry lags by the length of the stream. */
    LAG_MINDS_TRIMMING(Range.REDIS.from("8.0")),
    /** XREAD refuses BLOCK in a script, where later it just does not wait. */
    NO_BLOCK_IN_SCRIPT(Range.before("7.2")),
    /** Who waits with XREADGROUP is told when the stream is gone. */
    GROUP_READ_MINDS_KEY(Range.since("7.0")),
    /** XCLAIM and XAUTOCLAIM forget about pending entries that the stream has no longer. */
    CLAIM_DROPS_DELETED(Range.since("7.0")),
    /** That XREADGROUP or XCLAIM makes a consumer is a change and an event of its own. */
    IMPLICIT_CONSUMERS_ARE_CHANGES(Range.since("7.0")),
    /** That a consumer reads its history is no change. */
    HISTORY_IS_NO_CHANGE(Range.REDIS.from("8.0")),
    /** Consumers have a time when they last got something beside that when they last asked. */
    CONSUMER_ACTIVE_TIME(Range.since("7.2")),
    /** Help texts end with "Print this help.", not "Prints". */
    IMPERATIVE_HELP(Range.since("7.2")),
    /** FLUSHALL saves where settings say when to save, and that counts as having saved it all. */
    FLUSHALL_FORGETS_CHANGES(Range.since("7.0")),
    /** FLUSHALL counts as a change of its own, and so does EXEC if it has changed something. */
    FLUSHALL_AND_EXEC_ARE_CHANGES(Range.before("7.0")),
    /** One error code too many, and the server stops to count them. */
    ERROR_CODES_STOP(Range.REDIS.from("8.0")),
    /** Error codes that come when there are too many already are counted together. */
    ERROR_CODES_JOIN(Range.VALKEY),
    /** What a script calls and is refused counts as an error, too. */
    SCRIPT_REFUSALS_COUNT(Range.since("7.0")),
    /** INFO takes the names of several sections. */
    INFO_SEVERAL_SECTIONS(Range.since("7.0")),
    /** INFO keyspace shows how many keys have fields with a time to live. */
    INFO_SUBEXPIRY(Range.REDIS.from("8.0")),
    /** SCAN refuses the name of a type that there is not. */
    SCAN_KNOWS_TYPES(Range.VALKEY),
    /** A request may announce 2^31 - 1 arguments, no longer just 1024 * 1024. */
    HUGE_REQUESTS(Range.since("7.0"));

    private final Range range;

    Feature(Range range) {
        this.range = range;
    }

    public Range range() {
        return range;
    }
}
