package dev.lockstep.lua.lib;

import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.LuaError;
import dev.lockstep.lua.vm.LuaNumber;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.lua.vm.UserData;
import dev.lockstep.value.Bytes;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON into Lua values; {@code null} becomes the null userdata. Arrays and objects that are
 * not complete wait on a stack of their own.
 */
final class JsonDecoder {

    /** Lua's stack would be full when arrays take one slot a level and objects two. */
    private static final int MAX_STACK = 7999;

    private enum Kind {
        T_OBJ_BEGIN,
        T_OBJ_END,
        T_ARR_BEGIN,
        T_ARR_END,
        T_STRING,
        T_NUMBER,
        T_BOOLEAN,
        T_NULL,
        T_COLON,
        T_COMMA,
        T_END,
        T_ERROR
    }

    private final Call call;
    private final CjsonLibrary.Settings settings;
    private final UserData nullValue;
    private final Bytes json;
    private int at;
    private int stack;
    private final ArrayDeque<Container> open = new ArrayDeque<>();
    private @Nullable Object whole;

    /** The current token; an error's value is what is wrong with it. */
    private Kind kind = Kind.T_END;

    private int index;
    private @Nullable Object value;
    private String problem = "";

    JsonDecoder(Call call, CjsonLibrary.Settings settings, UserData nullValue) {
        this.call = call;
        this.settings = settings;
        this.nullValue = nullValue;
        this.json = call.string(1);
    }

    @Nullable Object decode() {
        if (json.length() >= 2 && (json.at(0) == 0 || json.at(1) == 0)) {
            throw call.error("JSON parser does not support UTF-16 or UTF-32");
        }
        next();
        Object result = readValue();
        next();
        if (kind != Kind.T_END) {
            throw expected("the end");
        }
        return result;
    }

    /** An array or object that is not complete. */
    private static final class Container {
        final LuaTable table;
        final boolean object;
        @Nullable Object key;
        int index;

        Container(LuaTable table, boolean object) {
            this.table = table;
            this.object = object;
        }

        void put(@Nullable Object element) {
            if (object) {
                table.set(key, element);
            } else {
                table.set(++index, element);
            }
        }

        Kind end() {
            return object ? Kind.T_OBJ_END : Kind.T_ARR_END;
        }
    }

    private LuaError expected(String what) {
        String found = kind == Kind.T_ERROR ? problem : kind.name();
        return call.error(
                "Expected " + what + " but found " + found + " at character " + (index + 1));
    }

    // ---- values

    private @Nullable Object readValue() {
        while (true) {
            call.tick(1);
            Object complete;
            if (kind == Kind.T_OBJ_BEGIN || kind == Kind.T_ARR_BEGIN) {
                Container opened = open(kind == Kind.T_OBJ_BEGIN);
                if (kind != opened.end()) {
                    readKey(opened);
                    continue;
                }
                complete = close(opened);
            } else {
                complete = scalar();
            }
            if (isWhole(complete)) {
                return whole;
            }
        }
    }

    /**
     * Puts a value where it belongs, and closes what ends with it; true for the outermost value.
     */
    private boolean isWhole(@Nullable Object complete) {
        Object element = complete;
        while (!open.isEmpty()) {
            Container container = open.getLast();
            container.put(element);
            next();
            if (kind != container.end()) {
                if (kind != Kind.T_COMMA) {
                    throw expected(container.object ? "comma or object end" : "comma or array end");
                }
                next();
                readKey(container);
                return false;
            }
            element = close(container);
        }
        whole = element;
        return true;
    }

    private @Nullable Object scalar() {
        return switch (kind) {
            case T_STRING, T_NUMBER, T_BOOLEAN -> value;
            case T_NULL -> nullValue;
            default -> throw expected("value");
        };
    }

    private Container open(boolean object) {
        descend(object ? 2 : 1);
        Container container = new Container(call.state().newTable(), object);
        open.addLast(container);
        next();
        return container;
    }

    private LuaTable close(Container container) {
        open.removeLast();
        stack -= container.object ? 2 : 1;
        return container.table;
    }

    /** In an object, the key and the colon come before each value. */
    private void readKey(Container container) {
        if (!container.object) {
            return;
        }
        if (kind != Kind.T_STRING) {
            throw expected("object key string");
        }
        container.key = value;
        next();
        if (kind != Kind.T_COLON) {
            throw expected("colon");
        }
        next();
    }

    private void descend(int slots) {
        int depth = open.size() + 1;
        stack += slots;
        if (depth > settings.decodeMaxDepth || stack >= MAX_STACK) {
            throw call.error(
                    "Found too many nested data structures (" + depth + ") at character " + at);
        }
    }

    // ---- tokens

    private int charAt(int position) {
        return position < json.length() ? json.unsignedAt(position) : 0;
    }

