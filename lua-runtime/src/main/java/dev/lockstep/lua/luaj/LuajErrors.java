package dev.lockstep.lua.luaj;

import dev.lockstep.lua.ScriptError;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.luaj.vm2.Lua;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/** Makes of LuaJ's errors what Lua 5.1 would have raised: the message, and the place before it. */
final class LuajErrors {

    private static final Pattern UNEXPECTED_SYMBOL =
            Pattern.compile("unexpected symbol (\\d+) \\((.*)\\)$");
    private static final String END_OF_SOURCE = "286";
    private static final LuaString ERR = LuaString.valueOf("err");

    private final CallHook hook;
    private final boolean errorTables;

    LuajErrors(CallHook hook, Profile profile) {
        this.hook = hook;
        this.errorTables = profile.has(Feature.SCRIPT_ERROR_TABLES);
    }

    /** The value that was raised. */
    LuaValue value(LuaError error) {
        CallHook.Place place = hook.takeErrorPlace();
        return error instanceof LuajError own
                ? own.getMessageObject()
                : LuaValue.valueOf(prefix(place) + stripped(error));
    }

    /** The value as {@code pcall} hands it over: newer servers unwrap error tables. */
    LuaValue caught(LuaError error) {
        LuaValue value = value(error);
        if (errorTables && value instanceof LuaTable table) {
            LuaValue text = table.rawget(ERR);
            return text.isnil() ? value : text;
        }
        return value;
    }

    /** The error as it leaves the engine, with its place. */
    ScriptError scriptError(LuaError error) {
        CallHook.Place place = hook.takeErrorPlace();
        Object value =
                error instanceof LuajError own
                        ? LuajValues.fromLua(own.getMessageObject())
                        : Bytes.of(prefix(place) + stripped(error));
        return new ScriptError(value).at(place.source(), place.line());
    }

    /** The place as it stands before a message. */
    static String prefix(CallHook.Place place) {
        return place.line() < 0 ? "" : Lua.chunkid(place.source()) + ":" + place.line() + ": ";
    }

    /** The message without what LuaJ has put around it. */
    private String stripped(LuaError error) {
        String message = String.valueOf(error.getMessage());
        CallHook.Place frame = hook.takeErrorFrame();
        if (frame == null) {
            return message;
        }
        String added = frame.source() + ":" + frame.line() + " ";
        String text = message.startsWith(added) ? message.substring(added.length()) : message;
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }

    /** The message of the compiler: it names a token by its number, Lua 5.1 by its text. */
    static Bytes compilerMessage(LuaError error) {
        Matcher message = UNEXPECTED_SYMBOL.matcher(String.valueOf(error.getMessage()));
        return Bytes.of(
                message.replaceFirst(
                        found ->
                                "unexpected symbol near '"
                                        + Matcher.quoteReplacement(
                                                found.group(1).equals(END_OF_SOURCE)
                                                        ? "<eof>"
                                                        : found.group(2))
                                        + "'"));
    }
}
