package dev.lockstep.server.net;

import dev.lockstep.command.Client;
import dev.lockstep.command.Config;
import dev.lockstep.command.InternalConnection;
import dev.lockstep.command.ServerState;
import dev.lockstep.lua.EngineSource;
import dev.lockstep.lua.LuaEngine;
import dev.lockstep.lua.commands.ScriptingCommands;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.server.resp.ProtocolException;
import dev.lockstep.server.resp.ReplyBuffer;
import dev.lockstep.server.resp.RequestDecoder;
import dev.lockstep.server.resp.Resp2Writer;
import dev.lockstep.server.resp.Resp3Writer;
import dev.lockstep.value.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Does once what the first clients of a JVM will ask for, on a server without sockets that nobody
 * sees, while they are still on their way: they then find the classes there, which is most of what
 * a first request or script takes. No server waits for it, and nothing else is left of it.
 */
public final class Rehearsal implements RequestDecoder.Limits {

    /** Something of everything that most scripts consist of, and the commands they call. */
    private static final Bytes SCRIPT =
            Bytes.of(
                    """
                    local key, now = KEYS[1], redis.call('TIME')
                    local sum, limit = tonumber(now[1]) + 0.5, tonumber(ARGV[1]) or 0
                    local function add(n) sum = sum + n / 3 return #tostring(sum) end
                    for i = 1, 2 do
                      if i % 2 == 0 and not KEYS[i] or i > limit then add(i) end
                    end
                    local kept = redis.call('HMGET', key, 'tokens', 'time')
                    redis.call('HSET', key, 'tokens', kept[1] or sum, 'time', now[1])
                    redis.call('PEXPIRE', key, math.max(1000, math.ceil(limit)))
                    if redis.call('EXISTS', key) == 0 then redis.call('DEL', key) end
                    redis.call('ZREMRANGEBYSCORE', 'log', '-inf', 0)
                    redis.call('ZADD', 'log', sum, 'a' .. sum)
                    if redis.call('INCR', 'count') > redis.call('ZCARD', 'log') then
                      return redis.error_reply('over')
                    end
                    if redis.call('SET', 'lock', 'token', 'NX', 'PX', 1000) then
                      return { math.floor(sum), redis.call('GET', 'lock') }
                    end
                    """);

    private static final String[] REQUESTS = {
        "*1\r\n$4\r\nPING\r\n",
        "*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n$5\r\nvalue\r\n",
        "*2\r\n$3\r\nGET\r\n$3\r\nkey\r\n",
        "*4\r\n$4\r\nEVAL\r\n$"
                + SCRIPT.length()
                + "\r\n"
                + SCRIPT.latin1()
                + "\r\n$1\r\n1\r\n$6\r\nbucket\r\n",
    };

    private static final long SCRIPT_MEMORY_BYTES = 1 << 20;

    private static final CompletableFuture<Void> DONE = new CompletableFuture<>();

    static {
        Thread thread = new Thread(Rehearsal::rehearse, "lockstep-rehearsal");
        thread.setDaemon(true);
        thread.start();
    }

    private final ServerState state;
    private final RequestDecoder decoder = new RequestDecoder(this);
    private final Resp2Writer resp2 = new Resp2Writer(Profile.REDIS_8_0);
    private final Resp3Writer resp3 = new Resp3Writer(Profile.REDIS_8_0);

    private Rehearsal() {
        EngineSource engines = EngineSource.of(LuaEngine.LOCKSTEP, SCRIPT_MEMORY_BYTES);
        this.state =
                new ServerState(
                        Profile.REDIS_8_0,
                        new SystemTime(),
                        new Config(Profile.REDIS_8_0),
                        DefaultCommands.families(new ScriptingCommands(engines)),
                        List.of(),
                        0);
    }

    /** Begins, unless that has been done in this JVM. */
    public static void beginInBackground() {
        // The class has begun with it.
    }

    /** Begins, unless that has been done in this JVM, and returns when it is over. */
    public static void await() {
        DONE.join();
    }

    private static void rehearse() {
        try {
            new Rehearsal().run();
        } catch (ProtocolException e) {
            throw new IllegalStateException(e);
        } finally {
            DONE.complete(null); // a real client will see what is wrong, if anything is
        }
    }

    private void run() throws ProtocolException {
        Client client = state.connect(new InternalConnection());
        for (String request : REQUESTS) {
            ask(client, request.getBytes(StandardCharsets.ISO_8859_1));
        }
        state.commands().size(); // makes the rows of all
    }

    private void ask(Client client, byte[] request) throws ProtocolException {
        Bytes[] argv = decoder.decode(request, 0, request.length);
        if (argv != null) {
            Reply reply = state.dispatcher().execute(client, argv);
            ReplyBuffer output = new ReplyBuffer();
            resp2.write(reply, output);
            resp3.write(reply, output);
            output.drain(SharedBuffers.LENGTH, (data, from, length) -> {});
        }
    }

    @Override
    public long maxBulkLength() {
        return Integer.MAX_VALUE;
    }

    @Override
    public long maxArguments() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean isUnauthenticated() {
        return false;
    }
}
