package dev.lockstep.lua.vm;

import org.jspecify.annotations.Nullable;

/**
 * A variable that closures share. While its function runs it is open and means a register of a
 * coroutine's stack; afterwards it holds the value itself.
 */
final class UpValue {

    @Nullable Coroutine owner; // null once closed
    int register;
    @Nullable UpValue next; // the next open one of the same coroutine, lower in the stack
    @Nullable Object ref;
    double number;

    UpValue(Coroutine owner, int register) {
        this.owner = owner;
        this.register = register;
    }

    void close() {
        Coroutine stack = owner;
        if (stack != null) {
            ref = stack.refs[register];
            number = stack.nums[register];
            owner = null;
            next = null;
        }
    }

    @Nullable Object get() {
        Coroutine stack = owner;
        if (stack != null) {
            return stack.get(register);
        }
        return ref == Tag.NUMBER ? (Object) number : ref;
    }
}
