/** What a page needs to draw a QUIC connection that is too long for it: its frames (docs/protocol.md), thinned. */
import { MAX_WHOLE_PACKETS } from '../../transport/frames.js';
import { itemsWithin, sketchedColumns } from '../../transport/sketch.js';

/** @typedef {import('../../shared/columns/column-frame.js').ColumnFrame} ColumnFrame */
/** @typedef {import('../../transport/sketch.js').Sketch} Sketch */
/** @typedef {import('../../transport/sketch.js').Series} Series */
/** @typedef {{ startNs: number, endNs: number }} Range */
/** `range`: of which there is to be more. @typedef {{ sketch?: boolean, range?: Range|null }} Asked */

/**
 * @param {Float64Array} timeNs of the connection's packets @param {Asked} asked
 * @returns {Sketch|null} null: all is sent
 */
export function sketchOf(timeNs, { sketch = false, range = null }) {
  if (!sketch || timeNs.length <= MAX_WHOLE_PACKETS) return null;
  const within = range && itemsWithin(timeNs, range);
  const isWhole = within !== null && within.end - within.first <= MAX_WHOLE_PACKETS;
  return { span: { startNs: timeNs[0], endNs: timeNs[timeNs.length - 1] }, range, isWhole };
}

/**
 * A direction's time–sequence diagram.
 * @param {ColumnFrame} frame @param {Int32Array} kinds of packets, of which each bar keeps its packet's
 * @param {Sketch} sketch @param {number} total packets
 */
export function sketchedSequence(frame, kinds, sketch, total) {
  const { columns } = frame;
  const kindsOfBars = Int32Array.from(columns.barRow, (row) => kinds[row]);
  return sketchedFrame(frame, sketch, total, {
    bar: { ...between('bar', columns), kinds: kindsOfBars, lane: columns.barKind },
    ack: line('ackTime', ['ackHeight'], columns),
    sack: between('sack', columns),
    loss: { ...between('loss', columns), lane: columns.lossSpurious },
    limit: line('limitTime', ['limitHeight'], columns),
  });
}

/** An end as a sender. @param {ColumnFrame} frame @param {Sketch} sketch @param {number} total packets */
export function sketchedSender(frame, sketch, total) {
  const { columns } = frame;
  const known = Object.hasOwn(columns, 'flightTime') ? SENDER_LINES : { spin: SENDER_LINES.spin };
  const series = Object.entries(known).map(([name, values]) => [name, line(`${name}Time`, values, columns)]);
  return sketchedFrame(frame, sketch, total, Object.fromEntries(series));
}

/** By the name of the series, the columns that are drawn. */
const SENDER_LINES = {
  flight: ['flightBytes'],
  cwnd: ['cwndBytes', 'cwndConfidence'],
  rtt: ['rttNs', 'rttSmoothedNs'],
  spin: ['spinNs'],
};

/** @param {string} time @param {string[]} values @param {ColumnFrame['columns']} columns @returns {Series} */
const line = (time, values, columns) => {
  const drawn = values.map((name) => columns[name]);
  return { time: columns[time], lows: drawn, highs: drawn };
};

/** @param {string} name @param {ColumnFrame['columns']} columns @returns {Series} from low to high */
const between = (name, columns) => ({
  time: columns[`${name}Time`],
  lows: [columns[`${name}Low`]],
  highs: [columns[`${name}High`]],
});

/** @param {ColumnFrame} frame @param {Sketch} sketch @param {number} total @param {Record<string, Series>} series */
function sketchedFrame(frame, sketch, total, series) {
  const columns = sketchedColumns(frame.columns, series, sketch);
  const [first] = Object.values(columns);
  return { ...frame, rows: first.length, columns, meta: { ...frame.meta, ...sketchMeta(sketch, total) } };
}

/** @param {Sketch} sketch @param {number} total packets */
export const sketchMeta = ({ range, isWhole }, total) => ({
  sketch: total,
  ...(range ? { range: [range.startNs, range.endNs], whole: isWhole } : {}),
});
