/** Settings as people type them: NAME=VALUE. */

export const MILLISECOND_UNITS = { ms: 1, s: 1000 };
export const KILOBIT_UNITS = { bit: 1e-3, kbit: 1, mbit: 1e3, gbit: 1e6 };
export const BYTE_UNITS = { b: 1, kb: 1e3, mb: 1e6 };

/** A setting that cannot be used; the message says why. */
export class SettingError extends Error {}

/** @typedef {{ name: string, words: string }} Named words: how its value looks */
/**
 * @template T
 * @typedef {{ words: string, read: (text: string, setting: Named) => Partial<T> }} Setting
 */

/**
 * @template T
 * @param {Record<string, Setting<T>>} known
 * @param {readonly string[]} texts NAME=VALUE each; a later one takes the place of an earlier
 * @returns {Partial<T>}
 * @throws {SettingError}
 */
export function settingsOf(known, texts) {
  /** @type {Partial<T>} */
  const settings = {};
  for (const text of texts) {
    const at = text.indexOf('=');
    const name = text.slice(0, Math.max(0, at));
    if (!Object.hasOwn(known, name)) {
      throw new SettingError(
        `there is no setting "${at < 0 ? text : name}"; there are: ${Object.entries(known)
          .map(([one, { words }]) => `${one} (${words})`)
          .join(', ')}`,
      );
    }
    const { words, read } = known[name];
    Object.assign(settings, read(text.slice(at + 1).trim(), { name, words }));
  }
  return settings;
}

/** @param {Named} setting @param {string} text @param {number} min @param {number} max */
export function numberIn({ name, words }, text, min, max) {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new SettingError(`${name} must be a number, ${words}`);
  if (value < min || value > max) throw new SettingError(`${name} must be ${min} to ${max}`);
  return value;
}

/** @param {Named} setting @param {string} text @param {number} min @param {number} max */
export function wholeIn(setting, text, min, max) {
  const value = numberIn(setting, text, min, max);
  if (!Number.isInteger(value)) throw new SettingError(`${setting.name} must be a whole number`);
  return value;
}

/** @param {Named} setting @param {string} text such as 1% or 0.01 @param {number} min @param {number} max */
export function shareIn(setting, text, min, max) {
  return text.endsWith('%')
    ? numberIn(setting, text.slice(0, -1), 100 * min, 100 * max) / 100
    : numberIn(setting, text, min, max);
}

/**
 * @param {Named} setting
 * @param {string} text
 * @param {Record<string, number>} units factors to the setting's own unit
 * @param {number} min
 * @param {number} max
 */
export function withUnit({ name, words }, text, units, min, max) {
  const match = /^([\d.]+)\s*([a-z/]+)$/i.exec(text);
  const unit = match?.[2].toLowerCase().replace(/\/s$/, '').replace(/bps$/, 'bit') ?? '';
  if (match === null || !Object.hasOwn(units, unit)) throw new SettingError(`${name} must have a unit, ${words}`);
  const value = Number(match[1]) * units[unit];
  if (!Number.isFinite(value) || value < min || value > max) {
    throw new SettingError(
      `${name} must be ${min} to ${max} ${Object.keys(units).find((known) => units[known] === 1)}`,
    );
  }
  return value;
}

/** @template {string} T @param {Named} setting @param {string} text @param {readonly T[]} values @returns {T} */
export function oneIn({ name }, text, values) {
  const found = values.find((known) => known === text.toLowerCase());
  if (found === undefined) throw new SettingError(`${name} must be one of: ${values.join(', ')}`);
  return found;
}
