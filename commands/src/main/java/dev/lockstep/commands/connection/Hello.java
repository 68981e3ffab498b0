package dev.lockstep.commands.connection;

import dev.lockstep.command.Args;
import dev.lockstep.command.Client;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.RedisModule;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** HELLO: agrees on the protocol, and lets the client in on the way. */
final class Hello {

    private static final long UNCHANGED = 0;

    private final CommandContext ctx;
    private @Nullable Bytes user;
    private @Nullable Bytes password;
    private @Nullable Bytes name;

    private Hello(CommandContext ctx) {
        this.ctx = ctx;
    }

    /** {@code HELLO [protover [AUTH username password] [SETNAME clientname]]}. */
    static Reply run(CommandContext ctx, Args args) {
        long protocol = UNCHANGED;
        if (args.hasNext()) {
            protocol = Args.toLong(args.next(), ErrorKind.PROTOCOL_NOT_INTEGER);
            if (protocol != 2 && protocol != 3) {
                throw new CommandException(ErrorKind.NO_PROTOCOL);
            }
        }
        Hello hello = new Hello(ctx);
        hello.options(args);
        hello.apply();
        Client client = ctx.client();
        if (!client.isAuthenticated()) {
            throw new CommandException(ErrorKind.HELLO_NOAUTH);
        }
        if (protocol != UNCHANGED) {
            client.setProtocol((int) protocol);
        }
        return hello.reply();
    }

    private void options(Args args) {
        while (args.hasNext()) {
            Bytes option = args.next();
            if (option.equalsIgnoreCase("AUTH") && args.remaining() >= 2) {
                user = args.next();
                password = args.next();
            } else if (option.equalsIgnoreCase("SETNAME") && args.hasNext()) {
                name = ClientCommands.validName(args.next());
            } else {
                throw new CommandException(ErrorKind.HELLO_OPTION, option);
            }
            if (!ctx.has(Feature.HELLO_IS_ATOMIC)) {
                apply();
            }
        }
    }

    private void apply() {
        if (user != null && password != null) {
            ConnectionCommands.authenticate(ctx, user, password);
            user = null;
        }
        if (name != null) {
            if (!ctx.has(Feature.HELLO_IS_ATOMIC) || ctx.client().isAuthenticated()) {
                ctx.client().setName(name);
            }
            name = null;
        }
    }

    private Reply reply() {
        Profile profile = ctx.profile();
        List<Reply> fields = new ArrayList<>();
        add(fields, "server", Reply.bulk(profile.product()));
        add(fields, "version", Reply.bulk(profile.version().toString()));
        add(fields, "proto", Reply.of(ctx.client().protocol()));
        add(fields, "id", Reply.of(ctx.client().id()));
        add(fields, "mode", Reply.bulk("standalone"));
        add(fields, "role", Reply.bulk("master"));
        List<Reply> modules = new ArrayList<>();
        ctx.server().modules().forEach(module -> modules.add(entry(module)));
        add(fields, "modules", Reply.array(modules));
        return new Reply.MapOf(fields);
    }

    private Reply entry(RedisModule module) {
        List<Reply> fields = new ArrayList<>();
        add(fields, "name", Reply.bulk(module.name()));
        add(fields, "ver", Reply.of(module.version()));
        if (ctx.has(Feature.MODULE_PATHS)) {
            add(fields, "path", Reply.EMPTY_BULK);
            add(fields, "args", Reply.EMPTY_ARRAY);
        }
        return new Reply.MapOf(fields);
    }

    private static void add(List<Reply> fields, String name, Reply value) {
        fields.add(Reply.bulk(name));
        fields.add(value);
    }
}
