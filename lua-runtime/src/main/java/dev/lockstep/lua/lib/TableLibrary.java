package dev.lockstep.lua.lib;

import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.HostFunction;
import dev.lockstep.lua.vm.LuaFunction;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.value.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The library {@code table} (manual 5.5), with the functions that 5.1 keeps from 5.0: {@code
 * foreach}, {@code foreachi}, {@code getn} and {@code setn}.
 */
public final class TableLibrary implements HostFunction.Library {

    private static final int CONCAT = 0;
    private static final int FOREACH = 1;
    private static final int FOREACHI = 2;
    private static final int GETN = 3;
    private static final int MAXN = 4;
    private static final int INSERT = 5;
    private static final int REMOVE = 6;
    private static final int SETN = 7;
    private static final int SORT = 8;

    private static final String[] NAMES = {
        "concat", "foreach", "foreachi", "getn", "maxn", "insert", "remove", "setn", "sort"
    };

    /** Puts the table {@code table} among the globals of {@code state}. */
    public void open(LuaState state) {
        Functions.library(state, "table", NAMES, this);
    }

    @Override
    public void run(int function, Call call) {
        switch (function) {
            case CONCAT -> concat(call);
            case FOREACH -> forEach(call);
            case FOREACHI -> forEachIndex(call);
            case GETN -> call.push((double) call.table(1).length());
            case MAXN -> call.push(largestKey(call.table(1)));
            case INSERT -> insert(call);
            case REMOVE -> remove(call);
            case SETN -> {
                call.table(1);
                throw call.error("'setn' is obsolete");
            }
            case SORT -> TableSort.sort(call);
            default -> throw new IllegalStateException("function " + function);
        }
    }

    private static void concat(Call call) {
        Bytes separator = call.string(2, Bytes.EMPTY);
        LuaTable table = call.table(1);
        int from = call.intValue(3, 1);
        int to = call.isNoneOrNil(4) ? table.length() : call.intValue(4);
        ByteBuffer text = new ByteBuffer(call);
        for (long i = from; i <= to; i++) {
            Object element = table.get((int) i);
            if (!(element instanceof Bytes) && !(element instanceof Double)) {
                throw call.error(
                        "invalid value ("
                                + LuaState.typeName(element)
                                + ") at index "
                                + i
                                + " in table for 'concat'");
            }
            text.add(LuaState.text(element));
            if (i < to && separator != null) {
                text.add(separator);
            }
            call.tick(1);
        }
        call.pushNew(text.toBytes());
    }

    private static void forEach(Call call) {
        LuaTable table = call.table(1);
        LuaFunction function = call.functionArgument(2);
        int position = table.positionAfter(null);
        while (position >= 0) {
            Object key = table.keyAt(position);
            Object result = call.invoke(function, key, table.valueAt(position));
            if (result != null) {
                call.push(result);
                return;
            }
            call.tick(1);
            position = table.positionAfter(key);
        }
    }

    private static void forEachIndex(Call call) {
        LuaTable table = call.table(1);
        int count = table.length();
        LuaFunction function = call.functionArgument(2);
        for (int i = 1; i <= count; i++) {
            Object result = call.invoke(function, (double) i, table.get(i));
            if (result != null) {
                call.push(result);
                return;
            }
            call.tick(1);
        }
    }

    private static double largestKey(LuaTable table) {
        double[] largest = {0};
        table.forEach(
                (key, value) -> {
                    if (key instanceof Double number && number > largest[0]) {
                        largest[0] = number;
                    }
                });
        return largest[0];
    }

    private static void insert(Call call) {
        LuaTable table = call.table(1);
        int end = table.length() + 1;
        switch (call.count()) {
            case 2 -> call.state().rawSet(table, (double) end, call.get(2));
            case 3 -> {
                int position = call.intValue(2);
                int last = Math.max(position, end);
                for (int i = last; i > position; i--) {
                    call.state().rawSet(table, (double) i, table.get(i - 1));
                    call.tick(1);
                }
                call.state().rawSet(table, (double) position, call.get(3));
            }
            default -> throw call.error("wrong number of arguments to 'insert'");
        }
    }

    private static void remove(Call call) {
        LuaTable table = call.table(1);
        int end = table.length();
        int position = call.intValue(2, end);
        if (position < 1 || position > end) {
            return;
        }
        @Nullable Object removed = table.get(position);
        for (int i = position; i < end; i++) {
            call.state().rawSet(table, (double) i, table.get(i + 1));
            call.tick(1);
        }
        call.state().rawSet(table, (double) end, null);
        call.push(removed);
    }
}
