import { MIN_RESPONSE_BYTES } from '../applications/proxy/proxy-text.js';
import { Requests } from '../applications/proxy/requests.js';

const NS_PER_SECOND = 1e9;
const NS_PER_MS = 1e6;
/** Each round of copies of all days is shifted by so much of a day more: the golden ratio keeps rounds far from each other. */
const SHIFT = 0.6180339887498949;

/** @typedef {import('./workload-file.js').Workload} Workload */
/** @typedef {import('../tcp/profiles.js').TcpFeatures} TcpFeatures */

/**
 * A host's TCP: its own largest window bounds what it has under way, as its buffer would, so whoever asks offers no more.
 * @param {import('./workload-file.js').WorkloadHost} host @param {{ asker: TcpFeatures, server: TcpFeatures }} features of the proxies, of servers
 * @returns {import('../applications/proxy/requests.js').OriginHost}
 */
function originHost({ name, addr, mss, win, rttMs }, { asker, server }) {
  const windowBytes = Math.min(asker.receiveWindowBytes, win);
  return {
    name, address: addr, delayNs: Math.round(rttMs * NS_PER_MS / 2), client: { ...asker, receiveWindowBytes: windowBytes, maxReceiveWindowBytes: windowBytes },
    server: { ...server, mss, receiveWindowBytes: win, maxReceiveWindowBytes: win },
  };
}

/** A request at its time. left: the share of the response that is still to come. @typedef {{ seconds: number, source: number, copy: number, left: number }} Placed */

/** What takes the place of a copy's number for requests that were under way at the start. */
export const UNDER_WAY = 0xffff;

/**
 * So many days of a workload at once; beyond its last, days are taken again, shifted in time and turned round at the end of the day. As the day goes round, requests of its end are under way when it begins:
 * they are made within the first second, for what is left of their responses, so that a run need not fill up slowly.
 * @param {Workload} workload
 * @param {{ copies: number, seconds: number, features: { asker: TcpFeatures, server: TcpFeatures } }} options seconds: requests after that are left out
 * @returns {{ requests: Requests, source: Uint32Array, copy: Uint16Array }} in order of time; source: index in the workload; copy: which of the copies, or UNDER_WAY
 */
export function scaledRequests(workload, { copies, seconds, features }) {
  const { days, daySeconds, hosts } = workload, byDay = Array.from({ length: days }, () => /** @type {number[]} */ ([]));
  workload.requests.forEach(({ day }, index) => byDay[day - 1].push(index));
  /** @type {Placed[]} */
  const all = [];
  for (let copy = 0; copy < copies; copy++) {
    const shift = Math.floor(copy / days) * SHIFT * daySeconds;
    for (const source of byDay[copy % days]) {
      const { t, server } = workload.requests[source], atSeconds = (t + shift) % daySeconds, elapsed = daySeconds - atSeconds;
      if (atSeconds < seconds) all.push({ seconds: atSeconds, source, copy, left: 1 });
      if (server > elapsed) all.push({ seconds: elapsed % 1, source, copy: UNDER_WAY, left: 1 - elapsed / server });
    }
  }
  all.sort((a, b) => a.seconds - b.seconds || a.copy - b.copy || a.source - b.source);
  const requests = new Requests(all.length, hosts.map((host) => originHost(host, features)));
  all.forEach(({ seconds: atSeconds, source, left }, index) => {
    const { host, req, res, server } = workload.requests[source];
    requests.startNs[index] = Math.round(atSeconds * NS_PER_SECOND);
    requests.host[index] = host;
    requests.requestBytes[index] = req;
    requests.responseBytes[index] = Math.max(MIN_RESPONSE_BYTES, Math.round(res * left));
    requests.serverNs[index] = Math.round(server * left * NS_PER_SECOND);
  });
  return { requests, source: Uint32Array.from(all, ({ source }) => source), copy: Uint16Array.from(all, ({ copy }) => copy) };
}
