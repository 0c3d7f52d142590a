/**
 * What the reader has chosen, and how it stands in the URL:
 * `?dir=s2c&zoom=1.038-1.364&unit=rtt&frame=162&span=1.0389-1.3641&hide=sack,push`, times in seconds since the connection's first packet.
 */
import { classesFrom } from './mark-classes.js';

/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */
/** @typedef {'s'|'rtt'|'clock'} Unit */

/**
 * @typedef {object} ViewState
 * @property {number|null} direction null until the reader chooses: the one that carries more bytes
 * @property {TimeRange|null} zoom null is the whole connection
 * @property {Unit} unit
 * @property {number|null} frame the frame whose card is kept open
 * @property {TimeRange|null} span the selection
 * @property {ReadonlySet<import('./mark-classes.js').MarkClass>} hidden marks that are switched off
 */

/** @typedef {import('../../state/types.js').Query} Query */

/**
 * Anything in the query that does not make sense is passed over.
 * @param {Query} query
 * @param {number} originNs time of the connection's first packet
 * @returns {ViewState}
 */
export function stateFromQuery(query, originNs) {
  const unit = query.unit === 'rtt' || query.unit === 'clock' ? query.unit : 's';
  return {
    direction: { c2s: 0, s2c: 1 }[query.dir ?? ''] ?? null,
    zoom: rangeFrom(query.zoom, originNs),
    unit,
    frame: /^[1-9]\d{0,15}$/.test(query.frame ?? '') ? Number(query.frame) : null,
    span: rangeFrom(query.span, originNs),
    hidden: classesFrom(query.hide),
  };
}

/**
 * @param {ViewState} state
 * @param {number} originNs
 * @returns {Query} without what is at its default
 */
export function queryFromState({ direction, zoom, unit, frame, span, hidden }, originNs) {
  /** @type {Query} */
  const query = {};
  if (direction !== null) query.dir = direction === 0 ? 'c2s' : 's2c';
  if (zoom) query.zoom = rangeText(zoom, originNs);
  if (unit !== 's') query.unit = unit;
  if (frame !== null) query.frame = String(frame);
  if (span) query.span = rangeText(span, originNs);
  if (hidden.size > 0) query.hide = [...hidden].join(',');
  return query;
}

/** @param {TimeRange|null} a @param {TimeRange|null} b @returns {boolean} whether both are the same to the nanosecond */
export function sameRange(a, b) {
  if (!a || !b) return a === b;
  return Math.abs(a.startNs - b.startNs) < 1 && Math.abs(a.endNs - b.endNs) < 1;
}

/** @param {string|undefined} text @param {number} originNs @returns {TimeRange|null} */
export function rangeFrom(text, originNs) {
  const match = /^(\d{1,8}(?:\.\d{1,9})?)-(\d{1,8}(?:\.\d{1,9})?)$/.exec(text ?? '');
  if (!match) return null;
  const startNs = originNs + Math.round(Number(match[1]) * 1e9);
  const endNs = originNs + Math.round(Number(match[2]) * 1e9);
  return endNs > startNs ? { startNs, endNs } : null;
}

/** @param {TimeRange} range @param {number} originNs */
export function rangeText({ startNs, endNs }, originNs) {
  const seconds = (/** @type {number} */ ns) => (Math.max(0, ns - originNs) / 1e9).toFixed(9).replace(/\.?0+$/, '');
  return `${seconds(startNs)}-${seconds(endNs)}`;
}
