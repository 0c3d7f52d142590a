import { TRIGGER } from '../../../../transport/bursts.js';
import { VERDICT } from '../../../../transport/verdict.js';
import { LIMIT } from '../../../sender/limits.js';
import { coveredNs, Spans } from '../spans.js';
import { unseenPauses } from '../upstream.js';

/** @typedef {import('../../context.js').Context} Context */
/** @typedef {import('../../context.js').DirectionContext} DirectionContext */

/**
 * Time that a direction was application-limited, without pauses with keep-alives and what may have been waits for the
 * RTO. Where the other end spoke before the direction continued, it had been waiting for a request: only the time after
 * that counts; and none after the last data.
 * @param {DirectionContext} way @param {import('../../context.js').Context} context
 */
export function applicationNs(way, context) {
  const {
    insight: { bursts, limits },
  } = way;
  const { keptAliveNs } = context;
  const waits = new Spans(unseenPauses(way, context));
  const pacedNs = way.insight.pace?.timeNs ?? 0; // unknown by whom
  let sumNs = 0;
  let isOwn = false;
  for (let b = bursts.count - 2; b >= 0; b--) {
    const next = b + 1;
    if (bursts.trigger[next] === TRIGGER.DATA) isOwn = false;
    else if (bursts.sentNew[next] > 0) isOwn = true;
    if (!isOwn || limits[b] !== LIMIT.APPLICATION) continue;
    const [startNs, endNs] = [bursts.startNs[b], bursts.startNs[next]];
    sumNs += endNs - startNs - waits.within(startNs, endNs);
  }
  return Math.min(sumNs, askingNs(way, context)) - pacedNs - keptAliveNs[0] - keptAliveNs[1];
}

/**
 * The time in which a client was sending requests, where they can be read: that it asks nothing else keeps nobody
 * waiting.
 * @param {DirectionContext} way @param {Context} context
 */
export function askingNs({ direction }, { messages }) {
  if (direction === 1 || messages === null || !messages.isAllKnown) return Infinity;
  const asked = messages.exchanges.filter(({ isHttp }) => isHttp);
  return asked.length === 0 ? Infinity : coveredNs(asked.map(({ startNs, sentNs }) => ({ startNs, endNs: sentNs })));
}

/**
 * The time from the client's data to the server's next, beyond a round trip: the server's.
 * @param {DirectionContext} way @param {Context} context
 */
export function answeringNs({ direction: of, rttMinNs }, { packets: { count, direction, length, timeNs, verdict } }) {
  if (of === 0) return 0;
  let sumNs = 0;
  let askedNs = -1;
  for (let i = 0; i < count; i++) {
    if (length[i] === 0 || verdict[i] !== VERDICT.ORIGINAL) continue;
    if (direction[i] === 1 && askedNs >= 0) sumNs += Math.max(0, timeNs[i] - askedNs - rttMinNs);
    askedNs = direction[i] === 0 ? timeNs[i] : -1;
  }
  return sumNs;
}
