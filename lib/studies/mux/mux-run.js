/** One 64 kB document over plain HTTP or MUX, measured as W3C's FlowAnalysis did: packets each way, and time. */
import { runScenario } from '../../simulator/scenario/run.js';

const DOCUMENT_BYTES = 65_536;
/** The request of the runs repeated with Jigsaw. */
const REQUEST_BYTES = 92;
/** "TCP window of about four segments". */
const WINDOW_BYTES = 4 * 1460;
/** Preamble, addresses, checksum and gap of Ethernet. */
const ETHERNET_BYTES = 38;
/**
 * From a segment's arrival to the credit that answers it: medians of the runs repeated with Jigsaw are 0.27 and 0.20
 * ms.
 */
const READ_MS = 0.25;

/** @typedef {keyof typeof PATHS} MuxPath */
/** @typedef {keyof typeof HOSTS} MuxHosts */
/**
 * @typedef {{ path: MuxPath, hosts: MuxHosts, creditBytes: number|null, writeBufferBytes: number|null }} MuxParameters
 *   null: plain HTTP/1.1
 */
/**
 * @typedef {object} MuxValues
 * @property {number} serverPackets @property {number} clientPackets
 * @property {number} milliseconds at the client, from its request to the last data
 * @property {number} mostInFlight segments of the server that no acknowledgement had reached it for
 * @property {number} fewInFlight share of the time between request and last data with fewer than two of them
 */

const PATHS = {
  lan: { delayMs: 0.05, rateKbps: 10_000, overheadBytes: ETHERNET_BYTES },
  wan: { delayMs: 20, rateKbps: 2000 },
};

const TCP = {
  receiveWindowBytes: WINDOW_BYTES,
  maxReceiveWindowBytes: WINDOW_BYTES,
  nagle: false,
  timestamps: false,
  windowScaling: false,
  sack: false,
};
/**
 * linux: as in the runs repeated with Jigsaw. Its receiver acknowledges the first 16 segments at once, then every
 * second; an end that answers at once does not. bsd: of the experiment's time. Every second segment is acknowledged;
 * the handshake's acknowledgement has opened the window to two segments.
 */
const HOSTS = {
  linux: {
    client: { profile: 'linux-2026', tcp: TCP },
    server: { profile: 'linux-2026', tcp: { ...TCP, quickAcks: 0 } },
  },
  bsd: {
    client: { profile: 'bsd-1998', tcp: { ...TCP, initialWindowSegments: 2 } },
    server: { profile: 'bsd-1998', tcp: { ...TCP, initialWindowSegments: 2 } },
  },
};

/**
 * @param {MuxParameters} parameters @param {number} seed
 * @returns {import('../../simulator/scenario/run.js').Scenario}
 */
function scenarioFor({ path, hosts, creditBytes, writeBufferBytes }, seed) {
  const page = {
    kind: /** @type {const} */ ('page'),
    readMs: READ_MS,
    connections: 1,
    objects: [{ requestBytes: REQUEST_BYTES, responseBytes: DOCUMENT_BYTES }],
  };
  const link = path === 'lan' ? PATHS.lan : PATHS.wan;
  const window = path === 'lan' ? {} : { receiveWindowBytes: 65_535, maxReceiveWindowBytes: 65_535 };
  const { client, server } = HOSTS[hosts];
  return {
    seed,
    path: [{ name: 'path', clientToServer: link, serverToClient: link }],
    hosts: { client: { ...client, tcp: { ...client.tcp, ...window } }, server },
    taps: [{ at: 'client' }],
    traffic: [
      creditBytes === null || writeBufferBytes === null
        ? { ...page, protocol: 'http/1.1' }
        : { ...page, protocol: 'mux', mux: { format: '1996', fragmentBytes: 512, creditBytes, writeBufferBytes } },
    ],
  };
}

/** Segments with data of the server, from their sending until it has an acknowledgement for them; without losses. */
class SegmentsInFlight {
  /** Ends of those in flight, in order of sending. @type {number[]} */
  #ends = [];
  #most = 0;
  #fewNs = 0;
  #firstNs = NaN;
  #lastNs = 0;

  /** @param {import('../../simulator/network.js').Packet} packet @param {number} nowNs what passes at the server */
  see(packet, nowNs) {
    if (!('ack' in packet)) return;
    if (!Number.isNaN(this.#firstNs) && this.#ends.length < 2) this.#fewNs += nowNs - this.#lastNs;
    this.#lastNs = nowNs;
    if (packet.from.isClient) {
      while (this.#ends.length > 0 && this.#ends[0] <= packet.ack) this.#ends.shift();
    } else if (packet.length > 0) {
      if (Number.isNaN(this.#firstNs)) this.#firstNs = nowNs;
      this.#ends.push(packet.start + packet.length);
      this.#most = Math.max(this.#most, this.#ends.length);
    }
  }

  result() {
    return { mostInFlight: this.#most, fewInFlight: this.#fewNs / (this.#lastNs - this.#firstNs) };
  }
}

/**
 * @param {MuxParameters} parameters @param {number} seed
 * @returns {{ values: MuxValues, capture: Uint8Array }} captured at the client
 */
export function muxRun(parameters, seed) {
  let requestNs = -1;
  let lastNs = 0;
  let serverPackets = 0;
  let clientPackets = 0;
  const inFlight = new SegmentsInFlight();
  const run = runScenario(scenarioFor(parameters, seed), {
    withTruth: false,
    watch: [
      {
        place: 0,
        see: ({ from, length }, nowNs) => {
          if (from.isClient) clientPackets++;
          else serverPackets++;
          if (from.isClient && length > 0 && requestNs < 0) requestNs = nowNs;
          if (!from.isClient && length > 0) lastNs = nowNs;
        },
      },
      { place: 1, see: (segment, nowNs) => inFlight.see(segment, nowNs) },
    ],
  });
  return {
    values: { serverPackets, clientPackets, milliseconds: (lastNs - requestNs) / 1e6, ...inFlight.result() },
    capture: run.captures[0].bytes,
  };
}
