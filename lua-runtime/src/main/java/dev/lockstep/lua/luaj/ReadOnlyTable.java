package dev.lockstep.lua.luaj;

import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/** A table that refuses every change once it is complete. */
final class ReadOnlyTable extends LuaTable {

    static final String REFUSAL = "Attempt to modify a readonly table";

    private final boolean strict;
    private boolean complete;

    private ReadOnlyTable(boolean strict) {
        this.strict = strict;
    }

    /** A complete table with what {@code source} holds. */
    static ReadOnlyTable of(LuaTable source) {
        return of(source, false);
    }

    /** As {@link #of(LuaTable)}; to read a name that it lacks is an error. */
    static ReadOnlyTable strict(LuaTable source) {
        return of(source, true);
    }

    private static ReadOnlyTable of(LuaTable source, boolean strict) {
        ReadOnlyTable table = new ReadOnlyTable(strict);
        Varargs entry = source.next(LuaValue.NIL);
        while (!entry.arg1().isnil()) {
            table.rawset(entry.arg1(), entry.arg(2));
            entry = source.next(entry.arg1());
        }
        table.complete = true;
        return table;
    }

    /** What is raised when {@code name} is read, and does not exist. */
    static LuaError undefined(LuaValue name) {
        return new LuaError(
                "Script attempted to access nonexistent global variable '"
                        + name.tojstring()
                        + "'");
    }

    @Override
    public LuaValue get(LuaValue key) {
        LuaValue value = super.get(key);
        if (strict && value.isnil()) {
            throw undefined(key);
        }
        return value;
    }

    private void refuse() {
        if (complete) {
            throw new LuaError(REFUSAL);
        }
    }

    @Override
    public LuaValue setmetatable(LuaValue metatable) {
        refuse();
        return super.setmetatable(metatable);
    }

    @Override
    public void set(int key, LuaValue value) {
        refuse();
        super.set(key, value);
    }

    @Override
    public void set(LuaValue key, LuaValue value) {
        refuse();
        super.set(key, value);
    }

    @Override
    public void rawset(int key, LuaValue value) {
        refuse();
        super.rawset(key, value);
    }

    @Override
    public void rawset(LuaValue key, LuaValue value) {
        refuse();
        super.rawset(key, value);
    }

    @Override
    public LuaValue remove(int position) {
        refuse();
        return super.remove(position);
    }

    @Override
    public void insert(int position, LuaValue value) {
        refuse();
        super.insert(position, value);
    }

    @Override
    public void sort(LuaValue comparator) {
        refuse();
        super.sort(comparator);
    }
}
