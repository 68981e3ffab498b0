package dev.lockstep.lua.lib;

import dev.lockstep.lua.compiler.LuaCompiler;
import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.HostFunction;
import dev.lockstep.lua.vm.LuaClosure;
import dev.lockstep.lua.vm.LuaError;
import dev.lockstep.lua.vm.LuaFunction;
import dev.lockstep.lua.vm.LuaNumber;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.lua.vm.Meta;
import dev.lockstep.lua.vm.Prototype;
import dev.lockstep.lua.vm.UserData;
import dev.lockstep.value.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The basic functions (manual 5.1), without those that touch files; {@code getfenv}, {@code
 * setfenv}, {@code newproxy} and {@code print} only where the dialect has them.
 */
public final class BaseLibrary implements HostFunction.Library {

    private static final int ASSERT = 0;
    private static final int COLLECTGARBAGE = 1;
    private static final int ERROR = 2;
    private static final int GCINFO = 3;
    private static final int GETMETATABLE = 4;
    private static final int IPAIRS = 5;
    private static final int LOAD = 6;
    private static final int LOADSTRING = 7;
    private static final int NEXT = 8;
    private static final int PAIRS = 9;
    private static final int PCALL = 10;
    private static final int RAWEQUAL = 11;
    private static final int RAWGET = 12;
    private static final int RAWSET = 13;
    private static final int SELECT = 14;
    private static final int SETMETATABLE = 15;
    private static final int TONUMBER = 16;
    private static final int TOSTRING = 17;
    private static final int TYPE = 18;
    private static final int UNPACK = 19;
    private static final int XPCALL = 20;
    private static final int GETFENV = 21;
    private static final int SETFENV = 22;
    private static final int NEWPROXY = 23;
    private static final int PRINT = 24;
    private static final int IPAIRS_ITERATOR = 25;

    private static final String[] NAMES = {
        "assert",
        "collectgarbage",
        "error",
        "gcinfo",
        "getmetatable",
        "ipairs",
        "load",
        "loadstring",
        "next",
        "pairs",
        "pcall",
        "rawequal",
        "rawget",
        "rawset",
        "select",
        "setmetatable",
        "tonumber",
        "tostring",
        "type",
        "unpack",
        "xpcall"
    };

    private static final Bytes ERR = Bytes.of("err");

    /** The most values that a host function may return. */
    private static final int MAX_STACK = 8000;

    private static final double DEFAULT_GC_SETTING = 200;

    private final LuaDialect dialect;
    private final LuaCompiler compiler;
    private @Nullable HostFunction pairsIterator;
    private @Nullable HostFunction ipairsIterator;

    public BaseLibrary(LuaDialect dialect) {
        this.dialect = dialect;
        this.compiler = new LuaCompiler(dialect.nestedLongBrackets());
    }

    /** Puts the functions among the globals of {@code state}. */
    public void open(LuaState state) {
        LuaTable globals = state.globals();
        globals.set(Bytes.of("_G"), globals);
        Functions.register(state, globals, NAMES, this);
        globals.set(Bytes.of("_VERSION"), Bytes.of("Lua 5.1"));
        if (dialect.environments()) {
            globals.set(Bytes.of("getfenv"), state.function("getfenv", this, GETFENV));
            globals.set(Bytes.of("setfenv"), state.function("setfenv", this, SETFENV));
            globals.set(Bytes.of("newproxy"), state.function("newproxy", this, NEWPROXY));
        }
        if (dialect.print()) {
            globals.set(Bytes.of("print"), state.function("print", this, PRINT));
        }
        // pairs has a function of its own: it is not equal to next
        HostFunction pairsStep = state.function("pairs_iterator", this, NEXT);
        HostFunction ipairsStep = state.function("ipairs_iterator", this, IPAIRS_ITERATOR);
        state.setIterators(pairsStep, ipairsStep);
        this.pairsIterator = pairsStep;
        this.ipairsIterator = ipairsStep;
    }

