package dev.lockstep.conformance;

import dev.lockstep.conformance.Chain.Call;
import dev.lockstep.conformance.CommandGrammar.Form;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Tells whether two replies to a call are alike: to the byte, but where a real server itself leaves
 * it to chance. Follows transactions, to know which replies are in one.
 */
final class ChainJudge {

    /** What they return is theirs to choose; how many is not. */
    private static final Set<String> CHANCE = Set.of("hrandfield", "srandmember", "zrandmember");

    /** Pages of a table that only the server knows the order of. */
    private static final Set<String> PAGES = Set.of("hscan", "scan", "sscan", "zscan");

    /**
     * Numbers that hang on what a real server has in its memory: keys that hold the same small
     * integer share it, idle time and all, and who else holds a value is counted.
     */
    private static final Set<String> OF_MEMORY = Set.of("object|idletime", "object|refcount");

    private static final String ORDER_IS_CHANCE = "nondeterministic_output_order";

    private final Map<String, Form> forms = new HashMap<>();
    private final Map<String, List<Call>> queued = new HashMap<>();
    private long loose;

    ChainJudge(List<Form> forms) {
        forms.forEach(form -> this.forms.put(form.name(), form));
    }

    /** Whether {@code call} may have its client wait. */
    boolean mayWait(Call call) {
        Form form = forms.get(name(call));
        return form != null && form.flags().contains("blocking");
    }

    /** Forgets what was queued. */
    void begin() {
        queued.clear();
    }

    /** Whether {@code answer} is as good as {@code right}. */
    boolean alike(Call call, Answer right, Answer answer) {
        String name = name(call);
        if (right.equals(Answer.scalar('+', "QUEUED"))) {
            queued.computeIfAbsent(call.connection(), key -> new ArrayList<>()).add(call);
        }
        List<Call> transaction = List.of();
        if (name.equals("exec") || name.equals("discard")) {
            transaction = queued.getOrDefault(call.connection(), List.of());
            queued.remove(call.connection());
        }
        if (right.equals(answer)) {
            return true;
        }
        if (name.equals("exec")) {
            return alikeInside(transaction, right, answer);
        }
        boolean alike = alikeButForChance(call, right, answer);
        loose += alike ? 1 : 0;
        return alike;
    }

    private boolean alikeInside(List<Call> transaction, Answer right, Answer answer) {
        int size = transaction.size();
        if (right.elements().size() != size || answer.elements().size() != size) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (!alike(transaction.get(i), right.elements().get(i), answer.elements().get(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean alikeButForChance(Call call, Answer right, Answer answer) {
        if (right.isError() || answer.isError()) {
            return false;
        }
        String name = name(call);
        if (OF_MEMORY.contains(name)) {
            return right.kind() == answer.kind();
        }
        if (CHANCE.contains(name)) {
            return right.kind() == answer.kind()
                    && right.elements().size() == answer.elements().size();
        }
        if (PAGES.contains(name)) {
            return isLastPage(right) != isLastPage(answer)
                    || !isLastPage(right)
                    || sorted(right).equals(sorted(answer));
        }
        Form form = forms.get(name);
        return form != null
                && form.tips().contains(ORDER_IS_CHANCE)
                && sorted(right).equals(sorted(answer));
    }

    private String name(Call call) {
        List<String> words = call.words();
        String name = words.get(0).toLowerCase(Locale.ROOT);
        String full = words.size() > 1 ? name + "|" + words.get(1).toLowerCase(Locale.ROOT) : name;
        return forms.containsKey(full) ? full : name;
    }

    private static boolean isLastPage(Answer page) {
        return !page.elements().isEmpty() && page.elements().get(0).text().equals("0");
    }

    private static List<String> sorted(Answer answer) {
        return Looseness.UNORDERED.show(answer, Protocol.RESP2);
    }

    @Override
    public String toString() {
        return loose + " alike but for what is chance";
    }
}
