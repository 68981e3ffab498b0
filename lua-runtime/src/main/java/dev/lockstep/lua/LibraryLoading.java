package dev.lockstep.lua;

import dev.lockstep.command.ErrorKind;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A library while it is being loaded: collects what its source registers, in either form of {@code
 * redis.register_function}.
 */
final class LibraryLoading {

    /** Errors that name the table which the function belongs to. */
    @FunctionalInterface
    interface Errors {
        ScriptError of(ErrorKind kind, Object... details);
    }

    private final ScriptEngine engine;
    private final Errors errors;
    private final List<FunctionLibrary.Function> functions = new ArrayList<>();

    LibraryLoading(ScriptEngine engine, Errors errors) {
        this.engine = engine;
        this.errors = errors;
    }

    List<FunctionLibrary.Function> functions() {
        return functions;
    }

    /** {@code register_function(name, callback)}, or one table with named arguments. */
    Object register(ScriptCall call) {
        if (call.count() < 1 || call.count() > 2) {
            throw errors.of(ErrorKind.REGISTER_ARGUMENTS);
        }
        if (call.count() == 2) {
            add(positional(call));
        } else if (call.get(0) instanceof ScriptTable named) {
            add(new NamedArguments().read(named));
        } else {
            throw errors.of(ErrorKind.REGISTER_NO_TABLE);
        }
        return ScriptFunction.NOTHING;
    }

    private FunctionLibrary.Function positional(ScriptCall call) {
        Bytes name = string(call.get(0));
        Object callback = call.get(1);
        if (name == null) {
            throw errors.of(ErrorKind.REGISTER_NAME_TYPE);
        }
        if (callback == null || !engine.isFunction(callback)) {
            throw errors.of(ErrorKind.REGISTER_CALLBACK_TYPE);
        }
        return new FunctionLibrary.Function(name, null, Set.of(), callback);
    }

    private void add(FunctionLibrary.Function function) {
        if (!LibraryHeader.isName(function.name())) {
            throw errors.of(ErrorKind.LIBRARY_NAME);
        }
        if (functions.stream().anyMatch(known -> known.name().equals(function.name()))) {
            throw errors.of(ErrorKind.REGISTER_TWICE);
        }
        functions.add(function);
    }

    private static @Nullable Bytes string(@Nullable Object value) {
        return value instanceof Bytes || value instanceof Double ? ScriptRunner.text(value) : null;
    }

    /** The one table; its fields are judged in the order in which Lua shows them. */
    private final class NamedArguments {

        private @Nullable Bytes name;
        private @Nullable Bytes description;
        private @Nullable Object callback;
        private Set<ScriptFlag> flags = Set.of();

        FunctionLibrary.Function read(ScriptTable table) {
            table.forEachField(this::field);
            if (name == null) {
                throw errors.of(ErrorKind.REGISTER_NO_NAME);
            }
            if (callback == null) {
                throw errors.of(ErrorKind.REGISTER_NO_CALLBACK);
            }
            return new FunctionLibrary.Function(name, description, flags, callback);
        }

        private void field(Object key, Object value) {
            Bytes field = string(key);
            if (field == null) {
                throw errors.of(ErrorKind.REGISTER_KEY_TYPE);
            }
            switch (field.toLowerCase().latin1()) {
                case "function_name" -> name = stringField("function_name", value);
                case "description" -> description = stringField("description", value);
                case "callback" -> callback = callback(value);
                case "flags" -> flags = flags(value);
                default -> throw errors.of(ErrorKind.REGISTER_UNKNOWN_KEY);
            }
        }

        private Bytes stringField(String field, Object value) {
            Bytes text = string(value);
            if (text == null) {
                throw errors.of(ErrorKind.REGISTER_NAMED_STRING, field);
            }
            return text;
        }

        private Object callback(Object value) {
            if (!engine.isFunction(value)) {
                throw errors.of(ErrorKind.REGISTER_NAMED_CALLBACK);
            }
            return value;
        }

        private Set<ScriptFlag> flags(Object value) {
            if (!(value instanceof ScriptTable list)) {
                throw errors.of(ErrorKind.REGISTER_NAMED_FLAGS);
            }
            Set<ScriptFlag> all = EnumSet.noneOf(ScriptFlag.class);
            for (int i = 1; list.get(i) != null; i++) {
                Object element = list.get(i);
                ScriptFlag flag = element instanceof Bytes text ? flag(text) : null;
                if (flag == null) {
                    throw errors.of(ErrorKind.REGISTER_UNKNOWN_FLAG);
                }
                all.add(flag);
            }
            return all;
        }

        /** The flag that {@code text} names, which ends at a zero byte as in C. */
        private static @Nullable ScriptFlag flag(Bytes text) {
            int end = text.indexOf((byte) 0, 0);
            return ScriptFlag.named(end < 0 ? text : text.slice(0, end));
        }
    }
}
