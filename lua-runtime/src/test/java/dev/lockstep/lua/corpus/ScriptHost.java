package dev.lockstep.lua.corpus;

import dev.lockstep.lua.ScriptRandom;
import dev.lockstep.lua.compiler.LuaCompiler;
import dev.lockstep.lua.lib.BaseLibrary;
import dev.lockstep.lua.lib.BitLibrary;
import dev.lockstep.lua.lib.CjsonLibrary;
import dev.lockstep.lua.lib.CoroutineLibrary;
import dev.lockstep.lua.lib.LuaDialect;
import dev.lockstep.lua.lib.MathLibrary;
import dev.lockstep.lua.lib.MsgpackLibrary;
import dev.lockstep.lua.lib.OsLibrary;
import dev.lockstep.lua.lib.StringLibrary;
import dev.lockstep.lua.lib.StructLibrary;
import dev.lockstep.lua.lib.TableLibrary;
import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.LuaError;
import dev.lockstep.lua.vm.LuaNumber;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.lua.vm.Meta;
import dev.lockstep.lua.vm.Prototype;
import dev.lockstep.value.Bytes;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What EVAL does around a script, without commands: globals as each server has them, KEYS and ARGV,
 * and the reply as text ({@code "bulk"}, {@code :1}, {@code nil}, {@code [array]}, {@code +status},
 * {@code -error}).
 */
final class ScriptHost {

    /** The servers whose replies were recorded. */
    enum Server {
        R62(new LuaDialect(true, true, false, false)),
        R70(new LuaDialect(false, false, true, true)),
        R80(new LuaDialect(false, false, true, true)),
        VK80(new LuaDialect(true, false, false, true));

        final LuaDialect dialect;

        Server(LuaDialect dialect) {
            this.dialect = dialect;
        }

        String msgpackCopyright() {
            return "Copyright (C) 2012, " + (this == VK80 ? "Redis Ltd." : "Salvatore Sanfilippo");
        }

        boolean hasOs() {
            return this == R80 || this == VK80;
        }
    }

    private static final Bytes CHUNK = Bytes.of("@user_script");
    private static final long MEMORY = 256L << 20;
    private static final String HANDLER_FAILS =
            "@err_handler_def:9: err_handler_def:9: attempt to concatenate local 'err' (a ";

    private final Server server;
    private final LuaState state = new LuaState(MEMORY);
    private final LuaCompiler compiler;

    ScriptHost(Server server) {
        this.server = server;
        this.compiler = new LuaCompiler(server.dialect.nestedLongBrackets());
        new BaseLibrary(server.dialect).open(state);
        new TableLibrary().open(state);
        new StringLibrary().open(state);
        ScriptRandom random = new ScriptRandom();
        new MathLibrary(random).open(state);
        new CoroutineLibrary().open(state);
        CjsonLibrary.open(state);
        new StructLibrary().open(state);
        new MsgpackLibrary(server.msgpackCopyright()).open(state);
        new BitLibrary().open(state);
        if (server.hasOs()) {
            new OsLibrary(() -> 0.5).open(state);
        }
        if (server == Server.R62) {
            random.seed(0);
        }
        protect();
    }

    LuaState state() {
        return state;
    }

    private void protect() {
        LuaTable globals = state.globals();
        globals.set(Bytes.of("redis"), state.newTable());
        if (server == Server.VK80) {
            globals.set(Bytes.of("server"), globals.get(Bytes.of("redis")));
        }
        globals.set(
                Bytes.of("__redis__err__handler"), state.function("handler", ScriptHost::nothing));
        globals.forEach(
                (name, value) -> {
                    if (value instanceof LuaTable library) {
                        library.setReadonly(true);
                    }
                });
        LuaTable metatable = state.newTable();
        metatable.set(Meta.INDEX, state.function("undefined", ScriptHost::undefined));
        globals.setMetatable(metatable);
        globals.setReadonly(true);
        LuaTable strings = state.stringMetatable();
        if (strings != null && !server.dialect.environments()) {
            strings.setReadonly(true);
        }
    }

    private static void nothing(Call call) {
        call.push(call.get(1));
    }

    private static void undefined(Call call) {
        String name = Call.cString(call.string(2));
        throw call.error("Script attempted to access nonexistent global variable '" + name + "'");
    }

    /** The reply to EVAL. */
    String eval(Bytes script, List<Bytes> keys, List<Bytes> args, String sha) {
        Prototype function;
        try {
            function = compiler.compile(script, CHUNK);
        } catch (LuaError error) {
            return "-ERR Error compiling script (new function): " + escaped(error.value());
        }
        setGlobal("KEYS", keys);
        setGlobal("ARGV", args);
        try {
            @Nullable Object[] results = state.call(state.load(function));
            return reply(results.length == 0 ? null : results[0]);
        } catch (LuaError error) {
            return "-" + failure(error, sha);
        }
    }

    private void setGlobal(String name, List<Bytes> values) {
        LuaTable list = state.newTable();
        for (int i = 0; i < values.size(); i++) {
            list.set(i + 1, values.get(i));
        }
        state.globals().set(Bytes.of(name), list);
    }

    private String failure(LuaError error, String sha) {
        Bytes source = error.source();
        String place = source == null ? "" : source.latin1() + ":" + error.line();
        if (server == Server.R62) {
            Object value = error.value();
            boolean readable = value instanceof Bytes || value instanceof Double;
            String text =
                    readable
                            ? place + ": " + escaped(value)
                            : HANDLER_FAILS + LuaState.typeName(value) + " value)";
            return "ERR Error running script (call to f_" + sha + "): " + text;
        }
        Object message = error.value();
        String code = "ERR ";
        if (message instanceof LuaTable table) {
            message = table.get(Bytes.of("err"));
            code = "";
        }
        String text = escaped(message);
        return code + text + " script: " + sha + ", on " + place + ".";
    }

    // ---- replies

    private String reply(@Nullable Object value) {
        if (value instanceof Bytes text) {
            return quoted(text);
        }
        if (value instanceof Double number) {
            return ":" + LuaNumber.toInteger(number);
        }
        if (value instanceof Boolean bool) {
            return bool ? ":1" : "nil";
        }
        if (!(value instanceof LuaTable table)) {
            return "nil";
        }
        if (table.get(Bytes.of("err")) instanceof Bytes error) {
            return "-" + (server == Server.R62 ? "" : "ERR ") + error.latin1();
        }
        if (table.get(Bytes.of("ok")) instanceof Bytes status) {
            return "+" + status.latin1();
        }
        StringBuilder text = new StringBuilder("[");
        for (int i = 1; table.get(i) != null; i++) {
            text.append(i == 1 ? "" : ", ").append(reply(table.get(i)));
        }
        return text.append("]").toString();
    }

    private static String quoted(Bytes text) {
        return '"' + escaped(text).replace("\"", "\\\"") + '"';
    }

    private static String escaped(@Nullable Object value) {
        Bytes text = LuaState.text(value);
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            int c = text.unsignedAt(i);
            switch (c) {
                case '\\' -> shown.append("\\\\");
                case '\n' -> shown.append("\\n");
                case '\r' -> shown.append("\\r");
                case '\t' -> shown.append("\\t");
                default -> {
                    if (c >= 32 && c < 127) {
                        shown.append((char) c);
                    } else {
                        shown.append("\\x").append(HexFormat.of().toHexDigits((byte) c));
                    }
                }
            }
        }
        return shown.toString();
    }
}
