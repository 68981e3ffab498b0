package dev.lockstep.command;

import java.util.List;

/**
 * Extra commands, as a Redis module brings them. One instance serves one server, on that server's
 * thread. MODULE LIST shows it.
 *
 * <pre>{@code
 * public final class Hello implements RedisModule {
 *     public String name() { return "hello"; }
 *     public int version() { return 1; }
 *     public List<CommandSpec> commands() {
 *         return List.of(command("HELLO.WORLD", 1).runs((ctx, args) -> Reply.status("hello")));
 *     }
 * }
 * }</pre>
 */
public interface RedisModule {

    /** The name as MODULE LIST shows it. */
    String name();

    /** The version as a number, such as 50000 for 5.0.0. */
    int version();

    /** The rows of the module's commands. */
    List<CommandSpec> commands();
}
