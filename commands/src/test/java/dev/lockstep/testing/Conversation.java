package dev.lockstep.testing;

import dev.lockstep.command.Client;
import dev.lockstep.keyspace.Db;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.KeyspaceListener;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Talks to a {@link TestServer} in lines, as one types them, words between blanks or apostrophes.
 * Replies are printed with the sign of their kind, so that {@code :1} and {@code $1} differ.
 *
 * <pre>{@code
 * Conversation talk = Conversation.with(Profile.REDIS_7_0);
 * assertThat(talk.say("SET k 'a b'")).isEqualTo("+OK");
 * assertThat(talk.say("MGET k nokey")).isEqualTo("*[$a b, $-1]");
 * }</pre>
 */
public final class Conversation implements Reply.Visitor<String>, KeyspaceListener {

    private final TestServer server;
    private final TestServer.Connected client;
    private final List<String> events = new ArrayList<>();

    private Conversation(TestServer server, TestServer.Connected client) {
        this.server = server;
        this.client = client;
        server.state().keyspace().addListener(this);
    }

    public static Conversation with(Profile profile) {
        return to(TestServer.create(profile));
    }

    /** With a server that is there already. */
    public static Conversation to(TestServer server) {
        return new Conversation(server, server.client());
    }

    /** What one more client has to say to the same server. */
    public Conversation another() {
        return new Conversation(server, server.connect());
    }

    public TestServer server() {
        return server;
    }

    /** The printed reply to {@code line}. */
    public String say(String line) {
        return client.run(words(line)).accept(this);
    }

    /** What the client has been sent out of turn since this was asked last, printed. */
    public List<String> heard() {
        List<String> since = client.sent().stream().map(reply -> reply.accept(this)).toList();
        client.sent().clear();
        return since;
    }

    /** The client that speaks. */
    public TestServer.Connected client() {
        return client;
    }

    /** One more client, who speaks for itself. */
    public Speaker join() {
        return new Speaker(server.connect());
    }

    /** A further client of the server. */
    public final class Speaker {
        private final TestServer.Connected connected;

        private Speaker(TestServer.Connected connected) {
            this.connected = connected;
        }

        public Client client() {
            return connected.client();
        }

        /** The printed reply to {@code line}. */
        public String say(String line) {
            return connected.run(words(line)).accept(Conversation.this);
        }

        /** What has been sent out of turn since this was asked last, printed. */
        public List<String> heard() {
            List<String> heard =
                    connected.sent().stream()
                            .map(reply -> reply.accept(Conversation.this))
                            .toList();
            connected.sent().clear();
            return heard;
        }
    }

    /** The keyspace events since this was asked last, each as {@code name key}. */
    public List<String> events() {
        List<String> since = List.copyOf(events);
        events.clear();
        return since;
    }

    @Override
    public void event(KeyEvent kind, String name, Db db, Bytes key) {
        events.add(name + " " + key.latin1());
    }

    private static String[] words(String line) {
        List<String> words = new ArrayList<>();
        int from = 0;
        while (from < line.length()) {
            boolean quoted = line.charAt(from) == '\'';
            int start = quoted ? from + 1 : from;
            int end = line.indexOf(quoted ? '\'' : ' ', start);
            end = end < 0 ? line.length() : end;
            words.add(line.substring(start, end));
            from = end + (quoted ? 2 : 1);
        }
        return words.toArray(String[]::new);
    }

    private String all(List<Reply> replies) {
        return replies.stream()
                .map(reply -> reply.accept(this))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    @Override
    public String status(Bytes text) {
        return "+" + text.latin1();
    }

    @Override
    public String failure(Bytes text) {
        return "-" + text.latin1();
    }

    @Override
    public String integer(long value) {
        return ":" + value;
    }

    @Override
    public String bulk(Bytes value) {
        return "$" + value.latin1();
    }

    @Override
    public String dbl(double value) {
        return "," + value;
    }

    @Override
    public String bool(boolean value) {
        return value ? "#t" : "#f";
    }

    @Override
    public String bigNumber(Bytes digits) {
        return "(" + digits.latin1();
    }

    @Override
    public String verbatim(String format, Bytes text) {
        return "=" + format + ":" + text.latin1();
    }

    @Override
    public String array(List<Reply> elements) {
        return "*" + all(elements);
    }

    @Override
    public String set(List<Reply> elements) {
        return "~" + all(elements);
    }

    @Override
    public String map(List<Reply> keysAndValues) {
        return "%" + all(keysAndValues);
    }

    @Override
    public String pairs(List<Reply> firstsAndSeconds) {
        return "pairs" + all(firstsAndSeconds);
    }

    @Override
    public String push(List<Reply> elements) {
        return ">" + all(elements);
    }

    @Override
    public String attributed(List<Reply> attributes, Reply reply) {
        return "|" + all(attributes) + reply.accept(this);
    }

    @Override
    public String sequence(List<Reply> replies) {
        return all(replies);
    }

    @Override
    public String nil(Reply.Nil kind) {
        return kind == Reply.Nil.BULK ? "$-1" : "*-1";
    }
}
