/**
 * Samples of a host's TCP sockets by its kernel, whichever log they come from.
 */

/** Sockets that are told apart, and samples of each that are kept; further ones are only counted. */
export const MAX_RECORDED_SOCKETS = 10_000;
export const MAX_RECORDED_SAMPLES = 1_000_000;

/**
 * What a sample has of a socket; NaN where the kernel says nothing.
 * @typedef {object} SocketColumns
 * @property {bigint[]} epochNs
 * @property {number[]} cwndSegments
 * @property {number[]} ssthreshSegments
 * @property {number[]} srttNs
 * @property {number[]} minRttNs
 * @property {number[]} unackedSegments
 * @property {number[]} lostSegments
 * @property {number[]} bytesAcked with the SYN's, as the kernel counts
 * @property {number[]} ackedSequence the sequence number that is acknowledged, where the log has it instead of bytes
 * @property {number[]} bytesSent
 * @property {number[]} bytesRetransmitted
 * @property {number[]} deliveryRate bits a second
 * @property {number[]} busyNs
 * @property {number[]} receiveWindowLimitedNs
 * @property {number[]} sendBufferLimitedNs
 * @property {boolean[]} isAppLimited
 *
 * @typedef {object} RecordedSocket
 * @property {string} local "address:port", IPv6 in brackets
 * @property {string} peer
 * @property {number} mssBytes NaN: not known
 * @property {boolean} hasEpoch false: its times are of another clock, such as that since the host started
 * @property {string|null} algorithm
 * @property {SocketColumns} samples
 */

/**
 * What is left out is not known, or, of counters, has not happened.
 * @typedef {Partial<Record<Exclude<keyof SocketColumns, 'epochNs' | 'isAppLimited'>, number>>} SampleNumbers
 * @typedef {SampleNumbers & { epochNs: bigint, isAppLimited?: boolean }} SocketSample
 */

/** Of counters: what the kernel does not name has not happened. */
const COUNTERS = new Set(
  'unackedSegments lostSegments bytesAcked bytesSent bytesRetransmitted busyNs receiveWindowLimitedNs sendBufferLimitedNs'.split(
    ' ',
  ),
);

export class SocketTable {
  /** By both ends. @type {Map<string, RecordedSocket>} */
  sockets = new Map();
  samples = 0;
  /** Sockets or samples that were too many. */
  leftOut = 0;

  /** Of a connection. @param {string} local @param {string} peer */
  of(local, peer) {
    return this.sockets.get(`${local} ${peer}`) ?? null;
  }

  /**
   * @param {string} local as of `endOf` @param {string} peer
   * @param {SocketSample} sample
   * @param {{ mssBytes?: number, algorithm?: string|null, hasEpoch?: boolean }} [facts]
   */
  add(local, peer, sample, { mssBytes, algorithm = null, hasEpoch = true } = {}) {
    const key = `${local} ${peer}`;
    const known = this.sockets.get(key);
    if (this.samples >= MAX_RECORDED_SAMPLES || (known === undefined && this.sockets.size >= MAX_RECORDED_SOCKETS)) {
      this.leftOut++;
      return;
    }
    const socket = known ?? { local, peer, mssBytes: NaN, hasEpoch, algorithm: null, samples: emptyColumns() };
    if (known === undefined) this.sockets.set(key, socket);
    this.samples++;
    if (mssBytes !== undefined && !Number.isNaN(mssBytes)) socket.mssBytes = mssBytes;
    socket.algorithm ??= algorithm;
    append(socket.samples, sample);
  }
}

/** @param {SocketColumns} columns @param {SocketSample} sample */
function append(columns, sample) {
  for (const name of /** @type {(keyof SocketColumns)[]} */ (Object.keys(columns))) {
    const none = COUNTERS.has(name) ? 0 : NaN;
    /** @type {unknown[]} */ (columns[name]).push(sample[name] ?? (name === 'isAppLimited' ? false : none));
  }
}

/** @param {string} text address and port, perhaps with an interface @returns {string | null} as in RecordedSocket */
export function endOf(text) {
  const at = text.lastIndexOf(':');
  const port = text.slice(at + 1);
  if (at <= 0 || !/^\d{1,5}$/.test(port)) return null;
  const address = text
    .slice(0, at)
    .replace(/^\[|\]$/g, '')
    .replace(/[%\]].*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '');
  return endText({ address, port: Number(port) });
}

/**
 * The same of a connection's end.
 * @param {{ address: string, port: number }} end
 */
export const endText = ({ address, port }) => (address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`);

/** @returns {SocketColumns} */
export const emptyColumns = () => ({
  ...{ epochNs: [], cwndSegments: [], ssthreshSegments: [], srttNs: [], minRttNs: [], unackedSegments: [] },
  ...{
    lostSegments: [],
    bytesAcked: [],
    ackedSequence: [],
    bytesSent: [],
    bytesRetransmitted: [],
    deliveryRate: [],
    busyNs: [],
  },
  ...{ receiveWindowLimitedNs: [], sendBufferLimitedNs: [], isAppLimited: [] },
});