    private void next() {
        while (charAt(at) == ' '
                || charAt(at) == '\t'
                || charAt(at) == '\n'
                || charAt(at) == '\r') {
            at++;
        }
        index = at;
        int c = charAt(at);
        switch (c) {
            case 0 -> kind = Kind.T_END;
            case '{' -> single(Kind.T_OBJ_BEGIN);
            case '}' -> single(Kind.T_OBJ_END);
            case '[' -> single(Kind.T_ARR_BEGIN);
            case ']' -> single(Kind.T_ARR_END);
            case ',' -> single(Kind.T_COMMA);
            case ':' -> single(Kind.T_COLON);
            case '"' -> string();
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> {
                if (settings.decodeInvalidNumbers == 0 && isInvalidNumber()) {
                    fail("invalid number");
                } else {
                    number();
                }
            }
            default -> word(c);
        }
    }

    private void single(Kind token) {
        kind = token;
        at++;
    }

    private void fail(String what) {
        kind = Kind.T_ERROR;
        index = at;
        problem = what;
    }

    private void word(int first) {
        if (starts("true")) {
            kind = Kind.T_BOOLEAN;
            value = true;
            at += 4;
        } else if (starts("false")) {
            kind = Kind.T_BOOLEAN;
            value = false;
            at += 5;
        } else if (starts("null")) {
            kind = Kind.T_NULL;
            at += 4;
        } else if ("+iInN".indexOf(first) >= 0
                && settings.decodeInvalidNumbers != 0
                && isInvalidNumber()) {
            number();
        } else {
            fail("invalid token");
        }
    }

    private boolean starts(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (charAt(at + i) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private boolean startsIgnoringCase(int position, String word) {
        for (int i = 0; i < word.length(); i++) {
            if ((charAt(position + i) | 0x20) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether this is a number that only C knows: hexadecimal, infinite, with a plus sign. */
    private boolean isInvalidNumber() {
        if (charAt(at) == '+') {
            return true;
        }
        int p = charAt(at) == '-' ? at + 1 : at;
        if (charAt(p) == '0') {
            int second = charAt(p + 1);
            return (second | 0x20) == 'x' || (second >= '0' && second <= '9');
        }
        return charAt(p) > '9' && (startsIgnoringCase(p, "inf") || startsIgnoringCase(p, "nan"));
    }

    private void number() {
        int end = LuaNumber.prefixEnd(json, at);
        Double number = end == at ? null : LuaNumber.parse(json.slice(at, end));
        if (number == null) {
            fail("invalid number");
            return;
        }
        kind = Kind.T_NUMBER;
        value = number;
        at = end;
    }

    // ---- strings

    private void string() {
        int start = at + 1;
        int end = start;
        while (charAt(end) != '"' && charAt(end) != '\\' && charAt(end) != 0) {
            end++;
        }
        if (charAt(end) == '"') {
            at = end + 1;
            finishString(json.slice(start, end));
            return;
        }
        ByteBuffer text = new ByteBuffer(call).add(json, start, end);
        at = end;
        while (charAt(at) != '"') {
            int c = charAt(at);
            if (c == 0) {
                fail("unexpected end of string");
                return;
            }
            if (c != '\\') {
                text.add(c);
                at++;
            } else if (!escape(text)) {
                return;
            }
        }
        at++;
        finishString(text.toBytes());
    }

    private void finishString(Bytes text) {
        call.state().charge(32 + text.length());
        kind = Kind.T_STRING;
        value = text;
    }

    private boolean escape(ByteBuffer text) {
        int c = charAt(at + 1);
        switch (c) {
            case '"', '\\', '/' -> text.add(c);
            case 'b' -> text.add('\b');
            case 't' -> text.add('\t');
            case 'n' -> text.add('\n');
            case 'f' -> text.add('\f');
            case 'r' -> text.add('\r');
            case 'u' -> {
                return unicodeEscape(text);
            }
            default -> {
                fail("invalid escape code");
                return false;
            }
        }
        at += 2;
        return true;
    }

    private boolean unicodeEscape(ByteBuffer text) {
        int code = hex4(at + 2);
        int length = 6;
        if (code >= 0 && (code & 0xf800) == 0xd800) {
            boolean pair = (code & 0x400) == 0 && charAt(at + 6) == '\\' && charAt(at + 7) == 'u';
            int low = pair ? hex4(at + 8) : -1;
            code = -1;
            if ((low & 0xfc00) == 0xdc00) {
                code = ((hex4(at + 2) & 0x3ff) << 10 | (low & 0x3ff)) + 0x10000;
            }
            length = 12;
        }
        if (code < 0) {
            fail("invalid unicode escape code");
            return false;
        }
        addUtf8(text, code);
        at += length;
        return true;
    }

    private int hex4(int position) {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int c = charAt(position + i);
            int digit = c < 128 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                return -1;
            }
            code = code << 4 | digit;
        }
        return code;
    }

    private static void addUtf8(ByteBuffer text, int code) {
        if (code < 0x80) {
            text.add(code);
        } else if (code < 0x800) {
            text.add(0xc0 | code >> 6).add(0x80 | (code & 0x3f));
        } else if (code < 0x10000) {
            text.add(0xe0 | code >> 12).add(0x80 | (code >> 6 & 0x3f)).add(0x80 | (code & 0x3f));
        } else {
            text.add(0xf0 | code >> 18).add(0x80 | (code >> 12 & 0x3f));
            text.add(0x80 | (code >> 6 & 0x3f)).add(0x80 | (code & 0x3f));
        }
    }
}
