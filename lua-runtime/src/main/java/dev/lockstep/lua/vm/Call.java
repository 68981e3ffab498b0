package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One call in progress. To a host function it is the way to everything: arguments are read by their
 * number, from 1, with the checks and messages that Lua's own libraries have; results are pushed. A
 * call must not be kept beyond its end: the object is used again.
 */
public final class Call {

    /** In place of a number of results: all of them. */
    public static final int ALL = Coroutine.ALL;

    final Coroutine coroutine;
    @Nullable LuaClosure closure; // null in the call of a host function
    @Nullable HostFunction host;
    int function; // the register of what is called, where the results go
    int base; // the first argument, or the first register of a Lua function
    int wanted;
    int tailCalls; // callers that were lost to tail calls
    int pc; // behind the instruction that runs
    int argumentCount;
    int top; // behind arguments and what was pushed

    Call(Coroutine coroutine) {
        this.coroutine = coroutine;
    }

    public LuaState state() {
        return coroutine.state;
    }

    public Coroutine coroutine() {
        return coroutine;
    }

    /** What is called, in the call of a function written in Lua. */
    LuaClosure luaFunction() {
        LuaClosure called = closure;
        if (called == null) {
            throw new IllegalStateException("not the call of a Lua function");
        }
        return called;
    }

    @Nullable LuaFunction function() {
        return closure != null ? closure : host;
    }

    /** The value that the running host function was made with. */
    public @Nullable Object attachment() {
        return host == null ? null : host.attachment();
    }

    // ---- arguments

    /** The number of arguments. */
    public int count() {
        return argumentCount;
    }

    /** Argument {@code n}; nil if there are fewer. */
    public @Nullable Object get(int n) {
        return n <= argumentCount ? coroutine.get(base + n - 1) : null;
    }

    /** Whether argument {@code n} is absent, which is not the same as nil. */
    public boolean isNone(int n) {
        return n > argumentCount;
    }

    public boolean isNoneOrNil(int n) {
        return n > argumentCount || coroutine.refs[base + n - 1] == null;
    }

    /** Argument {@code n} of any type, but present. */
    public @Nullable Object value(int n) {
        if (n > argumentCount) {
            throw badArgument(n, "value expected");
        }
        return get(n);
    }

    /** Argument {@code n} as a number; strings that spell one are converted. */
    public double number(int n) {
        if (n <= argumentCount) {
            int register = base + n - 1;
            Object ref = coroutine.refs[register];
            if (ref == Tag.NUMBER) {
                return coroutine.nums[register];
            }
            Double number = ref instanceof Bytes text ? LuaNumber.parse(text) : null;
            if (number != null) {
                return number;
            }
        }
        throw typeError(n, "number");
    }

    public double number(int n, double orElse) {
        return isNoneOrNil(n) ? orElse : number(n);
    }

    /** Argument {@code n} as a 64-bit integer, cut off as C would. */
    public long integer(int n) {
        return LuaNumber.toInteger(number(n));
    }

    public long integer(int n, long orElse) {
        return isNoneOrNil(n) ? orElse : integer(n);
    }

    /** Argument {@code n} as a C {@code int}: the low half of the integer. */
    public int intValue(int n) {
        return (int) integer(n);
    }

    public int intValue(int n, int orElse) {
        return isNoneOrNil(n) ? orElse : intValue(n);
    }

    /** Argument {@code n} as a string; numbers are converted. */
    public Bytes string(int n) {
        if (n <= argumentCount) {
            int register = base + n - 1;
            Object ref = coroutine.refs[register];
            if (ref instanceof Bytes text) {
                return text;
            }
            if (ref == Tag.NUMBER) {
                return LuaNumber.text(coroutine.nums[register]);
            }
        }
        throw typeError(n, "string");
    }

    public @Nullable Bytes string(int n, @Nullable Bytes orElse) {
        return isNoneOrNil(n) ? orElse : string(n);
    }

    public LuaTable table(int n) {
        if (n <= argumentCount && coroutine.refs[base + n - 1] instanceof LuaTable table) {
            return table;
        }
        throw typeError(n, "table");
    }

    public LuaFunction functionArgument(int n) {
        if (n <= argumentCount && coroutine.refs[base + n - 1] instanceof LuaFunction found) {
            return found;
        }
        throw typeError(n, "function");
    }

