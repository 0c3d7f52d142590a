const EPOCH = /^@?\s*(\d{9,11})(?:\.(\d{1,9}))?$/;
const ISO = /^@?\s*\d{4}-\d\d-\d\d[T ][\d:]{8}(?:[.,](\d{1,9}))?\s*(Z|[+-]\d\d:?\d\d)?$/;
/** What `date` prints: "Sat Nov 28 21:20:03 UTC 2026", or with the year behind the day, in English. */
const DATE = /^[A-Z][a-z]{2},? (?:[A-Z][a-z]{2} +\d{1,2}|\d{1,2} [A-Z][a-z]{2})\b[\w :,+-]{8,30}$/;

/**
 * A time that stands alone.
 * @param {string} text
 * @returns {bigint | null} ns since 1970; null: it is none
 */
export function epochNsOf(text) {
  const epoch = EPOCH.exec(text);
  if (epoch) return BigInt(epoch[1]) * 1_000_000_000n + BigInt((epoch[2] ?? '').padEnd(9, '0'));
  if (DATE.test(text)) return ofMs(Date.parse(text), '');
  const iso = ISO.exec(text);
  if (!iso) return null;
  const plain = text
    .replace(/^@?\s*/, '')
    .replace(',', '.')
    .replace(' ', 'T')
    .replace(/(\.\d{3})\d*/, '$1');
  return ofMs(Date.parse(plain), iso[1] ?? '');
}

/** @param {number} ms @param {string} fraction of a second, digits */
const ofMs = (ms, fraction) =>
  Number.isNaN(ms) ? null : BigInt(Math.floor(ms / 1000)) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'));
