/** Rows of the table `windows` for connections of QUIC: their senders a second at a time. */
import { NS_PER_SECOND } from '../shared/text/quantities.js';
import { addSpans } from './windows.js';

/** @typedef {import('../library/capture.js').Capture} Capture */
/** @typedef {import('../library/capture.js').QuicSender} QuicSender */
/** @typedef {import('./windows.js').WindowsRow} WindowsRow */

/** @param {Capture} capture @returns {AsyncGenerator<WindowsRow>} by connection, direction and second */
export async function* quicWindows(capture) {
  /** @type {Map<string, number>} */
  let payload = new Map();
  let name = '';
  for await (const sender of capture.quicSenders()) {
    if (sender.flow !== name) payload = await payloadOf(capture, sender.flow);
    name = sender.flow;
    yield* rowsOf(sender, payload);
  }
}

/** Stream data that each end sent, by direction and second. @param {Capture} capture @param {string} connection */
async function payloadOf(capture, connection) {
  /** @type {Map<string, number>} */
  const bytes = new Map();
  for await (const { time, direction, frames } of capture.quicPackets({ connection })) {
    for (const { type, length = 0 } of frames) {
      if (type !== 'stream') continue;
      const key = `${direction} ${Math.floor(time)}`;
      bytes.set(key, (bytes.get(key) ?? 0) + length);
    }
  }
  return bytes;
}

/** @param {QuicSender} sender @param {Map<string, number>} payload */
function rowsOf({ flow, direction, inFlight, cwnd, limits }, payload) {
  /** @type {Map<number, WindowsRow>} */
  const rows = new Map();
  inFlight.time.forEach((time, i) => {
    const second = Math.floor(time);
    const row = rows.get(second);
    if (row) row.inFlightBytes = Math.max(row.inFlightBytes, inFlight.bytes[i]);
    else {
      rows.set(second, {
        ...{ connection: flow, second, direction: /** @type {WindowsRow['direction']} */ (direction) },
        payloadBytes: payload.get(`${direction} ${second}`) ?? 0,
        inFlightBytes: inFlight.bytes[i],
        // Its credit is a place in the streams' data, not a window.
        ...{ receiveWindowBytes: null, congestion: null, limit: null },
      });
    }
  });
  cwnd.time.forEach((time, i) => {
    const row = rows.get(Math.floor(time));
    if (row) row.congestion = { bytes: cwnd.bytes[i], low: null, high: null, confidence: cwnd.confidence[i] };
  });
  const inNs = (/** @type {number} */ seconds) => seconds * NS_PER_SECOND;
  addSpans(
    rows,
    limits.map(({ start, end, limit }) => ({ startNs: inNs(start), endNs: inNs(end), cause: limit })),
  );
  return rows.values();
}
