package dev.lockstep.lua.lib;

import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.HostFunction;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.lua.vm.UserData;
import dev.lockstep.value.Bytes;

/**
 * The library {@code cjson}: Lua CJSON 2.1.0. Its settings belong to this object, so they last as
 * long as the state; {@code cjson.new} makes another set.
 */
public final class CjsonLibrary implements HostFunction.Library {

    private static final int ENCODE = 0;
    private static final int DECODE = 1;
    private static final int ENCODE_SPARSE_ARRAY = 2;
    private static final int ENCODE_MAX_DEPTH = 3;
    private static final int DECODE_MAX_DEPTH = 4;
    private static final int ENCODE_NUMBER_PRECISION = 5;
    private static final int ENCODE_KEEP_BUFFER = 6;
    private static final int ENCODE_INVALID_NUMBERS = 7;
    private static final int DECODE_INVALID_NUMBERS = 8;
    private static final int NEW = 9;

    private static final String[] NAMES = {
        "encode",
        "decode",
        "encode_sparse_array",
        "encode_max_depth",
        "decode_max_depth",
        "encode_number_precision",
        "encode_keep_buffer",
        "encode_invalid_numbers",
        "decode_invalid_numbers",
        "new"
    };

    private static final String[] SWITCH = {"off", "on"};
    private static final String[] INVALID_NUMBERS = {"off", "on", "null"};

    private static final int MAX_PRECISION = 14;

    /** The settings of the library. */
    static final class Settings {
        int sparseConvert;
        int sparseRatio = 2;
        int sparseSafe = 10;
        int encodeMaxDepth = 1000;
        int decodeMaxDepth = 1000;
        int numberPrecision = MAX_PRECISION;
        int keepBuffer = 1;
        int encodeInvalidNumbers;
        int decodeInvalidNumbers = 1;
    }

    private final Settings settings = new Settings();
    private final UserData nullValue;

    private CjsonLibrary(UserData nullValue) {
        this.nullValue = nullValue;
    }

    /** Puts the table {@code cjson} among the globals of {@code state}. */
    public static void open(LuaState state) {
        CjsonLibrary library = new CjsonLibrary(state.newNullUserData());
        state.globals().set(Bytes.of("cjson"), library.table(state));
    }

    private LuaTable table(LuaState state) {
        LuaTable table = state.newTable();
        Functions.register(state, table, NAMES, this);
        table.set(Bytes.of("null"), nullValue);
        table.set(Bytes.of("_NAME"), Bytes.of("cjson"));
        table.set(Bytes.of("_VERSION"), Bytes.of("2.1.0"));
        return table;
    }

    @Override
    public void run(int function, Call call) {
        switch (function) {
            case ENCODE -> {
                checkOneArgument(call);
                call.pushNew(new JsonEncoder(call, settings).encode(call.get(1)));
            }
            case DECODE -> {
                checkOneArgument(call);
                call.push(new JsonDecoder(call, settings, nullValue).decode());
            }
            case ENCODE_SPARSE_ARRAY -> encodeSparseArray(call);
            case ENCODE_MAX_DEPTH -> {
                checkCount(call, 1);
                int depth = settings.encodeMaxDepth;
                settings.encodeMaxDepth = integer(call, 1, depth, 1, Integer.MAX_VALUE);
            }
            case DECODE_MAX_DEPTH -> {
                checkCount(call, 1);
                int depth = settings.decodeMaxDepth;
                settings.decodeMaxDepth = integer(call, 1, depth, 1, Integer.MAX_VALUE);
            }
            case ENCODE_NUMBER_PRECISION -> {
                checkCount(call, 1);
                int precision = settings.numberPrecision;
                settings.numberPrecision = integer(call, 1, precision, 1, MAX_PRECISION);
            }
            case ENCODE_KEEP_BUFFER -> {
                checkCount(call, 1);
                settings.keepBuffer = choice(call, settings.keepBuffer, SWITCH);
            }
            case ENCODE_INVALID_NUMBERS -> {
                checkCount(call, 1);
                int current = settings.encodeInvalidNumbers;
                settings.encodeInvalidNumbers = choice(call, current, INVALID_NUMBERS);
            }
            case DECODE_INVALID_NUMBERS -> {
                checkCount(call, 1);
                int current = settings.decodeInvalidNumbers;
                settings.decodeInvalidNumbers = choice(call, current, SWITCH);
            }
            case NEW -> call.push(new CjsonLibrary(nullValue).table(call.state()));
            default -> throw new IllegalStateException("function " + function);
        }
    }

    private static void checkOneArgument(Call call) {
        if (call.count() != 1) {
            throw call.badArgument(1, "expected 1 argument");
        }
    }

    private static void checkCount(Call call, int most) {
        if (call.count() > most) {
            throw call.badArgument(most + 1, "found too many arguments");
        }
    }

    private void encodeSparseArray(Call call) {
        checkCount(call, 3);
        settings.sparseConvert = choice(call, settings.sparseConvert, SWITCH);
        settings.sparseRatio = integer(call, 2, settings.sparseRatio, 0, Integer.MAX_VALUE);
        settings.sparseSafe = integer(call, 3, settings.sparseSafe, 0, Integer.MAX_VALUE);
    }

    /** The new value of a number setting, which is also pushed; nil leaves it as it is. */
    private static int integer(Call call, int n, int current, int least, int most) {
        int value = current;
        if (!call.isNoneOrNil(n)) {
            long wanted = call.integer(n);
            if ((int) wanted < least || (int) wanted > most) {
                throw call.badArgument(1, "expected integer between " + least + " and " + most);
            }
            value = (int) wanted;
        }
        call.push((double) value);
        return value;
    }

    /** The new value of a setting that is off, on or one of more options. */
    private static int choice(Call call, int current, String[] options) {
        int value = current;
        if (!call.isNoneOrNil(1)) {
            if (call.get(1) instanceof Boolean bool) {
                value = bool ? 1 : 0;
            } else {
                value = option(call, options);
            }
        }
        if (value <= 1) {
            call.push(value == 1);
        } else {
            call.pushText(options[value]);
        }
        return value;
    }

    private static int option(Call call, String[] options) {
        Bytes name = call.string(1);
        for (int i = 0; i < options.length; i++) {
            if (options[i].equals(Call.cString(name))) {
                return i;
            }
        }
        throw call.badOption(1, name);
    }
}
