import { scrambled } from '../../../../engine/scrambled.js';
import { coveredNs, Spans } from '../../evidence/spans.js';
import { unseenPauses } from '../../evidence/upstream.js';
import { detector, finding, MAX_EVIDENCE_FRAMES, quotedText, timeText } from '../../finding.js';
import { defineKind } from '../../kind.js';
import { MIN_COST_NS, NOTICEABLE_NS } from '../../times.js';

export const SERVER_THINK_TIME = defineKind('server_think_time', 'Server think time', 'application', [
  'W3C Resource Timing, responseStart',
]);
export const PIPELINING_HEAD_OF_LINE = defineKind('pipelining_head_of_line', 'Head-of-line blocking', 'application', [
  'RFC 9112 section 9.3.2',
]);

/** @typedef {import('../../context.js').Context} Context */
/** @typedef {import('../../evidence/message-facts.js').ExchangeFacts} ExchangeFacts */

/** Of the time that requests were under way. */
const MUCH = 0.1;

/** Shortest round trip between the capture point and the server. @param {Context} context */
const toServerNs = ({ vantages }) => vantages?.[0].receiverNs ?? 0;

/** No acknowledgement is delayed for longer (RFC 1122 section 4.2.3.2). */
const MAX_DELAY_NS = 500e6;
/** Answers that bear the acknowledgement late: a loss may be behind one, not behind as many. */
const MIN_BORNE = 3;

/**
 * When the server had each request: its last byte was acknowledged, or half a round trip had gone by. Acknowledgements
 * are used only where the messages are TCP's own bytes, and not if responses carry them again and again: a host whose
 * delayed ACK waits for longer than its program sends no other.
 * @param {Context} context @param {ExchangeFacts[]} exchanges by time
 */
function arrivals({ packets: { count, direction, ackOffset, timeNs } }, exchanges, wayNs = 0) {
  let i = 0;
  const hadNs = exchanges.map(({ sentNs, endOffset }) => {
    if (endOffset < 0) return sentNs + wayNs;
    while (i < count && (direction[i] === 0 || ackOffset[i] < endOffset)) i++;
    return i < count ? Math.max(sentNs + wayNs, timeNs[i]) : sentNs + wayNs;
  });
  const isBorne = exchanges.map(
    ({ startNs, sentNs, answerNs }, k) =>
      startNs === sentNs &&
      hadNs[k] === answerNs &&
      answerNs - sentNs - wayNs >= NOTICEABLE_NS &&
      answerNs - sentNs - wayNs <= MAX_DELAY_NS,
  );
  if (isBorne.filter(Boolean).length < MIN_BORNE) return hadNs;
  return hadNs.map((ns, k) => (isBorne[k] ? exchanges[k].sentNs + wayNs : ns));
}

/**
 * Times in which a connection was busy with something else: with a response, or with repairs.
 * @param {Context} context
 * @param {ExchangeFacts[]} exchanges
 */
function busySpans(context, exchanges) {
  const { ways } = context;
  const responses = exchanges
    .filter(({ endNs }) => endNs >= 0)
    .map(({ answerNs, endNs }) => ({ startNs: answerNs, endNs }));
  const repairs = ways.flatMap(({ episodes }) =>
    episodes.map(({ startNs, endNs }) => ({ startNs, endNs: endNs ?? Infinity })),
  );
  return new Spans([...responses, ...repairs, ...ways.flatMap((way) => unseenPauses(way, context))]);
}

/** @param {ExchangeFacts[]} exchanges */
const allNs = (exchanges) => coveredNs(exchanges.filter(({ endNs }) => endNs >= 0));

/** Noticeable waits for the server's answers while it sent nothing else. @param {Context} context */
function thinking(context) {
  const exchanges = context.messages?.exchanges ?? [];
  const wayNs = toServerNs(context);
  if (!exchanges.some(({ sentNs, answerNs }) => answerNs - sentNs - wayNs >= NOTICEABLE_NS)) return null;
  const hadNs = arrivals(context, exchanges, wayNs);
  const busy = busySpans(context, exchanges);
  const slow = exchanges
    .map((exchange, k) => ({
      exchange,
      startNs: hadNs[k],
      endNs: exchange.answerNs,
      thinkNs: exchange.answerNs - hadNs[k] - busy.within(hadNs[k], exchange.answerNs),
    }))
    .filter(({ exchange, thinkNs }) => exchange.answerNs >= 0 && !exchange.mayHang && thinkNs >= NOTICEABLE_NS);
  return slow.length === 0 ? null : { exchanges, slow, costNs: new Spans(slow).without(busy) };
}

/** The server time of `serverThinkTime`; 0 without it. @param {Context} context */
export const thinkNs = (context) => thinking(context)?.costNs ?? 0;

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
  return [
    finding(
      {
        kind: SERVER_THINK_TIME,
        severity: costNs >= totalNs * MUCH ? 'warning' : 'note',
        direction: 1,
        startNs: slow[0].startNs,
        endNs: slow[slow.length - 1].endNs,
        costNs,
        message: `For ${timeText(costNs)} of the ${timeText(totalNs)} with requests outstanding, ${slow.length} of ${exchanges.length} requests waited for the server's first byte (TTFB); the longest wait was ${timeText(mostNs)}${commandText(context, slowest.exchange)}.`,
        advice:
          'Check what the server does before the first byte (Server-Timing, its log, its database): the network did not delay it.',
      },
      {
        requests: slow.length,
        longestSeconds: mostNs / 1e9,
        frames: slow
          .flatMap(({ exchange }) => [exchange.requestFrame, exchange.responseFrame])
          .slice(0, MAX_EVIDENCE_FRAMES),
      },
    ),
  ];
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
  return [
    finding(
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
      {
        requests: held.length,
        frames: held.slice(0, MAX_EVIDENCE_FRAMES).map(({ exchange }) => exchange.responseFrame),
      },
    ),
  ];
});
