package dev.lockstep.lua.luaj;

import dev.lockstep.value.Bytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Locale;
import org.luaj.vm2.LuaClosure;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.compiler.LuaC;
import org.luaj.vm2.lib.VarArgFunction;

/** The functions of the base library that LuaJ lacks, or that differ from Lua 5.1 (manual 5.1). */
final class BaseFunctions extends VarArgFunction {

    private static final int MAX_UNPACKED = 8000;
    private static final double BYTES_PER_KILOBYTE = 1024;

    enum Name {
        ERROR,
        GCINFO,
        LOADSTRING,
        PCALL,
        TONUMBER,
        TOSTRING,
        UNPACK,
        XPCALL;

        String luaName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Name function;
    private final ScriptGlobals globals;
    private final CallHook hook;
    private final LuajErrors errors;

    BaseFunctions(Name function, ScriptGlobals globals, CallHook hook, LuajErrors errors) {
        this.function = function;
        this.globals = globals;
        this.hook = hook;
        this.errors = errors;
    }

    @Override
    public Varargs invoke(Varargs arguments) {
        return switch (function) {
            case ERROR -> raise(arguments);
            case GCINFO -> valueOf(usedKilobytes());
            case LOADSTRING -> loadString(arguments);
            case PCALL -> protectedCall(arguments);
            case TONUMBER -> toNumber(arguments);
            case TOSTRING -> toText(arguments.checkvalue(1));
            case UNPACK -> unpack(arguments);
            case XPCALL -> protectedCall(arguments.checkvalue(1), arguments.arg(2));
        };
    }

    private static int usedKilobytes() {
        Runtime runtime = Runtime.getRuntime();
        return (int) ((runtime.totalMemory() - runtime.freeMemory()) / BYTES_PER_KILOBYTE);
    }

    private Varargs raise(Varargs arguments) {
        LuaValue value = arguments.arg1();
        int level = arguments.optint(2, 1);
        if (value.isstring() && level > 0) {
            String prefix = LuajErrors.prefix(hook.place(level - 1));
            Bytes text = LuajValues.bytes(toText(value).checkstring());
            value = LuajValues.toLua(Bytes.latin1(prefix).concat(text));
        }
        throw new LuajError(value);
    }

    private Varargs loadString(Varargs arguments) {
        LuaString source = arguments.checkstring(1);
        LuaString name = arguments.optstring(2, source);
        Bytes code = LuajValues.bytes(source);
        try {
            return new LuaClosure(
                    LuaC.instance.compile(
                            new ByteArrayInputStream(code.unsafeArray()), name.tojstring()),
                    globals);
        } catch (LuaError e) {
            return varargsOf(NIL, LuajValues.toLua(LuajErrors.compilerMessage(e)));
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory", e);
        }
    }

    private Varargs protectedCall(Varargs arguments) {
        LuaValue callee = arguments.checkvalue(1);
        int depth = hook.depth();
        try {
            return varargsOf(TRUE, callee.invoke(arguments.subargs(2)));
        } catch (LuaError e) {
            rethrowFinal(e);
            hook.unwind(depth);
            return varargsOf(FALSE, errors.caught(e));
        } catch (StackOverflowError e) {
            hook.unwind(depth);
            return varargsOf(FALSE, valueOf("stack overflow"));
        }
    }

    private Varargs protectedCall(LuaValue callee, LuaValue handler) {
        int depth = hook.depth();
        try {
            return varargsOf(TRUE, callee.invoke(NONE));
        } catch (LuaError e) {
            rethrowFinal(e);
            hook.unwind(depth);
            return varargsOf(FALSE, handler.invoke(errors.value(e)));
        } catch (StackOverflowError e) {
            hook.unwind(depth);
            return varargsOf(FALSE, handler.invoke(valueOf("stack overflow")));
        }
    }

    private static void rethrowFinal(LuaError error) {
        if (error instanceof LuajError own && !own.isCatchable()) {
            throw own;
        }
    }

    private static LuaValue toNumber(Varargs arguments) {
        LuaValue value = arguments.checkvalue(1);
        if (!arguments.isnoneornil(2)) {
            return value.checkstring().tonumber(arguments.checkint(2));
        }
        if (value.type() == TNUMBER) {
            return value;
        }
        return value.type() == TSTRING ? NumberText.parse(value.checkstring()) : NIL;
    }

    /** The text of {@code value}: what its metatable says, or what Lua 5.1 prints. */
    static LuaValue toText(LuaValue value) {
        LuaValue converter = value.metatag(TOSTRING);
        if (!converter.isnil()) {
            return converter.call(value);
        }
        if (value.type() == TNUMBER) {
            return LuajValues.numberText(value);
        }
        return value.type() == TSTRING ? value : LuajValues.latin1(value.tojstring());
    }

    private static Varargs unpack(Varargs arguments) {
        LuaValue list = arguments.checktable(1);
        int first = arguments.optint(2, 1);
        int last = arguments.isnoneornil(3) ? list.length() : arguments.checkint(3);
        if (first > last) {
            return NONE;
        }
        if ((long) last - first >= MAX_UNPACKED) {
            throw new LuaError("too many results to unpack");
        }
        LuaValue[] values = new LuaValue[last - first + 1];
        for (int i = 0; i < values.length; i++) {
            values[i] = list.get(first + i);
        }
        return varargsOf(values);
    }
}
