package dev.lockstep.lua.lib;

import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.LuaError;
import dev.lockstep.value.Bytes;
import java.util.Arrays;

/**
 * Matches Lua patterns (manual 5.4.1) against one string. Choices to come back to lie on a stack of
 * its own, not on that of Java, so no pattern is too deep; every step counts for the interrupt.
 *
 * <p>An entry of that stack is a repetition that can take one character less, one that can take one
 * more, an optional character that can be left out, or a capture to be undone.
 */
final class Pattern {

    static final int MAX_CAPTURES = 32;

    private static final int UNFINISHED = -1;
    private static final int POSITION = -2;
    private static final int NO_MATCH = -1;

    private static final int GREEDY = 0; // subject, its minimum, pattern after
    private static final int LAZY = 1; // subject, single character in pattern, pattern after
    private static final int SKIP = 2; // subject, 0, pattern after
    private static final int UNDO_OPEN = 3;
    private static final int UNDO_CLOSE = 4; // capture
    private static final int ENTRY = 4;

    private static final int TICK = 256;
    private static final int MAX_CHOICES = 64 << 20;

    private final Call call;
    private final byte[] subject;
    private final byte[] pattern;
    private final int patternEnd;
    private final int[] starts = new int[MAX_CAPTURES];
    private final int[] lengths = new int[MAX_CAPTURES];
    private int captures;
    private int[] choices = new int[16 * ENTRY];
    private int choiceTop;
    private int steps;

    Pattern(Call call, Bytes subject, Bytes pattern) {
        this.call = call;
        this.subject = subject.unsafeArray();
        this.pattern = pattern.unsafeArray();
        int nul = pattern.indexOf((byte) 0, 0); // to C, the pattern ends there
        this.patternEnd = nul < 0 ? pattern.length() : nul;
    }

    /** Whether the pattern begins with the anchor {@code ^}. */
    boolean isAnchored() {
        return patternEnd > 0 && pattern[0] == '^';
    }

    // ---- captures

    int captureCount() {
        return captures;
    }

    /** Pushes capture {@code n}, from 0; the whole match if there are no captures. */
    void pushCapture(int n, int from, int to) {
        if (n >= captures) {
            if (n != 0) {
                throw error("invalid capture index");
            }
            call.push(Bytes.copyOf(subject, from, to - from));
        } else if (lengths[n] == POSITION) {
            call.push((double) (starts[n] + 1));
        } else if (lengths[n] == UNFINISHED) {
            throw error("unfinished capture");
        } else {
            call.push(Bytes.copyOf(subject, starts[n], lengths[n]));
        }
    }

    /** Pushes all captures, or the whole match if there are none; returns their number. */
    int pushCaptures(int from, int to) {
        int count = captures == 0 ? 1 : captures;
        for (int i = 0; i < count; i++) {
            pushCapture(i, from, to);
        }
        return count;
    }

    // ---- matching

    /** Where a match that begins at {@code from} ends, -1 if there is none. */
    int match(int from, int patternFrom) {
        captures = 0;
        choiceTop = 0;
        int s = from;
        int p = patternFrom;
        while (true) {
            if (++steps >= TICK) {
                call.tick(steps);
                steps = 0;
            }
            if (p == patternEnd) {
                return s;
            }
            int c = pattern[p];
            int next = p + 1 < patternEnd ? pattern[p + 1] : 0;
            boolean failed = false;
            if (c == '(') {
                boolean position = next == ')';
                openCapture(s, position ? POSITION : UNFINISHED);
                p += position ? 2 : 1;
            } else if (c == ')') {
                closeCapture(s);
                p++;
            } else if (c == '$' && p + 1 == patternEnd) {
                failed = s != subject.length;
                p++;
            } else if (c == '%' && next == 'b') {
                s = balanced(s, p + 2);
                failed = s == NO_MATCH;
                p += 4;
            } else if (c == '%' && next == 'f') {
                int end = frontierEnd(p + 2);
                failed = !isFrontier(s, p + 2, end);
                p = end;
            } else if (c == '%' && next >= '0' && next <= '9') {
                s = backReference(s, next);
                failed = s == NO_MATCH;
                p += 2;
            } else {
                int end = classEnd(p);
                int suffix = end < patternEnd ? pattern[end] : 0;
                if (suffix == '?' || suffix == '*' || suffix == '+' || suffix == '-') {
                    s = repeat(s, p, end, suffix);
                    failed = s == NO_MATCH;
                    p = end + 1;
                } else {
                    failed = !matchesSingle(s, p, end);
                    s++;
                    p = end;
                }
            }
            if (failed) {
                if (!backtrack()) {
                    return NO_MATCH;
                }
                s = resumeSubject;
                p = resumePattern;
            }
        }
    }

