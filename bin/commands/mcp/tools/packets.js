import * as z from 'zod';

import { answer, pageOf } from '../answer.js';
import { kept } from '../kept.js';
import { captureId, connectionId, paged, paging } from '../schemas.js';
import { quicPacket, quicPacketsOf } from './quic-packets.js';
import { indexOf } from './tool.js';

/** @typedef {import('./tool.js').Tool} Tool */
/** @typedef {import('../open-captures.js').OpenCapture} OpenCapture */
/** @typedef {{ times: ArrayLike<number>, count: number, row: (at: number) => Record<string, unknown> }} Packets */

const FLAGS = ['fin', 'syn', 'rst', 'psh', 'ack', 'urg', 'ece', 'cwr'];

const segment = () =>
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
  });

/** @type {Tool} */
export const packets = {
  name: 'packets',
  title: 'Packets of a span of time',
  description:
    "A connection's packets from one time to another: whether each was lost, retransmitted or spurious, the round trip " +
    "that it measured and the bytes in flight; of TCP with Wireshark's flags of analysis, of QUIC with packet numbers " +
    'and frames.',
  input: z.object({
    capture: captureId(),
    connection: connectionId(),
    startSeconds: z.number().nonnegative().optional().describe("since the capture's first packet"),
    endSeconds: z.number().nonnegative().optional(),
    ...paging,
  }),
  output: z.object({ packets: z.array(z.union([segment(), quicPacket()])), ...paged }),
  async run({ captures }, { capture, connection, startSeconds = 0, endSeconds = Infinity, ...asked }) {
    const open = captures.get(capture);
    const { times, count, row } =
      typeof connection === 'string' ? await quicPacketsOf(open, connection) : segmentsOf(open, connection);
    const first = firstFrom(times, startSeconds * 1e9, count);
    const end = firstFrom(times, endSeconds * 1e9 + 1, count);
    const total = Math.max(0, end - first);
    const { rows, ...rest } = pageOf({ total, row: (at) => row(first + at) }, asked);
    return answer({ packets: rows, ...rest });
  },
};

/** @param {OpenCapture} open @param {number} connection of TCP @returns {Packets} */
function segmentsOf(open, connection) {
  const index = indexOf(open, connection);
  const frame = kept(open, 'packets', index, () => open.analysis.opened.packets(index, { measured: true }));
  const columns = /** @type {Record<string, ArrayLike<number>>} */ (frame.columns);
  const meta = /** @type {{ analysisFlags: string[], verdicts: (string | null)[] }} */ (frame.meta);
  return { times: columns.time, count: frame.rows, row: (at) => packetOf(columns, meta, at) };
}

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
