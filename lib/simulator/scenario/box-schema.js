import { check, refuse } from './check.js';
import { MILLISECONDS, PROBABILITY } from './rules.js';

/** @typedef {import('./check.js').Rule} Rule */

/** @type {Rule} */
const BOOLEAN = { type: 'boolean' };
/** @type {Rule} */
const TTL = { type: 'integer', min: 1, max: 255 };
/** @type {Rule} */
const WHICH = { type: 'string', values: ['all', 'syn', 'ecnSyn', 'synAck', 'ack', 'data'] };
/** @type {Rule} */
const COUNT = { type: 'integer', min: 1 };
/** @type {Rule} */
const MTU = { type: 'integer', min: 68, max: 65_535 };

/**
 * Options of each kind of box.
 * @type {Record<keyof typeof import('../middlebox/boxes.js').BOXES, Record<string, Rule>>}
 */
const OPTIONS = {
  router: { routers: TTL, mtuBytes: MTU, isSilent: BOOLEAN },
  'joining-router': { mtuBytes: MTU },
  'unscaled-window': {},
  'syn-proxy': {},
  'sequence-shift': { sack: BOOLEAN },
  'mss-clamp': { mss: { type: 'integer', min: 64, max: 1460 } },
  'option-strip': {
    options: { type: 'list', items: { type: 'string', values: ['windowScale', 'sackPermitted', 'timestamps'] } },
    of: { type: 'string', values: ['both', 'synAck'] },
  },
  damage: { which: WHICH, share: PROBABILITY, most: COUNT },
  'timestamp-shift': { atMs: MILLISECONDS, forMs: MILLISECONDS, backMs: { ...MILLISECONDS, type: 'integer' } },
  filter: {
    atMs: MILLISECONDS,
    forMs: MILLISECONDS,
    way: { type: 'string', values: ['both', 'toServer', 'toClient'] },
    which: WHICH,
    fate: { type: 'string', values: ['drop', 'reset', 'unreachable', 'prohibited', 'parameter', 'quench'] },
    most: COUNT,
  },
  'one-sided-firewall': {},
  'ecn-bleach': {},
  'forgetful-nat': { idleMs: MILLISECONDS, resets: BOOLEAN },
  'inspecting-reset': { atRequest: COUNT, ttl: TTL },
  'anycast-shift': { atMs: MILLISECONDS, ttl: TTL },
  balancer: { servers: { type: 'list', minItems: 1, items: { type: 'string', values: ['good', 'dead', 'refusing'] } } },
  stray: { atMs: MILLISECONDS, beyondBytes: COUNT },
  'stale-connection': { dropsResets: { type: 'integer', min: 0 } },
};

/** Options without which a box does nothing. @type {Partial<Record<keyof typeof OPTIONS, string[]>>} */
const REQUIRED = {
  'mss-clamp': ['mss'],
  'option-strip': ['options'],
  'timestamp-shift': ['atMs', 'forMs', 'backMs'],
  'forgetful-nat': ['idleMs'],
  'anycast-shift': ['atMs'],
  balancer: ['servers'],
  stray: ['atMs', 'beyondBytes'],
};

/** A middlebox. @type {Rule} */
export const BOX = { type: 'any', also: checkBox };

/** @param {any} value @param {string} path */
function checkBox(value, path) {
  if (typeof value !== 'object' || value === null) refuse(path, 'must be an object');
  check(value.kind ?? refuse(`${path}.kind`, 'is missing'), KIND, `${path}.kind`);
  const kind = /** @type {keyof typeof OPTIONS} */ (value.kind);
  check(value, { type: 'object', required: REQUIRED[kind], fields: { kind: KIND, ...OPTIONS[kind] } }, path);
}

/** @type {Rule} */
const KIND = { type: 'string', values: Object.keys(OPTIONS) };
