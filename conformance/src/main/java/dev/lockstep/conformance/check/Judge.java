package dev.lockstep.conformance.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says whether two outcomes are the same, and where they may differ why. */
final class Judge {

    /** What is left of two outcomes when they are not the same. */
    enum Verdict {
        SAME,
        /** Numbers that are the same number in other digits. */
        OTHER_DIGITS,
        /** Two errors in other words. */
        OTHER_WORDING,
        DIFFERENT
    }

    private static final Pattern NUMBER =
            Pattern.compile("(?<![A-Za-z0-9_.])-?[0-9]+(?:\\.[0-9]+)?(?:e[+-]?[0-9]+)?");
    private static final Pattern TTL = Pattern.compile(", (-?[0-9]+) ms to live");
    private static final Pattern ELEMENT = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|[^\\[\\], ]+");

    private Judge() {}

    /** Of two outcomes at the same time and with the same chance. */
    static Verdict exact(List<String> left, List<String> right) {
        if (left.equals(right)) {
            return Verdict.SAME;
        }
        if (isError(left) && isError(right)) {
            return Verdict.OTHER_WORDING;
        }
        String leftText = String.join("\n", left);
        String rightText = String.join("\n", right);
        return skeleton(leftText).equals(skeleton(rightText))
                        && numbers(leftText).equals(numbers(rightText))
                ? Verdict.OTHER_DIGITS
                : Verdict.DIFFERENT;
    }

    /** The first number that two outcomes write in other digits, as {@code 98.6 as 98.59…}. */
    static String otherDigits(List<String> left, List<String> right) {
        Matcher one = NUMBER.matcher(String.join("\n", left));
        Matcher two = NUMBER.matcher(String.join("\n", right));
        while (one.find() && two.find()) {
            if (!one.group().equals(two.group())) {
                return two.group() + " as " + one.group();
            }
        }
        return "";
    }

    private static boolean isError(List<String> lines) {
        return lines.size() == 1 && lines.get(0).startsWith("-");
    }

    /**
     * Whether {@code real} is something that Lockstep might have come to as well.
     *
     * @param early what Lockstep came to at the time just before the real server's call
     * @param late at the time just after it
     * @param other with another seed
     * @param slackMillis by how much times may differ
     */
    static boolean agrees(
            List<String> early,
            List<String> late,
            List<String> other,
            List<String> real,
            Habits habits,
            long slackMillis) {
        if (real.equals(early) || real.equals(late)) {
            return true;
        }
        List<String> one = habits.unordered() ? sorted(early) : early;
        List<String> two = habits.unordered() ? sorted(late) : late;
        List<String> three = habits.unordered() ? sorted(other) : other;
        List<String> judged = habits.unordered() ? sorted(real) : real;
        String first = String.join("\n", one);
        String second = String.join("\n", two);
        String byChance = String.join("\n", three);
        String text = String.join("\n", judged);
        if (!first.equals(byChance)) {
            // What changes with the seed is chance: then the form has to do, if even that stays.
            return !form(first).equals(form(byChance))
                    || form(text).equals(form(first))
                    || form(text).equals(form(second));
        }
        return text.equals(first)
                || within(first, second, text, habits.clocked(), slackMillis)
                || within(first, first, text, habits.clocked(), slackMillis)
                || within(second, second, text, habits.clocked(), slackMillis);
    }

    private static boolean within(
            String first, String second, String text, boolean clocked, long slackMillis) {
        Pattern moving = clocked ? NUMBER : TTL;
        String skeleton = moving.matcher(text).replaceAll("#");
        if (!skeleton.equals(moving.matcher(first).replaceAll("#"))
                || !skeleton.equals(moving.matcher(second).replaceAll("#"))) {
            return false;
        }
        List<Double> low = numbers(first, moving);
        List<Double> high = numbers(second, moving);
        List<Double> seen = numbers(text, moving);
        for (int i = 0; i < seen.size(); i++) {
            double least = Math.min(low.get(i), high.get(i));
            double most = Math.max(low.get(i), high.get(i));
            // Seconds with fractions, tokens and the like move a thousandth as much.
            boolean fraction = seen.get(i) != Math.rint(seen.get(i));
            double slack = fraction ? slackMillis / 1000.0 : slackMillis;
            if (seen.get(i) < least - slack || seen.get(i) > most + slack) {
                return false;
            }
        }
        return true;
    }

    private static List<Double> numbers(String text) {
        return numbers(text, NUMBER);
    }

    private static List<Double> numbers(String text, Pattern pattern) {
        List<Double> numbers = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            numbers.add(
                    Double.parseDouble(
                            matcher.groupCount() > 0 ? matcher.group(1) : matcher.group()));
        }
        return numbers;
    }

    private static String skeleton(String text) {
        return NUMBER.matcher(text).replaceAll("#");
    }

    /** What is left when each number may be any. */
    private static String form(String text) {
        return text.replaceAll("[0-9]+", "#");
    }

    /** The elements of each line in order, then the lines. */
    private static List<String> sorted(List<String> lines) {
        List<String> result = new ArrayList<>();
        for (String line : lines) {
            List<String> elements = new ArrayList<>();
            Matcher matcher = ELEMENT.matcher(line);
            while (matcher.find()) {
                elements.add(matcher.group());
            }
            Collections.sort(elements);
            result.add(String.join(" ", elements));
        }
        Collections.sort(result);
        return result;
    }
}
