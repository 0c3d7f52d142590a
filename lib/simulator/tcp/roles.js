/** Who deals with an end of a connection: the application that uses it, and who looks on. */

/** @typedef {import('./endpoint.js').Endpoint} Endpoint */
/** @typedef {import('./segment.js').Segment} Segment */

/**
 * Callbacks of an application.
 * @typedef {object} Handlers
 * @property {() => void} [onEstablished]
 * @property {(bytes: number) => void} [onData] all bytes that have come in order so far
 * @property {() => void} [onEnd] the other end has closed its direction
 * @property {() => void} [onClosed] once: both have closed, or it was reset; in TIME_WAIT TCP alone still answers
 * @property {() => void} [onRetired] on the client's side: both ends are closed, and nothing is in flight
 * @property {() => void} [onAcknowledged] the other end has acknowledged more, so more may have been sent: see
 *   `unsentBytes`
 */

/**
 * Who records what endpoints do. `ev` and its arguments are those of truth.csv.
 * @typedef {object} Observer
 * @property {(endpoint: Endpoint, ev: string, segment: Segment|null, retransmission: string, arg0: number, arg1:
 *   number) => void} observe
 * @property {(segment: Segment, by: string) => void} noteDropped a link lost it (""), a box dropped it, whose kind this
 *   is, or its receiver ("refused")
 * @property {(segment: Segment, cause: number) => void} [noteMade] a box made it, because of a segment of that number
 *   (-1: of none)
 */

export {};
