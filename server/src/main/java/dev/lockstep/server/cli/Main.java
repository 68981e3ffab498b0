package dev.lockstep.server.cli;

import dev.lockstep.LockstepServer;
import dev.lockstep.command.LogLevel;
import dev.lockstep.server.cli.Options.BadOptionException;
import dev.lockstep.server.net.Rehearsal;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * {@code java -jar lockstep.jar}: one server until SIGTERM or the command SHUTDOWN. Exit status 0,
 * or 1 with one line on standard error when it could not start.
 */
public final class Main {

    private static final String HELP =
            """
            Lockstep, a Redis for tests.

            java -jar lockstep.jar [options]

              --port N             port to listen on; 0 takes a free one      (default 6379)
              --bind ADDRESS...    addresses to listen on                     (default 127.0.0.1)
              --profile NAME       redis-6.2, redis-7.0, redis-8.0 or valkey-8.0
                                                                              (default redis-8.0)
              --clock real         the machine's clock                        (default)
              --clock virtual      a clock that stands still until it is moved by
                                   LOCKSTEP.CLOCK ADVANCE milliseconds
              --clock virtual:MS   the same, from MS milliseconds since 1970
              --lua-engine NAME    what runs scripts: lockstep, or luaj, whose errors and
                                   tables are less like the real servers'
                                                                              (default lockstep)
              --seed N             what everything random derives from        (default 0)
              --requirepass WORD   the password clients must give             (default none)
              --NAME VALUE         any other directive of redis.conf
              --help, --version
            """;

    private final PrintStream out;
    private final PrintStream err;

    Main(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] words) {
        int status = new Main(System.out, System.err).run(List.of(words));
        if (status != 0) {
            System.exit(status);
        }
    }

    int run(List<String> words) {
        try {
            Options options = Options.parse(words);
            if (options.isHelp()) {
                out.print(HELP);
            } else if (options.isVersion()) {
                out.println("lockstep " + version());
            } else {
                serve(options);
            }
            return 0;
        } catch (BadOptionException | IllegalArgumentException | UncheckedIOException e) {
            err.println("lockstep: " + e.getMessage());
            return 1;
        }
    }

    private static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "(development)" : version;
    }

    private void serve(Options options) {
        Rehearsal.beginInBackground();
        LockstepServer server = options.builder().onLog(this::log).start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
        Rehearsal.await(); // who waits for the line below wants the first script to be quick, too
        out.println(
                "lockstep ready on "
                        + server.uri()
                        + ", profile "
                        + server.profile()
                        + ", clock "
                        + options.clock());
        out.flush();
        server.awaitClose();
    }

    /** Levels are shown by the signs that Redis has for them. */
    private void log(LogLevel level, String line) {
        String sign =
                switch (level) {
                    case DEBUG -> ".";
                    case VERBOSE -> "-";
                    case NOTICE -> "*";
                    case WARNING -> "#";
                };
        out.println(sign + " " + line);
        out.flush();
    }

    /** A signal ends the process in its own way, with a status of its own: we end it with 0. */
    private static void stop(LockstepServer server) {
        server.close();
        Runtime.getRuntime().halt(0);
    }
}
