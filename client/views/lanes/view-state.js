/**
 * What the user of the lanes has chosen, and how it is encoded in the URL:
 * `?zoom=0.3-1.2&text=:80&show=packets&acks=0&arcs=referer&rows=low&flow=5`.
 */

import { flowOfText, flowText } from '../../../lib/shared/quic-flow.js';
/** @typedef {import('../../state/types.js').Query} Query */

/**
 * @typedef {object} LanesState
 * @property {string} text filter
 * @property {'both'|'packets'|'messages'} show
 * @property {boolean} acks whether bare acknowledgements are drawn
 * @property {ReadonlySet<'referer'|'redirect'>} arcs
 * @property {'tall'|'low'|null} rows null: as high as the page has room for
 * @property {number|null} flow the connection that the user is at
 */

const SHOWS = /** @type {const} */ (['both', 'packets', 'messages']);
const ARCS = /** @type {const} */ (['referer', 'redirect']);

/** @param {Query} query nonsense is passed over @returns {LanesState} */
export function stateFrom(query) {
  const chosen = (query.arcs ?? '').split(',');
  return {
    text: query.text ?? '',
    show: SHOWS.find((show) => show === query.show) ?? 'both',
    acks: query.acks !== '0',
    arcs: new Set(ARCS.filter((kind) => chosen.includes(kind))),
    rows: query.rows === 'tall' || query.rows === 'low' ? query.rows : null,
    flow: flowOfText(query.flow ?? ''),
  };
}

/** @param {LanesState} state @returns {Query} without what is at its default */
export function queryOf({ text, show, acks, arcs, rows, flow }) {
  return {
    ...(text === '' ? {} : { text }),
    ...(show === 'both' ? {} : { show }),
    ...(acks ? {} : { acks: '0' }),
    ...(arcs.size === 0 ? {} : { arcs: [...arcs].join(',') }),
    ...(rows === null ? {} : { rows }),
    ...(flow === null ? {} : { flow: flowText(flow) }),
  };
}
