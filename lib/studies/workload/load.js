import { MIN_REQUEST_BYTES, MIN_RESPONSE_BYTES } from '../../simulator/applications/proxy/proxy-text.js';

/**
 * Requests from a user's log or capture, in columns: a study repeats them over another link.
 * @typedef {object} Load
 * @property {string} source its source, in words
 * @property {string[]} notes omissions and assumptions, in sentences
 * @property {import('./workload-file.js').WorkloadHost[]} hosts
 * @property {Float64Array} startSeconds from 0, in order of time
 * @property {Uint32Array} requestBytes
 * @property {Uint32Array} responseBytes
 * @property {Float64Array} serverSeconds from the request to the response's last byte at the server
 * @property {Uint16Array} host index in `hosts`
 */
/**
 * @typedef {{ startSeconds: number, requestBytes: number, responseBytes: number, serverSeconds: number, host?:
 *   number }} LoadRequest startSeconds: of any clock
 */

/** Requests that are taken of a log. */
export const MAX_LOAD_REQUESTS = 500_000;
/** A response's bytes, or a request's, as a column holds them; a longer one counts as this. */
const MAX_BYTES = 0xffffffff;
/** A server takes no longer: tunnels may stay open for days. */
const MAX_SERVER_SECONDS = 3600;
/** A client has a smaller window. */
const WIDE_WINDOW_BYTES = 2 ** 24;

/** An unusable file; the message says where, and what to do. */
export class LoadError extends Error {}

/** A host like those of today, beside the second proxy. */
const HOST = { id: 0, name: 'www.example.net', addr: '198.51.100.1', mss: 1460, win: WIDE_WINDOW_BYTES, rttMs: 0 };

/** Gathers requests. */
export class LoadBuilder {
  /** @type {LoadRequest[]} */
  #requests = [];

  get count() {
    return this.#requests.length;
  }

  /** @param {LoadRequest} request @throws {LoadError} it is one too many */
  add(request) {
    if (this.#requests.length === MAX_LOAD_REQUESTS) {
      throw new LoadError(
        `It has more than ${MAX_LOAD_REQUESTS.toLocaleString('en')} requests, all that a study takes: ` +
          `give a part of it, as head -n ${MAX_LOAD_REQUESTS} makes one.`,
      );
    }
    this.#requests.push(request);
  }

  /**
   * @param {string} source
   * @param {string[]} notes
   * @param {{ hosts?: import('./workload-file.js').WorkloadHost[], isInWholeSeconds?: boolean }} [options]
   *   isInWholeSeconds: of each second, requests are spread evenly over it
   * @returns {Load}
   */
  load(source, notes, { hosts = [HOST], isInWholeSeconds = false } = {}) {
    const requests = this.#requests.sort((a, b) => a.startSeconds - b.startSeconds);
    const firstSeconds = requests[0]?.startSeconds ?? 0;
    const startSeconds = Float64Array.from(requests, (request) => request.startSeconds - firstSeconds);
    if (isInWholeSeconds) spread(startSeconds);
    const bytes = (/** @type {number} */ value, /** @type {number} */ least) =>
      Math.min(MAX_BYTES, Math.max(least, Math.round(value)));
    return {
      source,
      notes,
      hosts,
      startSeconds,
      requestBytes: Uint32Array.from(requests, ({ requestBytes }) => bytes(requestBytes, MIN_REQUEST_BYTES)),
      responseBytes: Uint32Array.from(requests, ({ responseBytes }) => bytes(responseBytes, MIN_RESPONSE_BYTES)),
      serverSeconds: Float64Array.from(requests, ({ serverSeconds }) =>
        Math.min(MAX_SERVER_SECONDS, Math.max(0, serverSeconds)),
      ),
      host: Uint16Array.from(requests, ({ host = 0 }) => host),
    };
  }
}

/** @param {Float64Array} seconds whole ones, in order */
function spread(seconds) {
  for (let from = 0; from < seconds.length;) {
    let to = from + 1;
    while (to < seconds.length && seconds[to] === seconds[from]) to++;
    for (let index = to - 1; index >= from; index--) seconds[index] += (index - from) / (to - from);
    from = to;
  }
}

/** @param {import('./workload-file.js').Workload} workload @returns {Load} its days one after the other */
export function loadOfWorkload({ source, daySeconds, hosts, requests }) {
  const builder = new LoadBuilder();
  for (const { day, t, host, req, res, server } of requests) {
    builder.add({
      startSeconds: (day - 1) * daySeconds + t,
      requestBytes: req,
      responseBytes: res,
      serverSeconds: server,
      host,
    });
  }
  return builder.load(`a workload file (${source})`, [], { hosts });
}

/**
 * A load cut into periods of so many seconds, the one with most bytes first: each is a day of a workload, so a larger
 * load is several periods at once, as in the papers.
 * @param {Load} load
 * @param {number} seconds
 * @returns {import('./workload-file.js').Workload} without periods without requests
 */
export function slicedWorkload(load, seconds) {
  /** @type {Map<number, { bytes: number, indexes: number[] }>} */
  const slices = new Map();
  load.startSeconds.forEach((start, index) => {
    const which = Math.floor(start / seconds);
    const slice = slices.get(which) ?? { bytes: 0, indexes: [] };
    slice.bytes += load.responseBytes[index];
    slice.indexes.push(index);
    slices.set(which, slice);
  });
  const busiest = [...slices].sort(([a, { bytes }], [b, { bytes: other }]) => other - bytes || a - b);
  return {
    source: load.source,
    seed: 0,
    days: busiest.length,
    daySeconds: seconds,
    hosts: load.hosts,
    requests: busiest.flatMap(([which, { indexes }], day) =>
      indexes.map((index) => ({
        id: index,
        day: day + 1,
        t: load.startSeconds[index] - which * seconds,
        host: load.host[index],
        req: load.requestBytes[index],
        res: load.responseBytes[index],
        server: load.serverSeconds[index],
        pace: /** @type {const} */ ('mean'),
        sample: day === 0,
      })),
    ),
  };
}