    @Override
    public void run(int function, Call call) {
        switch (function) {
            case ASSERT -> assertTrue(call);
            case COLLECTGARBAGE -> collectGarbage(call);
            case ERROR -> throw error(call);
            case GCINFO -> call.push((double) (call.state().usedBytes() >> 10));
            case GETMETATABLE -> getMetatable(call);
            case IPAIRS -> iteration(call, ipairsIterator, 0.0);
            case LOAD -> load(call);
            case LOADSTRING -> loadString(call);
            case NEXT -> next(call);
            case PAIRS -> iteration(call, pairsIterator, null);
            case PCALL -> protectedCall(call);
            case RAWEQUAL -> call.push(LuaState.rawEquals(call.value(1), call.value(2)));
            case RAWGET -> call.push(call.table(1).get(call.value(2)));
            case RAWSET -> rawSet(call);
            case SELECT -> select(call);
            case SETMETATABLE -> setMetatable(call);
            case TONUMBER -> toNumber(call);
            case TOSTRING -> call.push(toText(call, call.value(1)));
            case TYPE -> {
                call.value(1);
                call.pushText(call.typeName(1));
            }
            case UNPACK -> unpack(call);
            case XPCALL -> protectedCallWithHandler(call);
            case GETFENV -> getEnvironment(call);
            case SETFENV -> setEnvironment(call);
            case NEWPROXY -> newProxy(call);
            case PRINT -> print(call);
            case IPAIRS_ITERATOR -> ipairsStep(call);
            default -> throw new IllegalStateException("function " + function);
        }
    }

    // ---- errors

    private static void assertTrue(Call call) {
        call.value(1);
        if (!call.truth(1)) {
            Bytes message = call.string(2, Bytes.of("assertion failed!"));
            throw call.error(message == null ? "" : Call.cString(message));
        }
        call.pushArguments(1);
    }

    private static LuaError error(Call call) {
        int level = call.intValue(2, 1);
        Object value = call.get(1);
        boolean text = value instanceof Bytes || value instanceof Double;
        if (text && level > 0) {
            return new LuaError(Bytes.latin1(call.where(level)).concat(call.string(1)));
        }
        return new LuaError(value);
    }

    private void protectedCall(Call call) {
        if (dialect.unwrapsErrorTables() && call.count() == 0) {
            call.push(false);
            call.pushText("attempt to call a boolean value");
            return;
        }
        call.value(1);
        call.pushArguments(1);
        call.invokeProtected(call.count() - 1, error -> error);
        if (dialect.unwrapsErrorTables()) {
            unwrapErrorTable(call);
        }
    }

    /** After a failure: the text in place of the table, or a superfluous nil, as Redis has it. */
    private static void unwrapErrorTable(Call call) {
        if (call.pushed() == 2 && call.failed()) {
            Object error = call.pop();
            if (error instanceof LuaTable table) {
                Object text = call.state().index(table, ERR);
                if (text instanceof Bytes || text instanceof Double) {
                    call.push(text);
                } else {
                    call.push(error);
                    call.push(text);
                }
            } else {
                call.push(error);
            }
        }
    }

    private static void protectedCallWithHandler(Call call) {
        call.value(2);
        Object handler = call.get(2);
        call.push(call.get(1));
        call.invokeProtected(0, error -> call.invokeOnTop(handler, error));
    }

    // ---- chunks

    private void loadString(Call call) {
        Bytes source = call.string(1);
        Bytes name = call.string(2, source);
        call.state().charge(8L * source.length());
        load(call, LuaCompiler.whole(source), name == null ? source : name);
    }

    private void load(Call call) {
        call.functionArgument(1);
        Bytes name = call.string(2, Bytes.of("=(load)"));
        load(call, () -> nextPiece(call), name == null ? Bytes.EMPTY : name);
    }

    /** The next piece of source text from the reader function, null at the end. */
    private static @Nullable Bytes nextPiece(Call call) {
        call.tick(1);
        Object piece = call.invoke(call.get(1));
        if (piece == null) {
            return null;
        }
        if (!(piece instanceof Bytes) && !(piece instanceof Double)) {
            throw call.error("reader function must return a string");
        }
        Bytes text = LuaState.text(piece);
        call.state().charge(8L * text.length());
        return text.isEmpty() ? null : text;
    }

