import { seconds } from '../../transport/conversation.js';
import { CAUSE } from '../sender/causes.js';
import { LIMIT, LIMITS } from '../sender/limits.js';
import { joinedSpans, openingSpans, spansOf } from '../sender/spans.js';

/** @typedef {import('../sender/spans.js').Span} Span */

/** Where a cause claims no limit. */
const NONE = LIMITS.length;
const NAMES = [...LIMITS, 'not_observable'];

/** Losses are repaired beside what limits new data; without any of these, the window waits for the repair. */
const REPAIRED = [LIMIT.CONGESTION_WINDOW, LIMIT.APPLICATION, LIMIT.SEND_BUFFER, LIMIT.NETWORK];

/**
 * The limits that a cause is a part of, by value of `CAUSE`; the first unless the next byte's is another of them.
 * @type {Readonly<Record<number, readonly number[]>>}
 */
const LIMITS_OF = Object.freeze({
  [CAUSE.CONGESTION_WINDOW]: [LIMIT.CONGESTION_WINDOW],
  [CAUSE.RECEIVE_WINDOW]: [LIMIT.RECEIVE_WINDOW],
  [CAUSE.ZERO_WINDOW]: [LIMIT.RECEIVE_WINDOW],
  [CAUSE.SEND_BUFFER]: [LIMIT.SEND_BUFFER],
  [CAUSE.FIXED_WINDOW]: [LIMIT.SEND_BUFFER],
  [CAUSE.APPLICATION]: [LIMIT.APPLICATION],
  [CAUSE.NAGLE]: [LIMIT.APPLICATION],
  [CAUSE.CREDIT]: [LIMIT.APPLICATION],
  // application: after the last data, which the bottleneck still delivers
  [CAUSE.NETWORK]: [LIMIT.CONGESTION_WINDOW, LIMIT.NETWORK, LIMIT.APPLICATION],
  [CAUSE.RECOVERY]: REPAIRED,
  [CAUSE.RETRANSMISSION_TIMEOUT]: REPAIRED,
  [CAUSE.PATH_MTU]: REPAIRED,
  [CAUSE.HANDSHAKE]: [LIMIT.HANDSHAKE],
  [CAUSE.IDLE]: [LIMIT.IDLE],
  [CAUSE.NOT_OBSERVABLE]: [NONE],
});

/**
 * `limits` of `analyze --sender`: its `causes` told more coarsely, so that the two never disagree.
 * @param {Span[]} causes in order
 * @param {Pick<import('../sender/sender-insight.js').SenderInsight, 'bursts' | 'limits'>} insight
 * @param {import('../../transport/path.js').Handshake} handshake
 */
export function describeLimits(causes, { bursts, limits }, handshake) {
  const opening = openingSpans(bursts, handshake, {
    handshake: LIMIT.HANDSHAKE,
    application: LIMIT.APPLICATION,
    shut: LIMIT.RECEIVE_WINDOW,
  });
  return coarser(causes, joinedSpans([...opening, ...spansOf(bursts, limits)])).map(({ startNs, endNs, value }) => ({
    start: seconds(startNs),
    end: seconds(endNs),
    limit: NAMES[value],
  }));
}

/** Linear in both. @param {Span[]} causes in order @param {Span[]} limits of the next byte, in order */
function coarser(causes, limits) {
  /** @type {Span[]} */
  const list = [];
  let next = 0;
  for (const { startNs, endNs, value } of causes) {
    const [usual, ...others] = LIMITS_OF[value];
    while (next < limits.length && limits[next].endNs <= startNs) next++;
    let atNs = startNs;
    for (let k = next; k < limits.length && limits[k].startNs < endNs; k++) {
      const untilNs = Math.min(limits[k].endNs, endNs);
      list.push({ startNs: atNs, endNs: untilNs, value: others.includes(limits[k].value) ? limits[k].value : usual });
      atNs = untilNs;
    }
    list.push({ startNs: atNs, endNs, value: usual });
  }
  return joinedSpans(list);
}
