/** Thresholds of time that several detectors share. */

/** Share of a connection's time from which on a wait, or a loss, matters. */
export const NOTICEABLE_SHARE = 0.1;

/**
 * Time beyond a round trip within which an answer is prompt: a host's 0.02 to 6 ms, a delayed acknowledgement of 40 ms
 * (Linux; others are longer), some processing. A person takes 0.1 to 0.5 s to react (Card, Moran and Newell 1983).
 */
export const AT_ONCE_NS = 50e6;

/** No acknowledgement is delayed for longer (RFC 1122 section 4.2.3.2). */
export const LONGEST_DELAYED_ACK_NS = 500e6;

/**
 * The shortest delay that a person notices: a response within 0.1 s seems instantaneous (Miller 1968; Nielsen 1993). It
 * is also more than a host's own delay: 0.02 to 6 ms for an answer, 40 ms (Linux) for a delayed acknowledgement.
 */
export const NOTICEABLE_NS = 100e6;

/**
 * A shorter cost is no finding, or only a note: one frame of a display (60 a second), more than the 0.02 to 6 ms that
 * hosts take to answer, and than clock ticks of 10 ms (Solaris, older BSD and Linux).
 */
export const MIN_COST_NS = 20e6;

/**
 * Time beyond a round trip within which a host continues once it is answered: Linux after 0.02 to 0.1 ms, stacks in
 * user space (gVisor, smoltcp) 0.05 to 1.3 ms and 6 ms when they had slept, a workstation of 1996 3 ms.
 */
export const ANSWERED_WITHIN_NS = 5e6;

/**
 * No timer retransmits a handshake's segment sooner (RFC 6298: 1 s, as Linux, gVisor, smoltcp; older BSD and Windows 3
 * s; lwIP 0.5 to 3 s): sooner ones are copies, or simultaneous opens.
 */
export const MIN_SYN_TIMEOUT_NS = 100e6;

/**
 * A server that waited in vain for a request says so much later (HTTP 408, RFC 9110 section 15.5.9; nginx after 60 s,
 * Apache 20 s) than one greets whom it has accepted.
 */
export const GREETED_WITHIN_NS = 1e9;

/** A wait from which on a user may have given up: 1 s interrupts a train of thought (Miller 1968). */
export const HUNG_NS = 1e9;
