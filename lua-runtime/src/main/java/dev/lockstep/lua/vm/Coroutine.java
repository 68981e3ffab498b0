package dev.lockstep.lua.vm;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A thread of Lua execution (manual 2.11): a stack of registers and a stack of calls, both plain
 * arrays. Resuming one runs the interpreter on it until it yields or ends; no Java thread is
 * involved. The main program of a state is one, too.
 */
public final class Coroutine {

    /** What {@code coroutine.status} tells. */
    public enum Status {
        SUSPENDED,
        RUNNING,
        NORMAL,
        DEAD
    }

    /** In place of a number of results: all of them. */
    static final int ALL = -1;

    /** The most calls within each other; Lua 5.1 allows more once it has reported an overflow. */
    private static final int MAX_CALLS = 16_383;

    private static final int MAX_CALLS_AFTER_OVERFLOW = 19_999;

    /** Registers that a host function can push to without asking. */
    private static final int HOST_REGISTERS = 20;

    private static final int INITIAL_CALLS = 8;
    private static final int BYTES_PER_REGISTER = 12;
    private static final int BYTES_PER_CALL = 64;

    final LuaState state;
    final int serial;
    Object[] refs;
    double[] nums;
    Call[] calls;
    int depth; // calls in progress
    int top; // end of the last open list of values
    @Nullable UpValue openUpvalues;
    Status status = Status.SUSPENDED;
    boolean yielding;
    private int hostLevels; // calls from the host since the last resume: no yield across them
    private int maxCalls = MAX_CALLS;
    private final @Nullable LuaFunction body;
    private final int initialRegisters;
    private boolean started;
    private int pendingTarget; // where the results of the call that yielded go
    private int pendingWanted;
    private int yielded; // the number of values below the top that were yielded

    Coroutine(LuaState state, @Nullable LuaFunction body, int registers) {
        this.state = state;
        this.body = body;
        this.serial = state.memory.nextSerial();
        this.initialRegisters = registers;
        this.refs = new Object[registers];
        this.nums = new double[registers];
        this.calls = new Call[INITIAL_CALLS];
        state.memory.charge(footprint());
    }

    public Status status() {
        return status;
    }

    long footprint() {
        return (long) refs.length * BYTES_PER_REGISTER + (long) depth * BYTES_PER_CALL + 128;
    }

    // ---- registers

    @Nullable Object get(int register) {
        Object ref = refs[register];
        return ref == Tag.NUMBER ? (Object) nums[register] : ref;
    }

    void set(int register, @Nullable Object value) {
        if (value instanceof Double number) {
            setNumber(register, number);
        } else {
            refs[register] = value;
        }
    }

    void setNumber(int register, double number) {
        nums[register] = number;
        if (refs[register] != Tag.NUMBER) {
            refs[register] = Tag.NUMBER;
        }
    }

    void copy(int from, int to) {
        Object ref = refs[from];
        if (ref == Tag.NUMBER) {
            nums[to] = nums[from];
        }
        if (refs[to] != ref) {
            refs[to] = ref;
        }
    }

    void move(int from, int to, int count) {
        System.arraycopy(refs, from, refs, to, count);
        System.arraycopy(nums, from, nums, to, count);
    }

    /** Makes sure that the registers below {@code end} exist. */
    void ensure(int end) {
        if (end > refs.length) {
            int size = Math.max(end, refs.length * 2);
            state.memory.charge((long) (size - refs.length) * BYTES_PER_REGISTER);
            refs = Arrays.copyOf(refs, size);
            nums = Arrays.copyOf(nums, size);
        }
    }

    void forEachValue(java.util.function.Consumer<@Nullable Object> visitor) {
        if (body != null) {
            visitor.accept(body);
        }
        int end = Math.min(Math.max(top, endOfCalls()), refs.length);
        for (int i = 0; i < end; i++) {
            if (refs[i] != Tag.NUMBER) {
                visitor.accept(refs[i]);
            }
        }
        for (int i = 0; i < depth; i++) {
            visitor.accept(calls[i].function());
        }
    }

    /** The first register that no call in progress uses. */
    int endOfCalls() {
        if (depth == 0) {
            return 0;
        }
        Call call = calls[depth - 1];
        LuaClosure closure = call.closure;
        return closure == null ? call.top : call.base + closure.prototype.registers;
    }

    /**
     * Drops what ended calls have left behind. The arrays are made anew: collectors that tell young
     * objects from old ones make it dear to store a young one in an old array, and a program does
     * hardly anything else.
     */
    void clear() {
        refs = new Object[initialRegisters];
        nums = new double[initialRegisters];
        calls = new Call[INITIAL_CALLS];
        top = 0;
        maxCalls = MAX_CALLS;
    }

