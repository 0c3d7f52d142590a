import { ANALYSIS } from '../../../transport/tcp/analysis-flags.js';
import { packetsWhere } from './evidence.js';
import { earlierConnection } from './opening.js';

/** @typedef {import('../context.js').Context['packets']} Packets */

export const MIN_DROPS = 2;
/** More than the FIN's sequence number, which an acknowledgement counts too. */
const MIN_MISSING_BYTES = 2;

/**
 * Acknowledges data that had not been captured. Packets of an earlier connection do not count.
 * @param {Packets} packets
 * @returns {(i: number) => boolean}
 */
export function ofUnseen(packets) {
  const others = earlierConnection(packets)?.own;
  return (i) => (packets.analysis[i] & ANALYSIS.ack_lost_segment) !== 0 && !others?.has(i);
}

/** Bytes of both directions that were acknowledged and never seen. @param {Packets} packets */
export const missingOf = (packets) => sumOf(holesOf(packets));

/**
 * Of a direction's data: where a capture lacks more, waits and losses are made up of what it lacks. A request, its
 * answer or the acknowledgement in between is then missing from every second exchange.
 */
export const LARGE_SHARE = 1 / 5;

/** Where a capture lacks less, something else is wrong with the connection, or nothing. */
export const SMALL_SHARE = 1 / 100;

/** Shares of each direction's data that the capture lacks. @param {Packets} packets */
export const missingShares = (packets) =>
  [0, 1].map((direction) => {
    const { holes, bytes } = holesOfDirection(packets, direction);
    return bytes > 0 ? sumOf(holes) / bytes : 0;
  });

/** Whether the capture has lost packets of a connection. @param {Packets} packets */
export function isIncomplete(packets) {
  if ((packets.seen.analysis & ANALYSIS.ack_lost_segment) === 0) return false;
  const { count } = packetsWhere(packets, ofUnseen(packets));
  return missingOf(packets) >= (count < MIN_DROPS ? MIN_MISSING_BYTES : 1);
}

/** Bytes of sequence space of each hole, of both directions. @param {Packets} packets @returns {number[]} */
const holesOf = (packets) => [0, 1].flatMap((direction) => holesOfDirection(packets, direction).holes);

/** @param {readonly number[]} values */
const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);

/**
 * What such acknowledgements cover and that was never captured, before them or later: an acknowledgement may have
 * overtaken its data, and one direction's clock may be ahead of the other's.
 * @param {Packets} packets
 * @param {number} of direction of the data
 * @returns {{ holes: number[], bytes: number }} bytes: from the first that was seen to the last
 */
function holesOfDirection(packets, of) {
  const { count, direction, seqOffset, endOffset, ackOffset } = packets;
  const isOfUnseen = ofUnseen(packets);
  const sent = [];
  let acked = -1;
  for (let i = 0; i < count; i++) {
    if (direction[i] !== of && isOfUnseen(i)) acked = Math.max(acked, ackOffset[i]);
    else if (direction[i] === of && endOffset[i] > seqOffset[i]) sent.push(i);
  }
  if (acked < 0) return { holes: [], bytes: 0 };
  sent.sort((a, b) => seqOffset[a] - seqOffset[b]);
  const holes = [];
  const first = sent.length > 0 ? Math.min(seqOffset[sent[0]], acked) : acked;
  let reached = first;
  for (const i of sent) {
    holes.push(Math.min(seqOffset[i], acked) - reached);
    reached = Math.max(reached, endOffset[i]);
  }
  holes.push(acked - reached);
  return { holes: holes.filter((bytes) => bytes > 0), bytes: Math.max(acked, reached) - first };
}

/**
 * A jumbogram (RFC 2675) has more: 65 535 bytes fit behind an IPv6 header, of which TCP's takes 32 with timestamps.
 * Linux puts less into what is no jumbogram, with timestamps or without.
 */
const MAX_DATA_BYTES = 65_535 - 32;

/**
 * Whether all that is missing fits jumbograms, as of BIG TCP, and no other of them was captured: filters such as `tcp`
 * and `port 80` look for TCP right behind the IPv6 header, where a jumbogram has a hop-by-hop header.
 * @param {Pick<import('../context.js').Context, 'packets' | 'seen' | 'options'>} context
 */
export function lacksJumbograms({ packets, seen, options: { ipVersion } }) {
  if (ipVersion !== 6 || Math.max(...seen.longest) > MAX_DATA_BYTES) return false;
  return holesOf(packets).every((bytes) => bytes > MAX_DATA_BYTES);
}
