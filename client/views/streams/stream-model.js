/**
 * The streams of a connection, lane by lane, from the column frame `lanes` of docs/protocol.md: HTTP/2's streams,
 * WebMUX's sessions.
 */
import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';

/** @typedef {{ startNs: number, endNs: number, direction: number }} Stall */

/**
 * @typedef {object} StreamLane Lane 0 is the whole connection.
 * @property {number} lane
 * @property {number} stream or session id
 * @property {number} use the how-manieth of the session id
 * @property {string} name what was asked for
 * @property {Uint32Array} rows of its frames
 * @property {[Uint32Array, Uint32Array]} balances rows that tell what may still be sent, by the direction that may
 * @property {[number, number]} highest the most that might be sent at once, by direction
 * @property {Stall[]} stalls
 * @property {[number, number]} bytes payload by direction
 * @property {[number, number]} grants by the direction they are for
 * @property {number} startNs
 * @property {number} endNs
 */

/**
 * The columns of a row a frame.
 * @typedef
 *   {Record<'time'|'endTime'|'frame'|'lastFrame'|'direction'|'offset'|'bytes'|'content'|'lane'|'type'|'flags'|'value'
 *   |'window'|'connectionWindow',
 *   import('../../../lib/shared/columns/column-frame.js').Column>} FrameColumns
 */

/**
 * @typedef {object} Streams
 * @property {'http/2'|'webmux'|null} protocol
 * @property {boolean} isCut
 * @property {(string|null)[]} types
 * @property {number} count of frames
 * @property {FrameColumns} columns
 * @property {StreamLane[]} lanes
 * @property {[number, number]} offsets the end of the last frame, by direction
 */

/** Frames that grant the other direction more. */
const GRANTS = new Set(['WINDOW_UPDATE', 'SendCredit', 'AddCredit']);
/** Frames that carry a payload. */
const DATA = new Set(['DATA', 'data']);

/**
 * @param {ArrayBuffer} buffer
 * @param {{ stream: number, target: string, method: string, startNs: number }[]} requests of the connection, by start
 * @returns {Streams}
 */
export function streamsFrom(buffer, requests) {
  const { meta, columns, rows } = decodeColumnFrame(buffer);
  const frames = /** @type {FrameColumns} */ (columns);
  const lanes = Array.from(columns.laneStream, (stream, lane) =>
    newLane(lane, stream, columns.laneUse[lane], requests),
  );
  /** @type {{ rows: number[], balances: [number[], number[]] }[]} */
  const of = lanes.map(() => ({ rows: [], balances: [[], []] }));
  /** @type {[number, number]} */
  const offsets = [0, 0];
  for (let row = 0; row < rows; row++) {
    const lane = lanes[frames.lane[row]];
    const type = meta.types[frames.type[row]];
    const direction = frames.direction[row];
    const isGrant = GRANTS.has(type);
    of[lane.lane].rows.push(row);
    if (isGrant) lane.grants[1 - direction]++;
    if (DATA.has(type)) {
      for (const one of lane.lane === 0 ? [lane] : [lane, lanes[0]]) one.bytes[direction] += frames.content[row];
    }
    if (!Number.isNaN(frames.window[row])) of[lane.lane].balances[isGrant ? 1 - direction : direction].push(row);
    if (lane.lane > 0 && meta.protocol === 'http/2' && type === 'DATA') of[0].balances[direction].push(row);
    lane.startNs = Math.min(lane.startNs, frames.time[row]);
    lane.endNs = Math.max(lane.endNs, frames.endTime[row]);
    offsets[direction] = Math.max(offsets[direction], frames.offset[row] + frames.bytes[row]);
  }
  for (const lane of lanes) {
    lane.rows = Uint32Array.from(of[lane.lane].rows);
    lane.balances = [Uint32Array.from(of[lane.lane].balances[0]), Uint32Array.from(of[lane.lane].balances[1])];
  }
  columns.stallLane.forEach((lane, i) =>
    lanes[lane].stalls.push({
      startNs: columns.stallStart[i],
      endNs: columns.stallEnd[i],
      direction: columns.stallDirection[i],
    }),
  );
  const streams = {
    protocol: meta.protocol,
    isCut: meta.cut,
    types: meta.types,
    count: rows,
    columns: frames,
    lanes,
    offsets,
  };
  for (const lane of lanes) lane.highest = [highestOf(streams, lane, 0), highestOf(streams, lane, 1)];
  return streams;
}

/** @param {Streams} streams @param {StreamLane} lane @param {0|1} direction */
function highestOf(streams, lane, direction) {
  let highest = 0;
  for (const row of lane.balances[direction]) {
    const balance = balanceAt(streams, lane, row);
    const before = isGrant(streams, row) ? balance : balance + streams.columns.content[row];
    if (Number.isFinite(before) && before > highest) highest = before;
  }
  return highest;
}

/**
 * @param {number} lane
 * @param {number} stream
 * @param {number} use
 * @param {{ stream: number, target: string, method: string }[]} requests
 * @returns {StreamLane}
 */
function newLane(lane, stream, use, requests) {
  const asked = lane === 0 ? undefined : requests.filter((request) => request.stream === stream)[use - 1];
  return {
    lane,
    stream,
    use,
    name: asked ? `${asked.method} ${asked.target}` : '',
    rows: new Uint32Array(0),
    balances: [new Uint32Array(0), new Uint32Array(0)],
    highest: [0, 0],
    stalls: [],
    bytes: [0, 0],
    grants: [0, 0],
    startNs: Infinity,
    endNs: 0,
  };
}

/**
 * The window left in a lane after a row of its `balances`.
 * @param {Streams} streams
 * @param {StreamLane} lane
 * @param {number} row
 */
export function balanceAt({ columns, protocol }, { lane }, row) {
  return lane === 0 && protocol === 'http/2' && columns.lane[row] !== 0
    ? columns.connectionWindow[row]
    : columns.window[row];
}

/** @param {Streams} streams @param {number} row */
export const isGrant = ({ types, columns }, row) => GRANTS.has(types[columns.type[row]] ?? '');

/** @param {Streams} streams @param {number} row */
export const isData = ({ types, columns }, row) => DATA.has(types[columns.type[row]] ?? '');

/** @param {Streams} streams @param {number} row whether it ends its direction of its lane */
export function isEnd({ types, columns, protocol }, row) {
  const type = types[columns.type[row]] ?? '';
  if (protocol === 'webmux') return type === 'data' && (columns.flags[row] & 6) !== 0;
  return type === 'RST_STREAM' || ((type === 'DATA' || type === 'HEADERS') && (columns.flags[row] & 1) !== 0);
}

/** Lane 0 is shown where something of the connection as a whole may run out. @param {StreamLane} lane */
export const isShown = ({ lane, rows, balances }) =>
  lane === 0 ? balances.some(({ length }) => length > 0) : rows.length > 0;
