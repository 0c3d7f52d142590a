import { endOf } from './socket-table.js';

/**
 * The kernel's trace of `tcp:tcp_probe` (ftrace, perf, trace-cmd): a sample for each segment that a socket received,
 * before it was taken in. Its clock may be of any kind, by default seconds since the host started.
 *
 *     node-77 [001] ..s1. 1234.567890: tcp_probe: … src=10.0.0.1:5201 dest=10.0.0.2:40000 … snd_una=0x1f snd_cwnd=10 …
 */

const LINE = /(?:^|\s)(\d{1,12})\.(\d{1,9}): (?:tcp:)?tcp_probe: (.*)$/;
/** The kernel's "not set yet". */
const UNSET_THRESHOLD = 0x7fffffff;
const US = 1e3;

export class TcpProbeReader {
  #table;

  /** @param {import('./host-log.js').Tables} tables */
  constructor({ sockets }) {
    this.#table = sockets;
  }

  /** @param {string} line */
  static fits = (line) => LINE.test(line);

  /** @param {string} line */
  addLine(line) {
    const found = LINE.exec(line);
    if (found === null) return;
    const fields = new Map(
      Array.from(found[3].matchAll(/\b(\w{1,40})=(\S{1,100})/g), ([, name, value]) => [name, value]),
    );
    const [local, peer] = ['src', 'dest'].map((name) => endOf(fields.get(name) ?? ''));
    if (local === null || peer === null) return;
    const number = (/** @type {string} */ name) => Number(fields.get(name) ?? NaN);
    const threshold = number('ssthresh');
    const una = number('snd_una');
    this.#table.add(
      local,
      peer,
      {
        epochNs: BigInt(found[1]) * 1_000_000_000n + BigInt(found[2].padEnd(9, '0')),
        cwndSegments: number('snd_cwnd'),
        ssthreshSegments: threshold >= UNSET_THRESHOLD ? NaN : threshold,
        srttNs: number('srtt') * US,
        ackedSequence: una,
      },
      { hasEpoch: false },
    );
  }

  end() {}
}
