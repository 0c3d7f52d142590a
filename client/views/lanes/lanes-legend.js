/** The legend of the lanes: of what those that were fetched have. Pure. */
import { TICK } from '../../../lib/shared/columns/tick-kinds.js';
import { MEDIA_LEGEND, responseColour } from '../timeline/media-colours.js';
import { halfClosedFrom } from './draw-lane.js';

/** @typedef {import('./lane-columns.js').Lane} Lane */

const ALL = 'both';
/**
 * With what they are shown: packets, messages, or either.
 * @type {readonly (readonly [swatch: string, words: string, of: string])[]}
 */
const ENTRIES = [
  ['is-c2s', 'request', 'messages'],
  ...MEDIA_LEGEND.map(([swatch, words]) => /** @type {const} */ ([swatch, words, 'messages'])),
  ['is-deliver', 'until last byte ACKed', 'messages'],
  ['is-retx', 'failed, retransmitted', ALL],
  ['is-push', 'PSH', 'packets'],
  ['is-handshake', 'handshake', ALL],
  ['is-tls', 'TLS', ALL],
  ['is-waiting', 'waiting', ALL],
  ['is-idle', 'idle', ALL],
  ['is-half', 'half closed', ALL],
];

/** @type {WeakMap<Lane, readonly string[]>} */
const known = new WeakMap();

/** @param {Lane} lane @returns {readonly string[]} swatches of what it has */
function swatchesOf(lane) {
  const before = known.get(lane);
  if (before !== undefined) return before;
  const { messages, ticks, handshakeEndNs, tlsNs, waits } = lane;
  const kinds = ticks.kinds.reduce((all, kind) => all | kind, 0);
  const there = new Set(['is-idle']);
  for (const message of messages) {
    if (message.kind === 'request') there.add('is-c2s');
    else if (message.kind === 'response') there.add(`is-${responseColour(message)}`);
    if (message.paleNs > message.endNs) there.add('is-deliver');
  }
  if (kinds & (TICK.RETRANSMISSION | TICK.RESET)) there.add('is-retx');
  if (kinds & TICK.PUSH) there.add('is-push');
  if (handshakeEndNs >= 0) there.add('is-handshake');
  if (tlsNs[0] >= 0) there.add('is-tls');
  if (waits.length > 0) there.add('is-waiting');
  if (halfClosedFrom(lane) !== null) there.add('is-half');
  const found = [...there];
  known.set(lane, found);
  return found;
}

/**
 * @param {Iterable<Lane>} lanes that were fetched
 * @param {'packets'|'both'|'messages'} show
 * @returns {[swatch: string, words: string][]}
 */
export function lanesLegend(lanes, show) {
  /** @type {Set<string>} */
  const there = new Set();
  for (const lane of lanes) for (const swatch of swatchesOf(lane)) there.add(swatch);
  return ENTRIES.filter(([swatch, , of]) => there.has(swatch) && (of === ALL || show === ALL || show === of)).map(
    ([swatch, words]) => [swatch, words],
  );
}
