import { connectionRows } from './connection-rows.js';

/** What a capture has of each service, as figures that go well with those of other captures: counts and samples. */

/** @typedef {import('../library/capture.js').Capture} Capture */
/** @typedef {import('./connection-rows.js').ConnectionRow} Connection */
/**
 * @typedef {object} ServiceFigures
 * @property {string} server its address
 * @property {number|null} port
 * @property {string} service what clients call it: TLS's server name, HTTP's host, or its name in DNS; else its address
 * @property {number} connections of which there are packets
 * @property {number} resets connections that were reset
 * @property {number} zeroWindows packets that announced that the receiver's buffer was full
 * @property {number} dataPackets of both directions
 * @property {number} retransmittedPackets
 * @property {number[]} handshakeSeconds one a handshake
 * @property {number[]} rttToServerSeconds mean of each connection's samples of data towards the server
 * @property {number[]} rttToClientSeconds
 * @property {number[]} waitSeconds one a request: until the first byte of its response
 */
/**
 * @typedef {{ packets: number, connections: number, startEpoch: string|null, durationSeconds: number,
 *   services: ServiceFigures[] }} Figures
 */

/** @typedef {Pick<ServiceFigures, 'server'|'port'|'service'>} Labels */

/** Services of one capture that are told apart; further ones are one, `OTHER`. */
export const MAX_CAPTURE_SERVICES = 1000;
/** Characters of a service's name: it is what a client sent. */
export const MAX_SERVICE_CHARACTERS = 100;
/** @type {Labels} */
export const OTHER = { server: 'other', port: null, service: 'other' };

/** @param {Labels} labels */
export const keyOf = ({ server, port, service }) => JSON.stringify([server, port, service]);

/** @param {Capture} capture @returns {Promise<Figures>} */
export async function figuresOf(capture) {
  const { hosts, waits } = await requestsOf(capture);
  const services = new Services();
  let connections = 0;
  for await (const flow of connectionRows(capture)) {
    connections++;
    addTo(services.of(flow, hosts.get(flow.flow)), flow, waits.get(flow.flow) ?? []);
  }
  const { packets, startEpoch, duration } = capture.describe();
  return { packets, connections, startEpoch, durationSeconds: duration ?? 0, services: services.all() };
}

/** By connection: the host that its first request names, and how long each was waited for. @param {Capture} capture */
async function requestsOf(capture) {
  /** @type {Map<number|string, string>} */
  const hosts = new Map();
  /** @type {Map<number|string, number[]>} */
  const waits = new Map();
  for await (const { flow, kind, host, timings } of capture.messages()) {
    if (kind !== 'request') continue;
    if (host && !hosts.has(flow)) hosts.set(flow, host);
    const wait = timings?.wait ?? null;
    const earlier = waits.get(flow);
    if (wait !== null && earlier) earlier.push(wait);
    else if (wait !== null) waits.set(flow, [wait]);
  }
  return { hosts, waits };
}

class Services {
  /** @type {Map<string, ServiceFigures>} */
  #byKey = new Map();

  /** @param {Connection} flow @param {string|undefined} host @returns {ServiceFigures} of the connection's service */
  of({ server, tls, names }, host) {
    const name = tls?.sni ?? host ?? names?.server?.name ?? server.address;
    const own = { server: server.address, port: server.port, service: name.slice(0, MAX_SERVICE_CHARACTERS) };
    return this.#find(own) ?? (this.#byKey.size < MAX_CAPTURE_SERVICES ? this.#begin(own) : this.#other());
  }

  all() {
    return [...this.#byKey.values()];
  }

  #other() {
    return this.#find(OTHER) ?? this.#begin(OTHER);
  }

  /** @param {Labels} labels */
  #find(labels) {
    return this.#byKey.get(keyOf(labels));
  }

  /** @param {Labels} labels @returns {ServiceFigures} */
  #begin(labels) {
    const counts = { connections: 0, resets: 0, zeroWindows: 0, dataPackets: 0, retransmittedPackets: 0 };
    const samples = { handshakeSeconds: [], rttToServerSeconds: [], rttToClientSeconds: [], waitSeconds: [] };
    const begun = { ...labels, ...counts, ...samples };
    this.#byKey.set(keyOf(labels), begun);
    return begun;
  }
}

/** @param {ServiceFigures} figures @param {Connection} flow @param {number[]} waits */
function addTo(figures, { state, handshakeRtt, clientToServer, serverToClient }, waits) {
  figures.connections++;
  if (state === 'reset') figures.resets++;
  for (const { dataPackets, retransmittedPackets, flags } of [clientToServer, serverToClient]) {
    figures.dataPackets += dataPackets ?? 0;
    figures.retransmittedPackets += retransmittedPackets ?? 0;
    figures.zeroWindows += /** @type {Record<string, number>|undefined} */ (flags)?.zero_window ?? 0;
  }
  if (handshakeRtt !== null) figures.handshakeSeconds.push(handshakeRtt);
  if (clientToServer.rtt.mean !== null) figures.rttToServerSeconds.push(clientToServer.rtt.mean);
  if (serverToClient.rtt.mean !== null) figures.rttToClientSeconds.push(serverToClient.rtt.mean);
  for (const wait of waits) figures.waitSeconds.push(wait);
}
