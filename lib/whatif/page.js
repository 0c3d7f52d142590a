/** Dependencies of a capture's requests, so that they can be made in other ways. */
import { Moments } from '../protocols/model/moments.js';
import { PROMPT_NS, Triggers } from '../protocols/model/triggers.js';
import { NS_PER_MS } from '../simulator/units.js';

/** @typedef {import('./exchanges.js').Exchange} Exchange */
/** @typedef {import('../simulator/applications/page/dependencies.js').PageObject} PageObject */
/** @typedef {import('../simulator/applications/page/page.js').PageProtocol} PageProtocol */

/**
 * @typedef {object} PageWorkload
 * @property {PageProtocol} protocol
 * @property {number} connections to a server, at most
 * @property {number} pipelining pending requests of a connection, at most
 * @property {number} thinkMs from a response to the next request that had waited for its connection, median
 * @property {PageObject[]} objects objects that had waited for a connection could have been requested with the previous
 *   one
 * @property {boolean} isSecure whether some of it used TLS
 * @property {number} startSeconds when the first request was made, after the first byte of data
 * @property {number} silent connections without a request, which are left out
 * @property {number} seconds from the first byte of the first request to the last acknowledgement of the direction with
 *   most data, usually the responses
 * @property {import('../simulator/applications/page/page.js').PageTraffic['mux']} mux as in the capture
 * @property {import('../simulator/applications/page/page.js').PageTraffic['http2']} http2
 * @property {string[]} names of the requests that are shown, in the order of the objects
 * @property {import('./waterfall.js').Marks} marks their starts and ends in the streams
 * @property {PageObject[]|null} chained the same, but objects that had waited for a connection needed the previous
 *   response; null: none had
 */
/**
 * @typedef {object} Surroundings
 * @property {[number, number]} distancesNs round trips between the capture point and the client, the server
 * @property {(flow: number) => number} openedNs when its first packet passed
 */

/** A connection was opened for its first request if that came within a handshake, plus this. */
const HANDSHAKE_SHARE = 1.5;
const HANDSHAKE_SPARE_NS = 5e6;

/**
 * Finds what each request waited for: a part of a document (HTML, style sheet) being received, else the end of the
 * latest complete response, else the first byte of the latest one; and the time since. A request that came just when a
 * connection had become free, and no other was, may have waited only for the connection: both interpretations are
 * returned.
 * @param {Exchange[]} exchanges in the order of their requests @param {Surroundings} surroundings
 * @returns {Omit<PageWorkload, 'seconds'|'startSeconds'|'silent'|'names'|'marks'|'mux'|'http2'>}
 */
export function pageOf(exchanges, { distancesNs: [nearNs, farNs], openedNs }) {
  const readies = readyTimes(exchanges, openedNs, HANDSHAKE_SHARE * (nearNs + farNs) + HANDSHAKE_SPARE_NS);
  const servers = serversOf(exchanges, readies);
  const triggers = new Triggers(exchanges);
  const firstNs = readies.reduce((first, ns) => Math.min(first, ns), Infinity);
  const serverTimes = serverMs(exchanges, farNs);
  const names = [...servers.keys()];
  /** @type {PageObject[]} */
  const objects = [];
  /** @type {PageObject[]} */
  const chained = [];
  /** @type {number[]} */
  const thinks = [];
  /** Latest object of each server. @type {Map<string, number>} */
  const latest = new Map();
  exchanges.forEach((exchange, index) => {
    const { server, protocol, requestBytes, responseBytes } = exchange;
    const atClientNs = readies[index] - nearNs;
    const what = {
      requestBytes,
      responseBytes,
      serverMs: serverTimes[index],
      origin: `server-${names.indexOf(server) + 1}.example.net`,
    };
    const cause = causeOf(exchanges, index, triggers, atClientNs, (readies[index] - firstNs) / NS_PER_MS);
    const own = { ...what, ...cause };
    const before = latest.get(server);
    const isHeld =
      before !== undefined &&
      protocol.startsWith('http/1') &&
      /** @type {Server} */ (servers.get(server)).freedAt(atClientNs);
    objects.push(isHeld ? { ...what, ...asSoonAs(before, objects[before], exchanges[before].isDocument) } : own);
    if (isHeld) thinks.push(cause.gapMs);
    chained.push(own);
    latest.set(server, index);
  });
  return {
    ...shape(exchanges, [...servers.values()]),
    isSecure: exchanges.some(({ isSecure }) => isSecure),
    thinkMs: middle(thinks),
    objects,
    chained: thinks.length === 0 ? null : chained,
  };
}

/**
 * With the previous request; or as soon as that one's document could have referenced it.
 * @param {number} before
 * @param {PageObject} object
 * @param {boolean} isDocument
 * @returns {Pick<PageObject, 'after'|'gapMs'>}
 */
function asSoonAs(before, { after, gapMs }, isDocument) {
  return isDocument ? { after: [{ object: before, when: 'first' }], gapMs: 0 } : { after, gapMs };
}

