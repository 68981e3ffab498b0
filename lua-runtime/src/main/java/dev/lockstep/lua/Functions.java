package dev.lockstep.lua;

import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.ServerState;
import dev.lockstep.profile.Feature;
import dev.lockstep.rdb.RdbInput;
import dev.lockstep.rdb.RdbOutput;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The libraries of functions of one server, and the engine that runs them, which is another than
 * that of scripts.
 *
 * <pre>{@code
 * Functions functions = new Functions(EngineSource.of(LuaEngine.LOCKSTEP));
 * functions.load(server, code, false);
 * Reply reply = functions.call(ctx, function, command, keys, args, false);
 * }</pre>
 */
public final class Functions {

    /** What becomes of the libraries that are there when others are restored. */
    public enum RestorePolicy {
        /** They stay; a library that is there already is an error. */
        APPEND,
        /** They stay, but for those whose names come again. */
        REPLACE,
        FLUSH
    }

    /** What stands before a library in a dump, and stood before one while functions were new. */
    private static final int LIBRARY = 0xf5;

    private static final int OLD_LIBRARY = 0xf6;

    private final EngineSource engines;
    private LibrarySet libraries = new LibrarySet();
    private @Nullable ScriptRunner runner;
    private @Nullable LibraryLoading loading;

    public Functions(EngineSource engines) {
        this.engines = engines;
    }

    private ScriptRunner runner(ServerState server) {
        ScriptRunner functions = runner;
        if (functions == null) {
            functions = new ScriptRunner(server, engines, ScriptKind.FUNCTION, this::register);
            runner = functions;
        }
        return functions;
    }

    public Collection<FunctionLibrary> libraries() {
        return libraries.libraries();
    }

    /** How many functions there are in all libraries. */
    public int functionCount() {
        return libraries.functionCount();
    }

    /** The function that is running, or null. */
    public @Nullable ScriptRun running() {
        return runner == null ? null : runner.running();
    }

    /** Forgets everything, as a server that has just started without data. */
    public void reset() {
        libraries = new LibrarySet();
        runner = null;
    }

    /** Loads all libraries anew, as a server that reads them from its data: variables are lost. */
    public void restart(ServerState server) {
        List<Bytes> codes = libraries.libraries().stream().map(FunctionLibrary::code).toList();
        reset();
        codes.forEach(code -> load(server, code, false));
    }

    /**
     * Loads a library and returns its name.
     *
     * @param replace whether it may take the place of another of its name
     * @throws CommandException when that is not possible: then nothing has changed
     */
    public Bytes load(ServerState server, Bytes code, boolean replace) {
        LibrarySet changed = libraries.copy();
        FunctionLibrary library = loadInto(changed, server, code, replace);
        libraries = changed;
        return library.name();
    }

    private FunctionLibrary loadInto(
            LibrarySet set, ServerState server, Bytes code, boolean replace) {
        Bytes name = LibraryHeader.of(code).name();
        if (set.contains(name) && !replace) {
            throw new CommandException(ErrorKind.LIBRARY_EXISTS, name);
        }
        FunctionLibrary library =
                new FunctionLibrary(name, code, registeredBy(code, runner(server)));
        set.remove(name);
        set.add(library);
        return library;
    }

    private List<FunctionLibrary.Function> registeredBy(Bytes code, ScriptRunner functions) {
        LibraryLoading library = new LibraryLoading(functions.engine(), this::error);
        ScriptEngine.Chunk chunk = compile(code, functions.engine());
        loading = library;
        try {
            functions.load(chunk);
        } catch (ScriptError e) {
            throw new CommandException(ErrorKind.FUNCTION_REGISTRATION, ScriptRunner.message(e));
        } finally {
            loading = null;
        }
        if (library.functions().isEmpty()) {
            throw new CommandException(ErrorKind.NO_FUNCTIONS);
        }
        return library.functions();
    }

    private static ScriptEngine.Chunk compile(Bytes code, ScriptEngine engine) {
        try {
            return engine.compile(ScriptFlag.withoutLine(code), ScriptKind.FUNCTION.chunkName());
        } catch (ScriptError e) {
            throw new CommandException(
                    ErrorKind.FUNCTION_COMPILATION, ScriptRunner.text(e.value()));
        }
    }

    /** {@code redis.register_function}. */
    private @Nullable Object register(ScriptCall call) {
        LibraryLoading library = loading;
        if (library == null) {
            throw error(ErrorKind.REGISTER_NOT_LOADING);
        }
        return library.register(call);
    }

    private ScriptError error(ErrorKind kind, Object... details) {
        if (runner == null) {
            throw new IllegalStateException("no functions yet");
        }
        return runner.error(kind, details);
    }

    /** Removes a library; false when there is none of this name. */
    public boolean delete(Bytes library) {
        return libraries.remove(library);
    }

    /** Removes all libraries. */
    public void flush(ServerState server) {
        libraries = new LibrarySet();
        if (server.profile().has(Feature.FUNCTION_FLUSH_RENEWS)) {
            runner = null;
        }
    }

    /** The function called {@code name}, or null. */
    public FunctionLibrary.@Nullable Function function(Bytes name) {
        return libraries.function(name);
    }

    /**
     * Calls a function.
     *
     * @param command what the client has sent
     * @param readOnly whether the command allows no writes
     */
    public Reply call(
            CommandContext ctx,
            FunctionLibrary.Function function,
            List<Bytes> command,
            List<Bytes> keys,
            List<Bytes> args,
            boolean readOnly) {
        ScriptRunner functions = runner(ctx.server());
        return functions.run(
                ctx.client(),
                functions.newRun(ctx, function.name(), command, function.flags(), readOnly),
                () -> functions.engine().call(function.callback(), keys, args));
    }

    /** All libraries in the form of {@code FUNCTION DUMP}. */
    public Bytes dump(ServerState server) {
        RdbOutput out = new RdbOutput("yes".equals(server.config().get("rdbcompression")));
        for (FunctionLibrary library : libraries.libraries()) {
            out.writeByte(LIBRARY);
            out.writeString(library.code());
        }
        return out.seal(server.profile().dumpVersion());
    }

    /**
     * Loads the libraries of a dump.
     *
     * @throws CommandException when that is not possible: then nothing has changed
     */
    public void restore(ServerState server, Bytes payload, RestorePolicy policy) {
        RdbInput in =
                RdbInput.open(
                        payload, server.profile().dumpVersion(), server.debug().skipsChecksums());
        if (in == null) {
            throw new CommandException(ErrorKind.DUMP_PAYLOAD);
        }
        LibrarySet restored = new LibrarySet();
        while (in.hasNext()) {
            loadInto(restored, server, nextCode(in), false);
        }
        if (policy == RestorePolicy.FLUSH) {
            libraries = restored;
            return;
        }
        LibrarySet changed = libraries.copy();
        for (FunctionLibrary library : restored.libraries()) {
            if (changed.contains(library.name()) && policy == RestorePolicy.APPEND) {
                throw new CommandException(ErrorKind.RESTORED_LIBRARY_EXISTS, library.name());
            }
            changed.remove(library.name());
        }
        restored.libraries().forEach(changed::add);
        libraries = changed;
    }

    private static Bytes nextCode(RdbInput in) {
        try {
            int type = in.readByte();
            if (type != LIBRARY) {
                throw new CommandException(
                        type == OLD_LIBRARY ? ErrorKind.OLD_FUNCTION : ErrorKind.NOT_A_FUNCTION);
            }
            return in.readString();
        } catch (RdbInput.DamagedException e) {
            throw new CommandException(ErrorKind.DAMAGED_FUNCTION);
        }
    }
}
