package dev.lockstep.conformance.check;

import dev.lockstep.conformance.Answer;
import dev.lockstep.conformance.Connection;
import dev.lockstep.conformance.Protocol;
import dev.lockstep.profile.Profile;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A real server that was asked what it is, and found fit for a comparison.
 *
 * @param uri without the number of the database
 * @param shown as it is told to people, without a password
 * @param name product and version, with the port
 * @param profile the one that is nearest; empty when the server does not tell its version
 * @param isNear whether that profile is only near, not the server's own
 * @param isEmpty whether nothing was stored in the database
 */
record ServerAddress(
        URI uri,
        String shown,
        int database,
        String name,
        String profile,
        boolean isNear,
        boolean isEmpty) {

    private static final String REDIS = "redis";

    /**
     * Asks the server at {@code text}, {@code redis://[[user]:password@]host[:port][/database]}.
     *
     * @param patience how long it may take to answer
     * @throws CannotRunException when it is not there, or not fit
     */
    static ServerAddress ask(String text, Duration patience) {
        URI given = parse(text);
        String shown = given.getHost() + ":" + port(given);
        int database = database(given);
        URI uri = withoutPath(given);
        try (Connection connection = Connection.open("server", uri, Protocol.RESP2, patience)) {
            refuseErrors(shown, connection.send("PING"));
            Map<String, String> info = info(connection);
            if ("1".equals(info.get("cluster_enabled"))) {
                throw new CannotRunException(
                        shown + ": is a node of a cluster; a single server is needed");
            }
            if ("slave".equals(info.get("role"))) {
                throw new CannotRunException(
                        shown + ": is a replica, which only its primary writes to");
            }
            if (database != 0) {
                refuseErrors(shown, connection.send("SELECT", String.valueOf(database)));
            }
            boolean isEmpty = connection.text("DBSIZE").equals("0");
            return identified(uri, shown, database, info, isEmpty);
        } catch (UncheckedIOException e) {
            throw new CannotRunException(shown + ": cannot be reached: " + reason(e));
        } catch (IllegalStateException e) {
            throw new CannotRunException(shown + ": " + misunderstanding(e));
        }
    }

    private static String misunderstanding(IllegalStateException e) {
        String message = String.valueOf(e.getMessage());
        if (message.contains("AUTH with")) {
            return "refuses this user and password";
        }
        return message.startsWith("no RESP") ? "does not answer as a Redis does" : message;
    }

    /**
     * Sees to it that nothing is stored where scripts are going to be tried, and that they can be.
     *
     * @throws CannotRunException when there is something that must not be touched, or the server
     *     takes no scripts or writes now
     */
    void prepare(Options options) {
        if (profile.isEmpty() && options.profile() == null) {
            throw new CannotRunException(
                    shown + ": does not tell its version: say what it is with --profile");
        }
        String prefix = options.keyPrefix();
        try (Stage stage = Stage.at(this, prefix, options.timeLimit())) {
            boolean isUsed = prefix.isEmpty() ? !isEmpty : !stage.keys().isEmpty();
            if (isUsed && !options.flushes()) {
                throw new CannotRunException(shown + ": " + refusal(prefix));
            }
            if (isUsed && prefix.isEmpty()) {
                stage.flush();
            } else {
                stage.clear();
            }
            Answer answer = stage.tryToWrite();
            if (answer.isError()) {
                throw new CannotRunException(
                        shown + ": a script cannot write there: " + answer.text());
            }
        } catch (UncheckedIOException | IllegalStateException e) {
            throw new CannotRunException(shown + ": " + e.getMessage());
        }
    }

    private String refusal(String prefix) {
        return prefix.isEmpty()
                ? "database "
                        + database
                        + " is not empty; give --key-prefix, or --flush to empty it"
                : "there are keys that begin with "
                        + prefix
                        + "; give another --key-prefix, or --flush to remove them";
    }

    /** Ends a script of ours that is still running there, as far as the server lets us. */
    void stopScript(Duration patience) {
        try (Connection connection = Connection.open(name, uri, Protocol.RESP2, patience)) {
            connection.send("SCRIPT", "KILL");
        } catch (UncheckedIOException | IllegalStateException e) {
            // It does not listen; that it does not answer is reported anyway.
            return;
        }
    }

    private static String reason(UncheckedIOException e) {
        return String.valueOf(e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
    }

    private static URI parse(String text) {
        try {
            URI uri = new URI(text);
            if (!"redis".equals(uri.getScheme()) || uri.getHost() == null) {
                throw new CannotRunException(text + ": expected redis://HOST:PORT");
            }
            return uri;
        } catch (URISyntaxException e) {
            throw new CannotRunException(text + ": expected redis://HOST:PORT");
        }
    }

    private static int port(URI uri) {
        return uri.getPort() < 0 ? 6379 : uri.getPort();
    }

    private static int database(URI uri) {
        String path = uri.getPath() == null ? "" : uri.getPath().replaceFirst("^/", "");
        if (!path.matches("[0-9]{0,6}")) {
            throw new CannotRunException(uri.getHost() + ": no database: " + path);
        }
        return path.isEmpty() ? 0 : Integer.parseInt(path);
    }

    private static URI withoutPath(URI uri) {
        try {
            return new URI("redis", uri.getUserInfo(), uri.getHost(), port(uri), null, null, null);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void refuseErrors(String shown, Answer answer) {
        if (answer.text().startsWith("NOAUTH")) {
            throw new CannotRunException(shown + ": needs a password: redis://:PASSWORD@" + shown);
        }
        if (answer.isError()) {
            throw new CannotRunException(shown + ": answers " + answer.text());
        }
    }

    private static Map<String, String> info(Connection connection) {
        return connection
                .text("INFO", "everything")
                .lines()
                .filter(line -> line.indexOf(':') > 0)
                .collect(
                        Collectors.toMap(
                                line -> line.substring(0, line.indexOf(':')),
                                line -> line.substring(line.indexOf(':') + 1),
                                (first, second) -> first));
    }

    private static ServerAddress identified(
            URI uri, String shown, int database, Map<String, String> info, boolean isEmpty) {
        String product = info.getOrDefault("server_name", REDIS);
        String asRedis = info.getOrDefault("redis_version", "");
        String version = info.getOrDefault(product + "_version", asRedis);
        String profile = nearest(product, isPlayed(product) ? version : asRedis);
        boolean isOwn = (product + "-" + version + ".").startsWith(profile + ".");
        return new ServerAddress(
                uri,
                shown,
                database,
                product + (version.isEmpty() ? "" : " " + version) + " at " + shown,
                profile,
                !isOwn && !profile.isEmpty(),
                isEmpty);
    }

    private static boolean isPlayed(String product) {
        return Arrays.stream(Profile.values()).anyMatch(it -> it.product().equals(product));
    }

    /**
     * The profile of the same product whose version is next to {@code version}; of what is no
     * product that we know, of Redis. Empty when there is no version.
     */
    static String nearest(String product, String version) {
        if (version.isEmpty()) {
            return "";
        }
        String played = isPlayed(product) ? product : REDIS;
        double wanted = number(version);
        return Arrays.stream(Profile.values())
                .filter(profile -> profile.product().equals(played))
                .min(Comparator.comparingDouble(profile -> Math.abs(number(profile) - wanted)))
                .orElseThrow()
                .profileName();
    }

    private static double number(Profile profile) {
        return number(profile.profileName().replaceAll("^.*-", ""));
    }

    private static double number(String version) {
        String[] parts = version.split("\\.", -1);
        double minor =
                parts.length > 1 && parts[1].matches("[0-9]+") ? Long.parseLong(parts[1]) : 0;
        return parts[0].matches("[0-9]+") ? Long.parseLong(parts[0]) + minor / 100 : 0;
    }
}