    void copyTo(int from, Coroutine target, int to) {
        target.refs[to] = refs[from];
        target.nums[to] = nums[from];
    }

    // ---- calls

    private Call push() {
        if (depth >= maxCalls) {
            maxCalls = MAX_CALLS_AFTER_OVERFLOW;
            throw runError("stack overflow");
        }
        if (depth == calls.length) {
            calls = Arrays.copyOf(calls, Math.min(depth * 2, MAX_CALLS_AFTER_OVERFLOW + 1));
        }
        Call call = calls[depth];
        if (call == null) {
            call = new Call(this);
            calls[depth] = call;
        }
        depth++;
        return call;
    }

    /** Begins the call of a Lua function that lies at {@code function}, followed by arguments. */
    Call enter(LuaClosure closure, int function, int arguments, int wanted) {
        Prototype prototype = closure.prototype;
        int base = function + 1;
        if (prototype.vararg) {
            base += arguments;
            ensure(base + prototype.registers);
            moveParameters(prototype, function + 1, arguments, base);
        } else {
            ensure(base + prototype.registers);
            for (int i = arguments; i < prototype.parameters; i++) {
                refs[base + i] = null;
            }
        }
        Call call = push();
        if (call.closure != closure) {
            call.closure = closure;
        }
        call.function = function;
        call.base = base;
        call.wanted = wanted;
        call.tailCalls = 0;
        call.pc = 0;
        return call;
    }

    /** Puts the named parameters behind all arguments, so that the varargs stay below the base. */
    private void moveParameters(Prototype prototype, int from, int arguments, int base) {
        for (int i = 0; i < prototype.parameters; i++) {
            if (i < arguments) {
                copy(from + i, base + i);
                refs[from + i] = null;
            } else {
                refs[base + i] = null;
            }
        }
    }

    /** Replaces the running Lua call by one of {@code closure}, which lies at {@code from}. */
    Call reenter(Call call, LuaClosure closure, int from, int arguments) {
        int target = call.function;
        move(from, target, arguments + 1);
        int wanted = call.wanted;
        int tailCalls = call.tailCalls;
        depth--;
        Call next = enter(closure, target, arguments, wanted);
        next.tailCalls = tailCalls + 1;
        return next;
    }

    /** Ends {@code call}, the innermost, with the {@code count} results from {@code first} on. */
    void leave(Call call, int first, int count) {
        if (openUpvalues != null) {
            closeUpvalues(call.base);
        }
        depth--;
        deliver(first, count, call.function, call.wanted);
    }

    /** Runs a host function; its results replace it, as many as wanted. */
    void callHost(HostFunction host, int function, int arguments, int wanted) {
        int end = function + 1 + arguments;
        ensure(end + HOST_REGISTERS);
        Call call = push();
        if (call.closure != null) {
            call.closure = null;
        }
        if (call.host != host) {
            call.host = host;
        }
        call.function = function;
        call.base = function + 1;
        call.argumentCount = arguments;
        call.top = end;
        call.tailCalls = 0;
        host.run(call);
        depth--;
        if (yielding) {
            pendingTarget = function;
            pendingWanted = wanted;
            return;
        }
        deliver(end, call.top - end, function, wanted);
    }

    /** Moves results to where the caller expects them, cut or filled to the number wanted. */
    void deliver(int from, int count, int target, int wanted) {
        if (wanted == 1) {
            if (count > 0) {
                copy(from, target);
            } else {
                refs[target] = null;
            }
            return;
        }
        int moved = wanted == ALL ? count : Math.min(count, wanted);
        move(from, target, moved);
        if (wanted == ALL) {
            top = target + moved;
            return;
        }
        for (int i = moved; i < wanted; i++) {
            refs[target + i] = null;
        }
    }

    /**
     * Calls, from Java, the value at {@code function} with the arguments behind it, and returns
     * when the results are in its place; their end is {@link #top} if all were wanted.
     */
    void call(int function, int arguments, int wanted) {
        int count =
                refs[function] instanceof LuaFunction
                        ? arguments
                        : insertCallMetamethod(function, arguments);
        state.enterHostLevel(this);
        hostLevels++;
        try {
            if (refs[function] instanceof LuaClosure closure) {
                enter(closure, function, count, wanted);
                execute(depth);
            } else {
                callHost((HostFunction) refs[function], function, count, wanted);
            }
        } finally {
            hostLevels--;
            state.leaveHostLevel();
        }
    }