    /** Whether argument {@code n} is neither nil nor false. */
    public boolean truth(int n) {
        return LuaState.isTrue(get(n));
    }

    /** The Lua type of argument {@code n}, {@code no value} if it is absent. */
    public String typeName(int n) {
        return isNone(n) ? "no value" : LuaState.typeName(get(n));
    }

    // ---- results

    /** Adds a result. */
    public void push(@Nullable Object value) {
        coroutine.ensure(top + 1);
        coroutine.set(top++, value);
    }

    /** Adds a number to the results. */
    public void push(double number) {
        coroutine.ensure(top + 1);
        coroutine.setNumber(top++, number);
    }

    public void push(boolean value) {
        push(value ? Boolean.TRUE : Boolean.FALSE);
    }

    /** Adds a string that was made by this call to the results. */
    public void pushNew(Bytes text) {
        coroutine.state.memory.charge(32 + text.length());
        push(text);
    }

    /** Adds the ASCII {@code text} to the results. */
    public void pushText(String text) {
        push(Bytes.latin1(text));
    }

    /** Adds the arguments from {@code first} on to the results. */
    public void pushArguments(int first) {
        int count = Math.max(0, argumentCount - first + 1);
        coroutine.ensure(top + count);
        coroutine.move(base + first - 1, top, count);
        top += count;
    }

    /** The number of results so far. */
    public int pushed() {
        return top - base - argumentCount;
    }

    /** Whether the first result is false: what a protected call leaves after an error. */
    public boolean failed() {
        return !LuaState.isTrue(coroutine.get(base + argumentCount));
    }

    /** Changes result {@code index}, from 0, that was pushed before. */
    public void replace(int index, @Nullable Object value) {
        coroutine.set(base + argumentCount + index, value);
    }

    /** Takes the last result back. */
    public @Nullable Object pop() {
        return coroutine.get(--top);
    }

    // ---- calling

    /**
     * Calls a function that was pushed, with the {@code arguments} values pushed after it; {@code
     * wanted} results (or {@link #ALL}) take their place.
     */
    public void invoke(int arguments, int wanted) {
        int at = top - arguments - 1;
        coroutine.call(at, arguments, wanted);
        top = wanted == ALL ? coroutine.top : at + wanted;
    }

    /** The first result of {@code callee} without arguments. */
    public @Nullable Object invoke(@Nullable Object callee) {
        push(callee);
        invoke(0, 1);
        return pop();
    }

    /** The first result of {@code callee} with one argument. */
    public @Nullable Object invoke(@Nullable Object callee, @Nullable Object argument) {
        push(callee);
        push(argument);
        invoke(1, 1);
        return pop();
    }

    /** The first result of {@code callee} with two arguments. */
    public @Nullable Object invoke(
            @Nullable Object callee, @Nullable Object first, @Nullable Object second) {
        push(callee);
        push(first);
        push(second);
        invoke(2, 1);
        return pop();
    }

    /** After an error has been caught: gives up the calls that this one has made. */
    public void unwind() {
        int index = coroutine.depth - 1;
        while (coroutine.calls[index] != this) {
            index--;
        }
        coroutine.unwind(index + 1, top);
        top = Math.max(base + argumentCount, top);
    }

    /** What a protected call does when it has caught an error. */
    @FunctionalInterface
    public interface Recovery {
        @Nullable Object handle(@Nullable Object error);
    }

    /**
     * Like {@link #invoke}, but an error leaves {@code false} and what {@code recovery} makes of it
     * instead of {@code true} and the results. Recovery runs while the failed calls still stand.
     */
    public void invokeProtected(int arguments, Recovery recovery) {
        int at = top - arguments - 1;
        coroutine.ensure(top + 1);
        coroutine.move(at, at + 1, arguments + 1);
        coroutine.refs[at] = true;
        top++;
        int depth = coroutine.depth;
        Object failure;
        try {
            invoke(arguments, ALL);
            return;
        } catch (LuaError error) {
            failure = recover(recovery, error.value());
        } catch (StackOverflowError error) {
            failure = recover(recovery, Bytes.of("stack overflow"));
        }
        coroutine.unwind(depth, at);
        top = at;
        push(false);
        push(failure);
    }

