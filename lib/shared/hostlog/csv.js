import { epochNsOf } from './epoch.js';
import { endOf } from './socket-table.js';

/**
 * A table with a heading, as scripts for bpftrace and bcc print it, separated by commas, tabs or semicolons. Columns
 * are known by name; users name theirs so in the first line.
 */

/** @typedef {Exclude<keyof import('./socket-table.js').SocketSample, 'epochNs'|'isAppLimited'>} Numbered */

/** @type {Record<string, [name: Numbered, unit: number]>} */
const COLUMNS = {
  cwnd: ['cwndSegments', 1],
  snd_cwnd: ['cwndSegments', 1],
  ssthresh: ['ssthreshSegments', 1],
  snd_ssthresh: ['ssthreshSegments', 1],
  srtt_us: ['srttNs', 1e3],
  srtt_ms: ['srttNs', 1e6],
  rtt_us: ['srttNs', 1e3],
  rtt_ms: ['srttNs', 1e6],
  min_rtt_us: ['minRttNs', 1e3],
  unacked: ['unackedSegments', 1],
  packets_out: ['unackedSegments', 1],
  lost: ['lostSegments', 1],
  bytes_acked: ['bytesAcked', 1],
  bytes_sent: ['bytesSent', 1],
  bytes_retrans: ['bytesRetransmitted', 1],
  delivery_rate: ['deliveryRate', 1],
  busy_ms: ['busyNs', 1e6],
  busy_us: ['busyNs', 1e3],
  rwnd_limited_ms: ['receiveWindowLimitedNs', 1e6],
  rwnd_limited_us: ['receiveWindowLimitedNs', 1e3],
  sndbuf_limited_ms: ['sendBufferLimitedNs', 1e6],
  sndbuf_limited_us: ['sendBufferLimitedNs', 1e3],
};
const TIMES = ['time', 'epoch', 'ts', 'timestamp'];
const ENDS = {
  local: ['local', 'laddr', 'saddr', 'src'],
  localPort: ['lport', 'sport'],
  peer: ['peer', 'raddr', 'daddr', 'dst', 'dest'],
  peerPort: ['rport', 'dport'],
};

/** @param {string} line @returns {string[]} */
const cellsOf = (line) => line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"|"$/g, ''));
const headOf = (/** @type {string} */ line) => cellsOf(line).map((name) => name.toLowerCase());

/** @param {readonly string[]} head @param {readonly string[]} names */
const placeOf = (head, names) => head.findIndex((name) => names.includes(name));

/** @param {readonly string[]} head */
const isHead = (head) =>
  placeOf(head, TIMES) >= 0 &&
  placeOf(head, ENDS.local) >= 0 &&
  placeOf(head, ENDS.peer) >= 0 &&
  head.some((name) => Object.hasOwn(COLUMNS, name));

export class CsvReader {
  #table;
  /** @type {string[]} */
  #head = [];

  /** @param {import('./host-log.js').Tables} tables */
  constructor({ sockets }) {
    this.#table = sockets;
  }

  /** @param {string} line */
  static fits = (line) => isHead(headOf(line));

  /** @param {string} line */
  addLine(line) {
    if (this.#head.length === 0) {
      const head = headOf(line);
      if (isHead(head)) this.#head = head;
      return;
    }
    const cells = cellsOf(line);
    const cell = (/** @type {readonly string[]} */ names) => cells[placeOf(this.#head, names)] ?? '';
    const end = (/** @type {readonly string[]} */ names, /** @type {readonly string[]} */ ports) =>
      placeOf(this.#head, ports) < 0 ? endOf(cell(names)) : endOf(`${cell(names)}:${cell(ports)}`);
    const epochNs = epochNsOf(cell(TIMES));
    const [local, peer] = [end(ENDS.local, ENDS.localPort), end(ENDS.peer, ENDS.peerPort)];
    if (epochNs === null || local === null || peer === null) return;
    /** @type {import('./socket-table.js').SocketSample} */
    const sample = { epochNs };
    this.#head.forEach((name, i) => {
      if (!Object.hasOwn(COLUMNS, name) || (cells[i] ?? '') === '') return;
      const [column, unit] = COLUMNS[name];
      const value = Number(cells[i]);
      if (Number.isFinite(value)) sample[column] = value * unit;
    });
    this.#table.add(local, peer, sample);
  }

  end() {}
}
