import { epochNsOf } from './epoch.js';
import { endOf } from './socket-table.js';

/**
 * Output of `ss -tin` (iproute2), sample after sample, each behind a line with its time:
 *
 *     1795171656.552927000
 *     ESTAB 0 0 10.0.0.1:40566 10.0.0.2:443 cubic wscale:7,7 rtt:41.2/3.1 cwnd:42 ssthresh:30 …
 *
 * The time is in seconds since 1970, perhaps behind an at sign, or as `date` prints it, also with -Ins. A socket may
 * take two lines, as without -O.
 */

const MS = 1e6;
/** Bare words of ss that name no congestion control. */
const FLAGS = new Set(
  'ts sack ecn ecnseen fastopen app_limited timer ino sk cgroup send pacing_rate delivery_rate <-> --> <--'.split(' '),
);
const STATES = /^(ESTAB|SYN-|FIN-|TIME-|CLOSE|LAST-|CLOSING|UNCONN)/;

export class SsReader {
  #table;
  /** @type {bigint | null} */
  #epochNs = null;
  /** A socket's first line that may have a second. */
  #held = '';

  /** @param {import('./host-log.js').Tables} tables */
  constructor({ sockets }) {
    this.#table = sockets;
  }

  /** @param {string} line */
  static fits = (line) => STATES.test(line);

  /** @param {string} line */
  addLine(line) {
    const isContinued = /^\s+\S/.test(line);
    if (isContinued && this.#held !== '') {
      this.#held += ` ${line.trim()}`;
      return;
    }
    this.end();
    if (STATES.test(line)) this.#held = line;
    else this.#epochNs = epochNsOf(line.trim()) ?? this.#epochNs;
  }

  /** After the last line. */
  end() {
    if (this.#held !== '' && this.#epochNs !== null) addSocket(this.#table, this.#held, this.#epochNs);
    this.#held = '';
  }
}

/** @param {import('./socket-table.js').SocketTable} table @param {string} line @param {bigint} epochNs */
function addSocket(table, line, epochNs) {
  const [, , , localText = '', peerText = '', ...words] = line.split(/\s+/);
  const [local, peer] = [endOf(localText), endOf(peerText)];
  if (local === null || peer === null) return;
  /** @type {Map<string, string>} */
  const values = new Map();
  for (let i = 0; i < words.length; i++) {
    const at = words[i].indexOf(':');
    if (at > 0) values.set(words[i].slice(0, at), words[i].slice(at + 1));
    else if (words[i] === 'delivery_rate') values.set('delivery_rate', words[i + 1] ?? '');
  }
  const number = (/** @type {string} */ name) => parseFloat(values.get(name) ?? 'NaN');
  const count = (/** @type {string} */ name) => parseFloat(values.get(name) ?? '0');
  table.add(
    local,
    peer,
    {
      epochNs,
      cwndSegments: number('cwnd'),
      ssthreshSegments: number('ssthresh'),
      srttNs: number('rtt') * MS,
      minRttNs: number('minrtt') * MS,
      unackedSegments: count('unacked'),
      lostSegments: count('lost'),
      bytesAcked: count('bytes_acked'),
      bytesSent: count('bytes_sent'),
      bytesRetransmitted: count('bytes_retrans'),
      deliveryRate: number('delivery_rate'),
      busyNs: count('busy') * MS,
      receiveWindowLimitedNs: count('rwnd_limited') * MS,
      sendBufferLimitedNs: count('sndbuf_limited') * MS,
      isAppLimited: words.includes('app_limited'),
    },
    { mssBytes: number('mss'), algorithm: algorithmOf(words) },
  );
}

/** @param {string[]} words @returns {string | null} the first that is a name of congestion control */
const algorithmOf = (words) => words.find((word) => /^[a-z][a-z0-9_]{1,15}$/.test(word) && !FLAGS.has(word)) ?? null;
