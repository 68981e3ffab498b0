package dev.lockstep.conformance;

import java.util.EnumMap;
import java.util.Map;

/** How much was compared, and how much of it passed only by a {@link Looseness}. */
public final class Tally {

    private long replies;
    private long values;
    private long timesToLive;
    private final Map<Looseness, Long> loose = new EnumMap<>(Looseness.class);

    void countReply() {
        replies++;
    }

    void countValue() {
        values++;
    }

    void countTimeToLive() {
        timesToLive++;
    }

    void countLoose(Looseness reason) {
        loose.merge(reason, 1L, Long::sum);
    }

    /** Adds what {@code other} counted. */
    public void add(Tally other) {
        replies += other.replies;
        values += other.values;
        timesToLive += other.timesToLive;
        other.loose.forEach((reason, count) -> loose.merge(reason, count, Long::sum));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(replies).append(" replies, ").append(values).append(" values, ");
        text.append(timesToLive).append(" times to live");
        loose.forEach(
                (reason, count) ->
                        text.append("; by ").append(reason.directive()).append(": ").append(count));
        return text.toString();
    }
}
