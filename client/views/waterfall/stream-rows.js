/** The messages of a stream (WebSocket, gRPC, server-sent events) as rows under the request that opened it. Pure. */
import { count, formatBytes, formatFlow, formatNumber, missing } from '../../base/format.js';
import { spanWords } from '../timeline/times.js';

/** @typedef {import('./waterfall-rows.js').WaterfallRow} WaterfallRow */
/** @typedef {import('../../../lib/protocols/contents/stream-messages.js').StreamMessage} StreamMessage */

/**
 * A stream whose messages are shown.
 * @typedef {{ request: number, count: number, messages: readonly StreamMessage[] }} OpenStream
 */

/**
 * @param {readonly WaterfallRow[]} requests
 * @param {OpenStream|null} stream null: none is shown
 * @returns {WaterfallRow[]} each request, and below that of the stream its messages
 */
export const withStream = (requests, stream) =>
  requests.flatMap((row) => (row.request === stream?.request ? [row, ...messageRows(row, stream)] : [row]));

/** @param {WaterfallRow} under @param {OpenStream} stream @returns {WaterfallRow[]} */
function messageRows(under, stream) {
  const rows = stream.messages.map((message) => messageRow(under, message));
  const left = stream.count - rows.length;
  const last = rows.at(-1);
  return left === 0 || last === undefined
    ? rows
    : [...rows, { ...last, name: `… ${count(left, 'more message')}`, phases: [] }];
}

/** @param {WaterfallRow} under @param {StreamMessage} message @returns {WaterfallRow} */
function messageRow(under, message) {
  const { fromClient, kind, bytes, gap } = message;
  const startNs = message.start * 1e9;
  const endNs = message.end * 1e9;
  return {
    ...under,
    under,
    gapNs: gap === undefined ? null : gap * 1e9,
    name: `${fromClient ? '→' : '←'} ${kind}`,
    method: `${kind} from the ${fromClient ? 'client' : 'server'}`,
    target: '',
    outcome: '',
    hasFailed: false,
    bytes,
    streamed: 0,
    startNs,
    requestNs: startNs,
    answeredNs: endNs,
    endNs,
    beyondNs: 0,
    phases: [
      // a hairline: nothing was sent
      ...(gap === undefined
        ? []
        : [/** @type {const} */ ({ kind: 'blocked', fromNs: startNs - gap * 1e9, toNs: startNs })]),
      { kind: fromClient ? 'send' : 'receive', fromNs: startNs, toNs: endNs },
    ],
    browser: undefined,
  };
}

/** The gap before a message, as its time. @param {WaterfallRow} row */
export const gapWords = ({ gapNs }) => (gapNs === null || gapNs === undefined ? missing : `+${spanWords(gapNs)}`);

/** @param {WaterfallRow} row of a message @returns {import('../timeline/hover-card.js').CardContent} */
export function messageCard(row) {
  const gap = row.gapNs ?? null;
  return {
    letter: '',
    letterClass: '',
    title: row.method,
    corner: `connection ${formatFlow(row.flow)}`,
    lines: [
      ['Starts', `${formatNumber(row.startNs / 1e9, 6)} s`],
      ['Size', formatBytes(row.bytes)],
      ...(gap === null
        ? []
        : [
            /** @type {import('../timeline/hover-card.js').CardLine} */ ([
              'Gap',
              `${spanWords(gap)} since the previous one this way`,
            ]),
          ]),
    ],
    canStay: false,
  };
}
