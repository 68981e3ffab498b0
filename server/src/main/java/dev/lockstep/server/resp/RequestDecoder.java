package dev.lockstep.server.resp;

import dev.lockstep.value.Bytes;
import dev.lockstep.value.Numbers;
import dev.lockstep.value.QuotedWords;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts one client's input into requests: arrays of bulk strings, or lines of words. Input may end
 * anywhere; what is not a whole request yet stays with the caller or, when it belongs to a big
 * argument, goes straight into that argument's own array.
 *
 * <pre>{@code
 * Bytes[] request = decoder.decode(input, from, to);   // null: more input is needed
 * from = decoder.position();                           // what lies before is done with
 * }</pre>
 */
public final class RequestDecoder {

    /** What a client may send, asked anew for each request. */
    public interface Limits {

        /** The longest argument: {@code proto-max-bulk-len}. */
        long maxBulkLength();

        /** The largest number of arguments. */
        long maxArguments();

        /** Whether the client has yet to log in, and may send little until then. */
        boolean isUnauthenticated();
    }

    /** The longest line: of words, or one that holds a number. */
    private static final int MAX_LINE_LENGTH = 64 * 1024;

    /** What a client that has not logged in may send. */
    private static final int UNAUTHENTICATED_MAX_ARGUMENTS = 10;

    private static final int UNAUTHENTICATED_MAX_BULK_LENGTH = 16 * 1024;

    /** An argument of this length is collected in its own array, not in the input buffer. */
    private static final int BIG_ARGUMENT_LENGTH = 16 * 1024;

    /**
     * What is allocated for a big argument before any of it has come: this part of it, at least.
     */
    private static final int FIRST_PART = 16;

    private static final int FIRST_PART_LENGTH = 1024 * 1024;

    /** Room for arguments that is made before any has arrived, whatever number was announced. */
    private static final int MAX_ROOM_AHEAD = 1024;

    private static final int LINE_END_LENGTH = 2;
    private static final Bytes[] NO_WORDS = {};
    private static final long NOT_A_NUMBER = Long.MIN_VALUE;

    private final Limits limits;
    private byte[] data = {};
    private int position;
    private int end;

    private long announced; // arguments of the request at hand; 0 between requests
    private Bytes[] arguments = NO_WORDS;
    private int count;
    private long bytesHeld;
    private int bulkLength = -1; // of the argument at hand; -1 before its header
    private byte @Nullable [] bigArgument;
    private int bigArgumentFilled;

    public RequestDecoder(Limits limits) {
        this.limits = limits;
    }

    /**
     * The next request in {@code input} from {@code from} up to, not including, {@code to}, or null
     * when it is not complete. Either way {@link #position} tells how much was used up.
     *
     * @throws ProtocolException when the input cannot be a request; nothing behind it can be read
     */
    public Bytes @Nullable [] decode(byte[] input, int from, int to) throws ProtocolException {
        data = input;
        position = from;
        end = to;
        while (announced > 0 || position < end) {
            if (announced == 0 && data[position] != '*') {
                Bytes[] words = decodeLine();
                if (words == null || words.length > 0) {
                    return words;
                }
            } else if ((announced == 0 && !readArgumentCount()) || !readArguments()) {
                return null;
            } else if (announced > 0) {
                return take();
            }
        }
        return null;
    }

    /** Where the next call has to go on: input before it has been used up. */
    public int position() {
        return position;
    }

    /** How many bytes of an incomplete request are held here, outside the caller's input. */
    public long bytesHeld() {
        return bytesHeld + bigArgumentFilled;
    }

    private Bytes[] take() {
        Bytes[] request = arguments;
        arguments = NO_WORDS;
        announced = 0;
        count = 0;
        bytesHeld = 0;
        return request;
    }

    // Lines of words

    private Bytes @Nullable [] decodeLine() throws ProtocolException {
        int newline = find((byte) '\n');
        if (newline < 0) {
            judgeLineLength("too big inline request");
            return null;
        }
        int lineEnd = newline > position && data[newline - 1] == '\r' ? newline - 1 : newline;
        Bytes[] words = QuotedWords.split(data, position, lineEnd);
        if (words == null) {
            throw new ProtocolException("unbalanced quotes in request");
        }
        position = newline + 1;
        return words;
    }

    // Arrays of bulk strings

    /** Reads {@code *count}; an array of none, or fewer, is passed over. */
    private boolean readArgumentCount() throws ProtocolException {
        int lineEnd = findLineEnd("too big mbulk count string");
        if (lineEnd < 0) {
            return false;
        }
        long number = number(position + 1, lineEnd);
        if (number == NOT_A_NUMBER || number > limits.maxArguments()) {
            throw new ProtocolException("invalid multibulk length");
        }
        if (number > UNAUTHENTICATED_MAX_ARGUMENTS && limits.isUnauthenticated()) {
            throw new ProtocolException("unauthenticated multibulk length");
        }
        position = lineEnd + LINE_END_LENGTH;
        if (number > 0) {
            announced = number;
            arguments = new Bytes[(int) Math.min(number, MAX_ROOM_AHEAD)];
        }
        return true;
    }

