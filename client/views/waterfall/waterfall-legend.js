/** The legend of a waterfall's bars: of those that are there. Pure. */
import { MEDIA_LEGEND, responseColour } from '../timeline/media-colours.js';

/** @typedef {import('./waterfall-rows.js').WaterfallRow} WaterfallRow */
/** @typedef {import('./waterfall-rows.js').Phase} Phase */

/** In the order of the phases. @type {readonly (readonly [swatch: string, words: string])[]} */
const ENTRIES = [
  ['is-handshake', 'connect'],
  ['is-tls', 'TLS'],
  ['is-blocked', 'blocked'],
  ['is-c2s', 'send'],
  ['is-queued', 'queued behind other responses'],
  ['is-wait', 'wait'],
  ...MEDIA_LEGEND,
  ['is-deliver', 'until last byte ACKed'],
  ['is-retx', 'failed'],
  ['is-critical', 'critical path'],
];

/** @type {Partial<Record<Phase['kind'], string>>} */
const SWATCHES = {
  connect: 'is-handshake',
  tls: 'is-tls',
  blocked: 'is-blocked',
  send: 'is-c2s',
  queued: 'is-queued',
  wait: 'is-wait',
};

/** @param {WaterfallRow} row @param {Phase['kind']} kind @returns {string[]} */
function swatchesOf(row, kind) {
  if (kind === 'vain') return [row.hasFailed ? 'is-retx' : 'is-wait'];
  if (kind === 'receive') return [`is-${responseColour(row)}`];
  return kind === 'deliver' ? ['is-deliver', `is-${responseColour(row)}`] : [SWATCHES[kind] ?? ''];
}

/** @param {readonly WaterfallRow[]} rows @returns {[swatch: string, words: string][]} */
export function waterfallLegend(rows) {
  const there = new Set(rows.flatMap((row) => row.phases.flatMap(({ kind }) => swatchesOf(row, kind))));
  if (rows.some(({ hasFailed }) => hasFailed)) there.add('is-retx');
  if (rows.some(({ critical }) => critical !== undefined)) there.add('is-critical');
  return ENTRIES.flatMap(([swatch, words]) => (there.has(swatch) ? [[swatch, words]] : []));
}
