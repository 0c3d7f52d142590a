import { CARRIER_NAMES } from '../../simulator/applications/proxy/carriers.js';
import {
  BYTE_UNITS,
  KILOBIT_UNITS,
  MILLISECOND_UNITS,
  numberIn,
  oneIn,
  SettingError,
  settingsOf,
  shareIn,
  wholeIn,
  withUnit,
} from '../../simulator/setting-text.js';
import { PROFILES } from '../../simulator/tcp/profiles.js';

/** @typedef {import('../../simulator/applications/proxy/carriers.js').CarrierName} CarrierName */
/**
 * @typedef {object} OwnSettings
 * @property {number} rateKbps towards clients
 * @property {number|null} rateBackKbps from them; null: the same
 * @property {number} delayMs towards clients
 * @property {number|null} delayBackMs from them; null: the same
 * @property {number|null|'round-trip'} bufferBytes before the link, each way; null: unbounded; `round-trip`: the link's
 *   bandwidth-delay product
 * @property {number} loss share of the packets towards clients
 * @property {number[]} connections between the proxies
 * @property {CarrierName[]} protocols
 * @property {string} profile TCP of proxies and servers
 * @property {number|null} windowBytes most bytes in flight; null: the profile's
 * @property {number} serverSeconds of requests whose log does not tell
 * @property {number|null} seconds simulated; null: as the link's rate has it
 * @property {number|null} sample requests whose latency is measured; null: all of the busiest stretch
 */

/** Of a list. */
const MAX_VALUES = 12;
const PROFILE_NAMES = Object.keys(PROFILES);

/** Words allowed instead of a figure. @param {string} text @param {string} word */
const isWord = (text, word) => text.toLowerCase() === word;
/** @param {string} text @param {string} name @returns {string[]} its parts, each once */
function listed(text, name) {
  const parts = [...new Set(text.split(',').map((part) => part.trim()))];
  if (parts.length > MAX_VALUES) throw new SettingError(`${name} must be no more than ${MAX_VALUES} values`);
  return parts;
}

/** @param {string} text @param {import('../../simulator/setting-text.js').Named} setting */
function bufferIn(text, setting) {
  if (isWord(text, 'round-trip')) return 'round-trip';
  return isWord(text, 'none') ? null : Math.round(withUnit(setting, text, BYTE_UNITS, 1514, 1e9));
}

/**
 * In the order of the page's form. `label` and `value` are the form's: name and default.
 * @type {Record<string,
 *   import('../../simulator/setting-text.js').Setting<OwnSettings> & { label: string, value: string }>}
 */
export const OWN_SETTINGS = {
  rate: {
    label: 'Link rate to clients',
    value: '34.368Mbit',
    words: 'as 100Mbit',
    read: (text, setting) => ({ rateKbps: withUnit(setting, text, KILOBIT_UNITS, 10, 1e7) }),
  },
  'rate-back': {
    label: 'Link rate from clients',
    value: 'same',
    words: 'as 20Mbit, or same',
    read: (text, setting) => ({
      rateBackKbps: isWord(text, 'same') ? null : withUnit(setting, text, KILOBIT_UNITS, 10, 1e7),
    }),
  },
  delay: {
    label: 'Delay to clients, one way',
    value: '60ms',
    words: 'as 60ms',
    read: (text, setting) => ({ delayMs: withUnit(setting, text, MILLISECOND_UNITS, 0, 10_000) }),
  },
  'delay-back': {
    label: 'Delay back',
    value: 'same',
    words: 'as 60ms, or same',
    read: (text, setting) => ({
      delayBackMs: isWord(text, 'same') ? null : withUnit(setting, text, MILLISECOND_UNITS, 0, 10_000),
    }),
  },
  buffer: {
    label: 'Buffer before the link',
    value: 'round-trip',
    words: 'as 500kB, none for one without a bound, or round-trip for what the link carries in one',
    read: (text, setting) => ({ bufferBytes: bufferIn(text, setting) }),
  },
  loss: {
    label: 'Loss towards clients',
    value: '0%',
    words: 'as 0.1%',
    read: (text, setting) => ({ loss: shareIn(setting, text, 0, 0.5) }),
  },
  connections: {
    label: 'Connections between the proxies',
    value: '1,6,20,50',
    words: 'as 1,6,20',
    read: (text, setting) => ({
      connections: listed(text, setting.name)
        .map((part) => wholeIn(setting, part, 1, 1000))
        .sort((a, b) => a - b),
    }),
  },
  protocols: {
    label: 'Protocols between them',
    value: CARRIER_NAMES.join(','),
    words: `some of ${CARRIER_NAMES.join(',')}`,
    read: (text, setting) => ({
      protocols: listed(text, setting.name).map((part) => oneIn(setting, part, CARRIER_NAMES)),
    }),
  },
  profile: {
    label: 'TCP of proxies and servers',
    value: 'linux-2026',
    words: `one of ${PROFILE_NAMES.join(', ')}`,
    read: (text, setting) => ({ profile: oneIn(setting, text, PROFILE_NAMES) }),
  },
  window: {
    label: 'Largest window of each',
    value: 'profile',
    words: "as 32kB, or profile for the profile's own",
    read: (text, setting) => ({
      windowBytes: isWord(text, 'profile') ? null : Math.round(withUnit(setting, text, BYTE_UNITS, 1460, 1e9)),
    }),
  },
  server: {
    label: 'Server time, if the log does not have it',
    value: '100ms',
    words: 'as 100ms',
    read: (text, setting) => ({ serverSeconds: withUnit(setting, text, { ms: 1e-3, s: 1 }, 0, 600) }),
  },
  seconds: {
    label: 'Seconds simulated',
    value: 'auto',
    words: 'as 120, or auto',
    read: (text, setting) => ({ seconds: isWord(text, 'auto') ? null : numberIn(setting, text, 10, 3600) }),
  },
  sample: {
    label: 'Requests whose latency is measured',
    value: 'all',
    words: 'as 421, or all of the busiest stretch',
    read: (text, setting) => ({ sample: isWord(text, 'all') ? null : wholeIn(setting, text, 1, 1e6) }),
  },
};

const DEFAULTS = Object.entries(OWN_SETTINGS).map(([name, { value }]) => `${name}=${value}`);

/**
 * @param {readonly string[]} texts NAME=VALUE each
 * @returns {OwnSettings}
 * @throws {import('../../simulator/setting-text.js').SettingError}
 */
export const readOwnSettings = (texts) =>
  /** @type {OwnSettings} */ (settingsOf(OWN_SETTINGS, [...DEFAULTS, ...texts]));
