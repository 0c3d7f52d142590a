import { MAX_TALKERS } from './limits.js';

/** @typedef {import('../transport/conversation.js').Conversations} Conversations */
/** @typedef {import('../transport/conversation.js').HandshakeOutcome} HandshakeOutcome */
/** @typedef {{ address: string, connections: number, packets: number, bytes: number }} Talker bytes of payload */
/**
 * Times in seconds, shares from 0 to 1; null where unknown.
 * @typedef {object} CaptureFigures
 * @property {number} connections
 * @property {{ bytesLost: number, bytes: number, share: number | null }} loss share of the payload sent that was lost
 *   and retransmitted
 * @property {{ packets: number, dataPackets: number, share: number | null }} retransmissions
 * @property {{ connections: number, p5: number, median: number, p95: number, max: number } | null} rtt each
 *   connection's shortest round trip, over connections
 * @property {Record<HandshakeOutcome, number>} handshakes
 * @property {Talker[]} talkers addresses with most payload sent and received, most first
 */
/**
 * Its input.
 * @typedef {object} Asked
 * @property {{ flows: Conversations }} tcp
 * @property {{ refresh(index: number): void, found(index: number):
 *   import('../transport/losses.js').LossesAndReordering | undefined }} verdicts
 */

/**
 * Figures of a capture as a whole: loss, retransmissions, round trips, handshakes, top talkers.
 * @param {Asked} ingest
 * @returns {CaptureFigures}
 */
export function captureFigures(ingest) {
  const sums = new FigureSums(ingest);
  for (let index = 0; index < ingest.tcp.flows.count; index++) sums.add(index);
  return sums.figures();
}

/** The same, one connection at a time, so that the caller can do other work in between. */
export class FigureSums {
  #ingest;
  #bytesLost = 0;
  #bytes = 0;
  #retransmitted = 0;
  #dataPackets = 0;
  #connections = 0;
  /** @type {number[]} ns */
  #rttNs = [];
  /** @type {Record<HandshakeOutcome, number>} */
  #handshakes = { complete: 0, unanswered: 0, refused: 0, unfinished: 0, not_captured: 0 };
  /** @type {Map<string, Talker>} */
  #talkers = new Map();

  /** @param {Asked} ingest */
  constructor(ingest) {
    this.#ingest = ingest;
  }

  /** @param {number} index of a connection */
  add(index) {
    const {
      tcp: { flows },
      verdicts,
    } = this.#ingest;
    verdicts.refresh(index);
    this.#connections++;
    this.#handshakes[flows.handshake(index)]++;
    let bytes = 0;
    let rttNs = -1;
    for (let endpoint = 0; endpoint < 2; endpoint++) {
      const sent = flows.direction(index, endpoint);
      bytes += sent.bytes;
      this.#retransmitted += sent.retransmittedPackets;
      this.#dataPackets += sent.dataPackets;
      // At an end of the path one direction has almost no delay: the other has the path's.
      rttNs = Math.max(rttNs, sent.shortestRttNs ?? -1);
    }
    this.#bytes += bytes;
    if (rttNs >= 0) this.#rttNs.push(rttNs);
    for (const episodes of verdicts.found(index)?.episodes ?? []) {
      for (const { bytesLost } of episodes) this.#bytesLost += bytesLost;
    }
    const { packets } = flows.at(index);
    const addresses = new Set([0, 1].map((endpoint) => flows.endpoint(index, endpoint).address));
    for (const address of addresses) this.#addTalker(address, packets, bytes);
  }

  /** @param {string} address @param {number} packets @param {number} bytes */
  #addTalker(address, packets, bytes) {
    const known = this.#talkers.get(address);
    if (known === undefined) {
      this.#talkers.set(address, { address, connections: 1, packets, bytes });
      return;
    }
    known.connections++;
    known.packets += packets;
    known.bytes += bytes;
  }

  /** @returns {CaptureFigures} */
  figures() {
    return {
      connections: this.#connections,
      loss: { bytesLost: this.#bytesLost, bytes: this.#bytes, share: shareOf(this.#bytesLost, this.#bytes) },
      retransmissions: {
        packets: this.#retransmitted,
        dataPackets: this.#dataPackets,
        share: shareOf(this.#retransmitted, this.#dataPackets),
      },
      rtt: this.#roundTrips(),
      handshakes: this.#handshakes,
      talkers: [...this.#talkers.values()]
        .sort((a, b) => b.bytes - a.bytes || b.packets - a.packets)
        .slice(0, MAX_TALKERS),
    };
  }

  #roundTrips() {
    const sorted = Float64Array.from(this.#rttNs).sort();
    if (sorted.length === 0) return null;
    const at = (/** @type {number} */ share) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] / 1e9;
    return { connections: sorted.length, p5: at(0.05), median: at(0.5), p95: at(0.95), max: at(1) };
  }
}

/** @param {number} part @param {number} whole */
const shareOf = (part, whole) => (whole > 0 ? part / whole : null);
