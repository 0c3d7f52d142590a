/** Text of a waterfall's rows. Pure. */
import { count, formatBytes, formatFlow, formatNumber, missing } from '../../base/format.js';
import { max, min, sum } from '../../vendor/d3.js';
import { MEDIA_WORDS } from '../timeline/media-colours.js';
import { spanWords } from '../timeline/times.js';
import { gapWords, messageCard } from './stream-rows.js';
import { COLUMNS, firstByteNs } from './waterfall-columns.js';
import { isUnanswered, pageTime, phaseNs, PHASES, requestsText, roundTrips, tookNs } from './waterfall-rows.js';

/** @typedef {import('./waterfall-rows.js').WaterfallRow} WaterfallRow */
/** @typedef {import('./waterfall-rows.js').Waterfall} Waterfall */

/** @param {number|null} trips */
const tripWords = (trips) => (trips === null ? missing : formatNumber(trips, trips < 100 ? 1 : 0));

/** Whether its time is known: it was answered, or got no response. @param {WaterfallRow} row */
export const isOver = ({ response, phases }) => response >= 0 || phases.at(-1)?.kind === 'vain';

/** @param {WaterfallRow} row @returns {Record<string, string>} by column */
export function cellsOf(row) {
  if (row.under) return { ...withoutFigures(row), took: gapWords(row) };
  const phases = PHASES.map(([kind]) => {
    const ns = phaseNs(row, kind);
    return [kind, ns === null ? missing : spanWords(ns)];
  });
  const firstByte = firstByteNs(row);
  return {
    name: row.streamed > 0 ? `${row.name} · ${count(row.streamed, 'message')}` : row.name,
    host: row.host || missing,
    type: row.response < 0 ? missing : MEDIA_WORDS[row.type],
    protocol: row.protocol || missing,
    priority: row.priority || missing,
    status: row.outcome || (row.hasFailed ? 'none' : missing),
    size: row.bytes < 0 ? missing : formatBytes(row.bytes),
    flow: formatFlow(row.flow),
    start: formatNumber(row.startNs / 1e9, 6),
    ttfb: firstByte === null ? missing : spanWords(firstByte),
    took: isOver(row) ? spanWords(tookNs(row)) : missing,
    trips: tripWords(roundTrips(row)),
    ...Object.fromEntries(phases),
  };
}

/** Of a message of a stream, which is no request. @param {WaterfallRow} row @returns {Record<string, string>} */
const withoutFigures = ({ name, bytes, startNs }) => ({
  ...Object.fromEntries([...COLUMNS.map(({ key }) => [key, '']), ...PHASES.map(([kind]) => [kind, ''])]),
  name,
  size: formatBytes(bytes),
  start: formatNumber(startNs / 1e9, 6),
});

/** @param {WaterfallRow} row below 0: not known */
const bytesOf = ({ bytes }) => Math.max(0, bytes);

/**
 * The line of totals below the rows.
 * @param {readonly WaterfallRow[]} rows shown @param {number} all
 */
export function totalsOf(rows, all) {
  const several = (/** @type {Iterable<unknown>} */ of) => new Set(of).size;
  const failed = rows.filter(({ hasFailed }) => hasFailed).length;
  const hosts = several(rows.flatMap(({ host }) => (host ? [host] : [])));
  return [
    rows.length === all ? count(all, 'request') : `${formatNumber(rows.length)} of ${count(all, 'request')}`,
    formatBytes(sum(rows, bytesOf)),
    count(several(rows.map(({ flow }) => flow)), 'connection'),
    hosts > 0 ? count(hosts, 'domain') : '',
    failed > 0 ? `${formatNumber(failed)} failed` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** @param {WaterfallRow} row @returns {import('../timeline/hover-card.js').CardContent} */
export function rowCard(row) {
  if (row.under) return messageCard(row);
  /** @type {import('../timeline/hover-card.js').CardLine[]} */
  const lines = [
    [
      'Response',
      row.response < 0
        ? [row.outcome, row.isOneWay ? 'none is sent' : 'none in this capture'].filter(Boolean).join(' · ')
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
  if (isOver(row)) {
    lines.push([
      'Time',
      `${spanWords(tookNs(row))}${roundTrips(row) === null ? '' : ` · ${tripWords(roundTrips(row))} RTT`}`,
    ]);
  }
  if (row.critical) lines.push(['Critical path', row.critical.words]);
  lines.push(...(row.browser?.lines ?? []));
  if (row.pipelined) lines.push(['Pipelined', 'sent before the previous response ended']);
  if (!row.complete) lines.push(['Truncated', 'the capture does not have all of it']);
  return {
    letter: '',
    letterClass: '',
    title: `${row.method} ${row.target}`.trim(),
    corner: `connection ${formatFlow(row.flow)}`,
    lines,
    canStay: false,
  };
}

/** @type {Record<import('./waterfall-rows.js').Spent, string>} */
export const SPENT = {
  connect: 'connecting',
  tls: 'TLS handshake',
  blocked: 'blocked',
  send: 'sending',
  queued: 'queued behind other responses',
  wait: 'waiting for the server',
  receive: 'receiving',
  deliver: 'last bytes in flight',
  vain: 'waiting without a response',
  idle: 'no request pending',
};
/** Parts of the time that are named; less than a hundredth is not worth it. */
const MAX_PARTS = 4;
const MIN_SHARE = 0.01;

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
    ? ' Captured near the server: “Time” is until the client ACKed the last byte.'
    : '';

/**
 * @param {WaterfallRow[]} rows of one request or more
 * @param {{ isHeld?: boolean }} [known] isHeld: it is said already what held them
 * @returns {string} one sentence: how many, how long, what of the time was spent on what
 */
export function sentenceOf(rows, { isHeld = false } = {}) {
  const end = max(rows, ({ endNs }) => endNs) ?? 0;
  const start = min(rows, ({ startNs }) => startNs) ?? 0;
  const answered = rows.filter(({ response }) => response >= 0);
  const trips = answered
    .map(roundTrips)
    .filter((one) => one !== null)
    .sort((a, b) => a - b);
  const unanswered = rows.filter(isUnanswered).length;
  const depth = pipelineDepth(rows);
  const failed = answered.filter(({ hasFailed }) => hasFailed).length;
  const bytes = sum(rows, bytesOf);
  const parts = pageTime(rows)
    .filter(({ ns }) => ns >= MIN_SHARE * (end - start))
    .slice(0, MAX_PARTS)
    .map(({ kind, ns }) => `${spanWords(ns)} ${SPENT[kind]}`);
  return [
    `${requestsText(rows)}, ${formatBytes(bytes)} in ${spanWords(end - start)}${isHeld ? '' : `: ${parts.join(', ')}`}`,
    (trips[trips.length >> 1] ?? 0) >= 0.1 ? `median ${tripWords(trips[trips.length >> 1])} round trips` : null,
    depth > 1 ? `pipelined up to ${formatNumber(depth)} deep` : null,
    failed > 0 ? `${formatNumber(failed)} failed` : null,
    unanswered > 0 ? `${formatNumber(unanswered)} without a response` : null,
  ]
    .filter(Boolean)
    .join('; ')
    .concat('.', beyondWords(rows));
}
