package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One Lua world: globals, metatables, the running coroutine, limits and the host's interrupt. Two
 * states share nothing but immutable prototypes and strings.
 *
 * <pre>{@code
 * LuaState state = new LuaState(64 << 20, false);
 * new BaseLibrary().open(state);
 * Prototype script = LuaCompiler.compile(Bytes.of("return 1 + ..."), Bytes.of("@script"));
 * Object[] results = state.call(state.load(script), 2.0);     // {3.0}
 * }</pre>
 */
public final class LuaState {

    /** Called every few thousand steps of a program; what it throws ends the program. */
    @FunctionalInterface
    public interface Interrupt {
        void check();

        /** A program has needed more memory than it may take, and is about to get an error. */
        default void exhausted() {}
    }

    /** The most calls of host functions within each other, as Lua 5.1's LUAI_MAXCCALLS. */
    private static final int MAX_HOST_LEVELS = 200;

    private static final int HOST_LEVELS_TO_HANDLE_OVERFLOW = 25;
    private static final int MAIN_REGISTERS = 256;

    private static final String EXHAUSTED = "not enough memory";

    static final String ERROR_IN_HANDLER = "error in error handling";

    /** Jumps and calls between two looks at the interrupt. */
    static final int STEPS_PER_CHECK = 1000;

    /** After so many entries, to begin with, a function is compiled to JVM bytecode. */
    public static final int ENTRIES_BEFORE_COMPILATION = 1000;

    final Memory memory;
    private LuaTable globals;
    private Coroutine main;
    Coroutine running;
    private @Nullable LuaTable stringMetatable;
    @Nullable HostFunction nextFunction;
    @Nullable HostFunction ipairsIterator;
    private @Nullable Interrupt interrupt;
    private int hostLevels;
    private long steps;
    private int lastMark;
    int budget = STEPS_PER_CHECK; // steps until the next look at the interrupt
    int entriesBeforeCompilation = ENTRIES_BEFORE_COMPILATION;

    /**
     * A state without libraries.
     *
     * @param memoryLimitBytes about how much its values may take up
     * @param sampledHashes whether the order of tables is that of plain Lua 5.1, which looks at 32
     *     or so bytes of a string that is a key; Redis since 7.0 looks at all of them
     */
    public LuaState(long memoryLimitBytes, boolean sampledHashes) {
        memory = new Memory(this, memoryLimitBytes, sampledHashes);
        globals = newTable();
        main = new Coroutine(this, null, MAIN_REGISTERS);
        main.status = Coroutine.Status.RUNNING;
        running = main;
    }

    // ---- making values

    public LuaTable globals() {
        return globals;
    }

    /** Makes {@code table} the globals of chunks that are loaded from now on. */
    public void setGlobals(LuaTable table) {
        this.globals = table;
    }

    public LuaTable newTable() {
        return new LuaTable(memory, 0, 0);
    }

    /** A table with room for {@code elements} in its array part and {@code fields} beside. */
    public LuaTable newTable(int elements, int fields) {
        return new LuaTable(memory, elements, fields);
    }

    /** The main function of a chunk, with the globals as its environment. */
    public LuaClosure load(Prototype chunk) {
        return new LuaClosure(memory.nextSerial(), chunk, globals);
    }

    /** A host function; {@code name} is for those who debug the host. */
    public HostFunction function(String name, HostFunction.Body body) {
        return function(name, new Single(body), 0);
    }

    private record Single(HostFunction.Body body) implements HostFunction.Library {

        @Override
        public void run(int function, Call call) {
            body.run(call);
        }
    }

    /** Function number {@code index} of {@code library}. */
    public HostFunction function(String name, HostFunction.Library library, int index) {
        return function(name, library, index, null);
    }

    /** The same, with a value that belongs to this one function: {@link Call#attachment}. */
    public HostFunction function(
            String name, HostFunction.Library library, int index, @Nullable Object attachment) {
        return new HostFunction(memory.nextSerial(), name, library, index, attachment, globals);
    }

    public UserData newUserData() {
        return new UserData(memory.nextSerial(), false);
    }

