package dev.lockstep.server.net;

import dev.lockstep.command.LogLevel;
import dev.lockstep.command.RedisModule;
import dev.lockstep.lua.LuaEngine;
import dev.lockstep.profile.Profile;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a server is started with.
 *
 * @param hosts the addresses to listen on
 * @param port the port to listen on, or 0 for a free one
 * @param virtualStartNanos where a virtual clock begins, since the epoch; null for the real clock
 * @param seed what everything random derives from
 * @param config settings by their names in {@code redis.conf}
 * @param luaEngine what runs scripts
 * @param scriptMemoryBytes what the Lua values of scripts, or of functions, may take up
 * @param log is told of what the server logs; null when nobody wants to know
 */
public record ServerSettings(
        List<String> hosts,
        int port,
        Profile profile,
        @Nullable Long virtualStartNanos,
        long seed,
        Map<String, String> config,
        LuaEngine luaEngine,
        long scriptMemoryBytes,
        List<RedisModule> modules,
        @Nullable BiConsumer<LogLevel, String> log) {}