/**
 * When each request could have been made: for the first of a connection that was opened for it, when that was opened.
 * @param {Exchange[]} exchanges
 * @param {Surroundings['openedNs']} openedNs
 * @param {number} withinNs
 */
function readyTimes(exchanges, openedNs, withinNs) {
  const used = new Set();
  return exchanges.map(({ flow, startNs }) => {
    const isFirst = !used.has(flow);
    const opened = openedNs(flow);
    used.add(flow);
    return isFirst && startNs - opened <= withinNs ? opened : startNs;
  });
}

/** Of a server: how many exchanges were in progress at a time. */
class Server {
  capacity = 0;

  /** @param {number[]} readies @param {number[]} ends */
  constructor(readies, ends) {
    this.begun = new Moments(readies);
    this.ended = new Moments(ends);
    for (const readyNs of readies) {
      this.capacity = Math.max(this.capacity, this.begun.until(readyNs) - this.ended.until(readyNs));
    }
  }

  /** Whether a response had just ended, while all other connections were busy. @param {number} timeNs */
  freedAt(timeNs) {
    const endNs = this.ended.latest(timeNs);
    return timeNs - endNs <= PROMPT_NS && this.begun.before(endNs) - this.ended.until(endNs) >= this.capacity - 1;
  }
}

/** @param {Exchange[]} exchanges @param {number[]} readies @returns {Map<string, Server>} */
function serversOf(exchanges, readies) {
  /** @type {Map<string, { readies: number[], ends: number[] }>} */
  const times = new Map();
  exchanges.forEach(({ server, heardNs }, index) => {
    const known = times.get(server) ?? { readies: [], ends: [] };
    known.readies.push(readies[index]);
    known.ends.push(heardNs);
    times.set(server, known);
  });
  return new Map([...times].map(([server, known]) => [server, new Server(known.readies, known.ends)]));
}

/**
 * @param {Exchange[]} exchanges
 * @param {number} index
 * @param {Triggers} triggers
 * @param {number} timeNs
 * @param {number} sinceStartMs
 * @returns {{ after: PageObject['after'], gapMs: number }}
 */
function causeOf(exchanges, index, triggers, timeNs, sinceStartMs) {
  const trigger = triggers.before(index, timeNs);
  if (trigger === null) return { after: [], gapMs: sinceStartMs };
  const { object, when, atNs } = trigger;
  if (when === 'part') {
    const { responseNs, heardNs, responseBytes } = exchanges[object];
    const bytes = Math.max(1, Math.floor((responseBytes * (timeNs - responseNs)) / (heardNs - responseNs)));
    return { after: [{ object, when: 'bytes', bytes }], gapMs: 0 };
  }
  return { after: [when === 'end' ? { object } : { object, when }], gapMs: (timeNs - atNs) / NS_PER_MS };
}

/**
 * Without the round trip; for a response that waited for the previous one, the time after that.
 * @param {Exchange[]} exchanges
 * @param {number} farNs
 */
function serverMs(exchanges, farNs) {
  /** @type {Map<number, number>} */
  const ends = new Map();
  return exchanges.map(({ flow, protocol, sentNs, responseNs, endNs }) => {
    const before = protocol === 'http/1.1' ? (ends.get(flow) ?? -Infinity) : -Infinity;
    ends.set(flow, Math.max(endNs, ends.get(flow) ?? -Infinity));
    return Math.max(0, responseNs - Math.max(sentNs + farNs, before)) / NS_PER_MS;
  });
}

/**
 * @param {Exchange[]} exchanges
 * @param {Server[]} servers
 * @returns {Pick<PageWorkload, 'protocol'|'connections'|'pipelining'>}
 */
function shape(exchanges, servers) {
  const isOld = exchanges.every(({ protocol }) => protocol === 'http/1.0');
  const protocol = isOld || exchanges[0].protocol !== 'http/1.0' ? exchanges[0].protocol : 'http/1.1';
  /** @type {Map<string, Set<number>>} */
  const flows = new Map();
  for (const { server, flow } of exchanges) flows.set(server, (flows.get(server) ?? new Set()).add(flow));
  const connections = isOld
    ? Math.max(...servers.map(({ capacity }) => capacity))
    : Math.max(...[...flows.values()].map(({ size }) => size));
  return {
    protocol,
    connections: Math.max(1, connections),
    pipelining: protocol === 'http/1.1' ? deepest(exchanges) : 1,
  };
}

/** Most pending requests of a connection. @param {Exchange[]} exchanges */
function deepest(exchanges) {
  /** Ends of the pending ones, by connection, in order. @type {Map<number, number[]>} */
  const waiting = new Map();
  let most = 1;
  for (const { flow, startNs, endNs } of exchanges) {
    const ends = waiting.get(flow) ?? [];
    waiting.set(flow, ends);
    while (ends.length > 0 && ends[0] <= startNs) ends.shift();
    ends.push(endNs);
    most = Math.max(most, ends.length);
  }
  return most;
}

/** @param {number[]} values @returns {number} their median; 0 of none */
function middle(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