    /** A userdata that stands for the null pointer. */
    public UserData newNullUserData() {
        return new UserData(memory.nextSerial(), true);
    }

    public Coroutine newCoroutine(LuaFunction body) {
        return new Coroutine(this, body, 24);
    }

    /** Accounts for a string of {@code length} bytes that is about to be made. */
    public void chargeString(long length) {
        memory.chargeString(length);
    }

    /** Accounts for {@code bytes} about to be made that are no string. */
    public void charge(long bytes) {
        memory.charge(bytes);
    }

    /** Names the functions of traversal, which the generic {@code for} knows how to do itself. */
    public void setIterators(HostFunction next, HostFunction ipairsIterator) {
        this.nextFunction = next;
        this.ipairsIterator = ipairsIterator;
    }

    // ---- metatables

    /** The metatable that all strings share. */
    public @Nullable LuaTable stringMetatable() {
        return stringMetatable;
    }

    public void setStringMetatable(LuaTable metatable) {
        this.stringMetatable = metatable;
    }

    public @Nullable LuaTable metatableOf(@Nullable Object value) {
        if (value instanceof LuaTable table) {
            return table.metatable;
        }
        if (value instanceof Bytes) {
            return stringMetatable;
        }
        return value instanceof UserData data ? data.metatable : null;
    }

    /** The field {@code event} of the metatable of {@code value}, nil if there is none. */
    public @Nullable Object metamethod(@Nullable Object value, Bytes event) {
        LuaTable metatable = metatableOf(value);
        return metatable == null ? null : metatable.get(event);
    }

    // ---- running

    public Coroutine running() {
        return running;
    }

    /** Whether {@code coroutine} is the main program. */
    public boolean isMain(Coroutine coroutine) {
        return coroutine == main;
    }

    /**
     * Calls {@code function} and returns all its results.
     *
     * @throws LuaError when the program fails, with the place of the failure
     */
    public @Nullable Object[] call(LuaFunction function, @Nullable Object... arguments) {
        Coroutine coroutine = running;
        int depth = coroutine.depth;
        int at = coroutine.endOfCalls();
        int savedLevels = hostLevels;
        coroutine.ensure(at + arguments.length + 1);
        coroutine.refs[at] = function;
        for (int i = 0; i < arguments.length; i++) {
            coroutine.set(at + 1 + i, arguments[i]);
        }
        try {
            coroutine.call(at, arguments.length, Coroutine.ALL);
            @Nullable Object[] results = new Object[coroutine.top - at];
            for (int i = 0; i < results.length; i++) {
                results[i] = coroutine.get(at + i);
            }
            return results;
        } catch (LuaError error) {
            throw locate(error);
        } catch (StackOverflowError error) {
            throw new LuaError("stack overflow");
        } catch (OutOfMemoryError error) {
            throw exhausted();
        } finally {
            running = coroutine;
            hostLevels = savedLevels;
            coroutine.unwind(depth, at);
            if (depth == 0) {
                coroutine.clear();
            }
        }
    }

    /** Notes in {@code error} where the program is, unless it has a place already. */
    public LuaError locate(LuaError error) {
        Coroutine coroutine = running;
        if (!error.isLocated()) {
            int level = coroutine.depth - 1;
            if (level > 0 && coroutine.calls[level].closure == null) {
                level--;
            }
            LuaClosure closure = level < 0 ? null : coroutine.calls[level].closure;
            if (closure != null) {
                Prototype prototype = closure.prototype;
                int line = prototype.lineAt(coroutine.calls[level].pc - 1);
                error.locate(prototype.chunkName, line);
            }
        }
        return error;
    }

    /** Sets what is asked, every few thousand steps, whether a program may go on. */
    public void setInterrupt(Interrupt interrupt) {
        this.interrupt = interrupt;
    }

    /**
     * Sets after how many entries a function is compiled to JVM bytecode. A program does the same
     * either way; tests of that set 0.
     */
    public void setEntriesBeforeCompilation(int entries) {
        this.entriesBeforeCompilation = entries;
    }