    private int resumeSubject;
    private int resumePattern;

    /** Begins a repetition at {@code s}; returns where to go on, or no match. */
    private int repeat(int s, int p, int end, int suffix) {
        if (suffix == '-') {
            choose(LAZY, s, p, end);
            return s;
        }
        if (suffix == '?') {
            if (!matchesSingle(s, p, end)) {
                return s;
            }
            choose(SKIP, s, 0, end + 1);
            return s + 1;
        }
        int count = 0;
        while (matchesSingle(s + count, p, end)) {
            count++;
        }
        steps += count >> 3;
        if (suffix == '+') {
            if (count == 0) {
                return NO_MATCH;
            }
            if (count > 1) {
                choose(GREEDY, s + count, s + 1, end + 1);
            }
        } else if (count > 0) {
            choose(GREEDY, s + count, s, end + 1);
        }
        return s + count;
    }

    private void choose(int kind, int a, int b, int c) {
        if (choiceTop == choices.length) {
            if (choiceTop >= MAX_CHOICES) {
                throw error("pattern too complex");
            }
            call.state().charge(4L * choices.length);
            choices = Arrays.copyOf(choices, choices.length * 2);
        }
        choices[choiceTop] = kind;
        choices[choiceTop + 1] = a;
        choices[choiceTop + 2] = b;
        choices[choiceTop + 3] = c;
        choiceTop += ENTRY;
    }

    /** Takes the last choice that is left; false if there is none. */
    private boolean backtrack() {
        while (choiceTop > 0) {
            int at = choiceTop - ENTRY;
            switch (choices[at]) {
                case UNDO_OPEN -> captures--;
                case UNDO_CLOSE -> lengths[choices[at + 1]] = UNFINISHED;
                case SKIP -> {
                    choiceTop = at;
                    resumeSubject = choices[at + 1];
                    resumePattern = choices[at + 3];
                    return true;
                }
                case GREEDY -> {
                    resumeSubject = --choices[at + 1];
                    resumePattern = choices[at + 3];
                    if (resumeSubject == choices[at + 2]) {
                        choiceTop = at;
                    }
                    return true;
                }
                default -> {
                    int end = choices[at + 3];
                    if (matchesSingle(choices[at + 1], choices[at + 2], end)) {
                        resumeSubject = ++choices[at + 1];
                        resumePattern = end + 1;
                        return true;
                    }
                }
            }
            choiceTop = at;
        }
        return false;
    }

    private void openCapture(int s, int kind) {
        if (captures >= MAX_CAPTURES) {
            throw error("too many captures");
        }
        starts[captures] = s;
        lengths[captures] = kind;
        captures++;
        choose(UNDO_OPEN, 0, 0, 0);
    }

    private void closeCapture(int s) {
        int open = captures - 1;
        while (open >= 0 && lengths[open] != UNFINISHED) {
            open--;
        }
        if (open < 0) {
            throw error("invalid pattern capture");
        }
        lengths[open] = s - starts[open];
        choose(UNDO_CLOSE, open, 0, 0);
    }

    private int backReference(int s, int digit) {
        int n = digit - '1';
        if (n < 0 || n >= captures || lengths[n] == UNFINISHED) {
            throw error("invalid capture index");
        }
        int length = lengths[n];
        if (length < 0 || subject.length - s < length) {
            return NO_MATCH; // a position is longer than any string, as C compares it
        }
        boolean same =
                Arrays.equals(subject, starts[n], starts[n] + length, subject, s, s + length);
        return same ? s + length : NO_MATCH;
    }

