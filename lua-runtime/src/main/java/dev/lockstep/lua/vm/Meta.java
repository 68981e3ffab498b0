package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;

/** The names of metatable fields (manual 2.8). */
public final class Meta {

    public static final Bytes INDEX = Bytes.of("__index");
    public static final Bytes NEWINDEX = Bytes.of("__newindex");
    public static final Bytes CALL = Bytes.of("__call");
    public static final Bytes EQ = Bytes.of("__eq");
    public static final Bytes LT = Bytes.of("__lt");
    public static final Bytes LE = Bytes.of("__le");
    public static final Bytes CONCAT = Bytes.of("__concat");
    public static final Bytes LEN = Bytes.of("__len");
    public static final Bytes UNM = Bytes.of("__unm");
    public static final Bytes MODE = Bytes.of("__mode");
    public static final Bytes TOSTRING = Bytes.of("__tostring");
    public static final Bytes METATABLE = Bytes.of("__metatable");

    /** The arithmetic events, in the order of the operations from {@link Op#ADD}. */
    private static final Bytes[] ARITHMETIC = {
        Bytes.of("__add"),
        Bytes.of("__sub"),
        Bytes.of("__mul"),
        Bytes.of("__div"),
        Bytes.of("__mod"),
        Bytes.of("__pow")
    };

    private Meta() {}

    static Bytes arithmetic(int op) {
        return op == Op.UNM ? UNM : ARITHMETIC[op - Op.ADD];
    }
}
