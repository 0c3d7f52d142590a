import {
  BYTE_UNITS,
  KILOBIT_UNITS,
  MILLISECOND_UNITS,
  oneIn,
  SettingError,
  settingsOf,
  shareIn,
  wholeIn,
  withUnit,
} from '../simulator/setting-text.js';

export { SettingError };

/** Settings of `--set NAME=VALUE` and the page's sliders. */

/**
 * @typedef {object} Settings missing ones stay as observed
 * @property {number} [initcwnd] segments, of the end that sends most
 * @property {number} [rttMs]
 * @property {number} [rateKbps] of the direction that carries most
 * @property {number} [loss] share of the segments of that direction
 * @property {number} [bufferBytes] of the queue in front of that direction's link
 * @property {import('../simulator/applications/page/page.js').PageProtocol} [protocol]
 * @property {number} [connections] to a server
 * @property {number} [pipelining] pending requests of a connection, at most
 * @property {number} [proxy] connections between two proxies, which stay open and carry many requests at once
 * @property {number} [proxyAt] share of the round trip between the client, where the near proxy is, and the far one
 */

/** Names of all settings. */
export const settingNames = () => Object.keys(SETTINGS);

/** @type {readonly import('../simulator/applications/page/page.js').PageProtocol[]} */
const PROTOCOLS = ['http/1.0', 'http/1.1', 'mux', 'http/2'];

/** @type {Record<string, import('../simulator/setting-text.js').Setting<Settings>>} */
const SETTINGS = {
  initcwnd: { words: 'segments, as 10', read: (text, setting) => ({ initcwnd: wholeIn(setting, text, 1, 1000) }) },
  rtt: {
    words: 'as 100ms or 0.1s',
    read: (text, setting) => ({ rttMs: withUnit(setting, text, MILLISECOND_UNITS, 0.001, 60_000) }),
  },
  rate: {
    words: 'as 10Mbit or 500kbit',
    read: (text, setting) => ({ rateKbps: withUnit(setting, text, KILOBIT_UNITS, 1, 1e9) }),
  },
  loss: { words: 'as 1% or 0.01', read: (text, setting) => ({ loss: shareIn(setting, text, 0, 0.5) }) },
  buffer: {
    words: 'as 64kB',
    read: (text, setting) => ({ bufferBytes: Math.round(withUnit(setting, text, BYTE_UNITS, 1514, 1e9)) }),
  },
  protocol: { words: PROTOCOLS.join(', '), read: (text, setting) => ({ protocol: oneIn(setting, text, PROTOCOLS) }) },
  connections: { words: 'as 6', read: (text, setting) => ({ connections: wholeIn(setting, text, 1, 1000) }) },
  pipelining: {
    words: 'pipelining depth: requests pending at once, as 8',
    read: (text, setting) => ({ pipelining: wholeIn(setting, text, 1, 1000) }),
  },
  proxy: {
    words: 'connections between two proxies, as 4',
    read: (text, setting) => ({ proxy: wholeIn(setting, text, 1, 1000) }),
  },
  'proxy-at': {
    words: 'as 80% of the round trip',
    read: (text, setting) => ({ proxyAt: shareIn(setting, text, 0.01, 0.99) }),
  },
};

/**
 * @param {readonly string[]} texts NAME=VALUE each; a later one replaces an earlier
 * @returns {Settings}
 * @throws {SettingError}
 */
export const readSettings = (texts) => settingsOf(SETTINGS, texts);
