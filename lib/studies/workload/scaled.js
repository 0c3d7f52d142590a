import { MIN_RESPONSE_BYTES } from '../../simulator/applications/proxy/proxy-text.js';
import { Requests } from '../../simulator/applications/proxy/requests.js';
import { NS_PER_MS, NS_PER_SECOND } from '../../simulator/units.js';

/**
 * Each round of copies of all days is shifted by so much of a day more: the golden ratio keeps rounds far from each
 * other.
 */
const SHIFT = 0.6180339887498949;
const FIRST_CAPACITY = 4096;

/** @typedef {import('./workload-file.js').Workload} Workload */
/** @typedef {import('../../simulator/tcp/profiles.js').TcpFeatures} TcpFeatures */

/**
 * A host's TCP: its own largest window bounds its data in flight, as its buffer would, so the client offers no more.
 * @param {import('./workload-file.js').WorkloadHost} host
 * @param {{ asker: TcpFeatures, server: TcpFeatures }} features of the proxies, of servers
 * @returns {import('../../simulator/applications/proxy/requests.js').OriginHost}
 */
function originHost({ name, addr, mss, win, rttMs }, { asker, server }) {
  const most = (/** @type {number} */ bytes) => Math.min(bytes, win);
  return {
    name,
    address: addr,
    delayNs: Math.round((rttMs * NS_PER_MS) / 2),
    client: {
      ...asker,
      receiveWindowBytes: most(asker.receiveWindowBytes),
      maxReceiveWindowBytes: most(asker.maxReceiveWindowBytes),
    },
    server: { ...server, mss, receiveWindowBytes: win, maxReceiveWindowBytes: win },
  };
}

/** Requests at their times, in columns, as there are hundreds of thousands. */
class Placed {
  count = 0;
  #capacity = FIRST_CAPACITY;
  seconds = new Float64Array(FIRST_CAPACITY);
  /** Share of the response that is still to come. */
  left = new Float64Array(FIRST_CAPACITY);
  source = new Uint32Array(FIRST_CAPACITY);
  copy = new Uint16Array(FIRST_CAPACITY);

  /** @param {number} seconds @param {number} source @param {number} copy @param {number} left */
  add(seconds, source, copy, left) {
    if (this.count === this.#capacity) this.#enlarge();
    const at = this.count++;
    this.seconds[at] = seconds;
    this.source[at] = source;
    this.copy[at] = copy;
    this.left[at] = left;
  }

  #enlarge() {
    const { seconds, left, source, copy } = this;
    this.#capacity *= 2;
    (this.seconds = new Float64Array(this.#capacity)).set(seconds);
    (this.left = new Float64Array(this.#capacity)).set(left);
    (this.source = new Uint32Array(this.#capacity)).set(source);
    (this.copy = new Uint16Array(this.#capacity)).set(copy);
  }

  /** @returns {Uint32Array} their places, in order of time, copy and source */
  order() {
    const { seconds, copy, source } = this;
    return new Uint32Array(this.count)
      .map((_, index) => index)
      .sort((a, b) => seconds[a] - seconds[b] || copy[a] - copy[b] || source[a] - source[b]);
  }
}

/** Replaces a copy's number for requests that were in progress at the start. */
export const UNDER_WAY = 0xffff;

/**
 * So many days of a workload at once; beyond its last, days are repeated, shifted in time and wrapped around at the end
 * of the day. As the day wraps, requests of its end are in progress when it begins: they are made within the first
 * second, for what is left of their responses, so that a run need not fill up slowly.
 * @param {Workload} workload
 * @param {{ copies: number, seconds: number, features: { asker: TcpFeatures, server: TcpFeatures } }} options seconds:
 *   requests after that are left out
 * @returns {{ requests: Requests, source: Uint32Array, copy: Uint16Array }} in order of time; source: index in the
 *   workload; copy: which of
 *   the copies, or UNDER_WAY
 */
export function scaledRequests(workload, { copies, seconds, features }) {
  const placed = placedRequests(workload, copies, seconds);
  const order = placed.order();
  const requests = new Requests(
    order.length,
    workload.hosts.map((host) => originHost(host, features)),
  );
  order.forEach((from, index) => {
    const { host, req, res, server } = workload.requests[placed.source[from]];
    const left = placed.left[from];
    requests.startNs[index] = Math.round(placed.seconds[from] * NS_PER_SECOND);
    requests.host[index] = host;
    requests.requestBytes[index] = req;
    requests.responseBytes[index] = Math.max(MIN_RESPONSE_BYTES, Math.round(res * left));
    requests.serverNs[index] = Math.round(server * left * NS_PER_SECOND);
  });
  return {
    requests,
    source: order.map((from) => placed.source[from]),
    copy: Uint16Array.from(order, (from) => placed.copy[from]),
  };
}

/** @param {Workload} workload @param {number} copies @param {number} seconds @returns {Placed} not in order yet */
function placedRequests({ days, daySeconds, requests }, copies, seconds) {
  const byDay = Array.from({ length: days }, () => /** @type {number[]} */ ([]));
  const placed = new Placed();
  const t = Float64Array.from(requests, (request) => request.t);
  const server = Float64Array.from(requests, (request) => request.server);
  requests.forEach(({ day }, index) => byDay[day - 1].push(index));
  for (let copy = 0; copy < copies; copy++) {
    const shift = Math.floor(copy / days) * SHIFT * daySeconds;
    for (const source of byDay[copy % days]) {
      const atSeconds = (t[source] + shift) % daySeconds;
      const elapsed = daySeconds - atSeconds;
      if (atSeconds < seconds) placed.add(atSeconds, source, copy, 1);
      if (server[source] > elapsed) placed.add(elapsed % 1, source, UNDER_WAY, 1 - elapsed / server[source]);
    }
  }
  return placed;
}