    private int balanced(int s, int p) {
        if (p + 1 >= patternEnd) {
            throw error("unbalanced pattern");
        }
        if (s >= subject.length || subject[s] != pattern[p]) {
            return NO_MATCH;
        }
        int open = 1;
        for (int i = s + 1; i < subject.length; i++) {
            steps++;
            if (subject[i] == pattern[p + 1]) {
                open--;
                if (open == 0) {
                    return i + 1;
                }
            } else if (subject[i] == pattern[p]) {
                open++;
            }
        }
        return NO_MATCH;
    }

    private int frontierEnd(int p) {
        if (p >= patternEnd || pattern[p] != '[') {
            throw error("missing '[' after '%f' in pattern");
        }
        return classEnd(p);
    }

    private boolean isFrontier(int s, int p, int end) {
        int before = s == 0 ? 0 : subject[s - 1] & 0xff;
        int after = s < subject.length ? subject[s] & 0xff : 0;
        return !matchesSet(before, p, end - 1) && matchesSet(after, p, end - 1);
    }

    // ---- classes

    /** Where the single character class at {@code p} ends. */
    private int classEnd(int p) {
        int at = p + 1;
        if (pattern[p] == '%') {
            if (at >= patternEnd) {
                throw error("malformed pattern (ends with '%')");
            }
            return at + 1;
        }
        if (pattern[p] != '[') {
            return at;
        }
        if (at < patternEnd && pattern[at] == '^') {
            at++;
        }
        do {
            if (at >= patternEnd) {
                throw error("malformed pattern (missing ']')");
            }
            if (pattern[at++] == '%' && at < patternEnd) {
                at++;
            }
        } while (at >= patternEnd || pattern[at] != ']');
        return at + 1;
    }

    private boolean matchesSingle(int s, int p, int end) {
        if (s >= subject.length) {
            return false;
        }
        int c = subject[s] & 0xff;
        return switch (pattern[p]) {
            case '.' -> true;
            case '%' -> matchesClass(c, pattern[p + 1]);
            case '[' -> matchesSet(c, p, end - 1);
            default -> (pattern[p] & 0xff) == c;
        };
    }

    /** Whether {@code c} is in the set from {@code p} to its closing bracket at {@code last}. */
    private boolean matchesSet(int c, int p, int last) {
        int at = p + 1;
        boolean member = true;
        if (pattern[at] == '^') {
            member = false;
            at++;
        }
        while (at < last) {
            steps++;
            int first = pattern[at] & 0xff;
            if (first == '%') {
                at++;
                if (matchesClass(c, pattern[at])) {
                    return member;
                }
                at++;
            } else if (at + 2 < last && pattern[at + 1] == '-') {
                if (first <= c && c <= (pattern[at + 2] & 0xff)) {
                    return member;
                }
                at += 3;
            } else {
                if (first == c) {
                    return member;
                }
                at++;
            }
        }
        return !member;
    }

    private static boolean matchesClass(int c, byte kind) {
        boolean member;
        switch (kind | 0x20) {
            case 'a' -> member = isLetter(c);
            case 'c' -> member = c < 32 || c == 127;
            case 'd' -> member = c >= '0' && c <= '9';
            case 'l' -> member = c >= 'a' && c <= 'z';
            case 'p' -> member = c > 32 && c < 127 && !isLetter(c) && !(c >= '0' && c <= '9');
            case 's' -> member = c == ' ' || (c >= 9 && c <= 13);
            case 'u' -> member = c >= 'A' && c <= 'Z';
            case 'w' -> member = isLetter(c) || (c >= '0' && c <= '9');
            case 'x' -> member = (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
            case 'z' -> member = c == 0;
            default -> {
                return (kind & 0xff) == c;
            }
        }
        boolean letter = (kind >= 'a' && kind <= 'z') || (kind >= 'A' && kind <= 'Z');
        if (!letter) {
            return (kind & 0xff) == c;
        }
        return (kind & 0x20) != 0 ? member : !member;
    }

    private static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private LuaError error(String message) {
        return call.error(message);
    }
}
