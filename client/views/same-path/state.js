/**
 * What the view of a path shows, as encoded in the URL; times are the frame's:
 *   of=ID,ID2          captures, the first one's clock for all
 *   clocks=synchronised
 *   connection=N       one connection only, by its place among those of the path
 *   between=0-1        captures whose delay and queue are drawn, by their places in `of`
 */
import { MAX_PATH_POINTS } from '../../../lib/shared/path/bounds.js';

/** @typedef {import('../../state/types.js').Query} Query */
/** @typedef {readonly [number, number]} Between */
/**
 * @typedef {{ of: string[], clocks: 'estimated'|'synchronised', connection: number|null, between: Between|null }}
 *   PathState `between`: null for the segment that did most to packets
 */

/** @param {Query} query nonsense is passed over @returns {PathState} */
export function stateFrom(query) {
  const ids = (query.of ?? '').split(',').filter((id) => /^[\w-]+$/.test(id));
  const of = [...new Set(ids)].slice(0, MAX_PATH_POINTS);
  const [, from, to] = /^(\d)-(\d)$/.exec(query.between ?? '') ?? [];
  const isBetween = from !== undefined && from !== to && Math.max(Number(from), Number(to)) < of.length;
  return {
    of,
    clocks: query.clocks === 'synchronised' ? 'synchronised' : 'estimated',
    connection: /^\d{1,9}$/.test(query.connection ?? '') ? Number(query.connection) : null,
    between: isBetween ? [Number(from), Number(to)] : null,
  };
}

/** @param {PathState} state @returns {Query} without what is at its default */
export const queryOf = ({ of, clocks, connection, between }) => ({
  of: of.join(','),
  ...(clocks === 'estimated' ? {} : { clocks }),
  ...(connection === null ? {} : { connection: String(connection) }),
  ...(between === null ? {} : { between: between.join('-') }),
});
