/**
 * Times since 1970, before it and far after it. Splitting one rounds down, so that the part below a unit is never
 * negative: −5.9 s are −6 whole seconds and 0.1 s.
 */
export const NS_PER_SECOND = 1_000_000_000n;
export const DAY_NS = 86_400n * NS_PER_SECOND;
const NS_PER_MICROSECOND = 1000n;
const US_PER_SECOND = 1e6;
const DIGITS = 9;

/** The years 1 to 9999, which ISO 8601 writes with four digits, as everything reads them. */
export const FIRST_DATE_NS = -62_135_596_800n * NS_PER_SECOND;
const AFTER_DATES_NS = 253_402_300_800n * NS_PER_SECOND;

/** @param {bigint} dividend @param {bigint} divisor above 0 @returns {bigint} rounded down */
export function floorDivide(dividend, divisor) {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

/** @param {bigint} dividend @param {bigint} divisor above 0 @returns {bigint} from 0 to below the divisor */
export const floorRest = (dividend, divisor) => dividend - floorDivide(dividend, divisor) * divisor;

/** @param {bigint} ns since 1970 @returns {{ seconds: bigint, nanoseconds: number }} */
export const splitEpoch = (ns) => ({
  seconds: floorDivide(ns, NS_PER_SECOND),
  nanoseconds: Number(floorRest(ns, NS_PER_SECOND)),
});

/**
 * @param {bigint} ns since 1970
 * @returns {string} decimal seconds with nine figures behind the point, as `startEpoch` has it
 */
export function epochText(ns) {
  const absolute = ns < 0n ? -ns : ns;
  const fraction = String(absolute % NS_PER_SECOND).padStart(DIGITS, '0');
  return `${ns < 0n ? '-' : ''}${absolute / NS_PER_SECOND}.${fraction}`;
}

/**
 * @param {string|null} text as of `epochText`, with up to nine figures behind the point
 * @returns {bigint|null} ns since 1970; null: it states no time
 */
export function epochOfText(text) {
  const match = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(text ?? '');
  if (match === null) return null;
  const [, sign, seconds, fraction = ''] = match;
  const ns = BigInt(seconds) * NS_PER_SECOND + BigInt(fraction.padEnd(DIGITS, '0'));
  return sign === '-' ? -ns : ns;
}

/** @param {number} us whole microseconds since 1970 @returns {string} decimal seconds */
export function microsecondsText(us) {
  const absolute = Math.abs(us);
  const fraction = String(absolute % US_PER_SECOND).padStart(6, '0');
  return `${us < 0 ? '-' : ''}${Math.floor(absolute / US_PER_SECOND)}.${fraction}`;
}

/** @param {bigint} ns since 1970 @returns {number} whole microseconds since 1970, rounded down */
export const epochMicroseconds = (ns) => Number(floorDivide(ns, NS_PER_MICROSECOND));

/** Whether a time has a date that everything reads; a damaged file may state any. @param {bigint} ns since 1970 */
export const hasDate = (ns) => ns >= FIRST_DATE_NS && ns < AFTER_DATES_NS;

/**
 * @param {bigint} ns since 1970, with a date
 * @returns {string} ISO 8601 with microseconds, UTC
 */
export function isoDate(ns) {
  const us = floorDivide(ns, NS_PER_MICROSECOND);
  const date = new Date(Number(floorDivide(us, 1000n))).toISOString();
  return date.replace('Z', `${String(floorRest(us, 1000n)).padStart(3, '0')}Z`);
}
