/** Connections of which a client went on from another address, with an ID that only an encrypted packet had told. */
import { ADDRESS_WORDS } from '../../packet/datagram-batch.js';
import { MILLISECOND_NS } from '../qlog/clock.js';
import { PACKET } from '../wire/versions.js';

/** @typedef {import('../connections/connection.js').Connection} Connection */

/** Connections before one that are looked through for that which it continues. */
export const MAX_CONTINUED_CANDIDATES = 256;
/** What was under way on the old path, and probes of the new one, overlap for no longer (three round trips). */
const OVERLAP_NS = 1e9;
/** A client that says nothing of it drops a silent connection in so long: the longest default of today's libraries. */
const DEFAULT_IDLE_NS = 30e9;
/** How sure, by what is the same: the client's address too, or the server alone; with several that fit: half of it. */
const CONFIDENCE = Object.freeze({ sameClient: 0.9, sameServer: 0.7 });

/**
 * The connection that one seems to continue: to the same server, open and silent since. RFC 9000 section 9.5 has the
 * IDs of a new path show nothing, so without keys only times and addresses tell.
 * @param {Pick<import('../quic-tracker.js').QuicTracker, 'connections' | 'numbers'>} quic @param {number} index
 * @returns {{ flow: string, confidence: number } | null}
 */
export function continuedOf(quic, index) {
  const { connections } = quic;
  const later = connections[index];
  if (!beganWithin(later)) return null;
  /** @type {Connection | null} */
  let nearest = null;
  let candidates = 0;
  for (let i = index - 1; i >= Math.max(0, index - MAX_CONTINUED_CANDIDATES); i--) {
    if (!mayGoOn(connections[i], later)) continue;
    candidates++;
    if (nearest === null || connections[i].endNs > nearest.endNs) nearest = connections[i];
  }
  if (nearest === null) return null;
  const sure = isSame(nearest, later, 0) ? CONFIDENCE.sameClient : CONFIDENCE.sameServer;
  return { flow: quic.numbers.nameOf(nearest.index), confidence: candidates === 1 ? sure : sure / 2 };
}

/** Whether it was first seen with data: no handshake is its own. @param {Connection} connection */
const beganWithin = ({ odcid, packets, sent }) =>
  odcid < 0 && sent[0].packetsOf[PACKET.ONE_RTT] + sent[1].packetsOf[PACKET.ONE_RTT] === packets;

/** @param {Connection} earlier @param {Connection} later */
function mayGoOn(earlier, later) {
  const { closed, endNs, handshake } = earlier;
  if (closed !== null || !isSame(earlier, later, 1)) return false;
  const idleNs = Number(handshake.parameters[0]?.values.max_idle_timeout ?? 0) * MILLISECOND_NS || DEFAULT_IDLE_NS;
  return endNs <= later.startNs + OVERLAP_NS && endNs >= later.startNs - idleNs;
}

/** Whether an end has the same address; a server also the same port. @param {Connection} a @param {Connection} b
 *   @param {number} end */
function isSame({ paths: [a] }, { paths: [b] }, end) {
  for (let word = end * ADDRESS_WORDS; word < (end + 1) * ADDRESS_WORDS; word++) {
    if (a.words[word] !== b.words[word]) return false;
  }
  const port = 2 * ADDRESS_WORDS;
  return a.ipVersion === b.ipVersion && (end === 0 || (a.words[port] & 0xffff) === (b.words[port] & 0xffff));
}
