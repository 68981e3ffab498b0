package dev.lockstep.lua.vm;

/**
 * The mark of a number in the registers. A register is a pair, an object and a double: numbers are
 * kept unboxed in the second, and the first then holds this tag. It never leaves the machine.
 */
final class Tag {

    static final Object NUMBER = new Tag();

    private Tag() {}
}
