package dev.lockstep.lua.luaj;

import dev.lockstep.value.Bytes;
import dev.lockstep.value.Doubles;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaDouble;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;

/** Lua values of LuaJ and those of the engine interface, one made of the other. Stateless. */
final class LuajValues {

    private static final int LUA_DIGITS = 14;

    private LuajValues() {}

    static LuaValue toLua(@Nullable Object value) {
        if (value instanceof Bytes text) {
            return toLua(text);
        }
        if (value instanceof Double number) {
            return LuaDouble.valueOf(number);
        }
        if (value instanceof Boolean flag) {
            return LuaValue.valueOf(flag);
        }
        if (value instanceof LuajTable table) {
            return table.table();
        }
        return value instanceof LuaValue lua ? lua : LuaValue.NIL;
    }

    /** A Lua string that shares the bytes of {@code text}: neither side changes them. */
    static LuaString toLua(Bytes text) {
        return LuaString.valueUsing(text.unsafeArray());
    }

    static @Nullable Object fromLua(LuaValue value) {
        return switch (value.type()) {
            case LuaValue.TNIL -> null;
            case LuaValue.TBOOLEAN -> value.toboolean();
            case LuaValue.TNUMBER -> value.todouble();
            case LuaValue.TSTRING -> bytes(value.checkstring());
            case LuaValue.TTABLE -> new LuajTable(value.checktable());
            default -> value;
        };
    }

    /** The bytes of {@code text}, which is a window of an array that may be longer. */
    static Bytes bytes(LuaString text) {
        return Bytes.copyOf(text.m_bytes, text.m_offset, text.m_length);
    }

    /** Text of one byte for each char. */
    static LuaString latin1(String text) {
        return toLua(Bytes.latin1(text));
    }

    /** The text of a number as Lua 5.1 prints it. */
    static LuaString numberText(LuaValue number) {
        return number.isinttype()
                ? number.checkstring()
                : latin1(Doubles.general(number.todouble(), LUA_DIGITS));
    }

    /** {@code value}, a number with a fraction made the text that Lua 5.1 prints. */
    static LuaValue withNumberText(LuaValue value) {
        return value instanceof LuaDouble ? numberText(value) : value;
    }
}
