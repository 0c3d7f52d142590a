/** A connection as the core would have read it, if all of it is plain: what `resume` of its parts takes, the other way round. */
import { MAX_WAITING_REQUESTS, PLAIN_STATE } from '../../engine/http1-events.js';
import { FRAMING } from './framing.js';
import { STATE } from './direction-state.js';
import { MAX_MESSAGES_PER_CONNECTION } from './limits.js';
import { METHOD, REQUEST, RESPONSE } from './start-line.js';

/**
 * @typedef {import('./direction.js').Half} Half
 * @typedef {import('../../engine/http1-events.js').GivenConnection} GivenConnection
 * @typedef {import('../../engine/http1-events.js').GivenHalf} GivenHalf
 */

/** By `FRAMING`. @type {Record<number, number|undefined>} */
const IN_BODY = { [FRAMING.LENGTH]: PLAIN_STATE.IN_LENGTH, [FRAMING.CHUNKED]: PLAIN_STATE.IN_CHUNKS, [FRAMING.CLOSE]: PLAIN_STATE.TO_END };

/**
 * @param {import('./connection.js').Http1Connection} parser of a TCP connection, of which messages were seen
 * @returns {GivenConnection|null} null: something of it is not plain, as bytes that are missing, a head that came in part, an answer to nothing, or
 *   what may become a tunnel
 */
export function asPlain({ isConfirmed, pairs, halves: [first, second] }) {
  const one = stateOf(first), other = stateOf(second);
  if (!isConfirmed || one === null || other === null || (one === PLAIN_STATE.OVER && other === PLAIN_STATE.OVER)) return null;
  const waiting = pairs.asPlain(MAX_WAITING_REQUESTS);
  if (waiting === null || waiting.waiting.some(({ method }) => method === METHOD.CONNECT)) return null;
  return { client: first.kind === REQUEST ? 0 : 1, ...waiting, halves: [halfOf(first, one), halfOf(second, other)] };
}

/** @param {Half} half @returns {number|null} of `PLAIN_STATE`; null: what is there is not plain */
function stateOf({ state, body, notes, kind, answers, search, tunnelNext, messages }) {
  if (search.isAllowed || tunnelNext || messages >= MAX_MESSAGES_PER_CONNECTION) return null;
  if (state === STATE.START) return PLAIN_STATE.START;
  if (state === STATE.ENDED) return PLAIN_STATE.OVER;
  if (state !== STATE.IN_BODY || notes !== 0 || body.isMissingBytes || (kind === RESPONSE && !answers)) return null;
  return IN_BODY[body.framing] ?? null;
}

/** @param {Half} half @param {number} state @returns {GivenHalf} */
function halfOf({ position, lastFrame, lastNs, messages, body }, state) {
  return { state, position, lastFrame, lastNs, messages, bodyBytes: body.bytes, ...body.asPlain() };
}
