import { VERDICT } from '../../../transport/verdict.js';
import { defineKind, SHOWS } from '../define-kind.js';
import { AT_ONCE_NS, LONGEST_DELAYED_ACK_NS, NOTICEABLE_NS } from '../times.js';
import { Spans } from './spans.js';
import { unseenPauses } from './upstream.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./message-facts.js').ExchangeFacts} ExchangeFacts */

/** Of what can be read, and of what cannot. */
export const SERVER_THINK_TIME = defineKind(
  'server_think_time',
  'Server think time',
  'application',
  ['W3C Resource Timing, responseStart'],
  { needs: SHOWS.BOTH_WAYS, yieldsTo: { application_limited: 5 } },
);

/** Shortest round trip between the capture point and the server. @param {Context} context */
const toServerNs = ({ vantages }) => vantages?.[0].receiverNs ?? 0;

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
      answerNs - sentNs - wayNs <= LONGEST_DELAYED_ACK_NS,
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

/**
 * Addresses of long polling, whose answers wait for an event, or for the client's limit: /poll, ?since=…, Kubernetes'
 * ?watch=…, Consul's ?wait=…, Engine.IO, comet. Nothing but the address tells such a wait from a slow answer.
 */
const POLLING =
  /[/_-](long-?)?poll(ing)?([/?._-]|$)|[?&](since|watch|wait|last-?event-?id)=|[?&]transport=polling\b|\/(comet|subscribe)\b/i;
const EVENT_STREAM = /^text\/event-stream/i;

/**
 * Whether a request waits for an event by design, as its address or its answer says.
 * @param {Context} context @param {ExchangeFacts} exchange
 */
export function waitsByDesign({ messages }, exchange) {
  if (exchange.mayHang) return true;
  if (!exchange.isHttp || messages === null) return false;
  if (POLLING.test(messages.target(exchange) ?? '')) return true;
  return exchange.responseRow >= 0 && EVENT_STREAM.test(messages.field(exchange.responseRow, 'content-type') ?? '');
}

/**
 * Noticeable waits for the server's answers while it sent nothing else, without those by design.
 * @param {Context} context
 */
export function thinking(context) {
  const waits = waitsOf(context);
  if (waits === null) return null;
  const { exchanges, busy } = waits;
  const slow = waits.slow.filter(({ exchange }) => !waitsByDesign(context, exchange));
  return slow.length === 0 ? null : { exchanges, slow, costNs: new Spans(slow).without(busy) };
}

/** The same, of those by design alone. @param {Context} context */
export const designedWaits = (context) =>
  (waitsOf(context)?.slow ?? []).filter(({ exchange }) => exchange.isHttp && waitsByDesign(context, exchange));

/** @param {Context} context */
function waitsOf(context) {
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
    .filter(({ exchange, thinkNs }) => exchange.answerNs >= 0 && thinkNs >= NOTICEABLE_NS)
    .filter(({ exchange }) => !context.messages?.isOwed(exchange)); // the server waited for the rest of the request
  return { exchanges, slow, busy };
}

/** The server time of `serverThinkTime`; 0 without it. @param {Context} context */
export const thinkNs = (context) => thinking(context)?.costNs ?? 0;

/** Exchanges needed to recognise request and response, and the share of them that was answered promptly. */
const MIN_EXCHANGES = 8;
const PROMPT_SHARE = 0.7;
/** Share of answers that came in pieces, as data pushed by a server does. */
const MAX_PAUSED = 0.1;

/** @typedef {{ askedNs: number, answerNs: number, frame: number }} Turn */

/**
 * What the client sent and the server sent behind it, turn by turn; `paused`: turns of the server with a noticeable
 * pause within.
 * @param {Context['packets']} packets
 */
function turnsOf({ count, direction, length, timeNs, verdict, frame }) {
  /** @type {Turn[]} */
  const turns = [];
  let paused = 0;
  let askedNs = -1;
  let lastNs = -1;
  let isPaused = false;
  for (let i = 0; i < count; i++) {
    if (length[i] === 0 || verdict[i] !== VERDICT.ORIGINAL) continue;
    if (direction[i] === 0) {
      askedNs = timeNs[i];
      isPaused = false;
    } else if (askedNs >= 0) {
      turns.push({ askedNs, answerNs: timeNs[i], frame: frame[i] });
      askedNs = -1;
    } else if (lastNs >= 0 && !isPaused && timeNs[i] - lastNs >= NOTICEABLE_NS) {
      isPaused = true;
      paused++;
    }
    if (direction[i] === 1) lastNs = timeNs[i];
  }
  return { turns, paused };
}

/**
 * Waits for answers of an unreadable protocol of request and response, where the server nearly always answered
 * promptly. Where a server also sends unasked, what it answered is unknown; and repairs are no wait for it.
 * @param {Context} context
 */
function slowAnswers(context) {
  const { packets, ways, messages } = context;
  const way = ways.find(({ direction }) => direction === 0);
  if (way === undefined || ways.length < 2) return [];
  if ((messages?.exchanges.length ?? 0) > 0) return [];
  const { turns, paused } = turnsOf(packets);
  const promptNs = way.rttMinNs + AT_ONCE_NS;
  const prompt = turns.filter(({ askedNs, answerNs }) => answerNs - askedNs <= promptNs).length;
  if (turns.length < MIN_EXCHANGES || prompt < turns.length * PROMPT_SHARE || paused > turns.length * MAX_PAUSED) {
    return [];
  }
  const busy = new Spans([
    ...ways.flatMap(({ episodes }) => episodes.map(({ startNs, endNs }) => ({ startNs, endNs: endNs ?? Infinity }))),
    ...ways.flatMap((one) => unseenPauses(one, context)),
  ]);
  return turns
    .map(({ askedNs, answerNs, frame }) => ({
      askedNs,
      answerNs,
      frame,
      waitNs: answerNs - askedNs - busy.within(askedNs, answerNs) - way.rttMinNs,
    }))
    .filter(({ waitNs }) => waitNs >= NOTICEABLE_NS)
    .map((slow) => ({ ...slow, of: turns.length }));
}

/** @type {WeakMap<Context, ReturnType<typeof slowAnswers>>} */
const known = new WeakMap();

/** @param {Context} context */
export function knownSlowAnswers(context) {
  const before = known.get(context);
  if (before !== undefined) return before;
  const slow = slowAnswers(context);
  known.set(context, slow);
  return slow;
}

/** Server time beyond a prompt answer. @param {Context} context */
export const unreadThinkNs = (context) => knownSlowAnswers(context).reduce((sum, { waitNs }) => sum + waitNs, 0);