    /** Accounts for steps of work, and asks the interrupt when there have been enough. */
    public void tick(long count) {
        steps += count;
        if (steps >= STEPS_PER_CHECK) {
            steps = 0;
            Interrupt hook = interrupt;
            if (hook != null) {
                hook.check();
            }
        }
    }

    /** Accounts for the steps of a budget that is used up, and begins the next. */
    void spendBudget() {
        budget = STEPS_PER_CHECK;
        tick(STEPS_PER_CHECK);
    }

    void enterHostLevel(Coroutine coroutine) {
        hostLevels++;
        if (hostLevels >= MAX_HOST_LEVELS) {
            if (hostLevels == MAX_HOST_LEVELS) {
                hostLevels--;
                throw coroutine.runError("C stack overflow");
            }
            if (hostLevels >= MAX_HOST_LEVELS + HOST_LEVELS_TO_HANDLE_OVERFLOW) {
                hostLevels--;
                throw new LuaError(ERROR_IN_HANDLER);
            }
        }
    }

    /** Whether a handler of errors may be called. */
    boolean mayHandleErrors() {
        return hostLevels + 2 < MAX_HOST_LEVELS + HOST_LEVELS_TO_HANDLE_OVERFLOW;
    }

    void enterResume() {
        hostLevels++;
    }

    /** Whether one more coroutine may be resumed within those that wait. */
    public boolean mayResume() {
        return hostLevels < MAX_HOST_LEVELS;
    }

    void reenterHostLevel() {
        hostLevels++;
    }

    void leaveHostLevel() {
        hostLevels--;
    }

    /** How deep the host is in calls: a compiler called now has so many levels less. */
    public int hostLevels() {
        return hostLevels;
    }

    // ---- memory

    /** The bytes that the values of this state are thought to take up. */
    public long usedBytes() {
        return memory.usedBytes();
    }

    /** Clears weak tables and measures what is in use, as a full garbage collection would. */
    public void collectGarbage() {
        memory.collected(new Reachable(this).collect());
    }

    /** The error of a program that has needed more memory than it may take. */
    LuaError exhausted() {
        Interrupt hook = interrupt;
        if (hook != null) {
            hook.exhausted();
        }
        return new LuaError(EXHAUSTED);
    }

    int nextMark() {
        return ++lastMark;
    }

    void forEachRoot(Consumer<@Nullable Object> visitor) {
        visitor.accept(globals);
        visitor.accept(stringMetatable);
        visitor.accept(main);
        visitor.accept(running);
    }

    // ---- places

    /**
     * The call at {@code level}: 0 is the running function, 1 the one that called it. Null when
     * there is none, or when a tail call has replaced it.
     */
    static @Nullable Call callAt(Coroutine coroutine, int level) {
        int remaining = level;
        for (int i = coroutine.depth - 1; i >= 0; i--) {
            Call call = coroutine.calls[i];
            if (remaining == 0) {
                return call;
            }
            remaining--;
            if (call.closure != null) {
                remaining -= call.tailCalls;
                if (remaining < 0) {
                    return null;
                }
            }
        }
        return null;
    }

    /** Whether there is a function at {@code level}, even one that a tail call has replaced. */
    public boolean hasLevel(int level) {
        int levels = 0;
        for (int i = 0; i < running.depth; i++) {
            Call call = running.calls[i];
            levels += call.closure != null ? 1 + call.tailCalls : 1;
        }
        return level < levels + (isMain(running) ? 1 : 0);
    }

    /** The function at {@code level} of the running coroutine, null when there is none. */
    public @Nullable LuaFunction functionAt(int level) {
        Call call = callAt(running, level);
        return call == null ? null : call.function();
    }

    String where(Coroutine coroutine, int level) {
        Call call = callAt(coroutine, level);
        LuaClosure closure = call == null ? null : call.closure;
        if (call == null || closure == null) {
            return "";
        }
        Prototype prototype = closure.prototype;
        return ChunkName.display(prototype.chunkName).latin1()
                + ":"
                + prototype.lineAt(call.pc - 1)
                + ": ";
    }

    Bytes located(Coroutine coroutine, int level, String text) {
        return Bytes.latin1(where(coroutine, level) + text);
    }

