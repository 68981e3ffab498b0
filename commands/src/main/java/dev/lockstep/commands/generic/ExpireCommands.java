package dev.lockstep.commands.generic;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.FAST;
import static dev.lockstep.command.Flag.RANDOM;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.WRITE;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
import static dev.lockstep.command.KeySpec.Access.RO;
import static dev.lockstep.command.KeySpec.Access.RW;
import static dev.lockstep.command.KeySpec.Access.UPDATE;
import static dev.lockstep.command.KeySpec.at;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** Commands about the time at which keys end. */
public final class ExpireCommands {

    private static final long MILLIS_PER_SECOND = 1000;

    private static final CommandSpec EXPIRE = expiring("EXPIRE", "1.0.0", MILLIS_PER_SECOND, false);
    private static final CommandSpec EXPIREAT =
            expiring("EXPIREAT", "1.2.0", MILLIS_PER_SECOND, true);
    private static final CommandSpec EXPIRETIME =
            command("EXPIRETIME", 2)
                    .since("7.0.0")
                    .flags(READONLY, FAST)
                    .keys(at(1).access(RO, ACCESS))
                    .runs((ctx, args) -> deadline(ctx, args, ExpireCommands::seconds));
    private static final CommandSpec PERSIST =
            command("PERSIST", 2)
                    .since("2.2.0")
                    .flags(WRITE, FAST)
                    .keys(at(1).access(RW, UPDATE))
                    .runs(ExpireCommands::persist);
    private static final CommandSpec PEXPIRE = expiring("PEXPIRE", "2.6.0", 1, false);
    private static final CommandSpec PEXPIREAT = expiring("PEXPIREAT", "2.6.0", 1, true);
    private static final CommandSpec PEXPIRETIME =
            command("PEXPIRETIME", 2)
                    .since("7.0.0")
                    .flags(READONLY, FAST)
                    .keys(at(1).access(RO, ACCESS))
                    .runs((ctx, args) -> deadline(ctx, args, millis -> millis));
    private static final CommandSpec PTTL =
            ttl("PTTL", "2.6.0")
                    .runs((ctx, args) -> deadline(ctx, args, millis -> ttlMillis(ctx, millis)));
    private static final CommandSpec TTL =
            ttl("TTL", "1.0.0")
                    .runs(
                            (ctx, args) ->
                                    deadline(ctx, args, millis -> seconds(ttlMillis(ctx, millis))));

    public static final List<CommandSpec> ROWS =
            List.of(
                    EXPIRE,
                    EXPIREAT,
                    EXPIRETIME,
                    PERSIST,
                    PEXPIRE,
                    PEXPIREAT,
                    PEXPIRETIME,
                    PTTL,
                    TTL);

    private ExpireCommands() {}

    private static CommandSpec expiring(
            String name, String since, long millisPerUnit, boolean absolute) {
        CommandSpec row =
                command(name, -3)
                        .since(since)
                        .flags(WRITE, FAST)
                        .keys(at(1).access(RW, UPDATE))
                        .in(Range.before("7.0"), older -> older.arity(3));
        return row.runs((ctx, args) -> expire(ctx, args, row.name(), millisPerUnit, absolute));
    }

    private static CommandSpec ttl(String name, String since) {
        return command(name, 2)
                .since(since)
                .flags(READONLY, FAST)
                .keys(at(1).access(RO, ACCESS))
                .tips("nondeterministic_output")
                .in(Range.before("7.0"), row -> row.flags(READONLY, RANDOM, FAST));
    }

    /** When EXPIRE changes a deadline. */
    private static final class Conditions {
        private boolean nx;
        private boolean xx;
        private boolean gt;
        private boolean lt;

        static Conditions read(Args args) {
            Conditions conditions = new Conditions();
            while (args.hasNext()) {
                conditions.readWord(args.next());
            }
            if (conditions.nx && (conditions.xx || conditions.gt || conditions.lt)) {
                throw new CommandException(ErrorKind.EXPIRE_NX_WITH_OTHERS);
            }
            if (conditions.gt && conditions.lt) {
                throw new CommandException(ErrorKind.EXPIRE_GT_WITH_LT);
            }
            return conditions;
        }

