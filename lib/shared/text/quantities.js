/**
 * Quantities in words, for sentences: times, rates, sizes, shares, counts; the page groups thousands where it shows
 * them.
 * Below them figures for columns, with a fixed number of decimals: thousands grouped by a narrow no-break space, a real
 * minus, ranges with a spaced en dash; a missing value is an en dash.
 */

export const NS_PER_SECOND = 1e9;
/** Below this tenths of a millisecond are too coarse: round trips within one host (0.02 to 0.08 ms with Linux). */
const SHORTEST_IN_MS_NS = 1e5;
const BITS = 8;

/** Three significant figures, zeros included ("1.00"), never an exponent. @param {number} value */
const toThreeFigures = (value) => (Math.abs(value) < 999.5 ? value.toPrecision(3) : String(Math.round(value)));

/**
 * In the largest unit of which there is one at least.
 * @param {number} value
 * @param {readonly (readonly [per: number, name: string])[]} units largest first
 * @param {number} figures significant ones
 */
function inUnit(value, units, figures) {
  const rounded = Number(value.toPrecision(figures));
  const [per, name] = units.find(([least]) => rounded >= least) ?? units[units.length - 1];
  return `${Number((rounded / per).toPrecision(figures))} ${name}`;
}

/**
 * A time in words: seconds, milliseconds where it is short, microseconds where that would be 0 ms.
 * @param {number} ns
 */
export function timeText(ns) {
  if (ns > 0 && ns < SHORTEST_IN_MS_NS) return `${Number((ns / 1e3).toPrecision(3))} µs`;
  return Math.abs(ns) < 1e8 ? `${Math.round(ns / 1e5) / 10} ms` : `${toThreeFigures(ns / NS_PER_SECOND)} s`;
}

/**
 * A round trip in words: in milliseconds up to a second, so that two in a sentence have one unit.
 * @param {number} ns
 */
export const tripText = (ns) =>
  Math.abs(ns) < 1e8 || Math.abs(ns) >= 999.5e6 ? timeText(ns) : `${toThreeFigures(ns / 1e6)} ms`;

/** @param {number} ns @param {number} ofNs @returns {string} "4.99 of 6.84 s (73 %)" */
export function partText(ns, ofNs) {
  const [part, whole] = [timeText(ns), timeText(ofNs)];
  const unit = whole.slice(whole.indexOf(' '));
  const figures = part.endsWith(unit) ? part.slice(0, -unit.length) : part;
  return `${figures} of ${whole} (${percent(Math.min(1, ns / ofNs))})`;
}

const RATES = Object.freeze(
  /** @type {const} */ ([
    [1e9, 'Gbit/s'],
    [1e6, 'Mbit/s'],
    [1e3, 'kbit/s'],
    [1, 'bit/s'],
  ]),
);

/** @param {number} bytesPerSecond @param {number} [figures] @returns {string} "7.7 Mbit/s" */
export const rateText = (bytesPerSecond, figures = 2) => inUnit(bytesPerSecond * BITS, RATES, figures);

/** Figures of a rate whose unit stands elsewhere in the sentence. @param {number} bytesPerSecond */
export const megabits = (bytesPerSecond) => Number(((bytesPerSecond * BITS) / 1e6).toPrecision(2));

const SIZES = Object.freeze(
  /** @type {const} */ ([
    [1e15, 'PB'],
    [1e12, 'TB'],
    [1e9, 'GB'],
    [1e6, 'MB'],
    [1e3, 'kB'],
  ]),
);

/** In powers of 1000, three figures. @param {number} bytes */
export const bytesText = (bytes) => (bytes < 1e4 ? `${bytes} bytes` : inUnit(bytes, SIZES, 3));

const BINARY_SIZES = Object.freeze(
  /** @type {const} */ ([
    [2 ** 40, 'TiB'],
    [2 ** 30, 'GiB'],
    [2 ** 20, 'MiB'],
    [2 ** 10, 'KiB'],
    [1, 'bytes'],
  ]),
);

/** Of limits, which are powers of two: "8 GiB". @param {number} bytes */
export const binaryBytesText = (bytes) => {
  const [per, name] = BINARY_SIZES.find(([least]) => bytes >= least) ?? BINARY_SIZES[BINARY_SIZES.length - 1];
  return `${Number((bytes / per).toPrecision(3))} ${name}`;
};

/** @param {number} share of 1 */
export const percent = (share) => `${Number((share * 100).toPrecision(2))} %`;

