package dev.lockstep.conformance;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a real client, Lettuce, of which we keep what it received: the client's own view
 * of a reply has forgotten which kind of string or nil it was.
 */
final class Connection implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String name;
    private final Wiretap wiretap;
    private final StatefulRedisConnection<byte[], byte[]> connection;

    /**
     * A connection.
     *
     * @param name of the server, for messages
     * @param wiretap on its channel
     */
    Connection(String name, Wiretap wiretap, StatefulRedisConnection<byte[], byte[]> connection) {
        this.name = name;
        this.wiretap = wiretap;
        this.connection = connection;
        // What the client says of itself after connecting is answered before this.
        connection.sync().ping();
    }

    /** Sends a command, a byte for each char of its words, and waits for the reply. */
    Answer send(String... words) {
        return send(List.of(words));
    }

    /** Sends a command, a byte for each char of its words, and waits for the reply. */
    Answer send(List<String> words) {
        CommandArgs<byte[], byte[]> arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE);
        words.stream().skip(1).forEach(word -> arguments.add(bytes(word)));
        AsyncCommand<byte[], byte[], Void> command =
                new AsyncCommand<>(new Command<>(new Word(words.get(0)), new Unread(), arguments));
        wiretap.forget();
        connection.dispatch(command);
        try {
            command.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException(name + " does not answer " + words, e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(name + " fails at " + words, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted at " + words, e);
        }
        return AnswerReader.read(wiretap.received());
    }

    /** The text of the reply to {@code words}, which must not be an error. */
    String text(String... words) {
        Answer answer = send(words);
        if (answer.isError()) {
            throw new IllegalStateException(
                    name + " answers " + String.join(" ", words) + " with " + answer.text());
        }
        return answer.text();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        connection.close();
    }

    /** A command's name; its text hides MULTI from the client, which would follow it. */
    private record Word(String word) implements ProtocolKeyword {
        @Override
        public byte[] getBytes() {
            return bytes(word);
        }

        @Override
        public String toString() {
            return "as sent: " + word;
        }
    }

    /** Takes a reply off the client without a look at it. */
    private static final class Unread extends CommandOutput<byte[], byte[], Void> {
        Unread() {
            super(ByteArrayCodec.INSTANCE, null);
        }

        @Override
        public void set(@Nullable ByteBuffer bytes) {}

        @Override
        public void set(long integer) {}

        @Override
        public void set(double number) {}

        @Override
        public void set(boolean value) {}

        @Override
        public void setBigNumber(@Nullable ByteBuffer bytes) {}

        @Override
        public void setError(@Nullable ByteBuffer error) {}

        @Override
        public void setError(String error) {}

        @Override
        public void multi(int count) {}

        @Override
        public void multiArray(int count) {}

        @Override
        public void multiPush(int count) {}

        @Override
        public void multiMap(int count) {}

        @Override
        public void multiSet(int count) {}
    }
}
