import { SHOWS } from '../define-kind.js';
import { receiverName, senderName } from '../finding.js';
import { hasShown, MIN_ONE_WAY, unobservable } from '../shows.js';

/** @typedef {import('./context.js').QuicContext} QuicContext */
/** @typedef {import('../define-kind.js').Kind} Kind */
/** @typedef {import('../unobservable.js').Unobservable} Unobservable */

/**
 * What a capture shows of a QUIC connection. Where no data was sent, none is encrypted.
 * @param {QuicContext['facts']} facts @returns {[number, number]} bits of `SHOWS`, by direction
 */
export function quicShowsOf({ datagrams, hasBeginning, isClosed }) {
  const isOneWay = datagrams.includes(0) && Math.max(...datagrams) >= MIN_ONE_WAY;
  const ofBoth = (isOneWay ? 0 : SHOWS.BOTH_WAYS) | (hasBeginning ? SHOWS.HANDSHAKE : 0);
  const shownOf = (/** @type {number} */ direction) =>
    ofBoth | (isClosed[direction] ? 0 : SHOWS.DECRYPTED) | (isClosed[1 - direction] ? 0 : SHOWS.ACKS);
  return [shownOf(0), shownOf(1)];
}

/**
 * Why what needs a bit is not observable, the first that is lacked.
 * @type {[show: number, because: (facts: QuicContext['facts'], direction: number) => string][]}
 */
const REASONS = [
  [
    SHOWS.BOTH_WAYS,
    ({ datagrams: [asked] }) => `only the ${senderName(asked > 0 ? 0 : 1)}'s packets are in the capture`,
  ],
  [SHOWS.HANDSHAKE, () => 'the connection began before the capture'],
  [
    SHOWS.DECRYPTED,
    ({ isClosed }, direction) =>
      isClosed[0] && isClosed[1] ? 'no data is decrypted' : `the ${senderName(direction)}'s data is not decrypted`,
  ],
  [SHOWS.ACKS, (_, direction) => `the ${receiverName(direction)}'s acknowledgements are not decrypted`],
];

/** @param {Kind} kind @returns {readonly number[]} */
const directionsOf = ({ onlyOf }) => (onlyOf === undefined ? [0, 1] : [onlyOf]);

/**
 * Whether the capture shows what a kind needs, of one direction at least.
 * @param {QuicContext} context @param {Kind} kind
 */
export function isObservable({ facts }, kind) {
  const shows = quicShowsOf(facts);
  return directionsOf(kind).some((direction) => hasShown({ shows }, kind.needs ?? 0, direction));
}

/**
 * Kinds that a capture cannot show, and why: once where that is the same for both directions.
 * @param {QuicContext} context @param {readonly Kind[]} kinds that could have occurred @returns {Unobservable[]}
 */
export function quicUnobservable({ facts }, kinds) {
  const shows = quicShowsOf(facts);
  return kinds.flatMap((kind) => {
    const { code, needs = 0 } = kind;
    const lacking = directionsOf(kind).filter((direction) => !hasShown({ shows }, needs, direction));
    const reasons = lacking.map((direction) => {
      const lacked = REASONS.find(([show]) => (needs & show) !== 0 && !hasShown({ shows }, show, direction));
      return String(lacked?.[1](facts, direction));
    });
    if (reasons.length === 2 && reasons[0] === reasons[1]) return [unobservable(code, null, reasons[0])];
    return lacking.map((direction, i) => unobservable(code, kind.onlyOf === undefined ? direction : null, reasons[i]));
  });
}
