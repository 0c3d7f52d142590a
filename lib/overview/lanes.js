/** Connections as lanes on the capture's time axis: the column frame `overview-lanes` of docs/protocol.md. */
import { TICK_KINDS } from '../shared/columns/tick-kinds.js';
import { laneMessages, MEDIA_TYPES, MESSAGE_KINDS } from './lane-messages.js';
import { LaneWalk } from './lane-walk.js';

/** @typedef {import('../transport/tcp/tcp-transport.js').TcpTransport} TcpTransport */
/** @typedef {import('../protocols/message-analysis.js').MessageAnalysis} MessageAnalysis */
/** @typedef {import('./lane-walk.js').LaneWindow} LaneWindow */

const MESSAGE_BIT = { PIPELINED: 1, COMPLETE: 2, FROM_CLIENT: 4, FAILED: 8 };

/**
 * A connection of any transport as a lane; times in ns, −1 where there is none.
 * @typedef {object} Lane
 * @property {number} flow number
 * @property {number} startNs
 * @property {number} endNs
 * @property {number} handshakeEndNs
 * @property {number} halfClosedNs
 * @property {number} closedNs
 * @property {number} resetNs
 * @property {[startNs: number, endNs: number]} tls
 * @property {LaneWalk['ticks']} ticks
 * @property {boolean} isWhole whether it has all packets and messages, whatever the window
 * @property {import('./lane-messages.js').LaneMessage[]} messages
 */

/**
 * @param {Lane[]} lanes
 * @param {LaneWindow} window
 * @returns {import('../shared/columns/column-frame.js').ColumnFrame}
 */
export function overviewLanes(lanes, window) {
  const ticks = lanes.map((lane) => lane.ticks);
  const all = lanes.flatMap((lane) => lane.messages);
  const f64 = (/** @type {(lane: Lane) => number} */ of) => Float64Array.from(lanes, of);
  return {
    kind: 'overview-lanes',
    rows: lanes.length,
    meta: {
      window: [window.startNs, window.endNs, window.bins],
      tickKinds: [...TICK_KINDS],
      messageKinds: [...MESSAGE_KINDS],
      mediaTypes: [...MEDIA_TYPES],
      names: all.map(({ name }) => name),
      outcomes: all.map(({ outcome }) => outcome),
    },
    columns: {
      flow: Uint32Array.from(lanes, ({ flow }) => flow),
      start: f64(({ startNs }) => startNs),
      end: f64(({ endNs }) => endNs),
      handshakeEnd: f64(({ handshakeEndNs }) => handshakeEndNs),
      tlsStart: f64(({ tls }) => tls[0]),
      tlsEnd: f64(({ tls }) => tls[1]),
      halfClosed: f64(({ halfClosedNs }) => halfClosedNs),
      closed: f64(({ closedNs }) => closedNs),
      reset: f64(({ resetNs }) => resetNs),
      whole: Uint8Array.from(lanes, ({ isWhole }) => Number(isWhole)),
      tickCount: Uint32Array.from(ticks, ({ times }) => times.length),
      messageCount: Uint32Array.from(lanes, (lane) => lane.messages.length),
      tickTime: Float64Array.from(ticks.flatMap(({ times }) => times)),
      tickDirection: Uint8Array.from(ticks.flatMap(({ directions }) => directions)),
      tickKinds: Uint16Array.from(ticks.flatMap(({ kinds }) => kinds)),
      tickBytes: Uint32Array.from(ticks.flatMap(({ bytes }) => bytes)),
      messageIndex: Uint32Array.from(all, ({ row }) => row),
      messageKind: Uint8Array.from(all, ({ kind }) => kind),
      messageType: Uint8Array.from(all, ({ type }) => type),
      messageStatus: Uint16Array.from(all, ({ status }) => status),
      messageBits: Uint8Array.from(all, bitsOf),
      messagePair: Int32Array.from(all, ({ pair }) => pair),
      messageStart: Float64Array.from(all, ({ startNs }) => startNs),
      messageEnd: Float64Array.from(all, ({ endNs }) => endNs),
      messageDelivered: Float64Array.from(all, ({ deliveredNs }) => deliveredNs),
    },
  };
}

/**
 * @param {TcpTransport} tcp
 * @param {MessageAnalysis} messages
 * @param {number} index of a connection that is judged
 * @param {LaneWindow} window
 * @returns {Lane}
 */
export function tcpLane(tcp, messages, index, window) {
  const { flows } = tcp;
  const found = laneMessages(messages, index, flows.clientEndpoint(index), window);
  const walk = new LaneWalk(
    tcp,
    index,
    window,
    [...found.messages].sort((a, b) => a.lastFrame - b.lastFrame),
  );
  const { startNs, endNs } = flows.at(index);
  const { handshakeEndNs, halfClosedNs, closedNs, resetNs, ticks } = walk;
  return {
    ...{ flow: flows.number(index), startNs, endNs, handshakeEndNs, halfClosedNs, closedNs, resetNs, ticks },
    tls: tlsSpan(messages, index, walk),
    isWhole: walk.isWhole && found.all,
    messages: found.messages,
  };
}

/**
 * TLS's handshake: from the ClientHello to the first application data that was decrypted; otherwise to the client's
 * answer to the server's first flight, which is the end in TLS 1.3 and a round trip before it in older versions.
 * @param {MessageAnalysis} messages @param {number} index @param {LaneWalk} walk
 * @returns {[startNs: number, endNs: number]} −1 without TLS, or where the capture begins after its ClientHello
 */
function tlsSpan(messages, index, { dataNs }) {
  const info = messages.tlsOf(index);
  if (info === null || info.startNs === null) return [-1, -1];
  const { startNs, readyNs } = info;
  const answered = dataNs[2] >= 0 ? dataNs[2] : Math.max(startNs, dataNs[1]);
  return [startNs, readyNs ?? answered];
}

/** @param {import('./lane-messages.js').LaneMessage} message */
function bitsOf({ pipelined, complete, fromClient, isFailed }) {
  return (
    (pipelined ? MESSAGE_BIT.PIPELINED : 0) |
    (complete ? MESSAGE_BIT.COMPLETE : 0) |
    (fromClient ? MESSAGE_BIT.FROM_CLIENT : 0) |
    (isFailed ? MESSAGE_BIT.FAILED : 0)
  );
}
