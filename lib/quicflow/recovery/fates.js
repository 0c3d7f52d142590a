/** What became of a send. */
export const FATE = Object.freeze({ OUTSTANDING: 0, ACKED: 1, LOST: 2, DROPPED: 3 });

/** Why a packet was declared lost; `PTO`: never acknowledged, and a probe carried its data again. */
export const CAUSE = Object.freeze({ NONE: 0, PACKET_THRESHOLD: 1, TIME_THRESHOLD: 2, PTO: 3 });
export const CAUSES = Object.freeze([null, 'packet_threshold', 'time_threshold', 'pto']);

/** What a time-out made leave (RFC 9002 section 6.2.4). */
export const PROBE = Object.freeze({ NONE: 0, NEW_DATA: 1, OLD_DATA: 2, PING: 3 });
export const PROBES = Object.freeze([null, 'new_data', 'old_data', 'ping']);
