/**
 * The path of a conversation's packets, as its senders saw it: what the inference of congestion windows, phases and
 * limits works on. Each transport derives it from its own evidence of what was acknowledged and lost; directions are
 * those of the data, 0 the client's.
 */
export {
  DEFERRED_SEGMENTS,
  DEFERRED_SHARE,
  LIMIT,
  LIMITS,
  LONGEST_FIRST_TIMEOUT_NS,
  PACINGS,
  PROMPT_NS,
  SAME_SEGMENTS,
  TIMER_TICK_NS,
  TIMER_TRIPS,
} from '../engine/enums.js';

/** A host that answers faster than this is beside the capture point. */
export const FAST_ANSWER_NS = 0.3e6;
/** Round trips below this are within one machine or one switch: both halves are the hosts' own delays. */
export const LOCAL_NS = 0.3e6;

/** @typedef {import('./round-trips.js').SampleList} SampleList */
/** @typedef {'sender' | 'receiver' | 'middle' | 'unknown'} Place */

/**
 * The capture point of a direction's data, relative to its sender.
 * @typedef {object} Vantage
 * @property {Place} place
 * @property {number} confidence 0 … 1
 * @property {number | null} senderNs shortest round trip between the capture point and the data's sender
 * @property {number | null} receiverNs … and its receiver
 * @property {number | null} fraction of the round trip that lies on the sender's side: 0 at the sender, 1 at the
 *   receiver
 * @property {number | null} senderHops routers between the capture point and the sender
 * @property {number | null} receiverHops
 * @property {string[]} evidence what decided, of `handshake_halves`, `round_trip_halves`, `ack_clock`, `ttl`, `offload`
 */

/**
 * The packets of a connection in the order in which they passed the sender of one direction, and when. Times are the
 * sender's plus the shortest delay from it to the capture point, so that a packet that was not delayed keeps its
 * capture time. All columns are consecutive in memory.
 * @typedef {object} SenderOrder
 * @property {'captured' | 'echoes' | 'shifted'} method how it was found
 * @property {Int32Array} packet indexes of the connection's packets
 * @property {Float64Array} timeNs when each of those left or reached the sender; rising
 * @property {Float32Array} confidence in its position, 0 … 1
 */

/**
 * When the handshake began, and when an end might send data: the client from the SYN-ACK on, the server from its
 * acknowledgement on; and where the receiver had closed its window before the first data, until when.
 * @typedef {object} Handshake
 * @property {number | null} synNs null where it was not captured
 * @property {number | null} establishedNs the same
 * @property {number | null} shutNs null where the window was open
 * @property {number | null} openedNs null where the first data was sent into the zero window: a probe
 */

/**
 * @typedef {object} FlightSeries
 * @property {number} count
 * @property {Int32Array} packet sent, or acknowledging: an index of the connection's packets
 * @property {Float64Array} timeNs when it passed the sender, as in `SenderOrder`
 * @property {Float64Array} bytes in flight after it
 * @property {Float32Array} confidence 0 … 1, as in `SenderOrder`
 */

/**
 * A direction's packets by the numbers that their sender gave them (RFC 791's identification, as hosts use it: RFC 6864
 * section 4).
 * @typedef {object} Numbering
 * @property {Int32Array} packet indexes, in order of their numbers
 * @property {Float64Array} number of each, without wraps; one packet takes 1
 * @property {boolean} isWhole no number is missing
 */

/** Why packets have no usable numbers. @typedef {'ipv6' | 'zero' | 'few' | 'random'} Unnumbered */

/**
 * @typedef {object} Numbers
 * @property {(direction: number, mss: number) => Numbering | Unnumbered} numbering mss: an offloaded packet takes a
 *   number for each so many bytes
 */

/**
 * @typedef {object} Path
 * @property {[SampleList, SampleList]} roundTrips by answered direction: each of the half of the path to its receiver
 * @property {[Vantage, Vantage]} vantages
 * @property {boolean} sack whether acknowledgements can name what came out of order
 * @property {Numbers} passes
 * @property {(direction: number) => SenderOrder} orderAtSender
 * @property {(direction: number) => FlightSeries} flight in flight after each packet of its sender, and each
 *   acknowledgement
 * @property {(direction: number) => import('./round-trips.js').SenderSamples} senderSamples of the whole path
 * @property {(direction: number) => boolean} isSpaced whether packets came evenly spaced, as from a bottleneck
 * @property {(direction: number) => number | null} hostQueueNs how long packets had waited in
 *   their sender's host
 * @property {(direction: number, known: import('./bursts.js').Habits) =>
 *   import('./bursts.js').Bursts} bursts
 *
 * What a sender's window, limits and phases are inferred from.
 * @typedef {Pick<Path, 'orderAtSender' | 'senderSamples' | 'isSpaced' | 'hostQueueNs' | 'bursts'>} SenderPath
 */
