package dev.lockstep.lua.luaj;

import dev.lockstep.lua.ScriptTable;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/** A table of LuaJ. */
record LuajTable(LuaTable table) implements ScriptTable {

    @Override
    public @Nullable Object get(@Nullable Object key) {
        return LuajValues.fromLua(table.rawget(LuajValues.toLua(key)));
    }

    @Override
    public @Nullable Object get(int index) {
        return LuajValues.fromLua(table.rawget(index));
    }

    @Override
    public void set(@Nullable Object key, @Nullable Object value) {
        table.rawset(LuajValues.toLua(key), LuajValues.toLua(value));
    }

    @Override
    public void set(int index, @Nullable Object value) {
        table.rawset(index, LuajValues.toLua(value));
    }

    @Override
    public void forEachField(BiConsumer<Object, Object> visitor) {
        LuaValue key = LuaValue.NIL;
        while (true) {
            Varargs entry = table.next(key);
            key = entry.arg1();
            if (key.isnil()) {
                return;
            }
            visitor.accept(
                    Objects.requireNonNull(LuajValues.fromLua(key)),
                    Objects.requireNonNull(LuajValues.fromLua(entry.arg(2))));
        }
    }
}
