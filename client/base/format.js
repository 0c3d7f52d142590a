/**
 * Numbers, sizes and times as the page writes them: thousands grouped by a narrow no-break space, a real minus,
 * ranges with a spaced en dash, three significant figures for measurements. Pure; a missing value is an en dash.
 */
import { formatLocale, timeFormat, utcFormat } from '../vendor/d3.js';

const minus = '\u2212';
/** Four digits are grouped too, so that figures align in columns. */
const locale = formatLocale({ decimal: '.', thousands: '\u202f', grouping: [3], currency: ['', ''], minus });
/** By decimals, each made when it is first needed. @type {((value: number) => string)[]} */
const fixed = [];
const rounded = locale.format(',.3r');
const whole = locale.format(',d');
/** Above this a count of round trips is meaningless: the path is far shorter than the ends' own delays. */
export const MAX_TRIPS = 200;

/** A hundred hours, in seconds: from here on durations are given in days. */
const DAYS_FROM = 360_000;

export const missing = '\u2013';

/**
 * @param {number | null | undefined} value
 * @param {number} [decimals]
 */
export function formatNumber(value, decimals = 0) {
  if (value === null || value === undefined || !Number.isFinite(value)) return missing;
  return (fixed[decimals] ??= locale.format(`,.${decimals}f`))(value);
}

/**
 * @param {number} value not negative
 * @returns {string} three significant figures, never an exponent
 */
export function threeFigures(value) {
  return value === 0 ? '0' : rounded(value);
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/**
 * @param {number | null | undefined} bytes
 * @param {{ round?: boolean }} [options] round: "2 GB" instead of "2.0 GB", for sentences
 * @returns {string} in powers of 1000, as "49.6 kB", "348 kB": one decimal under 100, none from there on
 */
export function formatBytes(bytes, { round = false } = {}) {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes)) return missing;
  let value = Math.abs(bytes);
  let unit = 0;
  while (unit < byteUnits.length - 1 && Number(value.toPrecision(3)) >= 1000) {
    value /= 1000;
    unit += 1;
  }
  const decimals = unit === 0 || value >= 99.95 || (round && Number.isInteger(value)) ? 0 : 1;
  return `${formatNumber(bytes < 0 ? -value : value, decimals)} ${byteUnits[unit]}`;
}

/**
 * @param {number | null | undefined} seconds a length of time
 * @returns {string} "0.45 s", "2.69 s", "12.3 s", "4:05 min", "2:10:09 h", "3 950 days"; below 0.1 s "64.2 ms", below 1
 *   ms "584 µs"
 */
export function formatSeconds(seconds) {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return missing;
  if (seconds < 0) return `${minus}${formatSeconds(-seconds)}`;
  if (seconds === 0) return '0 s';
  if (seconds < 0.001) return `${threeFigures(seconds * 1e6)} µs`;
  if (seconds < 0.1) return `${threeFigures(seconds * 1000)} ms`;
  if (seconds < 9.995) return `${formatNumber(seconds, 2)} s`;
  if (seconds < 99.95) return `${formatNumber(seconds, 1)} s`;
  const full = Math.round(seconds);
  if (full >= DAYS_FROM) return `${threeFigures(full / 86_400)} days`;
  const date = new Date(full * 1000);
  return full < 3600 ? `${minutes(date)} min` : `${Math.floor(full / 3600)}:${minutesOfHour(date)} h`;
}

const minutes = utcFormat('%-M:%S');
const minutesOfHour = utcFormat('%M:%S');

/**
 * @param {number} value
 * @returns {string} three significant figures, fewer where that would take more than two decimals
 */
function atMostTwoDecimals(value) {
  return value < 1 ? formatNumber(value, 2) : threeFigures(value);
}

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
  const percent = (part / whole) * 100;
  if (percent > 0 && percent < 0.1) return '< 0.1 %';
  return `${formatNumber(percent, percent < 10 && !Number.isInteger(percent) ? 1 : 0)} %`;
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 * @returns {string} "1 request", "28 requests"
 */
export function count(count, one, many = `${one}s`) {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** A figure and its unit; a number of four digits or more with what is counted, or with what it is the number of. */
const figureAndUnit = /(\d) (?=(?:[nµm]?s|%|[kMGT]?B|[kMG]?bit\/s)(?![\w/]))/g;
const counted =
  /(?<=\b(?:byte|packet|frame) )\d{4,}\b|\b\d{4,}(?= (?:bytes|segments|packets|frames|connections|requests|responses|exchanges|acknowledgements|writes|times|servers|losses|runs|of (?:them|its|\d))\b)/g;

/** @param {string} words */
export const capitalised = (words) => words[0].toUpperCase() + words.slice(1);

/**
 * A sentence of the server's as the page writes it: thousands grouped, and no line broken between a figure and its
 * unit.
 * @param {string} text
 */
export function sentence(text) {
  return text.replace(counted, (digits) => whole(Number(digits))).replace(figureAndUnit, '$1\u00a0');
}

const clockOf = timeFormat('%H:%M');
const dayOf = timeFormat('%-d %b');
const dayOfYear = timeFormat('%-d %b %Y');

/**
 * @param {number} epochSeconds
 * @param {Date} [now]
 * @returns {string} "Today 09:41", "Yesterday 17:02", "16 Nov 09:12", "16 Nov 2024" in the user's time zone
 */
export function formatWhen(epochSeconds, now = new Date()) {
  const date = new Date(epochSeconds * 1000);
  if (Number.isNaN(date.getTime())) return missing;
  const clock = clockOf(date);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (date.toDateString() === now.toDateString()) return `Today ${clock}`;
  if (date.toDateString() === yesterday.toDateString()) return `Yesterday ${clock}`;
  return date.getFullYear() === now.getFullYear() ? `${dayOf(date)} ${clock}` : dayOfYear(date);
}

/**
 * @param {{ address: string, port: number }} endpoint
 * @returns {string} "10.0.0.1:80", "[2001:db8::1]:443"
 */
export function formatEndpoint({ address, port }) {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}
