/**
 * What the user has chosen, and how it is encoded in the URL:
 * `?v=1&dir=s2c&zoom=1.038-1.364&unit=rtt&frame=162&span=1.0389-1.3641&hide=sack,push`, times in seconds since the
 * connection's first packet.
 */
import { classesFrom } from './data/mark-classes.js';
import { EVENT_CHOICES } from './data/packet-kinds.js';
import { isOptional } from './panes/layout.js';

/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */
/** @typedef {import('./panes/layout.js').OptionalPane} OptionalPane */
/** @typedef {'s'|'rtt'|'capture'|'clock'} Unit */
/** @typedef {'tcptrace'|'stevens'} Style */
/**
 * @typedef {{ startNs: number, startBytes: number, endNs: number, endBytes: number }} Ruler from a point of the
 *   time–sequence pane to another
 */

/** Version of the URL. Raised when the meaning of a key changes. */
const VERSION = '1';

/**
 * @typedef {object} ViewState
 * @property {number|null} direction null until the user chooses: the one that carries more bytes
 * @property {TimeRange|null} zoom null is the whole connection
 * @property {Unit} unit
 * @property {boolean} absolute whether sequence numbers are those of the wire
 * @property {boolean} inSegments whether the sequence is counted in segments
 * @property {Style} style of the time–sequence pane
 * @property {readonly OptionalPane[]|null} panes that are shown, in their order; null for the usual ones
 * @property {readonly OptionalPane[]} folded panes of which only the title is shown
 * @property {number|null} rateWindowNs over which throughput is taken; null follows the zoom
 * @property {string} events what `.` and `,` stop at, one of EVENT_CHOICES
 * @property {string|null} finding code of the finding whose evidence is marked
 * @property {number|null} frame the frame whose card is kept open
 * @property {TimeRange|null} span the selection
 * @property {Ruler|null} ruler
 * @property {ReadonlySet<import('./data/mark-classes.js').MarkClass>} hidden marks that are switched off
 */

/** @typedef {import('../../state/types.js').Query} Query */

/**
 * Anything invalid in the query is ignored.
 * @param {Query} query
 * @param {number} originNs time of the connection's first packet
 * @returns {ViewState}
 */
export function stateFromQuery(query, originNs) {
  return {
    direction: { c2s: 0, s2c: 1 }[query.dir ?? ''] ?? null,
    zoom: rangeFrom(query.zoom, originNs),
    unit: oneOf(query.unit, /** @type {const} */ (['s', 'rtt', 'capture', 'clock'])),
    absolute: query.seq === 'wire',
    inSegments: query.count === 'segments',
    style: oneOf(query.style, /** @type {const} */ (['tcptrace', 'stevens'])),
    panes: panesFrom(query.panes),
    folded: panesFrom(query.fold) ?? [],
    rateWindowNs: /^[1-9]\d{2,12}$/.test(query.rate ?? '') ? Number(query.rate) : null,
    events: oneOf(
      query.events,
      EVENT_CHOICES.map(({ id }) => id),
    ),
    finding: /^[a-z][a-z0-9_]{1,40}$/.test(query.finding ?? '') ? String(query.finding) : null,
    frame: /^[1-9]\d{0,15}$/.test(query.frame ?? '') ? Number(query.frame) : null,
    span: rangeFrom(query.span, originNs),
    ruler: rulerFrom(query.ruler, originNs),
    hidden: classesFrom(query.hide),
  };
}

/**
 * @param {ViewState} state
 * @param {number} originNs
 * @returns {Query} without what is at its default
 */
export function queryFromState(state, originNs) {
  const {
    direction,
    zoom,
    unit,
    absolute,
    inSegments,
    style,
    panes,
    folded,
    rateWindowNs,
    events,
    finding,
    frame,
    span,
    ruler,
    hidden,
  } = state;
  /** @type {Query} */
  const query = {};
  if (direction !== null) query.dir = direction === 0 ? 'c2s' : 's2c';
  if (zoom) query.zoom = rangeText(zoom, originNs);
  if (unit !== 's') query.unit = unit;
  if (absolute) query.seq = 'wire';
  if (inSegments) query.count = 'segments';
  if (style !== 'tcptrace') query.style = style;
  if (panes) query.panes = panes.join(',') || 'none';
  if (folded.length > 0) query.fold = folded.join(',');
  if (rateWindowNs !== null) query.rate = String(rateWindowNs);
  if (events !== EVENT_CHOICES[0].id) query.events = events;
  if (finding !== null) query.finding = finding;
  if (frame !== null) query.frame = String(frame);
  if (span) query.span = rangeText(span, originNs);
  if (ruler) {
    query.ruler = `${rangeText({ startNs: ruler.startNs, endNs: ruler.endNs }, originNs)}_${ruler.startBytes}_${ruler.endBytes}`;
  }
  if (hidden.size > 0) query.hide = [...hidden].join(',');
  return Object.keys(query).length === 0 ? query : { v: VERSION, ...query };
}

/**
 * @template {string} T
 * @param {string|undefined} value
 * @param {readonly T[]} among the first is the default
 * @returns {T}
 */
const oneOf = (value, among) => among.find((known) => known === value) ?? among[0];

/** @param {string|undefined} text @returns {OptionalPane[]|null} */
function panesFrom(text) {
  if (!text) return null;
  const panes = [...new Set(text.split(','))].filter(isOptional);
  return panes.length === 0 && text !== 'none' ? null : panes;
}

/** @param {string|undefined} text @param {number} originNs @returns {Ruler|null} */
function rulerFrom(text, originNs) {
  const match = /^([^_]+)_(-?\d{1,15})_(-?\d{1,15})$/.exec(text ?? '');
  const range = match && rangeFrom(match[1], originNs);
  return match && range && { ...range, startBytes: Number(match[2]), endBytes: Number(match[3]) };
}

/**
 * @param {TimeRange|null} a
 * @param {TimeRange|null} b
 * @returns {boolean} whether both are the same to the nanosecond
 */
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
