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

    /** Puts the value into a register of the running coroutine. */
    void load(Coroutine running, int target) {
        Coroutine stack = owner;
        Object value = stack == null ? ref : stack.refs[register];
        if (value == Tag.NUMBER) {
            running.nums[target] = stack == null ? number : stack.nums[register];
        }
        if (running.refs[target] != value) {
            running.refs[target] = value;
        }
    }

    /** Takes the value from a register of the running coroutine. */
    void store(Coroutine running, int from) {
        Coroutine stack = owner;
        if (stack == null) {
            ref = running.refs[from];
            number = running.nums[from];
        } else {
            stack.refs[register] = running.refs[from];
            stack.nums[register] = running.nums[from];
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
