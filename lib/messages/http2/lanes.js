/** The frames of an HTTP/2 connection as lanes. */
import { FRAME } from './frames.js';

/** @typedef {import('../lanes.js').LaneRows} LaneRows */

const FRAME_HEADER_BYTES = 9;
/** @type {(string|null)[]} */
const TYPES = Array.from({ length: FRAME.PRIORITY_UPDATE + 1 }, (_, type) => Object.entries(FRAME).find(([, number]) => number === type)?.[0] ?? null);

/** Lanes by stream, numbered in the order in which they first come; the connection is lane 0. */
class Lanes {
  streams = [0];
  #places = new Map([[0, 0]]);

  /** @param {number} stream */
  of(stream) {
    const known = this.#places.get(stream);
    if (known !== undefined) return known;
    this.#places.set(stream, this.streams.length);
    return this.streams.push(stream) - 1;
  }
}

/**
 * @param {import('./frame-log.js').FrameLog} frames @param {import('./side-facts.js').SideFacts[]} sides by endpoint
 * @returns {LaneRows}
 */
export function http2Lanes({ count, isCut, columns }, sides) {
  const lanes = new Lanes(), length = columns.length, lane = Uint32Array.from(columns.stream.subarray(0, count), (stream) => lanes.of(stream));
  const stalls = sides.flatMap(({ flow }, endpoint) => flow.stalls.map(({ stream, startNs, endNs }) => ({ lane: lanes.of(stream), startNs, endNs, endpoint })));
  return {
    protocol: 'http/2', types: TYPES, isCut, rows: count, lane, stalls, laneStream: lanes.streams, laneUse: lanes.streams.map(() => 1),
    startNs: columns.startNs.subarray(0, count), endNs: columns.endNs.subarray(0, count),
    frame: columns.firstFrame.subarray(0, count), lastFrame: columns.lastFrame.subarray(0, count), endpoint: columns.endpoint.subarray(0, count),
    offset: columns.offset.subarray(0, count), type: columns.type.subarray(0, count), flags: columns.flags.subarray(0, count), value: columns.value.subarray(0, count),
    bytes: length.subarray(0, count).map((bytes) => FRAME_HEADER_BYTES + bytes),
    content: length.subarray(0, count).map((bytes, row) => bytes - columns.padding[row]),
    window: columns.streamWindow.subarray(0, count), connectionWindow: columns.connectionWindow.subarray(0, count),
  };
}
