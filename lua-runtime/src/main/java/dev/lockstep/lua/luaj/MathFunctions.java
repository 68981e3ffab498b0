package dev.lockstep.lua.luaj;

import dev.lockstep.lua.ScriptRandom;
import java.util.Locale;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.VarArgFunction;

/** The functions of the math library that LuaJ lacks, or that Redis replaces (manual 5.6). */
final class MathFunctions extends VarArgFunction {

    enum Name {
        LOG10,
        MOD,
        RANDOM,
        RANDOMSEED;

        String luaName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Name function;
    private final ScriptRandom random;

    MathFunctions(Name function, ScriptRandom random) {
        this.function = function;
        this.random = random;
    }

    @Override
    public Varargs invoke(Varargs arguments) {
        return switch (function) {
            case LOG10 -> valueOf(Math.log10(arguments.checkdouble(1)));
            case MOD -> valueOf(arguments.checkdouble(1) % arguments.checkdouble(2));
            case RANDOM -> draw(arguments);
            case RANDOMSEED -> {
                random.seed((int) (long) arguments.checkdouble(1));
                yield NONE;
            }
        };
    }

    private LuaValue draw(Varargs arguments) {
        double fraction = random.next();
        if (arguments.narg() == 0) {
            return valueOf(fraction);
        }
        if (arguments.narg() > 2) {
            return error("wrong number of arguments");
        }
        int low = arguments.narg() == 1 ? 1 : (int) arguments.checkdouble(1);
        int high = (int) arguments.checkdouble(arguments.narg());
        if (low > high) {
            return argerror(arguments.narg(), "interval is empty");
        }
        return valueOf(Math.floor(fraction * ((double) high - low + 1)) + low);
    }
}
