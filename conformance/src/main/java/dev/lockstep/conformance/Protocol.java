package dev.lockstep.conformance;

/** The version of RESP that a connection speaks. */
public enum Protocol {
    RESP2,
    RESP3
}
