package dev.lockstep.command;

import dev.lockstep.profile.Profile;
import dev.lockstep.profile.Range;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The flags of a row, in the order in which {@code COMMAND INFO} prints them. Some are printed by
 * certain servers only: a row has them everywhere.
 */
public enum Flag {
    WRITE,
    READONLY,
    DENYOOM,
    MODULE,
    ADMIN,
    PUBSUB,
    NOSCRIPT,
    RANDOM(Range.before("7.0")),
    SORT_FOR_SCRIPT(Range.before("7.0")),
    BLOCKING(Range.since("7.0")),
    LOADING,
    STALE,
    SKIP_MONITOR,
    SKIP_SLOWLOG,
    ASKING,
    FAST,
    NO_AUTH,
    MAY_REPLICATE(Range.before("7.0")),
    NO_MANDATORY_KEYS(Range.since("7.0")),
    PROTECTED,
    NO_ASYNC_LOADING(Range.since("7.0")),
    NO_MULTI,
    /** Follows from the key specifications; rows need not say it. */
    MOVABLEKEYS,
    ALLOW_BUSY(Range.since("7.0")),
    /** Runs inside MULTI instead of being queued; not printed. */
    NEVER_QUEUED((Range) null),
    /** Open to a client that is subscribed and speaks RESP2; not printed. */
    FOR_SUBSCRIBERS((Range) null),
    /** Has no sense for a client that is not subscribed, and some servers say so; not printed. */
    ENDS_SUBSCRIPTION((Range) null),
    /** Works, but COMMAND does not know it; not printed. */
    UNLISTED((Range) null);

    private final String redisName = name().toLowerCase(Locale.ROOT);
    private final @Nullable Range printed;

    Flag() {
        this(Range.ALL);
    }

    Flag(@Nullable Range printed) {
        this.printed = printed;
    }

    public String redisName() {
        return redisName;
    }

    /** Whether {@code COMMAND INFO} of {@code profile} prints it. */
    public boolean isPrinted(Profile profile) {
        return printed != null && profile.in(printed);
    }
}