    /** What the caller of the running function calls it. */
    @Nullable VariableName calledName(Coroutine coroutine) {
        int index = coroutine.depth - 2;
        if (index < 0) {
            return null;
        }
        Call caller = coroutine.calls[index];
        LuaClosure closure = caller.closure;
        if (closure == null || coroutine.calls[index + 1].tailCalls > 0) {
            return null;
        }
        int pc = caller.pc - 1;
        int instruction = closure.prototype.code[pc];
        int op = instruction & 0xff;
        if (op != Op.CALL && op != Op.TAILCALL && op != Op.TFORLOOP) {
            return null;
        }
        return VariableName.of(closure.prototype, pc, Op.a(instruction));
    }

    // ---- values

    /** Whether a condition holds for {@code value}: anything but nil and false. */
    public static boolean isTrue(@Nullable Object value) {
        return value != null && value != Boolean.FALSE;
    }

    /** The Lua type of {@code value} (manual 2.2). */
    public static String typeName(@Nullable Object value) {
        if (value == null) {
            return "nil";
        }
        if (value instanceof Bytes) {
            return "string";
        }
        if (value instanceof Double || value == Tag.NUMBER) {
            return "number";
        }
        if (value instanceof LuaTable) {
            return "table";
        }
        if (value instanceof Boolean) {
            return "boolean";
        }
        if (value instanceof LuaFunction) {
            return "function";
        }
        return value instanceof Coroutine ? "thread" : "userdata";
    }

    /** Whether two values are equal without metamethods (manual 2.5.2). */
    public static boolean rawEquals(@Nullable Object left, @Nullable Object right) {
        if (left == right) {
            return !(left instanceof Double number) || !number.isNaN();
        }
        if (left instanceof Bytes a) {
            return right instanceof Bytes b && LuaTable.same(a, b);
        }
        if (left instanceof Double a) {
            return right instanceof Double b && a.doubleValue() == b.doubleValue();
        }
        return false;
    }

    /** Sets a field without metamethods; a read-only table refuses. */
    public void rawSet(LuaTable table, @Nullable Object key, @Nullable Object value) {
        Indexing.setRaw(running, table, key, value);
    }

    /** The value of {@code object[key]}, with metamethods. */
    public @Nullable Object index(@Nullable Object object, @Nullable Object key) {
        return Indexing.index(running, object, key, -1);
    }

    /** Sets {@code object[key]}, with metamethods. */
    public void setIndex(@Nullable Object object, @Nullable Object key, @Nullable Object value) {
        Indexing.setIndex(running, object, key, value, -1);
    }

    /** Whether two values are equal, by their metamethod if they have one. */
    public boolean equal(@Nullable Object left, @Nullable Object right) {
        return Comparison.equal(running, left, right);
    }

    /** Whether {@code left} is less than {@code right}, by their metamethod if they have one. */
    public boolean less(@Nullable Object left, @Nullable Object right) {
        return Comparison.less(running, left, right);
    }

    /** The number that {@code value} is or spells, null if it is none. */
    public static @Nullable Double toNumber(@Nullable Object value) {
        return Arithmetic.toNumber(value);
    }

    /** The text of {@code value} without metamethods, as {@code tostring} gives it. */
    public static Bytes text(@Nullable Object value) {
        if (value instanceof Bytes text) {
            return text;
        }
        if (value instanceof Double number) {
            return LuaNumber.text(number);
        }
        if (value == null) {
            return Bytes.of("nil");
        }
        if (value instanceof Boolean bool) {
            return Bytes.of(bool ? "true" : "false");
        }
        return Bytes.latin1(typeName(value) + ": " + address(value));
    }

    private static String address(Object value) {
        int serial = 0;
        if (value instanceof LuaTable table) {
            serial = table.serial;
        } else if (value instanceof LuaFunction function) {
            serial = function.serial;
        } else if (value instanceof Coroutine coroutine) {
            serial = coroutine.serial;
        } else if (value instanceof UserData data) {
            if (data.isLight()) {
                return "(nil)";
            }
            serial = data.serial;
        }
        return "0x" + Long.toHexString(0x7f0000000000L + serial * 32L);
    }
}
