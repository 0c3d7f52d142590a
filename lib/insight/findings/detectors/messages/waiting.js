import { scrambled } from '../../../../shared/scrambled.js';
import { defineKind } from '../../define-kind.js';
import { coveredNs } from '../../evidence/spans.js';
import { designedWaits, SERVER_THINK_TIME, thinking } from '../../evidence/think-time.js';
import { counted, detector, finding, MAX_EVIDENCE_FRAMES, quotedText, timeText } from '../../finding.js';
import { MIN_COST_NS, NOTICEABLE_SHARE } from '../../times.js';
import { statementText, worstStatement } from '../../worst-statement.js';

export const PIPELINING_HEAD_OF_LINE = defineKind('pipelining_head_of_line', 'Head-of-line blocking', 'application', [
  'RFC 9112 section 9.3.2',
]);
export const WAITS_BY_DESIGN = defineKind('waits_by_design', 'Long polling', 'idle', ['RFC 6202 section 2']);

/** @typedef {import('../../context.js').Context} Context */
/** @typedef {import('../../evidence/message-facts.js').ExchangeFacts} ExchangeFacts */

/** @param {ExchangeFacts[]} exchanges */
const allNs = (exchanges) => coveredNs(exchanges.filter(({ endNs }) => endNs >= 0));

/** The command that waited. @param {Context} context @param {ExchangeFacts} exchange */
const commandText = ({ messages }, exchange) =>
  exchange.isHttp || messages === null ? '' : ` (${quotedText(messages.names(exchange).command)})`;

/** Server think time: from when the server had a request to its response's first byte, while it sent nothing else. */
export const serverThinkTime = detector([SERVER_THINK_TIME], (context) => {
  const found = thinking(context);
  if (found === null) return [];
  const { exchanges, slow, costNs } = found;
  const totalNs = allNs(exchanges);
  const slowest = slow.reduce((most, one) => (one.thinkNs > most.thinkNs ? one : most));
  const mostNs = slowest.thinkNs;
  const worst = context.messages === null ? null : worstStatement(slow, context.messages);
  const named = worst === null || worst.times === 1 ? '' : `; ${statementText({ ...worst }, null)}`;
  return finding(
    {
      kind: SERVER_THINK_TIME,
      severity: costNs >= totalNs * NOTICEABLE_SHARE ? 'warning' : 'note',
      direction: 1,
      startNs: slow[0].startNs,
      endNs: slow[slow.length - 1].endNs,
      costNs,
      message: `For ${timeText(costNs)} of the ${timeText(totalNs)} with requests outstanding, ${slow.length} of ${exchanges.length} requests waited for the server's first byte (TTFB); the longest wait was ${timeText(mostNs)}${commandText(context, slowest.exchange)}${named}.`,
      advice:
        'Check what the server does before the first byte (Server-Timing, its log, its database): the network did not delay it.',
    },
    {
      requests: slow.length,
      longestSeconds: mostNs / 1e9,
      ...worst,
      frames: slow
        .flatMap(({ exchange }) => [exchange.requestFrame, exchange.responseFrame])
        .slice(0, MAX_EVIDENCE_FRAMES),
    },
  );
});

/** Requests that wait for an event, by their address or their answer's type: nobody is blamed. */
export const longPolling = detector([WAITS_BY_DESIGN], (context) => {
  const waits = designedWaits(context);
  if (waits.length === 0 || context.messages === null) return [];
  const costNs = waits.reduce((sum, { thinkNs }) => sum + thinkNs, 0);
  const mostNs = waits.reduce((most, { thinkNs }) => Math.max(most, thinkNs), 0);
  const target = quotedText(context.messages.target(waits[0].exchange) ?? '');
  return finding(
    {
      kind: WAITS_BY_DESIGN,
      severity: 'note',
      direction: 1,
      startNs: waits[0].startNs,
      endNs: waits[waits.length - 1].endNs,
      costNs,
      message: `${waits.length} of ${counted(context.messages.exchanges.length, 'request')} waited for up to ${timeText(mostNs)}, ${timeText(costNs)} in all. By its address (${target}) or its answer's type such a request waits for an event (long polling, server-sent events), so the server need not be slow.`,
      advice: 'Nothing to do if these are polls: they end with an event or a time limit.',
    },
    {
      requests: waits.length,
      longestSeconds: mostNs / 1e9,
      frames: waits
        .flatMap(({ exchange }) => [exchange.requestFrame, exchange.responseFrame])
        .slice(0, MAX_EVIDENCE_FRAMES),
    },
  );
});

/**
 * How long each response waited behind those to earlier requests of its byte stream.
 * @param {ExchangeFacts[]} exchanges
 */
function headWaits(exchanges) {
  /** By `scrambled` stream. @type {Map<number, number>} */
  const busyUntil = new Map();
  return exchanges.map(({ stream, isMultiplexed, sentNs, answerNs, endNs }) => {
    const key = scrambled(stream);
    const before = busyUntil.get(key) ?? -1;
    busyUntil.set(key, Math.max(before, endNs));
    return isMultiplexed || answerNs < 0 ? 0 : Math.max(0, Math.min(answerNs, before) - sentNs);
  });
}

/** Head-of-line blocking: pipelined requests whose responses had to wait for earlier ones (RFC 9112 section 9.3.2). */
export const headOfLineWait = detector([PIPELINING_HEAD_OF_LINE], (context) => {
  const exchanges = context.messages?.exchanges ?? [];
  if (!exchanges.some(({ isPipelined }) => isPipelined)) return [];
  const waitNs = headWaits(exchanges);
  const held = exchanges
    .map((exchange, k) => ({ exchange, headNs: waitNs[k] }))
    .filter(({ exchange, headNs }) => exchange.isPipelined && headNs > 0);
  const spans = held.map(({ exchange, headNs }) => ({ startNs: exchange.sentNs, endNs: exchange.sentNs + headNs }));
  const costNs = coveredNs(spans);
  if (held.length === 0 || costNs < MIN_COST_NS) return [];
  return finding(
    {
      kind: PIPELINING_HEAD_OF_LINE,
      severity: 'note',
      direction: 1,
      startNs: spans[0].startNs,
      endNs: spans[spans.length - 1].endNs,
      costNs,
      message: `Responses to ${held.length} of ${exchanges.length} requests waited behind those to earlier pipelined ones, for ${timeText(costNs)} in all.`,
      advice:
        'Use HTTP/2 or HTTP/3, whose responses may overtake each other, or send slow requests on a connection of their own.',
    },
    { requests: held.length, frames: held.slice(0, MAX_EVIDENCE_FRAMES).map(({ exchange }) => exchange.responseFrame) },
  );
});
