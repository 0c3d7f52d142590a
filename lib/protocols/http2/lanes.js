/** The frames of an HTTP/2 connection as lanes. */
import { scrambled } from '../../shared/scrambled.js';
import { FRAME } from './frame-shape.js';

/** @typedef {import('../model/multiplexed-frame.js').LaneRows} LaneRows */

const FRAME_HEADER_BYTES = 9;
/** @type {(string|null)[]} */
const TYPES = Array.from(
  { length: FRAME.PRIORITY_UPDATE + 1 },
  (_, type) => Object.entries(FRAME).find(([, number]) => number === type)?.[0] ?? null,
);

/** Lanes by stream, numbered in the order in which they first come; the connection is lane 0. */
class Lanes {
  streams = [0];
  /** By `scrambled` identifiers. */
  #places = new Map([[scrambled(0), 0]]);

  /** @param {number} stream */
  of(stream) {
    const key = scrambled(stream);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.streams.length);
    return this.streams.push(stream) - 1;
  }
}

/**
 * @param {import('./frame-log.js').FrameLog} frames @param {import('./side-facts.js').SideFacts[]} sides by endpoint
 * @returns {LaneRows}
 */
export function http2Lanes({ table, rows, isCut }, sides) {
  const lanes = new Lanes();
  const lane = Uint32Array.from(rows, (row) => lanes.of(table.stream[row]));
  const part = (/** @type {import('../model/message-table.js').Growing} */ column) =>
    Float64Array.from(rows, (row) => column[row]);
  const stalls = sides.flatMap(({ flow }, endpoint) =>
    flow.stalls.map(({ stream, startNs, endNs }) => ({ lane: lanes.of(stream), startNs, endNs, endpoint })),
  );
  return {
    protocol: 'http/2',
    types: TYPES,
    isCut,
    rows: rows.length,
    lane,
    stalls,
    laneStream: lanes.streams,
    laneUse: lanes.streams.map(() => 1),
    startNs: part(table.startNs),
    endNs: part(table.endNs),
    frame: part(table.firstFrame),
    lastFrame: part(table.lastFrame),
    endpoint: part(table.endpoint),
    offset: part(table.offset),
    type: part(table.type),
    flags: part(table.flags),
    value: part(table.value),
    bytes: Float64Array.from(rows, (row) => FRAME_HEADER_BYTES + table.length[row]),
    content: Float64Array.from(rows, (row) => table.length[row] - table.padding[row]),
    window: part(table.streamWindow),
    connectionWindow: part(table.connectionWindow),
  };
}
