package dev.lockstep.lua.vm;

import org.jspecify.annotations.Nullable;

/**
 * A function of the host. Arguments are read from the {@link Call}, results are pushed onto it;
 * errors are thrown as {@link LuaError}, best by the methods of the call.
 *
 * <pre>{@code
 * globals.set(Bytes.of("twice"), state.function("twice", call -> call.push(2 * call.number(1))));
 * }</pre>
 */
public final class HostFunction extends LuaFunction {

    /** The work of a host function. */
    @FunctionalInterface
    public interface Body {
        void run(Call call);
    }

    /** Several functions in one class: {@code function} is the index of the one that is called. */
    @FunctionalInterface
    public interface Library {
        void run(int function, Call call);
    }

    private final String name;
    private final Library library;
    private final int index;
    private final @Nullable Object attachment;

    HostFunction(
            int serial,
            String name,
            Library library,
            int index,
            @Nullable Object attachment,
            @Nullable LuaTable environment) {
        super(serial, environment);
        this.name = name;
        this.library = library;
        this.index = index;
        this.attachment = attachment;
    }

    /** The value that was given to this one function. */
    @Nullable Object attachment() {
        return attachment;
    }

    /** The name it was registered under. */
    public String name() {
        return name;
    }

    void run(Call call) {
        library.run(index, call);
    }
}
