package dev.lockstep.commands.server;

import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.List;
import java.util.Locale;

/** What DEBUG PROTOCOL answers: a reply of each type, for tests of clients. */
final class DebugProtocol {

    private static final double DOUBLE = 3.141;
    private static final double LONG_DOUBLE = 3.14159265359;
    private static final Reply NUMBERS = Reply.array(Reply.ZERO, Reply.ONE, Reply.of(2));

    private DebugProtocol() {}

    static Reply reply(CommandContext ctx, Bytes type) {
        return switch (type.latin1().toLowerCase(Locale.ROOT)) {
            case "string" -> Reply.bulk("Hello World");
            case "integer" -> Reply.of(12345);
            case "double" -> Reply.of(ctx.has(Feature.DEBUG_LONG_DOUBLE) ? LONG_DOUBLE : DOUBLE);
            case "null" -> Reply.NIL;
            case "array" -> NUMBERS;
            case "set" -> new Reply.SetOf(((Reply.Array) NUMBERS).elements());
            case "map" ->
                    new Reply.MapOf(
                            List.of(
                                    Reply.ZERO,
                                    new Reply.Bool(false),
                                    Reply.ONE,
                                    new Reply.Bool(true),
                                    Reply.of(2),
                                    new Reply.Bool(false)));
            case "attrib" ->
                    new Reply.Attributed(
                            List.of(
                                    Reply.bulk("key-popularity"),
                                    Reply.array(Reply.bulk("key:123"), Reply.of(90))),
                            Reply.bulk("Some real reply following the attribute"));
            case "push" -> push(ctx);
            case "verbatim" -> Reply.verbatim(Bytes.of("This is a verbatim\nstring"));
            case "true" -> new Reply.Bool(true);
            case "false" -> new Reply.Bool(false);
            case "bignum" -> new Reply.BigNumber(Bytes.of("1234567999999999999999999999999999999"));
            default -> throw new CommandException(ErrorKind.DEBUG_PROTOCOL_TYPE);
        };
    }

    /** A message in front of the reply, or behind it. RESP2 has none: Redis 6.2 died of it. */
    private static Reply push(CommandContext ctx) {
        if (ctx.client().protocol() < 3) {
            throw new CommandException(ErrorKind.DEBUG_PROTOCOL_RESP2);
        }
        Reply message = new Reply.Push(List.of(Reply.bulk("server-cpu-usage"), Reply.of(42)));
        Reply reply = Reply.bulk("Some real reply following the push reply");
        return new Reply.Sequence(
                ctx.has(Feature.PUSH_AFTER_REPLY)
                        ? List.of(reply, message)
                        : List.of(message, reply));
    }
}
