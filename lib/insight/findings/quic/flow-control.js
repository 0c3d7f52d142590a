import { defineKind, SHOWS } from '../define-kind.js';
import { counted, finding, percent, receiverName, senderName, timeText } from '../finding.js';
import { MIN_COST_NS, NOTICEABLE_SHARE } from '../times.js';
import { quicDetector, spansWith } from './context.js';

const SHOWN = { needs: SHOWS.BOTH_WAYS | SHOWS.DECRYPTED | SHOWS.ACKS };

export const QUIC_FLOW_CONTROL = defineKind(
  'quic_flow_control',
  'QUIC flow control credit used up',
  'zero_window',
  ['RFC 9000 section 4'],
  SHOWN,
);
export const QUIC_STREAM_LIMIT = defineKind(
  'quic_stream_limit',
  'QUIC stream limit reached',
  'zero_window',
  ['RFC 9000 section 4.6'],
  SHOWN,
);

const DIRECTIONS = [0, 1];

/** A sender had used up the credit that MAX_DATA or MAX_STREAM_DATA gave, or its number of streams. */
export const quicFlowControl = quicDetector([QUIC_FLOW_CONTROL, QUIC_STREAM_LIMIT], (context) =>
  DIRECTIONS.flatMap((direction) => [...credit(context, direction), ...streams(context, direction)]),
);

/** @typedef {import('./context.js').QuicContext} QuicContext */

/** @param {QuicContext} context @param {number} direction */
function credit(context, direction) {
  const { spans } = spansWith(context, direction, ['flow_control_connection', 'flow_control_stream']);
  const ofConnection = spans.some(({ limit }) => limit === 'flow_control_connection');
  const streams = new Set(spans.flatMap(({ stream }) => (stream === null ? [] : [stream]))).size;
  const receiver = receiverName(direction);
  return stalled(context, direction, ['flow_control_connection', 'flow_control_stream'], {
    kind: QUIC_FLOW_CONTROL,
    had: `had used up the credit ${creditWords(ofConnection, streams)} and waited for the ${receiver} to raise it`,
    advice: `Raise the ${receiver}'s windows to at least the bandwidth-delay product (initial_max_data, initial_max_stream_data_…, and how early MAX_DATA is sent).`,
    evidence: { streams },
  });
}

/** @param {boolean} ofConnection @param {number} streams */
function creditWords(ofConnection, streams) {
  if (streams === 0) return 'of the connection';
  const those = `of ${counted(streams, 'stream')}`;
  return ofConnection ? `of the connection and ${those}` : those;
}

/** @param {QuicContext} context @param {number} direction */
function streams(context, direction) {
  const receiver = receiverName(direction);
  return stalled(context, direction, ['stream_limit'], {
    kind: QUIC_STREAM_LIMIT,
    had: `had as many streams open as the ${receiver} allows, and waited for it to allow more`,
    advice: `Let the ${receiver} allow more streams at a time (initial_max_streams_bidi, MAX_STREAMS).`,
    evidence: {},
  });
}

/**
 * A sender waited for what its receiver allows.
 * @param {QuicContext} context @param {number} direction @param {readonly string[]} limits
 * @param {{ kind: import('../define-kind.js').Kind, had: string, advice: string, evidence: object }} what
 */
function stalled(context, direction, limits, { kind, had, advice, evidence }) {
  const { spans, costNs } = spansWith(context, direction, limits);
  if (costNs < MIN_COST_NS) return [];
  const { durationNs } = context;
  return [
    finding(
      {
        kind,
        severity: costNs >= durationNs * NOTICEABLE_SHARE ? 'warning' : 'note',
        direction,
        startNs: spans[0].startNs,
        endNs: spans[spans.length - 1].endNs,
        costNs,
        message: `For ${timeText(costNs)} (${percent(costNs / durationNs)}) the ${senderName(direction)} ${had}, ${counted(spans.length, 'time')}.`,
        advice,
      },
      { stalls: spans.length, ...evidence },
    ),
  ];
}
