/** What can be changed, as `--set NAME=VALUE` and the page's sliders say it. */

/**
 * @typedef {object} Settings what is not there stays as it was
 * @property {number} [initcwnd] segments, of the end that sends most
 * @property {number} [rttMs]
 * @property {number} [rateKbps] of the direction that carries most
 * @property {number} [loss] share of the segments of that direction
 * @property {number} [bufferBytes] of the queue in front of that direction's link
 * @property {import('../simulator/applications/page/page.js').PageProtocol} [protocol]
 * @property {number} [connections] to a server
 * @property {number} [pipelining] requests of a connection that wait, at most
 * @property {number} [proxy] connections between two proxies, which stay open and carry many requests at once
 * @property {number} [proxyAt] share of the round trip between the client, where the near proxy is, and the far one
 */

/** Names of all settings. */
export const settingNames = () => Object.keys(SETTINGS);

/** A setting that cannot be used; the message says why. */
export class SettingError extends Error {}

/** @type {readonly import('../simulator/applications/page/page.js').PageProtocol[]} */
const PROTOCOLS = ['http/1.0', 'http/1.1', 'mux', 'http/2'];

/** @type {Record<string, { words: string, read: (text: string) => Settings }>} */
const SETTINGS = {
  initcwnd: { words: 'segments, as 10', read: (text) => ({ initcwnd: whole('initcwnd', text, 1, 1000) }) },
  rtt: {
    words: 'as 100ms or 0.1s',
    read: (text) => ({ rttMs: withUnit('rtt', text, { ms: 1, s: 1000 }, 0.001, 60_000) }),
  },
  rate: {
    words: 'as 10Mbit or 500kbit',
    read: (text) => ({ rateKbps: withUnit('rate', text, { bit: 1e-3, kbit: 1, mbit: 1e3, gbit: 1e6 }, 1, 1e9) }),
  },
  loss: {
    words: 'as 1% or 0.01',
    read: (text) => ({
      loss: text.endsWith('%') ? number('loss', text.slice(0, -1), 0, 50) / 100 : number('loss', text, 0, 0.5),
    }),
  },
  buffer: {
    words: 'as 64kB',
    read: (text) => ({ bufferBytes: Math.round(withUnit('buffer', text, { b: 1, kb: 1e3, mb: 1e6 }, 1514, 1e9)) }),
  },
  protocol: { words: PROTOCOLS.join(', '), read: (text) => ({ protocol: protocol(text) }) },
  connections: { words: 'as 6', read: (text) => ({ connections: whole('connections', text, 1, 1000) }) },
  pipelining: {
    words: 'requests that wait at once, as 8',
    read: (text) => ({ pipelining: whole('pipelining', text, 1, 1000) }),
  },
  proxy: { words: 'connections between two proxies, as 4', read: (text) => ({ proxy: whole('proxy', text, 1, 1000) }) },
  'proxy-at': {
    words: 'as 80% of the round trip',
    read: (text) => ({
      proxyAt: text.endsWith('%')
        ? number('proxy-at', text.slice(0, -1), 1, 99) / 100
        : number('proxy-at', text, 0.01, 0.99),
    }),
  },
};

/**
 * @param {readonly string[]} texts NAME=VALUE each; a later one takes the place of an earlier
 * @returns {Settings}
 * @throws {SettingError}
 */
export function readSettings(texts) {
  /** @type {Settings} */
  const settings = {};
  for (const text of texts) {
    const at = text.indexOf('=');
    const name = text.slice(0, Math.max(0, at));
    if (!Object.hasOwn(SETTINGS, name)) {
      throw new SettingError(
        `there is no setting "${at < 0 ? text : name}"; there are: ${Object.entries(SETTINGS)
          .map(([known, { words }]) => `${known} (${words})`)
          .join(', ')}`,
      );
    }
    Object.assign(settings, SETTINGS[name].read(text.slice(at + 1).trim()));
  }
  return settings;
}

/** @param {string} name @param {string} text @param {number} min @param {number} max */
function number(name, text, min, max) {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) {
    throw new SettingError(`${name} must be a number, ${SETTINGS[name].words}`);
  }
  if (value < min || value > max) throw new SettingError(`${name} must be ${min} to ${max}`);
  return value;
}

/** @param {string} name @param {string} text @param {number} min @param {number} max */
function whole(name, text, min, max) {
  const value = number(name, text, min, max);
  if (!Number.isInteger(value)) throw new SettingError(`${name} must be a whole number`);
  return value;
}

/**
 * @param {string} name
 * @param {string} text
 * @param {Record<string, number>} units factors to the setting's own unit
 * @param {number} min
 * @param {number} max
 */
function withUnit(name, text, units, min, max) {
  const match = /^([\d.]+)\s*([a-z/]+)$/i.exec(text);
  const unit = match?.[2].toLowerCase().replace(/\/s$/, '').replace(/bps$/, 'bit') ?? '';
  if (match === null || !Object.hasOwn(units, unit)) {
    throw new SettingError(`${name} must have a unit, ${SETTINGS[name].words}`);
  }
  const value = Number(match[1]) * units[unit];
  if (!Number.isFinite(value) || value < min || value > max) {
    throw new SettingError(
      `${name} must be ${min} to ${max} ${Object.keys(units).find((known) => units[known] === 1)}`,
    );
  }
  return value;
}

/** @param {string} text */
function protocol(text) {
  const found = PROTOCOLS.find((known) => known === text.toLowerCase());
  if (found === undefined) throw new SettingError(`protocol must be one of: ${PROTOCOLS.join(', ')}`);
  return found;
}
