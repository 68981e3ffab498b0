package dev.lockstep.conformance.check;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code java -jar lockstep-check.jar}: scripts on Lockstep and on real servers. Exit status 0 when
 * nothing differs, 1 when something does, 2 when something could not run.
 */
public final class Main {

    private static final String HELP =
            """
            Runs Lua scripts on Lockstep and on real servers, and tells what differs.

            java -jar lockstep-check.jar [options] SCRIPT.lua...

              --against redis://[:PASSWORD@]HOST:PORT[/DB],...
                                 real servers to compare with; without, Lockstep's versions are
                                 compared with each other
              --profile NAME,... redis-6.2, redis-7.0, redis-8.0, valkey-8.0: what Lockstep plays;
                                 by default what the real server is, or all
              --cases DIR        transcripts (*.redis) that call the scripts; without, calls are
                                 made up from what a script takes
              --seed N           what made-up calls derive from                     (default 1)
              --runs N           how many runs of calls are made up                 (default 25)
              --ignore LC101,... advice not to give; a script can say so itself, in a comment
                                 -- lockstep-check: ignore LC101
              --fail-on advice   advice counts as a difference; or only LC101,...
              --junit-xml FILE   a report for CI
              --html FILE        a report for people, one page
              --flush            empty the server's database first; otherwise one that is not
                                 empty is refused
              --key-prefix TEXT  only touch keys that begin so; then the database need not be empty
              --time-limit N     seconds until a script that does not end is stopped (default 5)
              --wait N           seconds that a case may wait on a real server      (default 2)

            Exit status: 0 no difference, 1 some, 2 something could not run.
            """;

    private final PrintStream out;
    private final PrintStream err;
    private final boolean isTerminal;

    Main(PrintStream out, PrintStream err, boolean isTerminal) {
        this.out = out;
        this.err = err;
        this.isTerminal = isTerminal;
    }

    /** From Java 22 on there is always a console, so the variables that terminals set count too. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean isOnTerminal() {
        return System.console() != null
                && System.getenv("TERM") != null
                && System.getenv("CI") == null;
    }

    public static void main(String[] words) {
        System.exit(new Main(System.out, System.err, isOnTerminal()).run(List.of(words)));
    }

    int run(List<String> words) {
        try {
            Options options = Options.parse(words);
            if (options.isHelp()) {
                out.print(HELP);
                return Report.SAME;
            }
            return check(options);
        } catch (CannotRunException e) {
            err.println("lockstep-check: " + e.reason());
        } catch (RuntimeException e) {
            err.println("lockstep-check: a mistake of its own, not of the scripts:");
            e.printStackTrace(err);
        }
        return Report.COULD_NOT_RUN;
    }

    private int check(Options options) {
        Report report = new Report(options);
        List<ServerAddress> servers = servers(options, report);
        List<CheckedScript> scripts = scripts(options, report);
        Path folder = options.cases();
        List<Case> cases = folder == null ? List.of() : Case.in(folder, scripts, report::obstacle);
        Summary summary = new Summary(out);
        summary.begin(options, servers);
        report.obstacles().forEach(summary::obstacle);
        if (!options.against().isEmpty() && servers.isEmpty()) {
            scripts = List.of();
        }
        Progress progress = new Progress(err, isTerminal, scripts.size());
        String first = servers.isEmpty() ? options.profiles().get(0) : servers.get(0).profile();
        try (Rehearsal rehearsal =
                new Rehearsal(
                        options.profile() == null ? first : options.profiles().get(0),
                        options.timeLimit())) {
            for (CheckedScript script : scripts) {
                List<Case> its =
                        cases.stream().filter(it -> it.scripts().contains(script.name())).toList();
                ScriptResult result =
                        new ScriptCheck(script, options, rehearsal, its, progress).run(servers);
                report.add(result);
                progress.advance();
                progress.end();
                summary.tell(result);
            }
        }
        summary.end(report.results(), report.countOfObstacles());
        report.write(servers);
        return report.status();
    }

    private static List<ServerAddress> servers(Options options, Report report) {
        List<ServerAddress> servers = new ArrayList<>();
        for (String address : options.against()) {
            try {
                ServerAddress server = ServerAddress.ask(address, options.timeLimit());
                server.prepare(options);
                servers.add(server);
            } catch (CannotRunException e) {
                report.obstacle(e.reason());
            }
        }
        return servers;
    }

    private static List<CheckedScript> scripts(Options options, Report report) {
        List<CheckedScript> scripts = new ArrayList<>();
        for (Path path : options.scripts()) {
            try {
                scripts.add(CheckedScript.read(path));
            } catch (CannotRunException e) {
                report.obstacle(e.reason());
            }
        }
        return scripts;
    }
}
