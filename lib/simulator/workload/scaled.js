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

/**
 * So many days of a workload at once; beyond its last, days are taken again, shifted in time and turned round at the end of the day.
 * @param {Workload} workload
 * @param {{ copies: number, seconds: number, features: { asker: TcpFeatures, server: TcpFeatures } }} options seconds: requests after that are left out
 * @returns {{ requests: Requests, source: Uint32Array, copy: Uint16Array }} in order of time; source: index in the workload; copy: which of the copies
 */
export function scaledRequests(workload, { copies, seconds, features }) {
  const { days, daySeconds, hosts } = workload, byDay = Array.from({ length: days }, () => /** @type {number[]} */ ([]));
  workload.requests.forEach(({ day }, index) => byDay[day - 1].push(index));
  /** @type {{ seconds: number, source: number, copy: number }[]} */
  const all = [];
  for (let copy = 0; copy < copies; copy++) {
    const shift = Math.floor(copy / days) * SHIFT * daySeconds;
    for (const source of byDay[copy % days]) {
      const atSeconds = (workload.requests[source].t + shift) % daySeconds;
      if (atSeconds < seconds) all.push({ seconds: atSeconds, source, copy });
    }
  }
  all.sort((a, b) => a.seconds - b.seconds || a.copy - b.copy || a.source - b.source);
  const requests = new Requests(all.length, hosts.map((host) => originHost(host, features)));
  all.forEach(({ seconds: atSeconds, source }, index) => {
    const { host, req, res, server } = workload.requests[source];
    requests.startNs[index] = Math.round(atSeconds * NS_PER_SECOND);
    requests.host[index] = host;
    requests.requestBytes[index] = req;
    requests.responseBytes[index] = res;
    requests.serverNs[index] = Math.round(server * NS_PER_SECOND);
  });
  return { requests, source: Uint32Array.from(all, ({ source }) => source), copy: Uint16Array.from(all, ({ copy }) => copy) };
}
