package dev.lockstep.lua.luaj;

import java.util.Locale;
import org.luaj.vm2.Buffer;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.VarArgFunction;

/** The functions of the table library that LuaJ lacks, or that differ from Lua 5.1 (manual 5.5). */
final class TableFunctions extends VarArgFunction {

    enum Name {
        CONCAT,
        FOREACH,
        FOREACHI,
        GETN,
        MAXN;

        String luaName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Name function;

    TableFunctions(Name function) {
        this.function = function;
    }

    @Override
    public Varargs invoke(Varargs arguments) {
        LuaTable table = arguments.checktable(1);
        return switch (function) {
            case CONCAT -> concat(table, arguments);
            case FOREACH -> forEach(table, arguments.checkfunction(2));
            case FOREACHI -> forEachElement(table, arguments.checkfunction(2));
            case GETN -> valueOf(table.length());
            case MAXN -> maxn(table);
        };
    }

    private static LuaValue concat(LuaTable table, Varargs arguments) {
        LuaString separator = arguments.optstring(2, EMPTYSTRING);
        int first = arguments.optint(3, 1);
        int last = arguments.isnoneornil(4) ? table.length() : arguments.checkint(4);
        Buffer text = new Buffer();
        for (int i = first; i <= last; i++) {
            LuaValue value = table.get(i);
            if (!value.isstring()) {
                throw new LuaError(
                        "invalid value ("
                                + value.typename()
                                + ") at index "
                                + i
                                + " in table for 'concat'");
            }
            text.append(LuajValues.withNumberText(value).checkstring());
            if (i < last) {
                text.append(separator);
            }
        }
        return text.tostring();
    }

    private static LuaValue forEach(LuaTable table, LuaValue visitor) {
        Varargs entry = table.next(NIL);
        while (!entry.arg1().isnil()) {
            LuaValue result = visitor.call(entry.arg1(), entry.arg(2));
            if (!result.isnil()) {
                return result;
            }
            entry = table.next(entry.arg1());
        }
        return NIL;
    }

    private static LuaValue forEachElement(LuaTable table, LuaValue visitor) {
        int length = table.length();
        for (int i = 1; i <= length; i++) {
            LuaValue result = visitor.call(valueOf(i), table.get(i));
            if (!result.isnil()) {
                return result;
            }
        }
        return NIL;
    }

    private static LuaValue maxn(LuaTable table) {
        LuaValue max = ZERO;
        Varargs entry = table.next(NIL);
        while (!entry.arg1().isnil()) {
            if (entry.arg1().type() == TNUMBER && entry.arg1().gt_b(max)) {
                max = entry.arg1();
            }
            entry = table.next(entry.arg1());
        }
        return max;
    }
}
