import { protocolNamed } from '../../../../protocols/registry.js';
import { VERDICT } from '../../../../tcpflow/verdicts/verdict.js';
import { Spans } from '../../evidence/spans.js';
import { unseenPauses } from '../../evidence/upstream.js';
import { detector, finding, MAX_EVIDENCE_FRAMES, timeText } from '../../finding.js';
import { NOTICEABLE_NS } from '../../times.js';
import { isOneWay } from '../capture-quality.js';
import { SERVER_THINK_TIME } from './waiting.js';

/** @typedef {import('../../context.js').Context} Context */

/**
 * Most that a prompt answer takes beyond a round trip: a host's 0.02 to 6 ms, a delayed acknowledgement of 40 ms
 * (Linux; others are longer), some processing.
 */
const AT_ONCE_NS = 50e6;
/** Exchanges needed to recognise request and response, and the share of them that was answered promptly. */
const MIN_EXCHANGES = 8;
const PROMPT_SHARE = 0.7;
/** Share of answers that came in pieces, as data pushed by a server does. */
const MAX_PAUSED = 0.1;
/** Of the connection's time. */
const MUCH = 0.1;

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
  if (way === undefined || ways.length < 2 || isOneWay(packets) >= 0) return [];
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
function knownSlowAnswers(context) {
  const before = known.get(context);
  if (before !== undefined) return before;
  const slow = slowAnswers(context);
  known.set(context, slow);
  return slow;
}

/** Server time beyond a prompt answer. @param {Context} context */
export const unreadThinkNs = (context) => knownSlowAnswers(context).reduce((sum, { waitNs }) => sum + waitNs, 0);

/**
 * The server was slow with some answers, where requests cannot be read. Where the protocol is known to answer each
 * command, `slowAnswers` is more exact.
 */
export const unreadAnswers = detector([SERVER_THINK_TIME], (context) => {
  if (protocolNamed(context.messages?.protocol ?? null)?.isTurnBased) return [];
  const slow = knownSlowAnswers(context);
  if (slow.length === 0) return [];
  const costNs = unreadThinkNs(context);
  const mostNs = slow.reduce((most, { waitNs }) => Math.max(most, waitNs), 0);
  const longest = slow.length === 1 ? '' : `, ${timeText(mostNs)} at most`;
  return [
    finding(
      {
        kind: SERVER_THINK_TIME,
        severity: costNs >= context.durationNs * MUCH ? 'warning' : 'note',
        direction: 1,
        startNs: slow[0].askedNs,
        endNs: slow[slow.length - 1].answerNs,
        costNs,
        message: `The client waited long for ${slow.length} of ${slow[0].of} answers of the server: ${timeText(costNs)} of ${timeText(context.durationNs)}${longest}. The requests cannot be read; the server answered the others at once.`,
        advice: "Check the server's log for slow queries or commands: the network did not delay them.",
      },
      { answers: slow.length, of: slow[0].of, frames: slow.slice(0, MAX_EVIDENCE_FRAMES).map(({ frame }) => frame) },
    ),
  ];
});
