package dev.lockstep.conformance;

import dev.lockstep.conformance.Outcome.Replied;
import dev.lockstep.conformance.Outcome.Seen;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares how one scenario went on two servers: exactly, but for what the scenario itself permits.
 */
public final class Comparison {

    private final Scenario scenario;
    private final Transcript left;
    private final Transcript right;
    private final List<Difference> differences = new ArrayList<>();
    private final Tally tally = new Tally();

    private Comparison(Scenario scenario, Transcript left, Transcript right) {
        this.scenario = scenario;
        this.left = left;
        this.right = right;
    }

    /** Compares {@code left} with {@code right}, both of {@code scenario}. */
    public static Comparison of(Scenario scenario, Transcript left, Transcript right) {
        Comparison comparison = new Comparison(scenario, left, right);
        for (int i = 0; i < scenario.entries().size(); i++) {
            comparison.compare(
                    scenario.entries().get(i).step().text(),
                    left.outcomes().get(i),
                    right.outcomes().get(i));
        }
        return comparison;
    }

    public List<Difference> differences() {
        return List.copyOf(differences);
    }

    public Tally tally() {
        return tally;
    }

    private void compare(String step, Outcome one, Outcome other) {
        if (one instanceof Replied reply && other instanceof Replied otherReply) {
            compareReplies(step, reply.answer(), otherReply.answer());
        } else if (one instanceof Seen seen && other instanceof Seen otherSeen) {
            for (int i = 0; i < seen.keys().size(); i++) {
                compareKeys(step, seen.keys().get(i), otherSeen.keys().get(i));
            }
        } else {
            throw new IllegalArgumentException("transcripts of two scenarios at " + step);
        }
    }

    private void compareReplies(String step, Answer one, Answer other) {
        tally.countReply();
        if (one.equals(other)) {
            return;
        }
        if (permits(Looseness.SERVER_CLOCK) && decidesAlike(one, other)) {
            tally.countLoose(Looseness.SERVER_CLOCK);
        } else {
            differ(step, "reply", one.kind() + one.show(), other.kind() + other.show());
        }
    }

    private void compareKeys(String step, KeyState one, KeyState other) {
        if (!one.type().equals(other.type())) {
            differ(step, "type of " + one.key(), one.type(), other.type());
            return;
        }
        compareValues(step, one, other);
        compareTimesToLive(step, one, other);
    }

    private void compareValues(String step, KeyState one, KeyState other) {
        tally.countValue();
        if (one.value().equals(other.value())) {
            return;
        }
        if (permits(Looseness.SERVER_CLOCK) && sameShape(one.value(), other.value())) {
            tally.countLoose(Looseness.SERVER_CLOCK);
        } else {
            differ(step, "value of " + one.key(), one.value().toString(), other.value().toString());
        }
    }

    private void compareTimesToLive(String step, KeyState one, KeyState other) {
        tally.countTimeToLive();
        long apart = Math.abs(one.pttlMillis() - other.pttlMillis());
        if (apart == 0) {
            return;
        }
        boolean bothRunOut = one.pttlMillis() >= 0 && other.pttlMillis() >= 0;
        long strayed = Math.max(left.lagMillis(), right.lagMillis());
        if (permits(Looseness.ELAPSED_PTTL) && bothRunOut && apart <= strayed) {
            tally.countLoose(Looseness.ELAPSED_PTTL);
        } else {
            differ(
                    step,
                    "PTTL of "
                            + one.key()
                            + ", where the clock may have strayed "
                            + strayed
                            + " ms",
                    String.valueOf(one.pttlMillis()),
                    String.valueOf(other.pttlMillis()));
        }
    }

    private boolean permits(Looseness looseness) {
        return scenario.looseness().containsKey(looseness) && (left.ownClock() || right.ownClock());
    }

    private void differ(String step, String what, String one, String other) {
        differences.add(
                new Difference(
                        scenario.name(),
                        step,
                        what,
                        left.server() + ": " + one,
                        right.server() + ": " + other));
    }

    /** The decision is the first element. */
    private static boolean decidesAlike(Answer one, Answer other) {
        if (!one.isAggregate() || one.kind() != other.kind() || one.elements().isEmpty()) {
            return false;
        }
        List<Answer> elements = one.elements();
        List<Answer> otherElements = other.elements();
        if (elements.size() != otherElements.size()
                || !elements.get(0).equals(otherElements.get(0))) {
            return false;
        }
        for (int i = 1; i < elements.size(); i++) {
            Answer element = elements.get(i);
            Answer otherElement = otherElements.get(i);
            boolean bothNumbers = element.isNumeric() && otherElement.isNumeric();
            if (element.kind() != otherElement.kind()
                    || !(bothNumbers || element.equals(otherElement))) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameShape(List<String> one, List<String> other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            boolean bothNumbers = Answer.isNumber(one.get(i)) && Answer.isNumber(other.get(i));
            if (!bothNumbers && !one.get(i).equals(other.get(i))) {
                return false;
            }
        }
        return true;
    }
}
