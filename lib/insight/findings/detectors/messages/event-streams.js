import { defineKind } from '../../define-kind.js';
import { coveredNs } from '../../evidence/spans.js';
import { counted, detector, finding, MAX_EVIDENCE_FRAMES, timeText } from '../../finding.js';
import { NOTICEABLE_NS } from '../../times.js';

export const EVENT_STREAM = defineKind('event_stream', 'Event stream', 'idle', [
  'WHATWG HTML, "Server-sent events"',
  'gRPC over HTTP2, "Length-Prefixed-Message"',
  'RFC 6455',
]);

/** @typedef {import('../../context.js').Context} Context */
/** @typedef {{ startNs: number, endNs: number, eventsNs: number[]|null }} Stream */

/**
 * When the server sent something within a stream. Events where all are known: its connection also carries pings, which
 * are none (HTTP/2's PING keeps a gRPC call alive). Otherwise its data.
 * @param {Context['packets']} packets
 * @param {Stream} stream
 */
function* timesIn({ count, direction, length, timeNs }, { startNs, endNs, eventsNs }) {
  if (eventsNs !== null) return yield* eventsNs;
  for (let i = 0; i < count && timeNs[i] <= endNs; i++) {
    if (direction[i] === 1 && length[i] > 0 && timeNs[i] >= startNs) yield timeNs[i];
  }
}

/**
 * How long nothing came within streams, and the longest pause.
 * @param {Context['packets']} packets
 * @param {Stream[]} streams
 */
function pausesIn(packets, streams) {
  let silentNs = 0;
  let longestNs = 0;
  for (const stream of streams) {
    let lastNs = stream.startNs;
    for (const timeNs of timesIn(packets, stream)) {
      if (timeNs - lastNs >= NOTICEABLE_NS) silentNs += timeNs - lastNs;
      longestNs = Math.max(longestNs, timeNs - lastNs);
      lastNs = Math.max(lastNs, timeNs);
    }
  }
  return { silentNs: Math.min(silentNs, coveredNs(streams)), longestNs };
}

/**
 * Answers that stay open for what happens (server-sent events, gRPC's streams, WebSocket): their pauses are by design,
 * and nobody is blamed.
 */
export const eventStreams = detector([EVENT_STREAM], ({ messages, packets, durationNs }) => {
  const streams = messages?.streams ?? [];
  if (streams.length === 0) return [];
  const { silentNs, longestNs } = pausesIn(packets, streams.slice(0, MAX_EVIDENCE_FRAMES));
  if (silentNs < NOTICEABLE_NS) return [];
  const kinds = [...new Set(streams.map(({ kind }) => kind))].join(', ');
  return finding(
    {
      kind: EVENT_STREAM,
      severity: 'note',
      direction: 1,
      startNs: streams[0].startNs,
      endNs: streams.reduce((last, { endNs }) => Math.max(last, endNs), 0),
      costNs: silentNs,
      message: `${counted(streams.length, 'stream')} (${kinds}) waited for events for ${timeText(silentNs)} of ${timeText(durationNs)}, which is by design; the longest pause was ${timeText(longestNs)}.`,
      advice: 'Nothing to do, unless events were due: compare with what the server logged.',
    },
    {
      streams: streams.length,
      longestSeconds: longestNs / 1e9,
      frames: streams.slice(0, MAX_EVIDENCE_FRAMES).map(({ frame }) => frame),
    },
  );
});
