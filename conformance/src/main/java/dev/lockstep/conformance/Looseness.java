package dev.lockstep.conformance;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A way in which a reply is shown less than exactly, because real servers themselves are free in
 * it. A transcript names it above the step, with its reason; what passes by it is counted.
 */
public enum Looseness {
    /** The elements, in whatever order they come. */
    UNORDERED("@unordered"),
    /** Fields with their values behind them, in whatever order they come. */
    UNORDERED_PAIRS("@unordered-pairs"),
    /** Of a reply only what kind it is; its value depends on the machine, or on chance. */
    ANY("@any");

    private static final Comparator<Answer> ORDER =
            Comparator.comparing(
                    answer -> String.join("\n", AnswerText.lines(answer, Protocol.RESP2)));

    private final String directive;

    Looseness(String directive) {
        this.directive = directive;
    }

    /** What stands in a transcript. */
    public String directive() {
        return directive;
    }

    static Optional<Looseness> named(String directive) {
        return Arrays.stream(values()).filter(it -> it.directive.equals(directive)).findFirst();
    }

    /** What is left of {@code answer} to show. */
    public List<String> show(Answer answer, Protocol protocol) {
        if (answer.isError()) {
            return AnswerText.lines(answer, protocol);
        }
        return switch (this) {
            case UNORDERED -> AnswerText.lines(sorted(answer, 1), protocol);
            case UNORDERED_PAIRS -> AnswerText.lines(sorted(answer, 2), protocol);
            case ANY -> List.of(answer.kind() + " any");
        };
    }

    /** Also within elements, because SCAN and its kin have the elements in the second of two. */
    private static Answer sorted(Answer answer, int each) {
        if (!answer.isAggregate()) {
            return answer;
        }
        int together = answer.kind() == '%' ? 2 : each;
        List<Answer> elements = answer.elements().stream().map(e -> sorted(e, each)).toList();
        if (elements.size() % together != 0 || isPage(answer)) {
            return new Answer(answer.kind(), answer.text(), elements);
        }
        List<Answer> groups =
                IntStream.range(0, elements.size() / together)
                        .mapToObj(i -> elements.subList(i * together, (i + 1) * together))
                        .map(group -> new Answer('*', String.valueOf(together), group))
                        .sorted(ORDER)
                        .toList();
        return new Answer(
                answer.kind(),
                answer.text(),
                groups.stream().flatMap(group -> group.elements().stream()).toList());
    }

    /** A cursor, and what was found on the way to it. */
    private static boolean isPage(Answer answer) {
        return answer.elements().size() == 2
                && !answer.elements().get(0).isAggregate()
                && answer.elements().get(1).isAggregate();
    }
}
