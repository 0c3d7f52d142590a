/** Words that depend on the transports of what is compared. */

/** @typedef {import('./member.js').Member} Member */
/** @typedef {import('./state.js').Align} Align */

/** @param {Pick<Member, 'model'>} member */
const transportOf = ({ model }) => model.flow.transport;

/** @param {readonly Pick<Member, 'model'>[]} members */
export const areOfOneTransport = (members) => new Set(members.map(transportOf)).size === 1;

/** @param {readonly Pick<Member, 'model'>[]} members */
const areOfTcp = (members) => members.every((member) => transportOf(member) !== 'quic');

/** What data is sent in: a segment of TCP is a packet, too. @param {readonly Pick<Member, 'model'>[]} members */
export const unitOf = (members) => (areOfTcp(members) ? 'segment' : 'packet');

/**
 * Where they are aligned unless the user chose: those of different transports, which set up otherwise, at their first
 * packets.
 * @param {Align|null} chosen @param {readonly Pick<Member, 'model'>[]} members @returns {Align}
 */
export const alignOf = (chosen, members) => chosen ?? (areOfOneTransport(members) ? 'request' : 'syn');

/** @param {Align} align @param {readonly Pick<Member, 'model'>[]} members */
export function alignWords(align, members) {
  if (align === 'syn') return areOfTcp(members) ? 'SYN' : 'first packet';
  return align === 'byte' ? 'first byte' : 'request';
}