    /**
     * Runs the innermost call, of a Lua function, and all that it calls, until fewer than {@code
     * floor} calls are left or the coroutine yields.
     */
    private void execute(int floor) {
        do {
            Call call = calls[depth - 1];
            Prototype function = call.luaFunction().prototype;
            function.executable(state).run(this, call, function, call.base);
        } while (depth >= floor && !yielding);
    }

    /** Makes what is called its own first argument, and its {@code __call} what is called. */
    int insertCallMetamethod(int function, int arguments) {
        Object callee = get(function);
        Object handler = state.metamethod(callee, Meta.CALL);
        if (!(handler instanceof LuaFunction)) {
            throw typeError("call", callee, function);
        }
        ensure(function + arguments + 2);
        move(function, function + 1, arguments + 1);
        refs[function] = handler;
        return arguments + 1;
    }

    /** Gives up all calls above {@code depth}, after an error. */
    void unwind(int toDepth, int toRegister) {
        closeUpvalues(toRegister);
        depth = toDepth;
    }

    // ---- upvalues

    UpValue findUpvalue(int register) {
        UpValue previous = null;
        UpValue at = openUpvalues;
        while (at != null && at.register > register) {
            previous = at;
            at = at.next;
        }
        if (at != null && at.register == register) {
            return at;
        }
        UpValue created = new UpValue(this, register);
        created.next = at;
        if (previous == null) {
            openUpvalues = created;
        } else {
            previous.next = created;
        }
        return created;
    }

    /** Closes the upvalues for {@code register} and above. */
    void closeUpvalues(int register) {
        UpValue at = openUpvalues;
        while (at != null && at.register >= register) {
            UpValue next = at.next;
            at.close();
            at = next;
        }
        openUpvalues = at;
    }

    // ---- errors

    /** The error {@code text}, with the position of the running function if it is a Lua one. */
    LuaError runError(String text) {
        return new LuaError(state.located(this, 0, text));
    }

    /** The error that {@code operation} cannot be done with {@code value}. */
    LuaError typeError(String operation, @Nullable Object value, int register) {
        VariableName name = nameOf(register);
        String type = LuaState.typeName(value);
        if (name == null) {
            return runError("attempt to " + operation + " a " + type + " value");
        }
        String variable = name.kind() + " '" + name.name().latin1() + "'";
        return runError("attempt to " + operation + " " + variable + " (a " + type + " value)");
    }

    /** What the running Lua function calls the value in absolute {@code register}. */
    private @Nullable VariableName nameOf(int register) {
        if (depth == 0 || register < 0) {
            return null;
        }
        Call call = calls[depth - 1];
        LuaClosure closure = call.closure;
        if (closure == null || register < call.base) {
            return null;
        }
        return VariableName.of(closure.prototype, call.pc - 1, register - call.base);
    }

    // ---- resuming

    /**
     * Runs this coroutine with {@code arguments} until it yields or ends; the results lie on its
     * own stack, from the register returned up to {@link #top}.
     */
    int resume(Call caller, int firstArgument, int count) {
        Coroutine resumer = caller.coroutine;
        state.enterResume();
        resumer.status = Status.NORMAL;
        status = Status.RUNNING;
        state.running = this;
        boolean alive = false;
        try {
            int target = started ? pendingTarget : 0;
            ensure(target + count + 2);
            for (int i = 0; i < count; i++) {
                set(target + 1 + i, caller.get(firstArgument + i));
            }
            run(target, count);
            alive = yielding;
        } finally {
            status = alive ? Status.SUSPENDED : Status.DEAD;
            resumer.status = Status.RUNNING;
            state.running = resumer;
            state.leaveHostLevel();
            if (!alive) {
                closeUpvalues(0);
            }
        }
        int results = alive ? yielded : top;
        yielding = false;
        return results;
    }

    private void run(int target, int count) {
        if (started) {
            deliver(target + 1, count, pendingTarget, pendingWanted);
            if (depth > 0) {
                execute(1);
            }
            return;
        }
        started = true;
        if (body instanceof LuaClosure closure) {
            refs[0] = closure;
            enter(closure, 0, count, ALL);
            execute(1);
        } else if (body instanceof HostFunction host) {
            refs[0] = host;
            callHost(host, 0, count, ALL);
        }
    }

    /** Leaves the coroutine with the arguments of {@code call} as the results of the resume. */
    void suspend(Call call) {
        if (hostLevels > 0 || body == null) {
            throw runError("attempt to yield across metamethod/C-call boundary");
        }
        yielding = true;
        top = call.base + call.argumentCount;
        yielded = call.argumentCount;
    }
}
