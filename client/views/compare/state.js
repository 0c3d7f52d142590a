/**
 * What the comparison shows, as encoded in the URL:
 *   of=ID/3,ID2   its members: a connection, or a capture's largest one
 *   align, layout, from, to (ns from where they are aligned)
 *   span=FROM_TO  what is selected, in the same ns
 */

import { flowOfText, flowText } from '../../../lib/shared/quic-flow.js';
/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */
/** @typedef {{ id: string, flow: number | null }} MemberId flow: null for the capture as a whole */
/** @typedef {'syn' | 'request' | 'byte'} Align */
/** @typedef {'overlaid' | 'stacked'} Arrangement */
/**
 * @typedef {{ of: MemberId[], align: Align | null, arrangement: Arrangement | null }} CompareState
 *   align, arrangement: null for what suits the members */

/** Members beyond this are left out, as the server does (docs/limits.md: `compared`). */
export const mostMembers = 12;

/** @type {readonly Align[]} */
export const alignments = ['syn', 'request', 'byte'];

/** @param {import('../../state/types.js').Query} query @returns {CompareState} nonsense is the default */
export function stateFromQuery(query) {
  return {
    of: (query.of ?? '').split(',').flatMap(memberFrom).slice(0, mostMembers),
    align: alignments.find((id) => id === query.align) ?? null,
    arrangement: query.layout === 'overlaid' || query.layout === 'stacked' ? query.layout : null,
  };
}

/** What is in view and selected. @type {import('../timeline/window/time-window.js').TimesInQuery} */
export const TIMES_FROM_ALIGNMENT = {
  read({ from, to, span = '' }) {
    const [spanFrom, spanTo] = span.split('_');
    return { zoom: rangeBetween(from, to), span: rangeBetween(spanFrom, spanTo) };
  },
  write: ({ zoom, span }) => ({
    ...(zoom === null ? {} : { from: String(Math.round(zoom.startNs)), to: String(Math.round(zoom.endNs)) }),
    ...(span === null ? {} : { span: `${Math.round(span.startNs)}_${Math.round(span.endNs)}` }),
  }),
};

/** @param {string|undefined} from @param {string|undefined} to ns @returns {TimeRange|null} */
function rangeBetween(from, to) {
  const [startNs, endNs] = [from, to].map((text) => Number(text || NaN));
  return Number.isFinite(startNs) && Number.isFinite(endNs) && endNs > startNs ? { startNs, endNs } : null;
}

/** @param {CompareState} state @returns {import('../../state/types.js').Query} without what is the default anyway */
export function queryFromState({ of, align, arrangement }) {
  return {
    of: of.map(memberText).join(','),
    ...(align === null ? {} : { align }),
    ...(arrangement === null ? {} : { layout: arrangement }),
  };
}

/** @param {MemberId} member */
export const memberText = ({ id, flow }) => (flow === null ? id : `${id}/${flowText(flow)}`);

/** @param {string} text @returns {MemberId[]} none where it is no member */
export function memberFrom(text) {
  const match = /^([\w-]+)(?:\/(q?\d{1,10}))?$/.exec(text);
  return match === null ? [] : [{ id: match[1], flow: match[2] === undefined ? null : flowOfText(match[2]) }];
}

/**
 * More than two would be hard to tell apart in one plot (design: stacked, not coloured).
 * @param {CompareState} state
 */
export const arrangementOf = ({ arrangement, of }) => arrangement ?? (of.length > 2 ? 'stacked' : 'overlaid');
