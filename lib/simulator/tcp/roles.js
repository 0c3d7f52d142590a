/** Who deals with an end of a connection: the application that uses it, and who looks on. */

/** @typedef {import('./endpoint.js').Endpoint} Endpoint */
/** @typedef {import('./segment.js').Segment} Segment */

/**
 * What an application is told.
 * @typedef {object} Handlers
 * @property {() => void} [onEstablished]
 * @property {(bytes: number) => void} [onData] all bytes that have come in order so far
 * @property {() => void} [onEnd] the other end will send no more
 * @property {() => void} [onClosed] once: both have closed, or it was reset; in TIME_WAIT TCP alone still answers
 * @property {() => void} [onRetired] told to the client's: both ends are closed, and nothing that they sent is on the
 *   way
 * @property {() => void} [onAcknowledged] the other end has acknowledged more, so more may have been sent:
 *   `unsentBytes` tells
 */

/**
 * Who records what endpoints do. `ev` and its arguments are those of truth.csv.
 * @typedef {object} Observer
 * @property {(endpoint: Endpoint, ev: string, segment: Segment|null, retransmission: string, arg0: number, arg1:
 *   number) => void} observe
 * @property {(segment: Segment) => void} noteDropped a link lost it
 */

export {};
