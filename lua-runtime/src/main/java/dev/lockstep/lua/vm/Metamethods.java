package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;
import org.jspecify.annotations.Nullable;

/** Finding and calling the functions of metatables (manual 2.8). */
final class Metamethods {

    private Metamethods() {}

    /** The handler of {@code event} that the left operand has, or else the right one. */
    static @Nullable Object ofEither(
            Coroutine coroutine, @Nullable Object left, @Nullable Object right, Bytes event) {
        Object handler = coroutine.state.metamethod(left, event);
        return handler != null ? handler : coroutine.state.metamethod(right, event);
    }

    /** The first result of {@code handler} with two arguments. */
    static @Nullable Object call(
            Coroutine coroutine,
            @Nullable Object handler,
            @Nullable Object first,
            @Nullable Object second) {
        int at = coroutine.endOfCalls();
        coroutine.ensure(at + 4);
        coroutine.set(at, handler);
        coroutine.set(at + 1, first);
        coroutine.set(at + 2, second);
        coroutine.call(at, 2, 1);
        return coroutine.get(at);
    }

    /** Runs {@code handler} with three arguments for its effect. */
    static void call(
            Coroutine coroutine,
            Object handler,
            @Nullable Object first,
            @Nullable Object second,
            @Nullable Object third) {
        int at = coroutine.endOfCalls();
        coroutine.ensure(at + 5);
        coroutine.set(at, handler);
        coroutine.set(at + 1, first);
        coroutine.set(at + 2, second);
        coroutine.set(at + 3, third);
        coroutine.call(at, 3, 0);
    }
}
