import { NS_PER_MS } from '../../../lib/simulator/units.js';

const SYN = 2;
/** Sent whatever the congestion window says: the first after a time-out, and probes. */
const BEYOND_WINDOW = ['rto', 'tlp', 'tlp_new', 'probe', 'syn'];

/** @typedef {import('../../../lib/simulator/tcp/endpoint.js').Endpoint} Endpoint */
/** @typedef {import('../../../lib/simulator/tcp/segment.js').Segment} Segment */
/** @typedef {import('../../../lib/simulator/scenario/run.js').ScenarioLink} ScenarioLink */

/**
 * Level 0 of the validation: what must hold at every event of a run, whatever the scenario. An observer that keeps what
 * does not. Paths whose links reorder or duplicate are not for it.
 * @implements {Observer}
 * @typedef {import('../../../lib/simulator/tcp/endpoint.js').Observer} Observer
 */
export class Invariants {
  /** @type {string[]} */
  broken = [];
  events = 0;
  #path;
  /** When what is on its way was sent, by number. @type {Map<number, number>} */
  #sentNs = new Map();
  #lastNumber = { client: -1, server: -1 };

  /** @param {import('../../../lib/simulator/scenario/run.js').Scenario['path']} path */
  constructor(path) {
    this.#path = path;
  }

  /** @type {Observer['observe']} */
  observe(endpoint, ev, segment, retransmission) {
    this.events++;
    if (endpoint.sender.window.cwnd < 1) this.#note(endpoint, 'has a congestion window below a segment');
    if (ev === 'out' && segment) this.#onOut(endpoint, segment, retransmission);
    if (ev === 'in' && segment) this.#onIn(endpoint, segment);
  }

  /** @param {Segment} segment */
  noteDropped({ number }) {
    if (!this.#sentNs.delete(number)) this.broken.push(`${number} is dropped and was not on its way`);
  }

  #note(/** @type {Endpoint} */ { flow, isClient, events }, /** @type {string} */ what) {
    this.broken.push(`${events.nowNs / 1e9} s: flow ${flow}, ${isClient ? 'client' : 'server'}: ${what}`);
  }

  /** @param {Endpoint} endpoint @param {Segment} segment @param {string} retransmission */
  #onOut(endpoint, { number, start, length, flags }, retransmission) {
    const { sender, mss, events } = endpoint;
    const { queue, una, peerWindowBytes, window } = sender;
    this.#sentNs.set(number, events.nowNs);
    if (length === 0 || flags & SYN) return;
    if (start + length - una > peerWindowBytes + mss) {
      this.#note(
        endpoint,
        `${start + length - una} bytes beyond what is acknowledged in a window of ${peerWindowBytes}`,
      );
    }
    if (!BEYOND_WINDOW.includes(retransmission) && queue.inFlight > window.cwnd + 1) {
      this.#note(endpoint, `${queue.inFlight} segments in flight in a window of ${window.cwnd}`);
    }
  }

  /** @param {Endpoint} endpoint @param {Segment} segment */
  #onIn(endpoint, { number, from, sizeBytes }) {
    const { nowNs } = endpoint.events;
    const sentNs = this.#sentNs.get(number);
    const side = from.isClient ? 'client' : 'server';
    if (sentNs === undefined) return this.#note(endpoint, `${number} arrives and is not on its way`);
    this.#sentNs.delete(number);
    if (nowNs < sentNs + this.#leastNs(from.isClient, sizeBytes)) {
      this.#note(endpoint, `${number} arrives sooner than the path lets it`);
    }
    if (number <= this.#lastNumber[side]) this.#note(endpoint, `${number} arrives after ${this.#lastNumber[side]}`);
    this.#lastNumber[side] = number;
  }

  /**
   * @param {boolean} isUp
   * @param {number} sizeBytes
   * @returns {number} delays and times to send, to the nanosecond below
   */
  #leastNs(isUp, sizeBytes) {
    return this.#path.reduce((sum, hop) => {
      const {
        delayMs = 0,
        rateKbps = Infinity,
        overheadBytes = 0,
      } = (isUp ? hop.clientToServer : hop.serverToClient) ?? {};
      return sum + Math.floor(delayMs * NS_PER_MS) + Math.floor(((sizeBytes + overheadBytes) * 8 * 1e6) / rateKbps) - 1;
    }, 0);
  }
}