    private void load(Call call, LuaCompiler.Source source, Bytes name) {
        Prototype chunk;
        try {
            chunk = compiler.compile(source, name, call.state().hostLevels());
        } catch (LuaError error) {
            call.unwind();
            call.push(null);
            call.push(error.value());
            return;
        }
        call.push(call.state().load(chunk));
    }

    // ---- tables

    private static void getMetatable(Call call) {
        LuaTable metatable = call.state().metatableOf(call.value(1));
        if (metatable == null) {
            call.push(null);
            return;
        }
        Object shown = metatable.get(Meta.METATABLE);
        call.push(shown != null ? shown : metatable);
    }

    private static void setMetatable(Call call) {
        LuaTable table = call.table(1);
        Object metatable = call.get(2);
        if (call.isNone(2) || !(metatable == null || metatable instanceof LuaTable)) {
            throw call.badArgument(2, "nil or table expected");
        }
        if (call.state().metamethod(table, Meta.METATABLE) != null) {
            throw call.error("cannot change a protected metatable");
        }
        if (table.isReadonly()) {
            throw call.runError("Attempt to modify a readonly table");
        }
        table.setMetatable((LuaTable) metatable);
        call.push(table);
    }

    private static void rawSet(Call call) {
        LuaTable table = call.table(1);
        call.value(2);
        call.value(3);
        call.state().rawSet(table, call.get(2), call.get(3));
        call.push(table);
    }

    private static void next(Call call) {
        LuaTable table = call.table(1);
        int position = table.positionAfter(call.get(2));
        if (position < 0) {
            call.push(null);
        } else {
            call.push(table.keyAt(position));
            call.push(table.valueAt(position));
        }
    }

    private static void iteration(
            Call call, @Nullable HostFunction iterator, @Nullable Object control) {
        LuaTable table = call.table(1);
        call.push(iterator);
        call.push(table);
        call.push(control);
    }

    private static void ipairsStep(Call call) {
        LuaTable table = call.table(1);
        int index = call.intValue(2) + 1;
        Object value = table.get(index);
        if (value == null) {
            call.push(null);
        } else {
            call.push((double) index);
            call.push(value);
        }
    }

    private static void unpack(Call call) {
        LuaTable table = call.table(1);
        int from = call.intValue(2, 1);
        int to = call.isNoneOrNil(3) ? table.length() : call.intValue(3);
        if (from > to) {
            return;
        }
        int count = to - from + 1;
        if (count <= 0 || count > MAX_STACK - call.count()) {
            throw call.error("too many results to unpack");
        }
        for (int i = from; i < to; i++) {
            call.push(table.get(i));
        }
        call.push(table.get(to));
    }

    private static void select(Call call) {
        int count = call.count();
        if (count > 0 && call.get(1) instanceof Bytes text && text.startsWith(Bytes.of("#"))) {
            call.push((double) (count - 1));
            return;
        }
        int n = call.intValue(1);
        if (n < 0) {
            n = count + n;
        } else if (n > count) {
            n = count;
        }
        if (n < 1) {
            throw call.badArgument(1, "index out of range");
        }
        call.pushArguments(n + 1);
    }

    // ---- conversions

    /** The text of a value, by its {@code __tostring} if it has one. */
    static @Nullable Object toText(Call call, @Nullable Object value) {
        Object handler = call.state().metamethod(value, Meta.TOSTRING);
        return handler == null ? LuaState.text(value) : call.invoke(handler, value);
    }

    private static void toNumber(Call call) {
        int base = call.intValue(2, 10);
        if (base == 10) {
            call.push(LuaState.toNumber(call.value(1)));
            return;
        }
        Bytes text = call.string(1);
        if (base < 2 || base > 36) {
            throw call.badArgument(2, "base out of range");
        }
        call.push(inBase(text, base));
    }

