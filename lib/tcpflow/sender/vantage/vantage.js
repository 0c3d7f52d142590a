import { FAST_ANSWER_NS, LOCAL_NS } from '../../../transport/path.js';
import { halfOf } from './halves.js';
import { ackClocking, hopsFrom, showsOffload } from './link-evidence.js';

/** @typedef {import('../../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('../../connection/connection-packets.js').ConnectionOptions} ConnectionOptions */
/** @typedef {import('../sample-list.js').SampleList} SampleList */
/** @typedef {import('./halves.js').Half} Half */
/** @typedef {import('../../../transport/path.js').Vantage} Vantage */
/** @typedef {import('../../../transport/path.js').Place} Place */

/** A capture point with less than this share of the round trip on one side is at that end. */
const SHARE_AT_END = 0.1;
/**
 * Up to this share it is also at that end, if the end answers so fast: within one host the answer takes tens of
 * microseconds.
 */
const SHARE_AT_FAST_END = 0.25;
/** Share of acknowledgements answered at once from which on this is the sender's side. */
const SHARE_CLOCKED = 0.5;
/** Confidence by what it rests on. */
const CONFIDENCE = Object.freeze({ ONE_HALF: 0.6, HOPS: 0.5, LOCAL: 0.4, OFFLOAD: 0.3 });

/** @type {{ place: Place, confidence: number, evidence: string[] }} */
const UNKNOWN = { place: 'unknown', confidence: 0, evidence: [] };
/** The sender of one direction is the receiver of the other. @type {Record<Place, Place>} */
const OPPOSITE = { sender: 'receiver', receiver: 'sender', middle: 'middle', unknown: 'unknown' };

/**
 * Finds the capture point for both directions, from how long either end takes to answer: an end at the capture point
 * answers within microseconds, and the other takes the whole round trip. Asymmetric routes do not matter: each half is
 * a round trip from the capture point and back.
 *
 * @param {ConnectionPackets} packets @param {ConnectionOptions} options
 * @param {[SampleList, SampleList]} samples of `roundTrips`, by direction
 * @returns {[Vantage, Vantage]} for the client's data, for the server's
 */
export function vantagesOf(packets, options, samples) {
  const [toServer, toClient] = samples.map(halfOf);
  const clientHops = hopsFrom(packets, 0);
  const serverHops = hopsFrom(packets, 1);
  const client = vantageOf(packets, options, 0, toClient, toServer, {
    senderHops: clientHops,
    receiverHops: serverHops,
  });
  const server = vantageOf(packets, options, 1, toServer, toClient, {
    senderHops: serverHops,
    receiverHops: clientHops,
  });
  return [orOpposite(client, server), orOpposite(server, client)];
}

/** @param {Vantage} own @param {Vantage} other direction's @returns {Vantage} */
function orOpposite(own, { place, confidence, evidence }) {
  return own.place === 'unknown' ? newVantage(own, own, { place: OPPOSITE[place], confidence, evidence }) : own;
}

/** @typedef {Pick<Vantage, 'senderNs' | 'receiverNs' | 'fraction'>} Halves */
/** @typedef {Pick<Vantage, 'senderHops' | 'receiverHops'>} Hops */

/**
 * Field by field: spreading objects gives V8 a new hidden class each time.
 * @param {Halves} halves @param {Hops} hops @param {Pick<Vantage, 'place' | 'confidence' | 'evidence'>} found
 * @returns {Vantage}
 */
const newVantage = (
  { senderNs, receiverNs, fraction },
  { senderHops, receiverHops },
  { place, confidence, evidence },
) => ({ senderNs, receiverNs, fraction, senderHops, receiverHops, place, confidence, evidence });

/**
 * @param {ConnectionPackets} packets
 * @param {ConnectionOptions} options
 * @param {number} direction
 * @param {Half} near to the sender
 * @param {Half} far to the receiver
 * @param {Hops} hops
 * @returns {Vantage}
 */
function vantageOf(packets, options, direction, near, far, hops) {
  const halves = {
    senderNs: near.ns,
    receiverNs: far.ns,
    fraction: near.ns === null || far.ns === null ? null : near.ns / Math.max(1, near.ns + far.ns),
  };
  const offload = showsOffload(packets, direction, options.mss[1 - direction]);
  const found =
    halves.fraction === null ? fromOneSide(packets, direction, halves, hops) : fromHalves(near, far, halves.fraction);
  if (!offload) return newVantage(halves, hops, found);
  if (found.place === 'unknown') {
    return newVantage(halves, hops, { place: 'sender', confidence: CONFIDENCE.OFFLOAD, evidence: ['offload'] });
  }
  return newVantage(halves, hops, { ...found, evidence: [...found.evidence, 'offload'] });
}

/**
 * @param {Half} near
 * @param {Half} far
 * @param {number} fraction
 * @returns {{ place: Place, confidence: number, evidence: string[] }}
 */
function fromHalves(near, far, fraction) {
  const evidence = near.handshake && far.handshake ? ['handshake_halves', 'round_trip_halves'] : ['round_trip_halves'];
  const share = Math.min(fraction, 1 - fraction);
  const smallerNs = Math.min(Number(near.ns), Number(far.ns));
  const limit = smallerNs <= FAST_ANSWER_NS ? SHARE_AT_FAST_END : SHARE_AT_END;
  const certainty = evidence.length > 1 ? 1 : 0.9;
  if (Number(near.ns) + Number(far.ns) < LOCAL_NS) {
    return { place: fraction <= 0.5 ? 'sender' : 'receiver', confidence: CONFIDENCE.LOCAL, evidence };
  }
  // Confidence is full up to halfway to the limit on either side; at the limit it could be either.
  const confidence = certainty * Math.min(1, 0.5 + Math.abs(share - limit) / limit);
  if (share > limit) return { place: 'middle', confidence, evidence };
  return { place: fraction < 0.5 ? 'sender' : 'receiver', confidence, evidence };
}

/**
 * Only one end's answers were seen. An end that answers at once is at the capture point; else ACK clocking decides, and
 * last the number of routers passed.
 * @param {ConnectionPackets} packets @param {number} direction
 * @param {{ senderNs: number | null, receiverNs: number | null }} halves @param {{ senderHops: number | null,
 *   receiverHops: number | null }} hops
 * @returns {{ place: Place, confidence: number, evidence: string[] }}
 */
function fromOneSide(packets, direction, { senderNs, receiverNs }, { senderHops, receiverHops }) {
  if (receiverNs !== null && receiverNs <= FAST_ANSWER_NS) {
    return { place: 'receiver', confidence: CONFIDENCE.ONE_HALF, evidence: ['round_trip_halves'] };
  }
  if (senderNs !== null && senderNs <= FAST_ANSWER_NS) {
    return { place: 'sender', confidence: CONFIDENCE.ONE_HALF, evidence: ['round_trip_halves'] };
  }
  const clocked = ackClocking(packets, direction);
  if (receiverNs !== null && clocked !== null && clocked >= SHARE_CLOCKED) {
    return { place: 'sender', confidence: CONFIDENCE.ONE_HALF, evidence: ['ack_clock'] };
  }
  if (senderHops === null || receiverHops === null) return UNKNOWN;
  if (senderHops === 0 && receiverHops > 0) return { place: 'sender', confidence: CONFIDENCE.HOPS, evidence: ['ttl'] };
  if (receiverHops === 0 && senderHops > 0) {
    return { place: 'receiver', confidence: CONFIDENCE.HOPS, evidence: ['ttl'] };
  }
  return UNKNOWN;
}
