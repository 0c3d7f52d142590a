/** What the address says of the view of a QUIC connection, besides times. */

/** @typedef {import('../../state/types.js').Query} Query */
/** @typedef {'data'|'numbers'|'bytes'|number} By what the diagram's heights are; a number: offsets of that stream */
/**
 * @typedef {object} QuicState
 * @property {number|null} direction 0: what the client sent; null: whichever sent more
 * @property {By} by
 * @property {{ frame: number, index: number }|null} packet that is selected
 */

/** @param {Query} query @returns {QuicState} */
export function stateFrom({ dir, by, frame }) {
  const packet = /^(\d{1,10})(?:\.(\d{1,3}))?$/.exec(frame ?? '');
  return {
    direction: dir === 'c2s' || dir === 's2c' ? Number(dir === 's2c') : null,
    by: ordinateFrom(by),
    packet: packet === null ? null : { frame: Number(packet[1]), index: Number(packet[2] ?? 0) },
  };
}

/** @param {string|undefined} text @returns {By} */
export function ordinateFrom(text) {
  if (text === 'numbers' || text === 'bytes') return text;
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : 'data';
}

/** @param {QuicState} state @returns {Query} */
export const queryOf = ({ direction, by, packet }) => ({
  ...(direction === null ? {} : { dir: direction === 0 ? 'c2s' : 's2c' }),
  ...(by === 'data' ? {} : { by: String(by) }),
  ...(packet === null ? {} : { frame: packet.index === 0 ? String(packet.frame) : `${packet.frame}.${packet.index}` }),
});
