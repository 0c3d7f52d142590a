/** Descriptions of HTTP/3: its messages, and a connection as `http3` of `analyze --json`. */
import { REQUEST } from '../http1/start-line.js';
import { moreOf } from '../http2/describe.js';
import { SETTING_NAMES } from './frame-types.js';
import { priorityOf } from './priority.js';

/**
 * Further fields of a message.
 * @type {NonNullable<import('../protocol.js').MessageText['more']>}
 */
export function http3More(table, index, client, headers) {
  const part = table.http3.get(index);
  const isRead = table.kind[index] !== REQUEST || headers.length > 0;
  return {
    ...moreOf(table, index, client, headers),
    priority: part?.priority ?? priorityOf(headers),
    blockedByQpack: isRead ? (part?.blockedNs ?? 0) / 1e9 : null,
    zeroRtt: part?.isEarly ?? false,
  };
}

/** @param {import('./facts.js').SideFacts} facts of one end */
function describeSide({ settings, blockedNs, goAway, maxPushId, ...counts }) {
  return {
    settings: Object.fromEntries(
      [...settings].map(([id, value]) => [SETTING_NAMES.get(id) ?? `0x${id.toString(16)}`, value]),
    ),
    goAway,
    maxPushId: maxPushId < 0 ? null : maxPushId,
    ...counts,
    blockedSeconds: Math.round(blockedNs) / 1e9,
  };
}

/**
 * @param {import('./facts.js').Http3Facts} facts
 * @param {0|1} client endpoint
 */
export function describeHttp3({ sides }, client) {
  return { clientToServer: describeSide(sides[client]), serverToClient: describeSide(sides[1 - client]) };
}
