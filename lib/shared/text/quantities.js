/** Quantities in words: times, rates, sizes, shares, counts. The page groups thousands where it shows them. */

const NS_PER_SECOND = 1e9;
/** Below this tenths of a millisecond are too coarse: round trips within one host (0.02 to 0.08 ms with Linux). */
const SHORTEST_IN_MS_NS = 1e5;
const BITS = 8;

/** Three significant figures, zeros included ("1.00"), never an exponent. @param {number} value */
const threeFigures = (value) => (Math.abs(value) < 999.5 ? value.toPrecision(3) : String(Math.round(value)));

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
  return Math.abs(ns) < 1e8 ? `${Math.round(ns / 1e5) / 10} ms` : `${threeFigures(ns / NS_PER_SECOND)} s`;
}

/**
 * A round trip in words: in milliseconds up to a second, so that two in a sentence have one unit.
 * @param {number} ns
 */
export const tripText = (ns) =>
  Math.abs(ns) < 1e8 || Math.abs(ns) >= 999.5e6 ? timeText(ns) : `${threeFigures(ns / 1e6)} ms`;

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
