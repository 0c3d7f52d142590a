import * as z from 'zod';

import { FilterError } from '../../../../lib/shared/filter/lex.js';
import { answer, pageOf, ToolError } from '../answer.js';
import { captured } from '../captured.js';
import { described } from '../described.js';
import { kept } from '../kept.js';
import { capturedFields, captureId, connectionId, endpoint, paged, paging, text, verdict } from '../schemas.js';
import { toldVerdict } from './overview.js';
import { indexOf, quicOf } from './tool.js';

/** @typedef {import('./tool.js').Tool} Tool */
/** @typedef {import('../open-captures.js').OpenCapture} OpenCapture */

const SORTS = /** @type {const} */ ([
  ...['flow', 'verdict', 'start', 'duration', 'packets', 'bytes', 'retransmissions', 'rtt', 'requests', 'rate'],
]);

const both = () => z.object({ client: z.number(), server: z.number() }).describe('sent by that end');

/** Of a TCP connection. */
const ROW = {
  connection: z.number(),
  client: endpoint(),
  server: endpoint(),
  protocol: z.string().nullable(),
  state: z.string(),
  startSeconds: z.number().describe("since the capture's first packet"),
  durationSeconds: z.number(),
  packets: both(),
  payloadBytes: both(),
  retransmittedPackets: both(),
  rttMinSeconds: z.number().nullable(),
  rttMaxSeconds: z.number().nullable(),
  requests: z.number(),
  verdict: verdict(),
  captured: capturedFields('clientName', 'serverName', 'firstMethod', 'firstHost', 'firstTarget'),
};

/** @param {number[]} pair */
const ends = ([client, server]) => ({ client, server });

/** @param {OpenCapture} capture @param {number} index */
function rowOf({ analysis }, index) {
  const row = analysis.connections.row(index);
  return {
    ...{ connection: row.flow, client: row.client, server: row.server, protocol: row.protocol, state: row.state },
    startSeconds: row.start,
    durationSeconds: row.end - row.start,
    packets: ends(row.packets),
    payloadBytes: ends(row.bytes),
    retransmittedPackets: ends(row.retransmissions),
    rttMinSeconds: row.rttMin,
    rttMaxSeconds: row.rttMax,
    requests: row.requests,
    verdict: toldVerdict(row.verdict),
    captured: {
      clientName: captured(row.clientName),
      serverName: captured(row.serverName),
      firstMethod: captured(row.firstMethod),
      firstHost: captured(row.firstHost),
      firstTarget: captured(row.firstTarget),
    },
  };
}

/** @type {Tool} */
export const connections = {
  name: 'connections',
  title: 'TCP connections',
  description:
    "TCP connections with their figures and what was wrong with each, by the filter language of Selfclock's page: for " +
    'example finding == server_think_time, server == 10.0.0.0/8 && retransmissions > 1 %, protocol == http/2, ' +
    'rtt > 100 ms, state == reset, or words to search for.',
  input: z.object({
    capture: captureId(),
    filter: text().optional(),
    sort: z.enum(SORTS).optional().describe('verdict (worst first) without it; flow: by number'),
    ascending: z.boolean().optional(),
    ...paging,
  }),
  output: z.object({ connections: z.array(z.object(ROW)), ...paged }),
  async run({ captures }, { capture, filter = '', sort = 'verdict', ascending = sort === 'flow', ...asked }) {
    const open = captures.get(capture);
    const { rows: indexes } = viewOf(open, { text: filter, sort, descending: !ascending });
    const { rows, ...rest } = pageOf({ total: indexes.length, row: (at) => rowOf(open, indexes[at]) }, asked);
    return answer({ connections: rows, ...rest });
  },
};

/** @param {OpenCapture} capture @param {import('../../../../lib/session/connection-index.js').View} view */
function viewOf({ analysis, index }, view) {
  try {
    return index.view(view, { version: analysis.ingest.version, ended: true });
  } catch (error) {
    if (error instanceof FilterError) throw new ToolError(`The filter cannot be read: ${error.message}`);
    throw error;
  }
}

/** What other tools tell. */
const ELSEWHERE = new Set(['time', 'findings', 'verdict']);

/** @type {Tool} */
export const connection = {
  name: 'connection',
  title: 'One connection',
  description:
    'All that is known about a connection of TCP or QUIC: handshake, options, figures of each direction, losses, stack, ' +
    'TLS, HTTP. Times are in seconds since the first packet. connections lists those of TCP, quic those of QUIC.',
  input: z.object({ capture: captureId(), connection: connectionId() }),
  output: z.object({ connection: z.unknown(), row: z.object(ROW).optional() }),
  async run({ captures }, { capture, connection: named }) {
    const open = captures.get(capture);
    if (typeof named === 'string') return answer({ connection: described(await ofQuic(open, named)) });
    const index = indexOf(open, named);
    const { flow, ...facts } = open.analysis.connections.describe(index);
    const shown = Object.entries(facts).filter(([name]) => !ELSEWHERE.has(name));
    return answer({
      connection: described({ connection: flow, ...Object.fromEntries(shown) }),
      row: rowOf(open, index),
    });
  },
};

/** @param {OpenCapture} open @param {string} name */
async function ofQuic(open, name) {
  const quic = await quicOf(open);
  const index = quic?.indexOf(name) ?? -1;
  if (quic === null || index < 0) {
    throw new ToolError(`The capture has no connection ${name}: quic lists those of QUIC.`);
  }
  return quic.describe(index);
}

/** @type {Tool} */
export const quic = {
  name: 'quic',
  title: 'QUIC connections',
  description: 'QUIC connections: ends, versions, handshake, losses, findings; keys that are missing.',
  input: z.object({ capture: captureId(), ...paging }),
  output: z.object({ connections: z.array(z.unknown()), ...paged }),
  async run({ captures }, { capture, ...asked }) {
    const open = captures.get(capture);
    const all = await quicOf(open);
    const row = (/** @type {number} */ at) => described(/** @type {NonNullable<typeof all>} */ (all).describe(at));
    const { rows, ...rest } = pageOf({ total: all?.count ?? 0, row }, asked);
    return answer({ connections: rows, ...rest });
  },
};

/** @type {Tool} */
export const sender = {
  name: 'sender',
  title: 'What the senders did',
  description:
    'Inferred about both senders of a connection: congestion window in segments over time with confidence, round-trip ' +
    'times, phases, what limited sending when and for how long, initial window, congestion control.',
  input: z.object({ capture: captureId(), connection: connectionId() }),
  output: z.object({ senders: z.array(z.unknown()) }),
  async run({ captures }, { capture, connection: named }) {
    const open = captures.get(capture);
    return answer({ senders: [...(await sendersOf(open, named))].map(described) });
  },
};

/** @param {OpenCapture} open @param {number | string} named @returns {Promise<Iterable<object>>} */
async function sendersOf(open, named) {
  if (typeof named === 'number') {
    const index = indexOf(open, named);
    return kept(open, 'sender', index, () => open.analysis.opened.describeSenders(index));
  }
  const all = await quicOf(open);
  const index = all?.indexOf(named) ?? -1;
  if (all === null || index < 0) {
    throw new ToolError(`The capture has no connection ${named}: quic lists those of QUIC.`);
  }
  return all.describeSenders(index);
}