    /** A number in another base, as C's {@code strtoul} reads it: 64 bits, a sign wraps around. */
    private static @Nullable Double inBase(Bytes text, int base) {
        byte[] data = text.unsafeArray();
        int end = text.indexOf((byte) 0, 0);
        end = end < 0 ? data.length : end;
        int at = 0;
        while (at < end && LuaNumber.isSpace(data[at])) {
            at++;
        }
        boolean negative = at < end && data[at] == '-';
        if (at < end && (negative || data[at] == '+')) {
            at++;
        }
        boolean prefix =
                base == 16 && at + 2 < end && data[at] == '0' && (data[at + 1] | 32) == 'x';
        if (prefix && Character.digit(data[at + 2], 16) >= 0) {
            at += 2;
        }
        int first = at;
        long value = 0;
        boolean overflow = false;
        while (at < end && data[at] > 0 && Character.digit(data[at], base) >= 0) {
            overflow |= Long.compareUnsigned(value, Long.divideUnsigned(-1, base)) > 0;
            long next = value * base + Character.digit(data[at], base);
            overflow |= Long.compareUnsigned(next, value * base) < 0;
            value = next;
            at++;
        }
        int digitsEnd = at;
        while (at < end && LuaNumber.isSpace(data[at])) {
            at++;
        }
        if (digitsEnd == first || at < end) {
            return null;
        }
        value = overflow ? -1 : negative ? -value : value;
        return LuaNumber.fromUnsigned(value);
    }

    private static void print(Call call) {
        Object toText = call.state().index(call.state().globals(), Bytes.of("tostring"));
        for (int i = 1; i <= call.count(); i++) {
            Object text = call.invoke(toText, call.get(i));
            if (!(text instanceof Bytes) && !(text instanceof Double)) {
                throw call.error("'tostring' must return a string to 'print'");
            }
        }
    }

    // ---- memory

    private static void collectGarbage(Call call) {
        Bytes option = call.string(1, Bytes.of("collect"));
        LuaState state = call.state();
        switch (option == null ? "" : Call.cString(option)) {
            case "collect" -> {
                state.collectGarbage();
                call.push(0.0);
            }
            case "count" -> call.push(state.usedBytes() / 1024.0);
            case "step" -> {
                state.collectGarbage();
                call.push(false);
            }
            case "stop", "restart" -> call.push(0.0);
            case "setpause", "setstepmul" -> {
                call.intValue(2, 0);
                call.push(DEFAULT_GC_SETTING);
            }
            default -> throw call.badOption(1, option == null ? Bytes.EMPTY : option);
        }
    }

    // ---- environments

    private static @Nullable LuaFunction functionOrLevel(Call call, boolean optional) {
        if (call.get(1) instanceof LuaFunction function) {
            return function;
        }
        int level = optional ? call.intValue(1, 1) : call.intValue(1);
        if (level < 0) {
            throw call.badArgument(1, "level must be non-negative");
        }
        if (!call.state().hasLevel(level)) {
            throw call.badArgument(1, "invalid level");
        }
        LuaFunction function = call.state().functionAt(level);
        if (function == null) {
            throw call.error("no function environment for tail call at level " + level);
        }
        return function;
    }

    private static void getEnvironment(Call call) {
        LuaFunction function = functionOrLevel(call, true);
        if (function instanceof LuaClosure closure) {
            call.push(closure.environment());
        } else {
            call.push(call.state().globals());
        }
    }

    private static void setEnvironment(Call call) {
        LuaTable environment = call.table(2);
        LuaFunction function = functionOrLevel(call, false);
        if (call.get(1) instanceof Double level && level == 0) {
            call.state().setGlobals(environment);
            return;
        }
        if (!(function instanceof LuaClosure closure)) {
            throw call.error("'setfenv' cannot change environment of given object");
        }
        closure.setEnvironment(environment);
        call.push(closure);
    }

    private static void newProxy(Call call) {
        UserData proxy = call.state().newUserData();
        if (call.truth(1)) {
            if (call.get(1) instanceof Boolean) {
                proxy.setMetatable(call.state().newTable());
            } else if (call.get(1) instanceof UserData other && other.metatable() != null) {
                proxy.setMetatable(other.metatable());
            } else {
                throw call.badArgument(1, "boolean or proxy expected");
            }
        }
        call.push(proxy);
    }
}
