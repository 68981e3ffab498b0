package dev.lockstep.lua.lib;

import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.HostFunction;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.value.Bytes;

/** The library {@code cmsgpack}: lua-cmsgpack 0.4.0. */
public final class MsgpackLibrary implements HostFunction.Library {

    private static final int PACK = 0;
    private static final int UNPACK = 1;
    private static final int UNPACK_ONE = 2;
    private static final int UNPACK_LIMIT = 3;

    private static final String[] NAMES = {"pack", "unpack", "unpack_one", "unpack_limit"};

    private final String copyright;

    /** The library with what it says of its own copyright, which differs between servers. */
    public MsgpackLibrary(String copyright) {
        this.copyright = copyright;
    }

    /** Puts the table {@code cmsgpack} among the globals of {@code state}. */
    public void open(LuaState state) {
        LuaTable table = state.newTable();
        state.globals().set(Bytes.of("cmsgpack"), table);
        Functions.register(state, table, NAMES, this);
        table.set(Bytes.of("_NAME"), Bytes.of("cmsgpack"));
        table.set(Bytes.of("_VERSION"), Bytes.of("lua-cmsgpack 0.4.0"));
        table.set(Bytes.of("_COPYRIGHT"), Bytes.of(copyright));
        table.set(Bytes.of("_DESCRIPTION"), Bytes.of("MessagePack C implementation for Lua"));
    }

    @Override
    public void run(int function, Call call) {
        switch (function) {
            case PACK -> pack(call);
            case UNPACK -> {
                Bytes data = call.string(1);
                MsgpackDecoder decoder = new MsgpackDecoder(call, data, 0);
                decoder.decode(Integer.MAX_VALUE);
            }
            case UNPACK_ONE -> unpack(call, 1, call.intValue(2, 0));
            case UNPACK_LIMIT -> unpack(call, call.intValue(2), call.intValue(3, 0));
            default -> throw new IllegalStateException("function " + function);
        }
    }

    private static void pack(Call call) {
        if (call.count() == 0) {
            throw call.badArgument(0, "MessagePack pack needs input.");
        }
        MsgpackEncoder encoder = new MsgpackEncoder(call);
        for (int i = 1; i <= call.count(); i++) {
            encoder.encode(call.get(i), 0);
        }
        call.pushNew(encoder.result());
    }

    /** Pushes where to go on (-1 at the end), then at most {@code limit} values. */
    private static void unpack(Call call, int limit, int offset) {
        Bytes data = call.string(1);
        if (offset < 0 || limit < 0) {
            throw call.error(
                    "Invalid request to unpack with offset of "
                            + offset
                            + " and limit of "
                            + data.length()
                            + ".");
        }
        if (offset > data.length()) {
            throw call.error(
                    "Start offset " + offset + " greater than input length " + data.length() + ".");
        }
        boolean all = limit == 0 && offset == 0;
        MsgpackDecoder decoder = new MsgpackDecoder(call, data, offset);
        if (all) {
            decoder.decode(Integer.MAX_VALUE);
            return;
        }
        int first = call.pushed();
        call.push(0.0);
        decoder.decode(limit);
        int next = decoder.position();
        call.replace(first, next == data.length() ? -1.0 : (double) next);
    }
}