/** @param {number} count @param {string} one @param {string} [more] */
export const counted = (count, one, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

/** How often, in words. @param {number} count */
export const timesText = (count) => ['never', 'once', 'twice'][count] ?? `${count} times`;

/** @param {number|string} digits of a whole number @param {string} [space] between thousands */
export const grouped = (digits, space = ' ') => String(digits).replace(/\B(?=(\d{3})+$)/g, space);

export const MINUS = '\u2212';
export const NARROW_SPACE = '\u202f';
/** Decimals that `toFixed` can write. */
const FINEST_FIXED = 100;
/** A hundred hours, in seconds: from here on durations are given in days. */
const DAYS_FROM = 360_000;

export const missing = '\u2013';

/** @param {number | null | undefined} value @returns {value is number} */
const isKnown = (value) => value !== null && value !== undefined && Number.isFinite(value);

/**
 * Four digits are grouped too, so that figures align in columns.
 * @param {number | null | undefined} value
 * @param {number} [decimals]
 */
export function formatNumber(value, decimals = 0) {
  if (!isKnown(value)) return missing;
  const [whole, fraction] = Math.abs(value).toFixed(decimals).split('.');
  const sign = value < 0 && Number(value.toFixed(decimals)) !== 0 ? MINUS : '';
  return `${sign}${grouped(whole, NARROW_SPACE)}${fraction === undefined ? '' : `.${fraction}`}`;
}

/**
 * @param {number} value not negative
 * @returns {string} three significant figures, never an exponent
 */
export function threeFigures(value) {
  if (value === 0) return '0';
  const rounded = Number(value.toPrecision(3));
  return formatNumber(rounded, Math.min(FINEST_FIXED, Math.max(0, 2 - Math.floor(Math.log10(rounded)))));
}

/**
 * @param {number | null | undefined} bytes
 * @returns {string} in powers of 1000, as "49.6 kB", "348 kB": one decimal under 100, none from there on
 */
export function formatBytes(bytes) {
  if (!isKnown(bytes)) return missing;
  const size = Math.abs(bytes);
  const [per, name] = SIZES.find(([least]) => Number(size.toPrecision(3)) >= least) ?? [1, 'B'];
  return `${formatNumber(bytes / per, per === 1 || size / per >= 99.95 ? 0 : 1)} ${name}`;
}

/** @param {number} count */
const twoDigits = (count) => String(count).padStart(2, '0');

/**
 * @param {number | null | undefined} seconds a length of time
 * @returns {string} "0.45 s", "2.69 s", "12.3 s", "4:05 min", "2:10:09 h", "3 950 days"; below 0.1 s "64.2 ms", below 1
 *   ms "584 µs"
 */
export function formatSeconds(seconds) {
  if (!isKnown(seconds)) return missing;
  if (seconds < 0) return `${MINUS}${formatSeconds(-seconds)}`;
  if (seconds === 0) return '0 s';
  if (seconds < 0.001) return `${threeFigures(seconds * 1e6)} µs`;
  if (seconds < 0.1) return `${threeFigures(seconds * 1000)} ms`;
  if (seconds < 9.995) return `${formatNumber(seconds, 2)} s`;
  if (seconds < 99.95) return `${formatNumber(seconds, 1)} s`;
  const full = Math.round(seconds);
  if (full >= DAYS_FROM) return `${threeFigures(full / 86_400)} days`;
  const [hours, minutes] = [Math.floor(full / 3600), Math.floor(full / 60) % 60];
  return full < 3600
    ? `${minutes}:${twoDigits(full % 60)} min`
    : `${hours}:${twoDigits(minutes)}:${twoDigits(full % 60)} h`;
}

/** @param {number} ns a length of time @returns {string} three figures: "2.21 s", "325 ms", "12.3 µs" */
export function spanWords(ns) {
  if (ns >= 100e9) return formatSeconds(ns / 1e9);
  if (ns >= 1e9) return `${threeFigures(ns / 1e9)} s`;
  if (ns >= 100e3) return `${threeFigures(ns / 1e6)} ms`;
  if (ns >= 1e3) return `${threeFigures(ns / 1e3)} µs`;
  return ns === 0 ? '0 s' : `${formatNumber(ns)} ns`;
}

/** @param {number} bitsPerSecond @returns {string} "0" without a unit: which one would be chance */
export function rateWords(bitsPerSecond) {
  if (bitsPerSecond >= 1e9) return `${threeFigures(bitsPerSecond / 1e9)} Gbit/s`;
  if (bitsPerSecond >= 1e5) return `${threeFigures(bitsPerSecond / 1e6)} Mbit/s`;
  return bitsPerSecond === 0 ? '0' : `${threeFigures(bitsPerSecond / 1e3)} kbit/s`;
}

/** Three significant figures, fewer where that would take more than two decimals. @param {number} value */
const atMostTwoDecimals = (value) => (value < 1 ? formatNumber(value, 2) : threeFigures(value));

/**
 * @param {number | null} min seconds
 * @param {number | null} max seconds
 * @returns {string} "60.1 – 177 ms", "66.0 – 81.0 µs"; one value where both read alike; an en dash without a sample
 */
export function formatRttRange(min, max) {
  if (min === null || max === null) return missing;
  const [scale, unit] = max < 0.001 ? [1e6, 'µs'] : [1000, 'ms'];
  const from = atMostTwoDecimals(min * scale);
  const to = atMostTwoDecimals(max * scale);
  return from === to ? `${from} ${unit}` : `${from} ${missing} ${to} ${unit}`;
}

/**
 * @param {number} part
 * @param {number} whole
 * @returns {string} "2 %", "0.4 %", "< 0.1 %"
 */
export function formatShare(part, whole) {
  if (whole <= 0) return missing;
  const share = (part / whole) * 100;
  if (share > 0 && share < 0.1) return '< 0.1 %';
  return `${formatNumber(share, share < 10 && !Number.isInteger(share) ? 1 : 0)} %`;
}

/**
 * @param {number} number
 * @param {string} one
 * @param {string} [many]
 * @returns {string} "1 request", "28 requests"
 */
export const count = (number, one, many = `${one}s`) => `${formatNumber(number)} ${number === 1 ? one : many}`;
