package dev.lockstep.commands.string;

import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The longest common subsequence of two strings. Of several that are equally long it is the one
 * that Redis finds: walking back from the ends, it leaves a byte of the second string out unless
 * leaving one of the first out keeps more.
 */
final class CommonSubsequence {

    /** A stretch that both strings have: positions of its first byte, and its length. */
    record Match(int inFirst, int inSecond, int length) {}

    private final Bytes first;
    private final Bytes second;
    private final int length;

    /** One bit a pair of positions: whether to leave out a byte of the first string there. */
    private final BitSet[] skipsFirst;

    CommonSubsequence(Bytes first, Bytes second) {
        this.first = first;
        this.second = second;
        this.skipsFirst = new BitSet[first.length()];
        this.length = measure();
    }

    int length() {
        return length;
    }

    private int measure() {
        int[] above = new int[second.length() + 1];
        for (int i = 0; i < first.length(); i++) {
            int[] row = new int[second.length() + 1];
            BitSet skips = new BitSet(second.length());
            for (int j = 0; j < second.length(); j++) {
                if (first.at(i) == second.at(j)) {
                    row[j + 1] = above[j] + 1;
                } else if (above[j + 1] > row[j]) {
                    row[j + 1] = above[j + 1];
                    skips.set(j);
                } else {
                    row[j + 1] = row[j];
                }
            }
            skipsFirst[i] = skips;
            above = row;
        }
        return above[second.length()];
    }

    /** The subsequence itself. */
    Bytes text() {
        byte[] text = new byte[length];
        int end = length;
        for (Match match : matches()) {
            end -= match.length;
            first.copyTo(match.inFirst, text, end, match.length);
        }
        return Bytes.wrap(text);
    }

    /** The stretches that make it up, the last one first. */
    List<Match> matches() {
        List<Match> matches = new ArrayList<>();
        int i = first.length() - 1;
        int j = second.length() - 1;
        while (i >= 0 && j >= 0) {
            int run = 0;
            while (i >= 0 && j >= 0 && first.at(i) == second.at(j)) {
                run++;
                i--;
                j--;
            }
            if (run > 0) {
                matches.add(new Match(i + 1, j + 1, run));
            } else if (skipsFirst[i].get(j)) {
                i--;
            } else {
                j--;
            }
        }
        return matches;
    }
}
