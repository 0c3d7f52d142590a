import * as z from 'zod';

import { answer, pageOf } from '../answer.js';
import { kept } from '../kept.js';
import { captureId, paged, paging, tcpConnection } from '../schemas.js';
import { indexOf } from './tool.js';

/** @typedef {import('./tool.js').Tool} Tool */

const FLAGS = ['fin', 'syn', 'rst', 'psh', 'ack', 'urg', 'ece', 'cwr'];

/** @type {Tool} */
export const packets = {
  name: 'packets',
  title: 'Packets of a span of time',
  description:
    "A connection's packets from one time to another, with Wireshark's flags of analysis, whether each was lost, " +
    'retransmitted or spurious, the round trip that it measured and the bytes in flight.',
  input: z.object({
    capture: captureId(),
    connection: tcpConnection(),
    startSeconds: z.number().nonnegative().optional().describe("since the capture's first packet"),
    endSeconds: z.number().nonnegative().optional(),
    ...paging,
  }),
  output: z.object({
    packets: z.array(
      z.object({
        frame: z.number(),
        timeSeconds: z.number(),
        direction: z.string(),
        sequence: z.number().nullable().describe('relative'),
        acknowledgement: z.number().nullable().describe('relative'),
        payloadBytes: z.number(),
        windowBytes: z.number(),
        flags: z.array(z.string()),
        analysis: z.array(z.string()).describe("Wireshark's tcp.analysis"),
        verdict: z.string().nullable(),
        rttSeconds: z.number().nullable(),
        bytesInFlight: z.number().nullable(),
      }),
    ),
    ...paged,
  }),
  async run({ captures }, { capture, connection, startSeconds = 0, endSeconds = Infinity, ...asked }) {
    const open = captures.get(capture);
    const index = indexOf(open, connection);
    const frame = kept(open, 'packets', index, () => open.analysis.opened.packets(index, { measured: true }));
    const columns = /** @type {Record<string, ArrayLike<number>>} */ (frame.columns);
    const meta = /** @type {{ analysisFlags: string[], verdicts: (string | null)[] }} */ (frame.meta);
    const first = firstFrom(columns.time, startSeconds * 1e9, frame.rows);
    const end = firstFrom(columns.time, endSeconds * 1e9 + 1, frame.rows);
    const row = (/** @type {number} */ at) => packetOf(columns, meta, first + at);
    const { rows, ...rest } = pageOf({ total: Math.max(0, end - first), row }, asked);
    return answer({ packets: rows, ...rest });
  },
};

/**
 * @param {ArrayLike<number>} times ascending @param {number} ns @param {number} count
 * @returns {number} first row from then on
 */
function firstFrom(times, ns, count) {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle] < ns) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param {readonly string[]} names @param {number} bits */
const namesOf = (names, bits) => names.filter((_, bit) => bits & (1 << bit));

/** @param {number | undefined} value */
const known = (value) => (value === undefined || Number.isNaN(value) || value < 0 ? null : value);

/**
 * @param {Record<string, ArrayLike<number>>} columns
 * @param {{ analysisFlags: string[], verdicts: (string | null)[] }} names
 * @param {number} at
 */
function packetOf(columns, { analysisFlags, verdicts }, at) {
  const rttNs = known(columns.rtt[at]);
  return {
    frame: columns.frame[at],
    timeSeconds: columns.time[at] / 1e9,
    direction: columns.direction[at] === 0 ? 'clientToServer' : 'serverToClient',
    sequence: known(columns.seq[at]),
    acknowledgement: known(columns.ack[at]),
    payloadBytes: columns.length[at],
    windowBytes: columns.window[at],
    flags: namesOf(FLAGS, columns.flags[at]),
    analysis: namesOf(analysisFlags, columns.analysis[at]),
    verdict: verdicts[columns.verdict[at]] ?? null,
    rttSeconds: rttNs === null ? null : rttNs / 1e9,
    bytesInFlight: known(columns.inFlight[at]),
  };
}