    /** Reads arguments until all have been; whether they have. */
    private boolean readArguments() throws ProtocolException {
        while (count < announced) {
            if (bulkLength < 0 && !readBulkLength()) {
                return false;
            }
            Bytes argument = readBulk();
            if (argument == null) {
                return false;
            }
            if (count == arguments.length) {
                int room = (int) Math.min(announced, 2L * count);
                arguments = Arrays.copyOf(arguments, room);
            }
            arguments[count++] = argument;
            bytesHeld += argument.length();
            bulkLength = -1;
        }
        return true;
    }

    private boolean readBulkLength() throws ProtocolException {
        int lineEnd = findLineEnd("too big bulk count string");
        if (lineEnd < 0) {
            return false;
        }
        if (data[position] != '$') {
            char got = (char) (data[position] & 0xff);
            throw new ProtocolException("expected '$', got '" + got + "'");
        }
        long length = number(position + 1, lineEnd);
        if (length < 0 || length > limits.maxBulkLength()) {
            throw new ProtocolException("invalid bulk length");
        }
        if (length > UNAUTHENTICATED_MAX_BULK_LENGTH && limits.isUnauthenticated()) {
            throw new ProtocolException("unauthenticated bulk length");
        }
        bulkLength = (int) length;
        position = lineEnd + LINE_END_LENGTH;
        return true;
    }

    private @Nullable Bytes readBulk() {
        if (bigArgument == null && end - position >= bulkLength + LINE_END_LENGTH) {
            Bytes argument = Bytes.copyOf(data, position, bulkLength);
            position += bulkLength + LINE_END_LENGTH;
            return argument;
        }
        return bulkLength < BIG_ARGUMENT_LENGTH ? null : fillBigArgument();
    }

    private @Nullable Bytes fillBigArgument() {
        int part = Math.min(bulkLength - bigArgumentFilled, end - position);
        byte[] target = roomForBigArgument(bigArgumentFilled + part);
        System.arraycopy(data, position, target, bigArgumentFilled, part);
        position += part;
        bigArgumentFilled += part;
        if (bigArgumentFilled < bulkLength || end - position < LINE_END_LENGTH) {
            return null;
        }
        position += LINE_END_LENGTH;
        Bytes argument = Bytes.wrap(target);
        bigArgument = null;
        bigArgumentFilled = 0;
        return argument;
    }

    /** The array of the argument at hand: in full only once a good part of it has come. */
    private byte[] roomForBigArgument(int needed) {
        byte[] old = bigArgument;
        if (old != null && needed <= old.length) {
            return old;
        }
        int firstPart = Math.max(needed, Math.max(FIRST_PART_LENGTH, bulkLength / FIRST_PART));
        int length = old == null ? Math.min(firstPart, bulkLength) : bulkLength;
        byte[] room = old == null ? new byte[length] : Arrays.copyOf(old, length);
        bigArgument = room;
        return room;
    }

    // Lines that hold a number

    /** Where the line ends that begins here, or -1 when its end has not arrived. */
    private int findLineEnd(String tooLong) throws ProtocolException {
        int lineEnd = find((byte) '\r');
        if (lineEnd < 0) {
            judgeLineLength(tooLong);
            return -1;
        }
        return lineEnd + LINE_END_LENGTH <= end ? lineEnd : -1; // what follows it is not looked at
    }

    /** The next {@code wanted}, or -1; a zero byte hides what follows it, as in a C string. */
    private int find(byte wanted) {
        for (int i = position; i < end; i++) {
            byte b = data[i];
            if (b == wanted) {
                return i;
            }
            if (b == 0) {
                return -1;
            }
        }
        return -1;
    }

    private void judgeLineLength(String tooLong) throws ProtocolException {
        if (end - position > MAX_LINE_LENGTH) {
            throw new ProtocolException(tooLong);
        }
    }

    /** The number between {@code from} and {@code to}, or {@link #NOT_A_NUMBER}. */
    private long number(int from, int to) {
        int digits = to - from;
        if (digits == 1 || (digits > 1 && digits < 10 && data[from] != '0')) {
            long number = 0;
            for (int i = from; i < to; i++) {
                int digit = data[i] - '0';
                if (digit < 0 || digit > 9) {
                    return anyNumber(from, to);
                }
                number = number * 10 + digit;
            }
            return number;
        }
        return anyNumber(from, to);
    }

    private long anyNumber(int from, int to) {
        return Numbers.parseLong(Bytes.copyOf(data, from, to - from), NOT_A_NUMBER);
    }
}
