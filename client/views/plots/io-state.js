/**
 * What the user of the graph over time has chosen, and how it is encoded in the URL:
 * `?plot=time&text=:443&series=:80&panes=bits,rtt&direction=server&interval=100&zoom=0.3-1.2`.
 */

/** @typedef {import('../../state/types.js').Query} Query */
/** @typedef {typeof PANES[number]} IoPane */

export const PANES = /** @type {const} */ (['bits', 'packets', 'retransmissions', 'rtt']);
const USUAL_PANES = PANES.filter((pane) => pane !== 'rtt');
const DIRECTIONS = /** @type {const} */ (['both', 'client', 'server']);
/** Series beside that of the filter field: more lines cannot be told apart. */
export const MAX_KEPT = 5;
/** The series without a filter. */
const ALL = '*';

/**
 * @typedef {object} IoState
 * @property {string} text filter of the series that is being made
 * @property {string[]} kept filters of the other series
 * @property {ReadonlySet<IoPane>} panes
 * @property {'both'|'client'|'server'} direction
 * @property {number|null} intervalMs null: by the room
 */

/** @param {Query} query nonsense is passed over @returns {IoState} */
export function stateFrom(query) {
  const chosen = query.panes?.split(',');
  const panes = chosen === undefined ? USUAL_PANES : PANES.filter((pane) => chosen.includes(pane));
  const intervalMs = Number(query.interval);
  return {
    text: query.text ?? '',
    kept: keptFrom(query.series ?? ''),
    panes: new Set(panes.length > 0 ? panes : USUAL_PANES),
    direction: DIRECTIONS.find((direction) => direction === query.direction) ?? 'both',
    intervalMs: intervalMs > 0 && intervalMs < Infinity ? intervalMs : null,
  };
}

/** @param {string} series */
const keptFrom = (series) =>
  series === ''
    ? []
    : series
        .split('\n')
        .slice(0, MAX_KEPT)
        .map((one) => (one === ALL ? '' : one));

/** @param {IoState} state @returns {Query} without what is at its default */
export function queryOf({ text, kept, panes, direction, intervalMs }) {
  const isUsual = panes.size === USUAL_PANES.length && USUAL_PANES.every((pane) => panes.has(pane));
  return {
    plot: 'time',
    ...(text === '' ? {} : { text }),
    ...(kept.length === 0 ? {} : { series: kept.map((one) => one || ALL).join('\n') }),
    ...(isUsual ? {} : { panes: [...panes].join(',') }),
    ...(direction === 'both' ? {} : { direction }),
    ...(intervalMs === null ? {} : { interval: String(intervalMs) }),
  };
}
