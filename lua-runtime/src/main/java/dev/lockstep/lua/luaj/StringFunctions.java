package dev.lockstep.lua.luaj;

import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.StringLib;
import org.luaj.vm2.lib.VarArgFunction;

/**
 * The string library: LuaJ's, with numbers among the arguments given the text of Lua 5.1, and with
 * another {@code format}. LuaJ has one metatable of strings for the whole JVM, so the library is
 * one for all as well: it has no state, and nobody can change it.
 */
final class StringFunctions extends VarArgFunction {

    private static final ReadOnlyTable LIBRARY = build();

    private final LuaValue original;

    private StringFunctions(LuaValue original) {
        this.original = original;
    }

    /** The one library, which string methods are looked up in from now on. */
    static LuaTable library() {
        return LIBRARY;
    }

    private static ReadOnlyTable build() {
        LuaTable environment = new LuaTable();
        LuaTable packages = new LuaTable();
        packages.rawset("loaded", new LuaTable());
        environment.rawset("package", packages);
        LuaTable originals =
                new StringLib().call(LuaValue.valueOf("string"), environment).checktable();
        LuaTable library = new LuaTable();
        for (LuaValue name : originals.keys()) {
            library.rawset(name, new StringFunctions(originals.rawget(name)));
        }
        library.rawset("dump", LuaValue.NIL);
        library.rawset("format", new FormatFunction());
        library.rawset("gfind", library.rawget("gmatch"));
        ReadOnlyTable complete = ReadOnlyTable.of(library);
        LuaTable metatable = new LuaTable();
        metatable.rawset(LuaValue.INDEX, complete);
        LuaString.s_metatable = ReadOnlyTable.of(metatable);
        return complete;
    }

    @Override
    public Varargs invoke(Varargs arguments) {
        int count = arguments.narg();
        for (int i = 1; i <= count; i++) {
            if (arguments.arg(i).type() == TNUMBER && !arguments.arg(i).isinttype()) {
                return original.invoke(withNumberTexts(arguments, count));
            }
        }
        return original.invoke(arguments);
    }

    private static Varargs withNumberTexts(Varargs arguments, int count) {
        LuaValue[] values = new LuaValue[count];
        for (int i = 0; i < count; i++) {
            values[i] = LuajValues.withNumberText(arguments.arg(i + 1));
        }
        return varargsOf(values);
    }
}
