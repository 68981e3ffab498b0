package dev.lockstep.conformance;

import dev.lockstep.conformance.Chain.Call;
import dev.lockstep.conformance.Chain.Link;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Lockstep and a real server that follow the same chains. */
final class Twins implements AutoCloseable {

    private static final int LINKS_BETWEEN_LOOKS = 25;

    private final LockstepSubject lockstep;
    private final RealServer real;
    private final ChainJudge judge;
    private final Map<ChainDeviation, Integer> leftOut = new EnumMap<>(ChainDeviation.class);
    private long calls;
    private long errors;
    private long looks;

    Twins(RealServer real) {
        this.lockstep = LockstepSubject.playing(real.profile());
        this.real = real;
        this.judge = new ChainJudge(CommandGrammar.of(real.profile()));
    }

    String profile() {
        return real.profile();
    }

    /** Both, for messages. */
    String names() {
        return lockstep.name() + " and " + real.name();
    }

    /** Whether the real one has {@code command}. */
    boolean realKnows(String command) {
        try (Connection connection = Connection.open(real.name(), real.uri(), Protocol.RESP2)) {
            return connection.send("COMMAND", "INFO", command).elements().get(0).isAggregate();
        }
    }

    /** Where the two part first, or nothing when they do not. */
    Optional<String> firstDifference(Chain chain) {
        judge.begin();
        try (ChainRun ours = new ChainRun(lockstep, chain.protocol());
                ChainRun theirs = new ChainRun(real, chain.protocol())) {
            List<Link> told = new ArrayList<>();
            Chain followed = withoutWhatIsLeftOut(chain);
            for (List<Link> links : together(followed)) {
                List<Answer> answers = ours.follow(links);
                List<Answer> right = theirs.follow(links);
                for (int i = 0; i < right.size(); i++) {
                    Call call = (Call) links.get(i);
                    calls++;
                    errors += right.get(i).isError() ? 1 : 0;
                    if (!judge.alike(call, right.get(i), answers.get(i))) {
                        return Optional.of(replies(chain, call, right.get(i), answers.get(i)));
                    }
                }
                told.addAll(links);
                if (told.size() >= LINKS_BETWEEN_LOOKS || isLast(followed, links)) {
                    told.clear();
                    looks++;
                    List<String> state = ours.keyspace();
                    List<String> rightState = theirs.keyspace();
                    if (!state.equals(rightState)) {
                        return Optional.of(states(chain, rightState, state));
                    }
                }
            }
            return Optional.empty();
        }
    }

    /** A call that may wait would, outside of a transaction, wait for ever. */
    private Chain withoutWhatIsLeftOut(Chain chain) {
        List<Link> links = new ArrayList<>();
        Set<String> inTransaction = new HashSet<>();
        for (Link link : chain.links()) {
            if (!(link instanceof Call call)) {
                links.add(link);
                continue;
            }
            Optional<ChainDeviation> deviation = ChainDeviation.of(real.profile(), call);
            deviation.ifPresent(known -> leftOut.merge(known, 1, Integer::sum));
            boolean waits = judge.mayWait(call) && !inTransaction.contains(call.connection());
            if (deviation.isEmpty() && !waits) {
                links.add(call);
            }
            follow(call, inTransaction);
        }
        return new Chain(chain.profile(), chain.protocol(), links);
    }

    private static void follow(Call call, Set<String> inTransaction) {
        switch (call.words().get(0).toUpperCase(Locale.ROOT)) {
            case "MULTI" -> inTransaction.add(call.connection());
            case "EXEC", "DISCARD" -> inTransaction.remove(call.connection());
            default -> {}
        }
    }

    /** Calls on one connection that follow each other; a step of time stands alone. */
    private static List<List<Link>> together(Chain chain) {
        List<List<Link>> groups = new ArrayList<>();
        String letter = null;
        for (Link link : chain.links()) {
            if (link instanceof Call call && call.connection().equals(letter)) {
                groups.get(groups.size() - 1).add(link);
            } else {
                groups.add(new ArrayList<>(List.of(link)));
                letter = link instanceof Call call ? call.connection() : null;
            }
        }
        return groups;
    }

    private static boolean isLast(Chain chain, List<Link> links) {
        return chain.links().get(chain.links().size() - 1) == links.get(links.size() - 1);
    }

    private String replies(Chain chain, Call call, Answer right, Answer answer) {
        return text(
                chain,
                call.text(),
                AnswerText.lines(right, chain.protocol()),
                AnswerText.lines(answer, chain.protocol()));
    }

    private String states(Chain chain, List<String> right, List<String> state) {
        List<String> rightOnly = new ArrayList<>(right);
        rightOnly.removeAll(state);
        List<String> stateOnly = new ArrayList<>(state);
        stateOnly.removeAll(right);
        return text(chain, "what is stored", rightOnly, stateOnly);
    }

    private String text(Chain chain, String where, List<String> right, List<String> lines) {
        return where
                + ("\n  " + real.name() + "\n    " + String.join("\n    ", right))
                + ("\n  " + lockstep.name() + "\n    " + String.join("\n    ", lines))
                + ("\nin the chain, " + chain);
    }

    @Override
    public void close() {
        lockstep.close();
    }

    /** How much was compared. */
    @Override
    public String toString() {
        return calls
                + " calls, "
                + errors
                + " of them errors, "
                + looks
                + " looks at all that is stored, "
                + judge
                + leftOut;
    }
}
