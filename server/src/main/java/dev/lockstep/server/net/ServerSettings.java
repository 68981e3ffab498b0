package dev.lockstep.server.net;

import dev.lockstep.command.RedisModule;
import dev.lockstep.lua.LuaEngine;
import dev.lockstep.profile.Profile;
import java.util.List;
import java.util.Map;
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
 */
public record ServerSettings(
        List<String> hosts,
        int port,
        Profile profile,
        @Nullable Long virtualStartNanos,
        long seed,
        Map<String, String> config,
        LuaEngine luaEngine,
        List<RedisModule> modules) {}
