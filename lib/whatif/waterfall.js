/** When each request of a page was made and answered, in a replay. */
import { NS_PER_SECOND } from '../simulator/units.js';
import { TCP } from '../transport/tcp/header.js';
import { InOrder } from './in-order.js';

/** @typedef {import('../transport/tcp/tcp-packets.js').TcpPackets} TcpPackets */
/** @typedef {import('./exchanges.js').Exchange} Exchange */
/** @typedef {{ bytes: number, at: number }} Mark once so many bytes have passed, the time at this index is known */
/** @typedef {[Mark[], Mark[]][]} Marks by connection, of client and server, ascending */

/** Most requests of a page shown. */
export const MAX_SHOWN_REQUESTS = 1000;
/** Times of a request: when it could be made, it had a connection, the first byte of its response, the last. */
const TIMES = 4;
const READY = 0;
const ASKED = 1;
const FIRST = 2;
const END = 3;
const { FIN } = TCP;

/**
 * Offsets in the streams of a capture where its requests and responses begin and end: the same in a replay of the same
 * dialogue, whatever its segments.
 * @param {Exchange[]} exchanges @param {Map<number, TcpPackets>} packets by flow
 * @returns {Marks} in the order of `packets`
 */
export function marksOf(exchanges, packets) {
  /** @type {Map<number, [Mark[], Mark[]]>} */
  const marks = new Map([...packets.keys()].map((flow) => [flow, [[], []]]));
  const passages = new Map(
    [...packets].map(([flow, own]) => [flow, [0, 1].map((direction) => new Passage(own, direction))]),
  );
  exchanges.slice(0, MAX_SHOWN_REQUESTS).forEach(({ flow, startNs, responseNs, endNs }, row) => {
    const [requests, responses] = passages.get(flow) ?? [];
    const [client, server] = marks.get(flow) ?? [];
    const at = row * TIMES;
    if (client === undefined || server === undefined) return;
    client.push(
      { bytes: requests.before(startNs) + 1, at: at + READY },
      { bytes: requests.before(startNs) + 1, at: at + ASKED },
    );
    server.push(
      { bytes: responses.before(responseNs) + 1, at: at + FIRST },
      { bytes: responses.before(endNs + 1), at: at + END },
    );
  });
  for (const own of marks.values()) for (const one of own) one.sort((a, b) => a.bytes - b.bytes);
  return [...marks.values()];
}

/** When how many bytes of a direction had passed. */
class Passage {
  /** @type {number[]} */
  #times = [];
  /** @type {number[]} */
  #bytes = [];

  /** @param {TcpPackets} packets @param {number} direction */
  constructor({ count, direction: directions, timeNs, seqOffset, endOffset, flags, length }, direction) {
    const order = new InOrder();
    for (let i = 0; i < count; i++) {
      if (directions[i] !== direction || length[i] === 0) continue;
      const bytes = order.add(seqOffset[i], endOffset[i] - (flags[i] & FIN)) - 1;
      this.#times.push(timeNs[i]);
      this.#bytes.push(bytes);
    }
  }

  /** @param {number} timeNs @returns {number} bytes that had passed before */
  before(timeNs) {
    let low = 0;
    let high = this.#times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#times[middle] < timeNs) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : this.#bytes[low - 1];
  }
}

/** Notes the times of a replay in which each connection repeats its dialogue. */
export class MarkedTimes {
  #marks;
  /** @type {{ order: InOrder, next: number }[]} */
  #streams;

  /** @param {Marks} marks @param {number} requests */
  constructor(marks, requests) {
    this.#marks = marks;
    this.#streams = Array.from({ length: marks.length * 2 }, () => ({ order: new InOrder(), next: 0 }));
    this.timesNs = new Float64Array(requests * TIMES).fill(NaN);
  }

  /**
   * @param {number} nowNs
   * @param {number} connection
   * @param {number} direction
   * @param {number} start sequence offset
   * @param {number} end
   */
  see(nowNs, connection, direction, start, end) {
    const marks = this.#marks[connection]?.[direction];
    if (marks === undefined) return;
    const stream = this.#streams[2 * connection + direction];
    const bytes = stream.order.add(start, end) - 1;
    while (stream.next < marks.length && marks[stream.next].bytes <= bytes) {
      this.timesNs[marks[stream.next++].at] = nowNs;
    }
  }

  /**
   * @param {number} startNs when the replay began
   * @returns {Float64Array} seconds since, `TIMES` for each request; NaN where it never happened
   */
  rows(startNs) {
    return this.timesNs.map((ns) => (ns - startNs) / NS_PER_SECOND);
  }
}

/**
 * The same for a replay in which requests were scheduled again, as the client saw it.
 * @param {{ name: string, start: number, asked?: number, first?: number, end: number }[]} transfers in seconds
 * @param {number} startSeconds when the replay began
 * @returns {Float64Array}
 */
export function rowsOfTransfers(transfers, startSeconds) {
  const rows = new Float64Array(Math.min(MAX_SHOWN_REQUESTS, transfers.length) * TIMES).fill(NaN);
  for (const { name, start, asked = start, first = start, end } of transfers) {
    const row = Number(name.slice(1));
    if (row < MAX_SHOWN_REQUESTS) {
      [start, asked, first, end].forEach((seconds, at) => {
        rows[row * TIMES + at] = Math.max(0, seconds - startSeconds);
      });
    }
  }
  return rows;
}

/** @param {Float64Array} rows @returns {(number|null)[][]} for JSON, to the microsecond */
export function rowLists(rows) {
  return Array.from({ length: rows.length / TIMES }, (_, row) =>
    Array.from(rows.subarray(row * TIMES, row * TIMES + TIMES), (seconds) =>
      Number.isNaN(seconds) ? null : Math.round(seconds * 1e6) / 1e6,
    ),
  );
}
