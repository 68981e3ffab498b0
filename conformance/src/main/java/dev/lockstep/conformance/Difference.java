package dev.lockstep.conformance;

/** A place where two servers did not do the same. */
public record Difference(String scenario, String step, String what, String left, String right) {

    @Override
    public String toString() {
        return scenario + ": " + step + "\n  " + what + "\n    " + left + "\n    " + right;
    }
}
