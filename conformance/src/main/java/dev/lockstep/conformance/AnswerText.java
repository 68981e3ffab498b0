package dev.lockstep.conformance;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes replies as transcripts show them, two different replies never alike:
 *
 * <pre>
 * +OK                     a status
 * -ERR syntax error       an error
 * :1                      an integer
 * "99"                    a bulk string
 * nil                     nothing: of RESP2 a missing bulk string, of RESP3 its null
 * nil-array               of RESP2 a missing array
 * [:1, "99"]              an array
 * ,1.5  #t  (12  ="txt:…"  !"ERR …"  %{"field": "value"}  ~["member"]  &gt;["message"]
 *                         what RESP3 adds: double, boolean, big number, verbatim text, error in
 *                         bytes, map, set, push
 * </pre>
 *
 * What does not fit on a line is spread over several.
 */
public final class AnswerText {

    private static final int LINE = 96;

    private final Protocol protocol;

    private AnswerText(Protocol protocol) {
        this.protocol = protocol;
    }

    /** What {@code answer} looks like when {@code protocol} is spoken. */
    public static List<String> lines(Answer answer, Protocol protocol) {
        return new AnswerText(protocol).lines(answer);
    }

    private List<String> lines(Answer answer) {
        String line = oneLine(answer, false);
        if (line.length() <= LINE || !answer.isAggregate()) {
            return List.of(line);
        }
        List<String> lines = new ArrayList<>();
        lines.add(opening(answer));
        int each = answer.kind() == '%' ? 2 : 1;
        for (int i = 0; i < answer.elements().size(); i += each) {
            String key = each == 2 ? oneLine(answer.elements().get(i), true) + ": " : "";
            List<String> inner = lines(answer.elements().get(i + each - 1));
            for (int j = 0; j < inner.size(); j++) {
                lines.add("  " + (j == 0 ? key : "") + inner.get(j));
            }
        }
        lines.add(closing(answer));
        return lines;
    }

    private String oneLine(Answer answer, boolean inside) {
        if (answer.isAggregate()) {
            return aggregate(answer);
        }
        return switch (answer.kind()) {
            case Answer.NIL_BULK -> protocol == Protocol.RESP2 ? "nil" : "$-1";
            case '_' -> protocol == Protocol.RESP3 ? "nil" : "_";
            case '*' -> "nil-array";
            case '$' -> Answer.quoted(answer.text());
            case '=', '!' -> answer.kind() + Answer.quoted(answer.text());
            default -> answer.kind() + (inside ? unmistakable(answer.text()) : answer.text());
        };
    }

    /** Between other elements, a text that might be taken for several is quoted. */
    private static String unmistakable(String text) {
        return text.matches("[^,:\\[\\]{}\"\\\\]*") ? text : Answer.quoted(text);
    }

    private String aggregate(Answer answer) {
        StringBuilder line = new StringBuilder(opening(answer));
        boolean map = answer.kind() == '%';
        for (int i = 0; i < answer.elements().size(); i++) {
            if (i > 0) {
                line.append(map && i % 2 == 1 ? ": " : ", ");
            }
            line.append(oneLine(answer.elements().get(i), true));
        }
        return line.append(closing(answer)).toString();
    }

    private static String opening(Answer answer) {
        return switch (answer.kind()) {
            case '*' -> "[";
            case '%' -> "%{";
            default -> answer.kind() + "[";
        };
    }

    private static String closing(Answer answer) {
        return answer.kind() == '%' ? "}" : "]";
    }
}
