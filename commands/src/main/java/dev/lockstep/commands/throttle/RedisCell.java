package dev.lockstep.commands.throttle;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.MODULE;
import static dev.lockstep.command.Flag.WRITE;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
import static dev.lockstep.command.KeySpec.Access.RW;
import static dev.lockstep.command.KeySpec.Access.UPDATE;
import static dev.lockstep.command.KeySpec.at;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.command.RedisModule;
import dev.lockstep.keyspace.StringValue;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Numbers;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The module {@code redis-cell}, version 0.5.0: {@code CL.THROTTLE}.
 *
 * <p>It deviates in two points. Where the real module aborts the server, because the key holds
 * something that is no TAT, an error is replied. And within a script that takes long, its clock
 * stands still like that of every other command.
 *
 * <pre>{@code
 * LockstepServer.builder().module(new RedisCell()).start();
 * }</pre>
 */
public final class RedisCell implements RedisModule {

    private static final CommandSpec THROTTLE =
            command("CL.THROTTLE", -1)
                    .group(Group.MODULE)
                    .flags(WRITE, MODULE)
                    .keys(at(1).access(RW, ACCESS, UPDATE))
                    .in(Range.before("7.0"), row -> row.flags(WRITE))
                    .runs(RedisCell::throttle);

    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final BigInteger WRAP = BigInteger.ONE.shiftLeft(64);

    /** The milliseconds to live that a module says when it means for ever. */
    private static final long NO_EXPIRY = -1;

    @Override
    public String name() {
        return "redis-cell";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public List<CommandSpec> commands() {
        return List.of(THROTTLE);
    }

    /** {@code CL.THROTTLE key max_burst count_per_period period [quantity]}. */
    private static Reply throttle(CommandContext ctx, Args args) {
        if (args.remaining() < 4 || args.remaining() > 5) {
            throw new CommandException(ErrorKind.CELL_USAGE);
        }
        Bytes key = args.next();
        Gcra gcra = Gcra.of(parse(args.next()), parse(args.next()), parse(args.next()));
        long quantity = args.hasNext() ? parse(args.next()) : 1;
        if (gcra.isZeroRate()) {
            throw new CommandException(ErrorKind.CELL_ZERO_RATE);
        }
        Duration now = Duration.ofNanos(ctx.nowNanos());
        Bytes stored = ctx.db().readString(key);
        Duration tat = stored == null ? now : tat(stored);

        Gcra.Outcome outcome = gcra.take(tat, now, quantity);
        if (!outcome.limited()) {
            write(ctx, key, outcome);
        }
        return Reply.array(
                Reply.of(outcome.limited()),
                Reply.of(outcome.limit()),
                Reply.of(outcome.remaining()),
                Reply.of(outcome.retryAfterSeconds()),
                Reply.of(outcome.resetAfterSeconds()));
    }

    /** Writes the TAT, then its expiry: the TAT stays even if the expiry is refused. */
    private static void write(CommandContext ctx, Bytes key, Gcra.Outcome outcome) {
        ctx.db().put(key, StringValue.embedded(text(outcome.newTat())));
        ctx.modified(key);
        long ttlMillis = Gcra.millis(outcome.ttl());
        if (ttlMillis >= 0) {
            ctx.db().setDeadline(key, ctx.nowMillis() + ttlMillis);
        } else if (ttlMillis != NO_EXPIRY) {
            throw new CommandException(ErrorKind.CELL_EXPIRE);
        }
    }

    /** Nanoseconds since the epoch, as an unsigned number of 64 bits. */
    private static Bytes text(Duration tat) {
        if (tat.isNegative() || tat.getSeconds() >= Long.MAX_VALUE / NANOS_PER_SECOND) {
            return Bytes.latin1(nanos(tat).mod(WRAP).toString());
        }
        return Bytes.of(tat.getSeconds() * NANOS_PER_SECOND + tat.getNano());
    }

    private static BigInteger nanos(Duration duration) {
        return BigInteger.valueOf(duration.getSeconds())
                .multiply(BigInteger.valueOf(NANOS_PER_SECOND))
                .add(BigInteger.valueOf(duration.getNano()));
    }

    private static Duration tat(Bytes stored) {
        long ordinary = Numbers.parseLong(stored, -1);
        if (ordinary >= 0) {
            return Duration.ofNanos(ordinary);
        }
        int start = !stored.isEmpty() && stored.at(0) == '+' ? 1 : 0;
        BigInteger nanos = digits(stored, start);
        if (nanos == null || nanos.compareTo(WRAP) >= 0) {
            throw new CommandException(ErrorKind.NOT_INTEGER);
        }
        BigInteger[] parts = nanos.divideAndRemainder(BigInteger.valueOf(NANOS_PER_SECOND));
        return Duration.ofSeconds(parts[0].longValue(), parts[1].longValue());
    }

    /** An integer of 64 bits as Rust reads it: a plus sign and leading zeros are welcome. */
    private static long parse(Bytes text) {
        long ordinary = Numbers.parseLong(text, 0);
        if (ordinary != 0) {
            return ordinary;
        }
        boolean signed = !text.isEmpty() && (text.at(0) == '+' || text.at(0) == '-');
        BigInteger magnitude = digits(text, signed ? 1 : 0);
        if (magnitude != null) {
            BigInteger value = signed && text.at(0) == '-' ? magnitude.negate() : magnitude;
            if (value.bitLength() < Long.SIZE) {
                return value.longValue();
            }
        }
        throw new CommandException(ErrorKind.CELL_NOT_INTEGER, printable(text));
    }

    /** The number that the digits from {@code start} to the end spell, or null. */
    private static @Nullable BigInteger digits(Bytes text, int start) {
        for (int i = start; i < text.length(); i++) {
            if (text.at(i) < '0' || text.at(i) > '9') {
                return null;
            }
        }
        return start == text.length()
                ? null
                : new BigInteger(text.slice(start, text.length()).latin1());
    }

    /** An error is one line of C: it ends at a zero byte, and line breaks become blanks. */
    private static Bytes printable(Bytes text) {
        int end = text.indexOf((byte) 0, 0);
        Bytes line = end < 0 ? text : text.slice(0, end);
        return Bytes.latin1(line.latin1().replace('\r', ' ').replace('\n', ' '));
    }
}
