/**
 * Streams that share a connection as lanes: the frames of HTTP/2's streams, the fragments of WebMUX's sessions, in both
 * byte order and time order.
 *
 *     lane 2   ▬▬▬      ▬▬▬▬
 *     lane 1       ▬▬▬        ▬▬
 *     lane 0  ▪        ▪             what concerns the whole connection
 */

/** @typedef {import('./message-table.js').Growing | Uint32Array | number[]} Numbers */

/**
 * The fields of docs/protocol.md, column frame `lanes`, with endpoints instead of directions.
 * @typedef {object} LaneRows
 * @property {number} rows
 * @property {'http/2'|'webmux'} protocol
 * @property {(string|null)[]} types names by value of `type`
 * @property {boolean} isCut whether there were more than are kept
 * @property {Numbers} startNs
 * @property {Numbers} endNs
 * @property {Numbers} frame
 * @property {Numbers} lastFrame
 * @property {Numbers} endpoint
 * @property {Numbers} offset
 * @property {Numbers} bytes
 * @property {Numbers} content
 * @property {Numbers} lane
 * @property {Numbers} type
 * @property {Numbers} flags
 * @property {Numbers} value
 * @property {Numbers} window
 * @property {Numbers} connectionWindow
 * @property {number[]} laneStream
 * @property {number[]} laneUse
 * @property {{ lane: number, startNs: number, endNs: number, endpoint: number }[]} stalls
 */

/**
 * @param {LaneRows|null} lanes null: the connection is not shared
 * @param {0|1} client endpoint
 * @param {Record<string, unknown>} meta
 * @returns {import('../../shared/columns/column-frame.js').ColumnFrame}
 */
export function lanesFrame(lanes, client, meta) {
  const { rows, protocol, types, isCut, laneStream, laneUse, stalls, ...columns } = lanes ?? NOTHING;
  const directions = (/** @type {Numbers} */ endpoints) =>
    Uint8Array.from(endpoints, (endpoint) => Number(endpoint !== client));
  return {
    kind: 'lanes',
    rows,
    meta: { ...meta, protocol, types, cut: isCut },
    columns: {
      time: Float64Array.from(columns.startNs),
      endTime: Float64Array.from(columns.endNs),
      frame: Uint32Array.from(columns.frame),
      lastFrame: Uint32Array.from(columns.lastFrame),
      direction: directions(columns.endpoint),
      offset: Float64Array.from(columns.offset),
      bytes: Uint32Array.from(columns.bytes),
      content: Uint32Array.from(columns.content),
      lane: Uint32Array.from(columns.lane),
      type: Uint8Array.from(columns.type),
      flags: Uint8Array.from(columns.flags),
      value: Float64Array.from(columns.value),
      window: Float64Array.from(columns.window),
      connectionWindow: Float64Array.from(columns.connectionWindow),
      laneStream: Uint32Array.from(laneStream),
      laneUse: Uint32Array.from(laneUse),
      stallStart: Float64Array.from(stalls, ({ startNs }) => startNs),
      stallEnd: Float64Array.from(stalls, ({ endNs }) => endNs),
      stallLane: Uint32Array.from(stalls, ({ lane }) => lane),
      stallDirection: directions(stalls.map(({ endpoint }) => endpoint)),
    },
  };
}

const NOTHING = /** @type {LaneRows & { protocol: null }} */ (
  /** @type {unknown} */ ({
    rows: 0,
    protocol: null,
    types: [],
    isCut: false,
    startNs: [],
    endNs: [],
    frame: [],
    lastFrame: [],
    endpoint: [],
    offset: [],
    bytes: [],
    content: [],
    lane: [],
    type: [],
    flags: [],
    value: [],
    window: [],
    connectionWindow: [],
    laneStream: [0],
    laneUse: [1],
    stalls: [],
  })
);