    /**
     * Recovery that fails is called for its own error too, one level up, while there are levels.
     */
    private @Nullable Object recover(Recovery recovery, @Nullable Object error) {
        LuaState state = coroutine.state;
        Object raised = error;
        int failures = 0;
        try {
            while (state.mayHandleErrors()) {
                try {
                    return recovery.handle(raised);
                } catch (LuaError failure) {
                    raised = failure.value();
                    failures++;
                    state.reenterHostLevel();
                }
            }
            return Bytes.of(LuaState.ERROR_IN_HANDLER);
        } finally {
            for (int i = 0; i < failures; i++) {
                state.leaveHostLevel();
            }
        }
    }

    /** Calls {@code handler} on top of all calls in progress, those that failed included. */
    public @Nullable Object invokeOnTop(@Nullable Object handler, @Nullable Object argument) {
        if (!(handler instanceof LuaFunction)) {
            return Bytes.of(LuaState.ERROR_IN_HANDLER);
        }
        int at = coroutine.endOfCalls();
        coroutine.ensure(at + 2);
        coroutine.set(at, handler);
        coroutine.set(at + 1, argument);
        coroutine.call(at, 1, 1);
        return coroutine.get(at);
    }

    /** Resumes {@code other} with the arguments from {@code first} on; pushes what it yields. */
    public void resume(Coroutine other, int first) {
        int count = Math.max(0, argumentCount - first + 1);
        int results = other.resume(this, first, count);
        coroutine.ensure(top + results);
        for (int i = other.top - results; i < other.top; i++) {
            other.copyTo(i, coroutine, top++);
        }
    }

    /** Yields the arguments of this call. */
    public void suspend() {
        coroutine.suspend(this);
    }

    /** Lets the host interrupt work of about {@code steps} elementary steps. */
    public void tick(long steps) {
        coroutine.state.tick(steps);
    }

    // ---- errors

    /** The error that argument {@code n} is wrong, in the words of {@code luaL_argerror}. */
    public LuaError badArgument(int n, String problem) {
        VariableName name = coroutine.state.calledName(coroutine);
        if (name == null) {
            return error("bad argument #" + n + " to '?' (" + problem + ")");
        }
        String function = name.name().latin1();
        if (name.kind().equals("method")) {
            if (n == 1) {
                return error("calling '" + function + "' on bad self (" + problem + ")");
            }
            return error("bad argument #" + (n - 1) + " to '" + function + "' (" + problem + ")");
        }
        return error("bad argument #" + n + " to '" + function + "' (" + problem + ")");
    }

    /** The error that argument {@code n} is not a {@code type}. */
    public LuaError typeError(int n, String type) {
        return badArgument(n, type + " expected, got " + typeName(n));
    }

    /** The error that argument {@code n} is none of the known options. */
    public LuaError badOption(int n, Bytes option) {
        return badArgument(n, "invalid option '" + cString(option) + "'");
    }

    /** The text up to its first zero byte, as C's {@code %s} sees it. */
    public static String cString(Bytes text) {
        String all = text.latin1();
        int end = all.indexOf('\0');
        return end < 0 ? all : all.substring(0, end);
    }

    /** An error with the position of the function that called this one: {@code luaL_error}. */
    public LuaError error(String text) {
        return new LuaError(coroutine.state.located(coroutine, 1, text));
    }

    public LuaError error(String format, Object... parts) {
        return error(String.format(Locale.ROOT, format, parts));
    }

    /** An error with the position of this function itself, which a host function has not. */
    public LuaError runError(String text) {
        return coroutine.runError(text);
    }

    /**
     * The position, {@code chunk:line:} and a blank, of the function at {@code level}; maybe "".
     */
    public String where(int level) {
        return coroutine.state.where(coroutine, level);
    }

    /** The name of the chunk that calls this host function; null if a host function does. */
    public @Nullable Bytes callerSource() {
        Call caller = LuaState.callAt(coroutine, 1);
        return caller == null || caller.closure == null ? null : caller.closure.prototype.chunkName;
    }

    /** The line at which the caller calls; -1 if it is a host function. */
    public int callerLine() {
        Call caller = LuaState.callAt(coroutine, 1);
        return caller == null || caller.closure == null
                ? -1
                : caller.closure.prototype.lineAt(caller.pc - 1);
    }
}
