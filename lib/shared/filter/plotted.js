/** Figures of connections that can be plotted against each other; a range of one is a filter. */
import { fieldOf } from './fields.js';

/**
 * @typedef {object} PlottedFigure
 * @property {string} id in addresses
 * @property {string} field of the filter language
 * @property {'count'|'percent'|'time'|'bytes'|'rate'} kind
 * @property {string} words on an axis
 */

/** @type {readonly PlottedFigure[]} */
export const PLOTTED = Object.freeze([
  { id: 'rtt', field: 'rtt', kind: 'time', words: 'RTT min' },
  { id: 'rtt.max', field: 'rtt.max', kind: 'time', words: 'Longest RTT' },
  { id: 'rtt.handshake', field: 'rtt.handshake', kind: 'time', words: 'RTT of the handshake' },
  { id: 'rate', field: 'rate', kind: 'rate', words: 'Rate' },
  { id: 'bytes', field: 'bytes', kind: 'bytes', words: 'Payload' },
  { id: 'client.bytes', field: 'client.bytes', kind: 'bytes', words: 'Payload, client → server' },
  { id: 'server.bytes', field: 'server.bytes', kind: 'bytes', words: 'Payload, server → client' },
  { id: 'packets', field: 'packets', kind: 'count', words: 'Packets' },
  { id: 'duration', field: 'duration', kind: 'time', words: 'Duration' },
  { id: 'start', field: 'start', kind: 'time', words: 'Start' },
  { id: 'retransmissions', field: 'retransmissions', kind: 'count', words: 'Retransmissions' },
  { id: 'retransmitted', field: 'retransmissions', kind: 'percent', words: 'Retransmitted' },
  { id: 'reordered', field: 'reordered', kind: 'percent', words: 'Out of order' },
  { id: 'requests', field: 'requests', kind: 'count', words: 'Requests' },
  { id: 'cost', field: 'cost', kind: 'time', words: 'Cost of the worst finding' },
]);

/** @param {string|undefined} id @returns {PlottedFigure|undefined} */
export const plottedFigure = (id) => PLOTTED.find((figure) => figure.id === id);

/** Enough digits for a screen's pixels. */
const DIGITS = 4;

/**
 * @param {number} value
 * @returns {number} with as many digits as in a filter
 */
export const roundedForFilter = (value) => Number(value.toPrecision(DIGITS));

/**
 * @param {PlottedFigure} figure
 * @param {readonly [number, number]} range both ends included; seconds, bytes, bits a second, per cent
 * @returns {string} a filter
 */
export function rangeFilter({ field, kind }, range) {
  const [from, to] = range.map((value) => valueText(kind, roundedForFilter(Math.max(0, value))));
  return `${field} >= ${from} && ${field} <= ${to}`;
}

/** @param {PlottedFigure['kind']} kind @param {number} value */
function valueText(kind, value) {
  if (kind === 'percent') return `${value} %`;
  if (kind !== 'time') return String(value);
  return value > 0 && value < 1 ? `${roundedForFilter(value * 1e3)} ms` : `${value} s`;
}

/**
 * @param {{ reader: (name: string) => (index: number) => unknown, whole: (name: string) => (index: number) => number }}
 *   source values of connections
 * @param {PlottedFigure} figure
 * @returns {(index: number) => number} its value; NaN where it is not known
 */
export function plottedReader(source, { field, kind }) {
  const { name } = /** @type {import('./fields.js').Field} */ (fieldOf(field));
  const read = source.reader(name);
  const number = (/** @type {number} */ index) => /** @type {number|null} */ (read(index)) ?? NaN;
  if (kind !== 'percent') return number;
  const whole = source.whole(name);
  return (index) => (whole(index) > 0 ? (100 * number(index)) / whole(index) : NaN);
}
