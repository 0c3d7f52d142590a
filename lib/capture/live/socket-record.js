/**
 * The kernel's own record of its TCP sockets: output of `ss -tin` (iproute2), sample after sample, each behind a line
 * with its time.
 *
 *     1795171656.552927000
 *     ESTAB 0 0 10.0.0.1:40566 10.0.0.2:443 cubic wscale:7,7 rtt:41.2/3.1 cwnd:42 ssthresh:30 …
 *
 * The time is in seconds since 1970, perhaps behind an at sign, or as `date -Ins` prints it. A socket may take two
 * lines, as without -O.
 */

/** Sockets that are told apart, and samples of each that are kept; further ones are only counted. */
export const MAX_RECORDED_SOCKETS = 10_000;
export const MAX_RECORDED_SAMPLES = 1_000_000;
/** Characters of a line that are read. */
export const MAX_RECORD_LINE = 8192;

const EPOCH = /^@?\s*(\d{9,11})(?:\.(\d{1,9}))?$/;
const ISO = /^@?\s*\d{4}-\d\d-\d\d[T ][\d:]{8}(?:[.,](\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/;
const MS = 1e6;

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
 * @property {number[]} bytesSent
 * @property {number[]} bytesRetransmitted
 * @property {number[]} deliveryRate bits a second
 * @property {number[]} busyNs
 * @property {number[]} receiveWindowLimitedNs
 * @property {number[]} sendBufferLimitedNs
 * @property {boolean[]} isAppLimited
 *
 * @typedef {{ local: string, peer: string, mssBytes: number, algorithm: string | null, samples: SocketColumns }}
 *   RecordedSocket `local`, `peer`: "address:port", IPv6 in brackets
 */

/** Bare words of ss that name no congestion control. */
const FLAGS = new Set(
  'ts sack ecn ecnseen fastopen app_limited timer ino sk cgroup send pacing_rate delivery_rate <-> --> <--'.split(' '),
);
const STATES = /^(ESTAB|SYN-|FIN-|TIME-|CLOSE|LAST-|CLOSING|UNCONN)/;

export class SocketRecord {
  /** By both ends. @type {Map<string, RecordedSocket>} */
  sockets = new Map();
  samples = 0;
  /** Sockets or samples that were too many. */
  leftOut = 0;
  /** @type {bigint | null} */
  #epochNs = null;
  /** A socket's first line that may have a second. */
  #held = '';

  /** @param {string} line */
  addLine(line) {
    const text = line.slice(0, MAX_RECORD_LINE);
    const isContinued = /^\s+\S/.test(text);
    if (isContinued && this.#held !== '') {
      this.#held += ` ${text.trim()}`;
      return;
    }
    this.end();
    const epochNs = timeOf(text.trim());
    if (epochNs !== null) this.#epochNs = epochNs;
    else if (STATES.test(text)) this.#held = text;
  }

  /** After the last line. */
  end() {
    if (this.#held !== '' && this.#epochNs !== null) this.#addSocket(this.#held, this.#epochNs);
    this.#held = '';
  }

  /** Of a connection. @param {string} local @param {string} peer */
  of(local, peer) {
    return this.sockets.get(`${local} ${peer}`) ?? null;
  }

  /** @param {string} line @param {bigint} epochNs */
  #addSocket(line, epochNs) {
    const [, , , localText = '', peerText = '', ...words] = line.split(/\s+/);
    const [local, peer] = [endOf(localText), endOf(peerText)];
    if (local === null || peer === null) return;
    const key = `${local} ${peer}`;
    const known = this.sockets.get(key);
    if (this.samples >= MAX_RECORDED_SAMPLES || (known === undefined && this.sockets.size >= MAX_RECORDED_SOCKETS)) {
      this.leftOut++;
      return;
    }
    const socket = known ?? { local, peer, mssBytes: NaN, algorithm: null, samples: emptyColumns() };
    if (known === undefined) this.sockets.set(key, socket);
    this.samples++;
    append(socket, epochNs, words);
  }
}

/** @param {string} text @returns {bigint | null} ns since 1970; null: no time */
function timeOf(text) {
  const epoch = EPOCH.exec(text);
  if (epoch) return BigInt(epoch[1]) * 1_000_000_000n + BigInt((epoch[2] ?? '').padEnd(9, '0'));
  const iso = ISO.exec(text);
  if (!iso) return null;
  const ms = Date.parse(
    text
      .replace(/^@?\s*/, '')
      .replace(',', '.')
      .replace(' ', 'T')
      .replace(/(\.\d{3})\d*/, '$1'),
  );
  if (Number.isNaN(ms)) return null;
  const fraction = (iso[1] ?? '').padEnd(9, '0');
  return BigInt(Math.floor(ms / 1000)) * 1_000_000_000n + BigInt(fraction);
}

/** @param {string} text as ss prints it, perhaps with an interface @returns {string | null} as in RecordedSocket */
function endOf(text) {
  const at = text.lastIndexOf(':');
  const port = text.slice(at + 1);
  if (at <= 0 || !/^\d{1,5}$/.test(port)) return null;
  const address = text
    .slice(0, at)
    .replace(/^\[|\]$/g, '')
    .replace(/[%\]].*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '');
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

/** @returns {SocketColumns} */
const emptyColumns = () => ({
  ...{ epochNs: [], cwndSegments: [], ssthreshSegments: [], srttNs: [], minRttNs: [], unackedSegments: [] },
  ...{ lostSegments: [], bytesAcked: [], bytesSent: [], bytesRetransmitted: [], deliveryRate: [], busyNs: [] },
  ...{ receiveWindowLimitedNs: [], sendBufferLimitedNs: [], isAppLimited: [] },
});

/** @param {RecordedSocket} socket @param {bigint} epochNs @param {string[]} words of ss behind the ends */
function append(socket, epochNs, words) {
  /** @type {Map<string, string>} */
  const values = new Map();
  for (let i = 0; i < words.length; i++) {
    const at = words[i].indexOf(':');
    if (at > 0) values.set(words[i].slice(0, at), words[i].slice(at + 1));
    else if (words[i] === 'delivery_rate') values.set('delivery_rate', words[i + 1] ?? '');
  }
  const number = (/** @type {string} */ name) => parseFloat(values.get(name) ?? 'NaN');
  const count = (/** @type {string} */ name) => parseFloat(values.get(name) ?? '0');
  const { samples } = socket;
  if (values.has('mss')) socket.mssBytes = number('mss');
  socket.algorithm ??= algorithmOf(words);
  samples.epochNs.push(epochNs);
  samples.cwndSegments.push(number('cwnd'));
  samples.ssthreshSegments.push(number('ssthresh'));
  samples.srttNs.push(number('rtt') * MS);
  samples.minRttNs.push(number('minrtt') * MS);
  samples.unackedSegments.push(count('unacked'));
  samples.lostSegments.push(count('lost'));
  samples.bytesAcked.push(count('bytes_acked'));
  samples.bytesSent.push(count('bytes_sent'));
  samples.bytesRetransmitted.push(count('bytes_retrans'));
  samples.deliveryRate.push(number('delivery_rate'));
  samples.busyNs.push(count('busy') * MS);
  samples.receiveWindowLimitedNs.push(count('rwnd_limited') * MS);
  samples.sendBufferLimitedNs.push(count('sndbuf_limited') * MS);
  samples.isAppLimited.push(words.includes('app_limited'));
}

/** @param {string[]} words @returns {string | null} the first that is a name of congestion control */
const algorithmOf = (words) => words.find((word) => /^[a-z][a-z0-9_]{1,15}$/.test(word) && !FLAGS.has(word)) ?? null;