        private void readWord(Bytes word) {
            if (word.equalsIgnoreCase("NX")) {
                nx = true;
            } else if (word.equalsIgnoreCase("XX")) {
                xx = true;
            } else if (word.equalsIgnoreCase("GT")) {
                gt = true;
            } else if (word.equalsIgnoreCase("LT")) {
                lt = true;
            } else {
                throw new CommandException(ErrorKind.UNSUPPORTED_OPTION, word);
            }
        }

        /** Whether {@code entry} may get the deadline; no deadline counts as the latest. */
        boolean allow(Entry entry, long deadlineMillis) {
            if ((nx && entry.hasDeadline()) || (xx && !entry.hasDeadline())) {
                return false;
            }
            if (gt && (!entry.hasDeadline() || deadlineMillis <= entry.deadlineMillis())) {
                return false;
            }
            return !lt || !entry.hasDeadline() || deadlineMillis < entry.deadlineMillis();
        }
    }

    /**
     * {@code EXPIRE key seconds [NX|XX|GT|LT]} and its like. The options are judged before the
     * number, and both before the key. A time that is past deletes the key.
     */
    private static Reply expire(
            CommandContext ctx, Args args, String command, long millisPerUnit, boolean absolute) {
        Bytes key = args.next();
        Bytes time = args.next();
        Conditions conditions = Conditions.read(args);
        long deadlineMillis =
                deadlineMillis(
                        Args.toLong(time), millisPerUnit, absolute ? 0 : ctx.nowMillis(), command);
        Entry entry = ctx.db().findForWrite(key);
        if (entry == null || !conditions.allow(entry, deadlineMillis)) {
            return Reply.ZERO;
        }
        if (deadlineMillis <= ctx.nowMillis()) {
            ctx.db().remove(key);
            ctx.modified(KeyEvent.GENERIC, "del", key);
        } else {
            ctx.db().setDeadline(key, deadlineMillis);
            ctx.modified(KeyEvent.GENERIC, "expire", key);
        }
        return Reply.ONE;
    }

    private static long deadlineMillis(
            long time, long millisPerUnit, long baseMillis, String command) {
        boolean inRange =
                time <= Long.MAX_VALUE / millisPerUnit && time >= Long.MIN_VALUE / millisPerUnit;
        if (!inRange || time * millisPerUnit > Long.MAX_VALUE - baseMillis) {
            throw new CommandException(ErrorKind.INVALID_EXPIRE, command);
        }
        return time * millisPerUnit + baseMillis;
    }

    /** {@code PERSIST key}. */
    private static Reply persist(CommandContext ctx, Args args) {
        Bytes key = args.next();
        if (ctx.db().findForWrite(key) == null || !ctx.db().clearDeadline(key)) {
            return Reply.ZERO;
        }
        ctx.modified(KeyEvent.GENERIC, "persist", key);
        return Reply.ONE;
    }

    /** The deadline of a key as {@code form} puts it: -2 without the key, -1 without a deadline. */
    private static Reply deadline(CommandContext ctx, Args args, LongUnaryOperator form) {
        Entry entry = ctx.db().findUnused(args.next());
        if (entry == null) {
            return Reply.MINUS_TWO;
        }
        return entry.hasDeadline()
                ? Reply.of(form.applyAsLong(entry.deadlineMillis()))
                : Reply.MINUS_ONE;
    }

    private static long ttlMillis(CommandContext ctx, long deadlineMillis) {
        return Math.max(deadlineMillis - ctx.nowMillis(), 0);
    }

    /** Rounded to the nearest second. */
    private static long seconds(long millis) {
        return (millis + MILLIS_PER_SECOND / 2) / MILLIS_PER_SECOND;
    }
}
