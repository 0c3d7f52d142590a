/** A capture's rows for each table, as they come out of the library. */
import { quantileSorted } from 'd3-array';

import { NS_PER_SECOND } from '../shared/text/quantities.js';
import { connectionRows } from './connection-rows.js';
import { kernelBySecond } from './kernel-rows.js';
import { pathSegments } from './path-segments.js';
import { quicWindows } from './quic-windows.js';
import { DIRECTIONS, windowsBySecond } from './windows.js';

/** @typedef {import('../library/capture.js').Capture} Capture */
/** @typedef {import('./schema.js').RoundTrips} RoundTrips */
/**
 * @typedef {ReturnType<Capture['describe']> & { path: string, sizeBytes: number, version: string,
 *   summary: string|undefined }} CaptureRow
 */

/**
 * @param {Capture} capture
 * @param {{ path: string, sizeBytes: number, version: string }} file
 * @param {{ files: readonly string[], keys: readonly string[] }|null} [path] captures of one path, this one first
 * @returns {Record<import('./schema.js').TableName, () => AsyncGenerator<object> | object[]>}
 */
export function rowsOf(capture, file, path = null) {
  return {
    connections: () => connectionRows(capture),
    findings: () => capture.findings(),
    messages: () => capture.messages(),
    statements: () => capture.statements(),
    rtt: () => roundTripRows(capture),
    windows: () => windows(capture),
    kernel: () => kernel(capture),
    path_segments: () => (path === null ? [] : pathSegments(path.files, path.keys)),
    captures: () => [{ ...capture.describe(), ...file, summary: capture.verdict().summary }],
  };
}

/** @param {Capture} capture */
async function* windows(capture) {
  for await (const ofConnection of capture.windows()) yield* windowsBySecond(ofConnection);
  yield* quicWindows(capture);
}

/** @param {Capture} capture */
async function* kernel(capture) {
  for await (const samples of capture.kernels()) yield* kernelBySecond(samples);
}

/** A row for each second of a connection and direction in which there was a sample. @param {Capture} capture */
async function* roundTripRows(capture) {
  yield* roundTrips(capture);
  yield* quicRoundTrips(capture);
}

/** QUIC's, as its senders measured them. @param {Capture} capture */
async function* quicRoundTrips(capture) {
  for await (const { flow, direction, rtt } of capture.quicSenders()) {
    const ns = Float64Array.from(rtt.seconds, (seconds) => seconds * NS_PER_SECOND);
    for (let from = 0, to = 0; from < ns.length; from = to) {
      const second = Math.floor(rtt.time[from]);
      while (to < ns.length && Math.floor(rtt.time[to]) === second) to++;
      yield ofSecond(flow, second, direction, ns.slice(from, to).sort());
    }
  }
}

/** TCP's. @param {Capture} capture */
async function* roundTrips(capture) {
  for await (const { connection, rows, columns } of capture.roundTrips({ traced: false })) {
    const time = /** @type {Float64Array} */ (columns.time);
    const rtt = /** @type {Float64Array} */ (columns.rtt);
    const direction = /** @type {Uint8Array} */ (columns.direction);
    // A direction's samples stand together, in the order of time.
    for (let from = 0, to = 0; from < rows; from = to) {
      const second = Math.floor(time[from] / NS_PER_SECOND);
      while (to < rows && direction[to] === direction[from] && Math.floor(time[to] / NS_PER_SECOND) === second) to++;
      yield ofSecond(connection, second, DIRECTIONS[direction[from]], rtt.slice(from, to).sort());
    }
  }
}

/**
 * @param {number|string} connection @param {number} second @param {RoundTrips['direction']} direction
 * @param {Float64Array} sorted in ns
 * @returns {RoundTrips}
 */
function ofSecond(connection, second, direction, sorted) {
  const values = /** @type {ArrayLike<number>} */ (sorted);
  const at = (/** @type {number} */ share) =>
    Math.round(quantileSorted(/** @type {number[]} */ (values), share) ?? 0) / NS_PER_SECOND;
  return {
    connection,
    second,
    direction,
    samples: sorted.length,
    min: at(0),
    median: at(0.5),
    p90: at(0.9),
    max: at(1),
  };
}
