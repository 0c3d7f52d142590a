/** What was sent on a connection's streams, without their bytes, and back. */
import { scrambled } from '../../shared/scrambled.js';
import { HeldBudget, QuicStreams, StreamDirection } from '../streams/quic-streams.js';

const FIELDS = /** @type {const} */ ([
  'sentBytes',
  'finalSize',
  'hasEnded',
  'resetCode',
  'stopCode',
  'startNs',
  'endNs',
]);

/** @param {QuicStreams|null} streams of a connection */
export const keptStreams = (streams) =>
  [...(streams?.all.values() ?? [])].map(({ id, sides }) => ({
    id,
    sides: sides.map((side) => side && keptSide(side)),
  }));

/** @param {StreamDirection} side */
const keptSide = (side) => ({
  unique: side.ordered.unique,
  ...Object.fromEntries(FIELDS.map((name) => [name, side[name]])),
});

/** @typedef {ReturnType<typeof keptStreams>} KeptStreams */

/** @param {number} index of the connection @param {KeptStreams} kept @returns {QuicStreams} */
export function restoredStreams(index, kept) {
  const streams = new QuicStreams(index, () => null, new HeldBudget());
  for (const { id, sides } of kept) {
    const [asked, answered] = sides.map((side) => side && restoredSide(side));
    streams.all.set(scrambled(id), { id, sides: [asked ?? null, answered ?? null], sink: null });
  }
  return streams;
}

/** @param {ReturnType<typeof keptSide>} kept */
function restoredSide({ unique, ...fields }) {
  const side = Object.assign(new StreamDirection(), fields);
  side.ordered.unique = unique;
  return side;
}
