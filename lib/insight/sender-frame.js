import { framesOf, joined } from '../tcpflow/path-frames.js';
import { bandBehind } from './band.js';
import { CAUSE, CAUSES, causesBehind } from './causes.js';
import { idleBefore } from './describe-insight.js';
import { openSenders } from './opened-senders.js';
import { PHASES } from './phases.js';
import { openingSpans, spansOf } from './spans.js';

/** @typedef {import('./opened-senders.js').OpenedSender} OpenedSender */
/** @typedef {import('./spans.js').Span} Span */

const TO_BYTE = 255;

/**
 * What is inferred of a connection's senders as the columns of docs/protocol.md, kind `sender`: first the client, then the server.
 * @param {import('../tcpflow/tracker.js').TcpTracker} tcp @param {number} flow index
 * @returns {import('../columns/column-frame.js').ColumnFrame}
 */
export function senderFrame(tcp, flow) {
  const { packets, path, senders } = openSenders(tcp, flow), windows = senders.map(({ insight }) => windowColumns(packets, insight));
  const rows = windows.reduce((sum, { time }) => sum + time.length, 0);
  /** @param {'time' | 'cwnd' | 'low' | 'high'} name */
  const numbers = (name) => joined(new Float64Array(rows), windows.map((columns) => columns[name]));
  return {
    kind: 'sender', rows,
    meta: {
      flow: tcp.flows.number(flow), causes: [...CAUSES], phases: [...PHASES],
      senders: senders.map(({ direction, mss, insight }) => ({
        direction, mss, order: path.orderAtSender(direction).method,
        initialWindowSegments: insight.initialWindow, congestionControl: insight.algorithm, pacing: insight.pacing,
      })),
    },
    columns: {
      time: numbers('time'), cwnd: numbers('cwnd'), low: numbers('low'), high: numbers('high'),
      direction: directionColumn(senders, windows.map(({ time }) => time)),
      confidence: joined(new Uint8Array(rows), windows.map(({ confidence }) => confidence)),
      frame: joined(new Uint32Array(rows), windows.map(({ frame }) => frame)),
      ...spanColumns('cause', senders, senders.map(causeSpans)),
      ...spanColumns('phase', senders, senders.map(({ insight: { bursts, phases }, handshake }) => [...idleBefore(bursts, handshake), ...spansOf(bursts, phases)])),
    },
  };
}

/** @param {OpenedSender[]} senders @param {ArrayLike<unknown>[]} parts of their rows */
function directionColumn(senders, parts) {
  const column = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  senders.forEach(({ direction }, k) => {
    column.fill(direction, at, at + parts[k].length);
    at += parts[k].length;
  });
  return column;
}

/** A row a burst. @param {import('../tcpflow/connection/connection-packets.js').ConnectionPackets} packets @param {import('./sender-insight.js').SenderInsight} insight */
function windowColumns(packets, { bursts, cwnd, limits, confidence }) {
  const { count } = bursts, { low, high } = bandBehind(bursts, cwnd, limits, confidence);
  return {
    time: bursts.startNs.subarray(0, count), cwnd, low, high,
    confidence: Uint8Array.from(confidence, (value) => Math.round(value * TO_BYTE)),
    frame: framesOf(packets, bursts.packet, count),
  };
}

/** @param {OpenedSender} sender */
function causeSpans({ insight: { bursts, limits }, handshake }) {
  return [...openingSpans(bursts, handshake, { handshake: CAUSE.HANDSHAKE, application: CAUSE.APPLICATION }), ...spansOf(bursts, causesBehind(bursts, limits))];
}

/** @param {string} name @param {OpenedSender[]} senders @param {Span[][]} parts each one's */
function spanColumns(name, senders, parts) {
  const spans = parts.flat();
  return {
    [`${name}Start`]: Float64Array.from(spans, ({ startNs }) => startNs),
    [`${name}End`]: Float64Array.from(spans, ({ endNs }) => endNs),
    [`${name}Direction`]: directionColumn(senders, parts),
    [name]: Uint8Array.from(spans, ({ value }) => value),
  };
}
