import { TCP } from '../shared/packet-enums.js';
import { NS_PER_SECOND } from '../shared/text/quantities.js';
/** Rows of the table `windows`: what limited each sender, a second at a time. */

/** @typedef {import('../library/capture.js').Windows} Windows */

const FULL_CONFIDENCE = 255;
export const DIRECTIONS = /** @type {const} */ (['clientToServer', 'serverToClient']);

/**
 * A second of a connection in which data of a direction was sent or acknowledged.
 * @typedef {object} WindowsRow
 * @property {number|string} connection
 * @property {number} second since the capture's first packet
 * @property {typeof DIRECTIONS[number]} direction of the data
 * @property {number} payloadBytes captured, retransmissions included
 * @property {number} inFlightBytes at most
 * @property {number|null} receiveWindowBytes the smallest that the receiver advertised; null: none, or its scale is not
 *   known
 * @property {{ bytes: number, low: number|null, high: number|null, confidence: number }|null} congestion estimate
 *   after the second's last burst; null: no burst, or the segment size is not known
 * @property {string|null} limit what limited the sender for most of the second
 */

/**
 * @param {Windows} windows of one connection
 * @returns {WindowsRow[]} by direction and second
 */
export function windowsBySecond(windows) {
  const senders = /** @type {{ direction: number, mss: number|null }[]} */ (windows.sender.names.senders);
  return senders.flatMap(({ direction, mss }) => {
    const rows = rowsInFlight(windows, direction);
    addPackets(rows, windows, direction);
    if (mss !== null) addCongestionWindows(rows, windows, direction, mss);
    addLimits(rows, windows, direction);
    return [...rows.values()];
  });
}

/** @param {number} timeNs */
const secondOf = (timeNs) => Math.floor(timeNs / NS_PER_SECOND);

/** @param {Windows} windows @param {number} of direction @returns {Map<number, WindowsRow>} by second */
function rowsInFlight({ connection, flight }, of) {
  /** @type {Map<number, WindowsRow>} */
  const rows = new Map();
  const { time, bytes, direction } = flight.columns;
  for (let i = 0; i < flight.rows; i++) {
    if (direction[i] !== of) continue;
    const second = secondOf(time[i]);
    const row = rows.get(second);
    if (row) row.inFlightBytes = Math.max(row.inFlightBytes, bytes[i]);
    else rows.set(second, emptyRow(connection, second, of, bytes[i]));
  }
  return rows;
}

/** @param {number} connection @param {number} second @param {number} direction @param {number} inFlightBytes */
function emptyRow(connection, second, direction, inFlightBytes) {
  const empty = { payloadBytes: 0, receiveWindowBytes: null, congestion: null, limit: null };
  return { connection, second, direction: DIRECTIONS[direction], inFlightBytes, ...empty };
}

/** @param {Map<number, WindowsRow>} rows @param {Windows} windows @param {number} of direction */
function addPackets(rows, { packets }, of) {
  const { time, direction, length, window, flags } = packets.columns;
  const isWindowKnown = /** @type {boolean[]} */ (packets.names.windowKnown)[1 - of];
  for (let i = 0; i < packets.rows; i++) {
    const row = rows.get(secondOf(time[i]));
    if (row === undefined) continue;
    if (direction[i] === of) row.payloadBytes += length[i];
    else if (isWindowKnown && (flags[i] & TCP.RST) === 0) {
      row.receiveWindowBytes = Math.min(row.receiveWindowBytes ?? Infinity, window[i]);
    }
  }
}

/** @param {Map<number, WindowsRow>} rows @param {Windows} windows @param {number} of direction @param {number} mss */
function addCongestionWindows(rows, { sender }, of, mss) {
  const { time, direction, cwnd, low, high, confidence } = sender.columns;
  for (let i = 0; i < sender.rows; i++) {
    const row = direction[i] === of ? rows.get(secondOf(time[i])) : undefined;
    if (row === undefined) continue;
    const bytes = (/** @type {number} */ segments) => Math.round(segments * mss);
    const estimate = { bytes: bytes(cwnd[i]), low: bytes(low[i]), high: bytes(high[i]) };
    row.congestion = { ...estimate, confidence: confidence[i] / FULL_CONFIDENCE };
  }
}

/** @param {Map<number, WindowsRow>} rows @param {Windows} windows @param {number} of direction */
function addLimits(rows, { sender }, of) {
  const causes = /** @type {string[]} */ (sender.names.causes);
  const { causeStart, causeEnd, causeDirection, cause } = sender.columns;
  const spans = Array.from(causeStart, (startNs, i) => ({ startNs, endNs: causeEnd[i], cause: causes[cause[i]], i }));
  addSpans(
    rows,
    spans.filter(({ i }) => causeDirection[i] === of),
  );
}

/**
 * Spans of a direction do not overlap, so that each second meets few of them.
 * @param {Map<number, WindowsRow>} rows @param {{ startNs: number, endNs: number, cause: string }[]} unsorted
 */
export function addSpans(rows, unsorted) {
  const spans = [...unsorted].sort((a, b) => a.startNs - b.startNs);
  let first = 0;
  for (const row of [...rows.values()].sort((a, b) => a.second - b.second)) {
    const [fromNs, toNs] = [row.second * NS_PER_SECOND, (row.second + 1) * NS_PER_SECOND];
    /** @type {Map<string, number>} */
    const lengths = new Map();
    while (first < spans.length && spans[first].endNs <= fromNs) first++;
    for (let k = first; k < spans.length && spans[k].startNs < toNs; k++) {
      const { startNs, endNs, cause: name } = spans[k];
      lengths.set(name, (lengths.get(name) ?? 0) + Math.min(endNs, toNs) - Math.max(startNs, fromNs));
    }
    row.limit = [...lengths].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
  }
}
