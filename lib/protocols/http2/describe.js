/** An HTTP/2 connection as `analyze --json` shows it under `http2`. */
import { errorName } from './error-codes.js';

/** RFC 9113 section 6.5.2, RFC 8441, RFC 9218. */
const SETTING_NAMES = new Map([
  [1, 'headerTableSize'],
  [2, 'enablePush'],
  [3, 'maxConcurrentStreams'],
  [4, 'initialWindowSize'],
  [5, 'maxFrameSize'],
  [6, 'maxHeaderListSize'],
  [8, 'enableConnectProtocol'],
  [9, 'noRfc7540Priorities'],
]);

/** @param {number} ns */
const seconds = (ns) => Math.round(ns) / 1e9;

/** Time in which at least one was going on. @param {import('./flow-control.js').Stall[]} stalls @returns {number} ns */
function unionOf(stalls) {
  let total = 0;
  let reached = -Infinity;
  for (const { startNs, endNs } of stalls.toSorted((a, b) => a.startNs - b.startNs)) {
    total += Math.max(0, endNs - Math.max(startNs, reached));
    reached = Math.max(reached, endNs);
  }
  return total;
}

/** What one end sent. @param {import('./side-facts.js').SideFacts} facts */
function describeSide({ settings, streams, resets, priorities, priorityUpdates, goAway, flow }) {
  return {
    settings: Object.fromEntries([...settings].map(([id, value]) => [SETTING_NAMES.get(id) ?? String(id), value])),
    streams,
    resets,
    priorities,
    priorityUpdates,
    goAway: goAway && {
      lastStream: goAway.lastStream,
      error: errorName(goAway.error),
      frame: goAway.frame,
      ...(goAway.text === '' ? {} : { text: goAway.text }),
    },
    stallCount: flow.stallCount,
    stalledSeconds: seconds(flow.stalledNs),
    waitedSeconds: seconds(unionOf(flow.stalls)),
    stalls: flow.stalls.map(({ stream, startNs, endNs }) => ({ stream, start: seconds(startNs), end: seconds(endNs) })),
    blocked: flow.blocked.map(({ stream, startNs }) => ({ stream, start: seconds(startNs) })),
  };
}

/**
 * @param {import('./side-facts.js').Http2Facts} facts
 * @param {0|1} client endpoint
 */
export function describeHttp2({ sides }, client) {
  return { clientToServer: describeSide(sides[client]), serverToClient: describeSide(sides[1 - client]) };
}
