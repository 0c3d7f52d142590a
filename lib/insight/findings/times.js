/** Times that several detectors go by. */

/**
 * What a person begins to feel: an answer within 0.1 s seems to come at once (Miller 1968; Nielsen 1993). It is also
 * more than a host adds by itself: 0.02 to 6 ms for an answer, 40 ms (Linux) for a delayed acknowledgement.
 */
export const FELT_NS = 100e6;

/**
 * Less of a transfer's time is no finding, or only a note: a picture on a screen lasts as long (60 a second), and it is
 * more than the 0.02 to 6 ms that hosts take to answer, and than ticks of 10 ms (Solaris, older BSD and Linux).
 */
export const LEAST_COST_NS = 20e6;

/**
 * Beyond a round trip, in which a host goes on once it is answered: Linux after 0.02 to 0.1 ms, stacks in user space
 * (gVisor, smoltcp) 0.05 to 1.3 ms and 6 ms when they had slept, a workstation of 1996 3 ms.
 */
export const ANSWERED_WITHIN_NS = 5e6;

/**
 * No timer repeats anything of a handshake sooner (RFC 6298: 1 s, as Linux, gVisor, smoltcp; older BSD and Windows 3 s;
 * lwIP 0.5 to 3 s): what comes sooner are copies, or ends that open at the same time.
 */
export const LEAST_SYN_TIMEOUT_NS = 100e6;
