package dev.lockstep.lua.lib;

import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.LuaFunction;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.value.Bytes;
import org.jspecify.annotations.Nullable;

/** {@code string.gsub} (manual 5.4). */
final class Substitution {

    private final Call call;
    private final Bytes text;
    private final Pattern matcher;
    private final @Nullable Object replacement;
    private final ByteBuffer result;

    private Substitution(Call call, Bytes text, Pattern matcher, @Nullable Object replacement) {
        this.call = call;
        this.text = text;
        this.matcher = matcher;
        this.replacement = replacement;
        this.result = new ByteBuffer(call);
    }

    static void run(Call call) {
        Bytes text = call.string(1);
        Bytes pattern = call.string(2);
        Object replacement = call.get(3);
        int limit = call.intValue(4, text.length() + 1);
        boolean usable =
                replacement instanceof Bytes
                        || replacement instanceof Double
                        || replacement instanceof LuaTable
                        || replacement instanceof LuaFunction;
        if (!usable) {
            throw call.badArgument(3, "string/function/table expected");
        }
        if (replacement instanceof Double) {
            replacement = call.string(3);
        }
        Pattern matcher = new Pattern(call, text, pattern);
        new Substitution(call, text, matcher, replacement).replaceAll(limit);
    }

    private void replaceAll(int limit) {
        boolean anchored = matcher.isAnchored();
        int at = 0;
        int count = 0;
        while (count < limit) {
            int end = matcher.match(at, anchored ? 1 : 0);
            if (end >= 0) {
                count++;
                replace(at, end);
            }
            if (end > at) {
                at = end;
            } else if (at < text.length()) {
                result.add(text.at(at++));
            } else {
                break;
            }
            if (anchored) {
                break;
            }
        }
        result.add(text, Math.min(at, text.length()), text.length());
        call.pushNew(result.toBytes());
        call.push((double) count);
    }

    private void replace(int from, int to) {
        Object value;
        if (replacement instanceof Bytes template) {
            expand(template, from, to);
            return;
        }
        if (replacement instanceof LuaTable table) {
            matcher.pushCapture(0, from, to);
            value = call.state().index(table, call.pop());
        } else {
            call.push(replacement);
            call.invoke(matcher.pushCaptures(from, to), 1);
            value = call.pop();
        }
        if (!LuaState.isTrue(value)) {
            result.add(text, from, to);
        } else if (value instanceof Bytes || value instanceof Double) {
            result.add(LuaState.text(value));
        } else {
            throw call.error("invalid replacement value (a " + LuaState.typeName(value) + ")");
        }
    }

    /** Adds the replacement text, with its {@code %n} resolved. */
    private void expand(Bytes template, int from, int to) {
        int i = 0;
        while (i < template.length()) {
            int c = template.at(i++);
            if (c != '%') {
                result.add(c);
                continue;
            }
            int selector = i < template.length() ? template.at(i) : 0;
            i++;
            if (selector < '0' || selector > '9') {
                result.add(selector);
            } else if (selector == '0') {
                result.add(text, from, to);
            } else {
                matcher.pushCapture(selector - '1', from, to);
                result.add(LuaState.text(call.pop()));
            }
        }
    }
}
