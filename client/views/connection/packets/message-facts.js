/**
 * The facts about one message.
 */
import { outcomeOf } from '../../../../lib/shared/message-outcome.js';
import { formatBytes, tripsIn } from '../../../base/format.js';
import { relativeTime, spanWords } from '../../timeline/times.js';
import { isTick } from '../data/messages.js';

/** @typedef {import('../data/model.js').Model} Model */
/** @typedef {import('../data/messages.js').PlacedMessage} PlacedMessage */

/** @param {PlacedMessage['message']} message without a counterpart */
function tickTitle({ protocol, opcode, method, target, outcome, outcomeText }) {
  if (protocol === 'websocket') return `WebSocket ${opcode ?? 'message'}`;
  return [method ?? outcome, target ?? outcomeText].filter(Boolean).join(' ') || protocol;
}

/** @param {PlacedMessage} placed @returns {string} "GET /b100000.bin" */
export function messageTitle({ message, request }) {
  if (isTick(message)) return tickTitle(message);
  const { method, target } = request ?? message;
  return [method, target].filter(Boolean).join(' ') || (message.kind === 'request' ? 'Request' : 'Response');
}

/** @param {PlacedMessage['message']} answer */
const answerWords = (answer) =>
  [outcomeOf(answer).text, answer.outcomeText, answer.contentType].filter(Boolean).join(' · ') || '–';

/**
 * @param {Model} model
 * @param {PlacedMessage} placed
 * @returns {[string, string][]}
 */
export function messageLines(model, placed) {
  const { message, request, startNs, endNs, askedNs, deliveredNs } = placed;
  if (isTick(message)) return tickLines(model, placed);
  const answer =
    message.kind === 'request' ? (model.placed.find((other) => other.request === message) ?? null) : placed;
  const asked = message.kind === 'request' ? startNs : askedNs;
  /** @type {[string, string][]} */
  const lines = [];
  lines.push(['Response', answer ? answerWords(answer.message) : 'none in this capture']);
  if (message.stream != null) lines.push([message.carrier === 'webmux' ? 'Session' : 'Stream', String(message.stream)]);
  const host = (request ?? message).host;
  if (host) lines.push(['Host', host]);
  lines.push([
    'Size',
    message.headerBytes === 0
      ? formatBytes(message.bodyBytes)
      : `${formatBytes(message.headerBytes)} of headers, ${formatBytes(message.bodyBytes)} of body`,
  ]);
  if (asked !== null) lines.push(['Request sent', relativeTime(model, asked)]);
  if (answer && asked !== null) lines.push(['First byte after', spanWords(answer.startNs - asked)]);
  lines.push(['Last byte sent', relativeTime(model, answer?.endNs ?? endNs)]);
  const delivered = answer ? answer.deliveredNs : deliveredNs;
  lines.push(['Delivered', delivered === null ? 'not in this capture' : relativeTime(model, delivered)]);
  const trips = delivered === null || asked === null ? null : tripsIn(delivered - asked, model.rttNs);
  if (trips !== null) lines.push(['Round trips', trips.toFixed(1)]);
  if (message.pipelined) lines.push(['Pipelined', 'sent before the previous response ended']);
  if (!message.complete) lines.push(['Truncated', 'the capture does not have all of it']);
  return lines;
}

/** @param {Model} model @param {PlacedMessage} placed @returns {[string, string][]} */
function tickLines(model, { message, startNs, deliveredNs, direction }) {
  return [
    ['From', direction === 0 ? 'the client' : 'the server'],
    ['Payload', formatBytes(message.bodyBytes)],
    ['Sent', relativeTime(model, startNs)],
    ['Delivered', deliveredNs === null ? 'not in this capture' : relativeTime(model, deliveredNs)],
  ];
}

/**
 * @param {Model} model
 * @param {number} row
 * @returns {PlacedMessage|null} the message whose bytes a packet carries
 */
export function messageOfRow({ placed, columns }, row) {
  const direction = columns.direction[row];
  const low = columns.seq[row];
  const high = low + columns.length[row];
  if (high === low) return null;
  return (
    placed.find((candidate) => candidate.direction === direction && candidate.low < high && low < candidate.high) ??
    null
  );
}

/** @param {Model} model @param {number} row @returns {string|null} "the end of GET /b100000.bin" */
export function messageCarrying(model, row) {
  const placed = messageOfRow(model, row);
  if (!placed) return null;
  const high = model.columns.seq[row] + model.columns.length[row];
  const part = high >= placed.high ? 'the end of ' : '';
  return placed.message.kind === 'request'
    ? `${part}${messageTitle(placed)}`
    : `${part}the answer to ${messageTitle(placed)}`;
}
