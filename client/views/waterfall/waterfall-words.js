/** What a waterfall's rows say in words. Pure. */
import { count, formatBytes, formatNumber, missing } from '../../base/format.js';
import { MEDIA_WORDS } from '../timeline/media-colours.js';
import { spanWords } from '../timeline/times.js';
import { phaseNs, PHASES, roundTrips, tookNs } from './waterfall-rows.js';

/** @typedef {import('./waterfall-rows.js').WaterfallRow} WaterfallRow */
/** @typedef {import('./waterfall-rows.js').Waterfall} Waterfall */

/**
 * Columns: those of the bars' view first, then what the table has besides.
 * @type {{ key: string, head: string, title?: string, figures?: boolean, table?: boolean }[]}
 */
export const COLUMNS = [
  { key: 'name', head: 'Name' },
  { key: 'status', head: 'Status' },
  { key: 'size', head: 'Body', figures: true },
  { key: 'flow', head: '#', title: 'Connection', figures: true },
  { key: 'start', head: 'Start, s', figures: true, table: true },
  ...PHASES.map(([key, head, title]) => ({ key, head, title, figures: true, table: true })),
  {
    key: 'took',
    head: 'Took',
    title: "From the request's first byte to the answer's last, as the client saw it",
    figures: true,
  },
  { key: 'trips', head: 'RTTs', title: 'The same in round trips of the handshake', figures: true },
];

/** @param {number|null} trips */
const tripWords = (trips) => (trips === null ? missing : formatNumber(trips, trips < 100 ? 1 : 0));

/** @param {WaterfallRow} row @returns {Record<string, string>} by column */
export function cellsOf(row) {
  const phases = PHASES.map(([kind]) => {
    const ns = phaseNs(row, kind);
    return [kind, ns === null ? missing : spanWords(ns)];
  });
  return {
    name: row.name,
    status: row.outcome || missing,
    size: row.bytes < 0 ? missing : formatBytes(row.bytes),
    flow: formatNumber(row.flow),
    start: formatNumber(row.startNs / 1e9, 6),
    took: row.response < 0 ? missing : spanWords(tookNs(row)),
    trips: tripWords(roundTrips(row)),
    ...Object.fromEntries(phases),
  };
}

/** @param {WaterfallRow} row @returns {import('../timeline/hover-card.js').CardContent} */
export function rowCard(row) {
  /** @type {import('../timeline/hover-card.js').CardLine[]} */
  const lines = [
    [
      'Answer',
      row.response < 0
        ? 'none in this capture'
        : [row.outcome || 'no status', MEDIA_WORDS[row.type], row.bytes < 0 ? null : formatBytes(row.bytes)]
            .filter((part) => part !== null)
            .join(' · '),
    ],
  ];
  if (row.host) lines.push(['Host', row.host]);
  lines.push(['Starts', `${formatNumber(row.startNs / 1e9, 6)} s`]);
  for (const { kind, fromNs, toNs } of row.phases) {
    lines.push([PHASES.find(([name]) => name === kind)?.[1] ?? kind, spanWords(toNs - fromNs)]);
  }
  if (row.response >= 0) {
    lines.push([
      'Took',
      `${spanWords(tookNs(row))}${roundTrips(row) === null ? '' : ` · ${tripWords(roundTrips(row))} RTT`}`,
    ]);
  }
  if (row.pipelined) lines.push(['Pipelined', 'sent before the answer before it ended']);
  if (!row.complete) lines.push(['Cut', 'the capture does not hold all of it']);
  return {
    letter: '',
    letterClass: '',
    title: `${row.method} ${row.target}`.trim(),
    corner: `connection ${formatNumber(row.flow)}`,
    lines,
    canStay: false,
  };
}

/**
 * A connection that is open but not used costs no request anything.
 * @type {Partial<Record<import('./waterfall-rows.js').Phase['kind'], string>>}
 */
const SPENT = {
  connect: 'connecting',
  tls: "in TLS's handshake",
  send: 'sending',
  queued: 'queued behind other answers',
  wait: 'waiting',
  receive: 'receiving',
  deliver: 'waiting for acknowledgements',
};

/**
 * @param {WaterfallRow[]} rows
 * @returns {number} most requests that were under way on one connection at a time; 0 where none was pipelined
 */
function pipelineDepth(rows) {
  if (!rows.some(({ pipelined }) => pipelined)) return 0;
  /** @type {Map<number, { ns: number, by: number }[]>} */
  const changes = new Map();
  for (const { flow, requestNs, answeredNs, stream } of rows) {
    if (stream < 0) {
      changes.set(flow, [...(changes.get(flow) ?? []), { ns: requestNs, by: 1 }, { ns: answeredNs, by: -1 }]);
    }
  }
  let most = 0;
  for (const list of changes.values()) {
    let depth = 0;
    for (const { by } of list.sort((a, b) => a.ns - b.ns || a.by - b.by)) most = Math.max(most, (depth += by));
  }
  return most;
}

/**
 * @param {WaterfallRow[]} rows
 * @returns {string} a sentence where the capture was taken near the server, else nothing
 */
const beyondWords = (rows) =>
  rows.some(({ beyondNs }) => beyondNs > 0)
    ? ' Captured near the server: “Took” is until the client acknowledged it.'
    : '';

/**
 * Why there are no requests to show.
 * @param {{ tls: number, decrypted: number }|undefined} encryption of the capture's connections
 */
export function withoutRequests(encryption) {
  const locked = encryption ? encryption.tls - encryption.decrypted : 0;
  return locked === 0
    ? 'No requests.'
    : `No requests can be read: ${count(locked, 'connection')} of the capture ${locked === 1 ? 'is' : 'are'} TLS of which the keys are not known. A key log (SSLKEYLOGFILE) dropped on this page shows what is inside.`;
}

/**
 * @param {WaterfallRow[]} rows of one request or more
 * @returns {string} one sentence: how many, how long, what of the time was spent on what
 */
export function sentenceOf(rows) {
  const end = rows.reduce((most, { endNs }) => Math.max(most, endNs), 0);
  const start = rows.reduce((least, { startNs }) => Math.min(least, startNs), Infinity);
  const answered = rows.filter(({ response }) => response >= 0);
  const trips = answered
    .map(roundTrips)
    .filter((one) => one !== null)
    .sort((a, b) => a - b);
  const depth = pipelineDepth(rows);
  const failed = rows.filter(({ hasFailed }) => hasFailed).length;
  const sums = PHASES.filter(([kind]) => kind !== 'blocked')
    .map(([kind]) => ({ kind, ns: rows.reduce((sum, row) => sum + (phaseNs(row, kind) ?? 0), 0) }))
    .sort((a, b) => b.ns - a.ns);
  return [
    `${formatNumber(rows.length)} ${rows.length === 1 ? 'request' : 'requests'} in ${spanWords(end - start)}, most of it ${SPENT[sums[0].kind]} (${spanWords(sums[0].ns)} summed)`,
    (trips[trips.length >> 1] ?? 0) >= 0.1 ? `median ${tripWords(trips[trips.length >> 1])} round trips` : null,
    depth > 1 ? `pipelined up to ${formatNumber(depth)} deep` : null,
    failed > 0 ? `${formatNumber(failed)} failed` : null,
    answered.length < rows.length ? `${formatNumber(rows.length - answered.length)} without an answer` : null,
  ]
    .filter(Boolean)
    .join(', ')
    .concat('.', beyondWords(rows));
}
