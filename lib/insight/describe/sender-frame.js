import { joined, joinedOf } from '../../shared/columns/joined.js';
import { framesOf, TO_BYTE } from '../../transport/frames.js';
import { openSenders } from '../open-senders.js';
import { bandAfter } from '../sender/band.js';
import { CAUSES } from '../sender/causes.js';
import { PHASES } from '../sender/phases.js';
import { joinedSpans, spansOf } from '../sender/spans.js';
import { describePath, describeRestarts, windowObservable } from './describe-facts.js';
import { describeExit, idleBefore } from './describe-insight.js';
import { describeCongestionControl, describeInitialWindow, describeLastThreshold } from './describe-known.js';

/** @typedef {import('../open-senders.js').OpenedSender} OpenedSender */
/** @typedef {import('../sender/spans.js').Span} Span */

/** In the column `threshold`, as long as there is none. */
const UNSET = -1;

/**
 * What is inferred about a connection's senders, as the columns of docs/protocol.md, kind `sender`: first the client,
 * then the server.
 * @param {import('../../transport/tcp/tcp-transport.js').TcpTransport} tcp
 * @param {number} flow index
 * @param {import('../sender/credit-stalls.js').Stalls} [stalls] when they waited for credit above TCP
 * @returns {import('../../shared/columns/column-frame.js').ColumnFrame}
 */
export function senderFrame(tcp, flow, stalls) {
  const { packets, options, path: analysis, senders } = openSenders(tcp, flow, stalls);
  const windows = senders.map(({ insight }) => windowColumns(packets, insight));
  const rows = windows.reduce((sum, { time }) => sum + time.length, 0);
  /** @param {'time' | 'cwnd' | 'low' | 'high' | 'threshold'} name */
  const numbers = (name) => joinedOf(Float64Array, windows, (columns) => columns[name]);
  return {
    kind: 'sender',
    rows,
    meta: {
      flow: tcp.flows.number(flow),
      causes: [...CAUSES],
      phases: [...PHASES],
      senders: senders.map(({ direction, mss, insight, path, mechanisms, lost }) => ({
        direction,
        place: analysis.vantages[direction].place,
        mss,
        order: analysis.orderAtSender(direction).method,
        initialWindow: describeInitialWindow(insight, options.synOptions[direction] !== 0 && mss !== null),
        congestionControl: describeCongestionControl(insight),
        threshold: describeLastThreshold(insight),
        pacing: insight.pacing,
        window: windowObservable(insight),
        slowStartExit: describeExit(insight),
        restarts: describeRestarts(insight),
        lost,
        path: describePath(path),
        mechanisms,
      })),
    },
    columns: {
      time: numbers('time'),
      cwnd: numbers('cwnd'),
      low: numbers('low'),
      high: numbers('high'),
      threshold: numbers('threshold'),
      direction: directionColumn(
        senders,
        windows.map(({ time }) => time),
      ),
      confidence: joinedOf(Uint8Array, windows, ({ confidence }) => confidence),
      frame: joinedOf(Uint32Array, windows, ({ frame }) => frame),
      ...queueColumns(senders),
      ...rateColumns(senders),
      ...spanColumns(
        'cause',
        senders,
        senders.map(({ causes }) => causes),
      ),
      ...spanColumns(
        'phase',
        senders,
        senders.map(({ insight: { bursts, phases }, handshake }) =>
          joinedSpans([...idleBefore(bursts, handshake), ...spansOf(bursts, phases)]),
        ),
      ),
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

/**
 * A row a burst.
 * @param {import('../../transport/tcp/tcp-packets.js').TcpPackets} packets
 * @param {import('../sender/sender-insight.js').SenderInsight} insight
 */
function windowColumns(packets, { bursts, cwnd, limits, confidence, threshold }) {
  const { count } = bursts;
  const { low, high } = bandAfter(bursts, cwnd, limits, confidence);
  return {
    time: bursts.startNs.subarray(0, count),
    cwnd,
    low,
    high,
    threshold: threshold.map((segments) => (segments === Infinity ? UNSET : segments)),
    confidence: Uint8Array.from(confidence, (value) => Math.round(value * TO_BYTE)),
    frame: framesOf(packets, bursts.packet, count),
  };
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

/** @param {OpenedSender[]} senders */
function queueColumns(senders) {
  const times = senders.map(({ path }) => path.queue.delay.timeNs);
  const delays = senders.map(({ path }) => path.queue.delay.delayNs);
  return {
    queueTime: joined(Float64Array, times),
    queueDelay: joined(Float64Array, delays),
    queueDirection: directionColumn(senders, times),
  };
}

/** @param {OpenedSender[]} senders */
function rateColumns(senders) {
  const column = (/** @type {'timeNs' | 'delivery' | 'sending'} */ name) =>
    senders.map(({ insight: { rates } }) => rates[name].subarray(0, rates.count));
  const times = column('timeNs');
  return {
    rateTime: joined(Float64Array, times),
    rateDelivery: joined(Float64Array, column('delivery')),
    rateSending: joined(Float64Array, column('sending')),
    rateDirection: directionColumn(senders, times),
  };
}
