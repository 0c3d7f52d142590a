/**
 * Labels of the time axis in seconds, round trips or clock time, from hours down to nanoseconds.
 * Where a label would grow too long ("1 234.567 891 s") the axis counts from a stated base: "+2" under "µs after 1
 * 234.567 8 s".
 */
import { formatNumber, threeFigures } from '../base/format.js';
import { format, precisionFixed, ticks, tickStep, utcFormat, utcTicks } from '../vendor/d3.js';

const LABEL_PX = 78;
const LONGEST_LABEL = 8;
/** From here on, in seconds, the axis counts days. */
const DAYS_FROM = 1e6;
const NS = { d: 86_400e9, s: 1e9, ms: 1e6, µs: 1e3, ns: 1 };

/**
 * @typedef {object} TimeUnits
 * @property {'s'|'rtt'|'capture'|'clock'} unit `capture` counts from the capture's first packet
 * @property {number} originNs what the axis counts from, in the capture's time
 * @property {string} originName "the SYN", "the first packet"
 * @property {number|null} rttNs length of a round trip
 * @property {number|null} dayNs time of day (UTC) of the capture's time 0, in ns
 */

/**
 * @typedef {object} TimeTicks
 * @property {{ timeNs: number, label: string }[]} ticks
 * @property {string} caption
 * @property {(timeNs: number) => string} reading of any time, as exactly as a pointer is read off, in the axis' unit
 */

/**
 * @param {import('./time-scale.js').TimeRange} range
 * @param {number} widthPx
 * @param {TimeUnits} units falls back to seconds where the round trip or the clock is unknown
 * @returns {TimeTicks}
 */
export function timeTicks(range, widthPx, units) {
  const tickCount = Math.max(2, Math.floor(widthPx / LABEL_PX));
  if (units.unit === 'rtt' && units.rttNs) return roundTripTicks(range, tickCount, units, units.rttNs);
  if (units.unit === 'clock' && units.dayNs != null) return clockTicks(range, tickCount, units.dayNs);
  if (units.unit === 'capture') return secondTicks(range, tickCount, { originNs: 0, originName: 'the capture began' });
  return secondTicks(range, tickCount, units);
}

/** @param {number} stepNs @param {boolean} inDays @returns {keyof typeof NS} */
function unitOf(stepNs, inDays) {
  if (inDays) return 'd';
  if (stepNs >= 10e6) return 's';
  if (stepNs >= 10e3) return 'ms';
  return stepNs >= 10 ? 'µs' : 'ns';
}

/**
 * @param {import('./time-scale.js').TimeRange} range
 * @param {number} tickCount
 * @param {Pick<TimeUnits, 'originNs'|'originName'>} units
 * @returns {TimeTicks}
 */
function secondTicks(range, tickCount, { originNs, originName }) {
  const from = range.startNs - originNs;
  const to = range.endNs - originNs;
  const inDays = (to - from) / NS.s >= DAYS_FROM;
  const per = inDays ? NS.d : 1;
  const stepNs = tickStep(from / per, to / per, tickCount) * per;
  const unit = unitOf(stepNs, inDays);
  const perUnit = NS[unit];
  const decimals = precisionFixed(stepNs / perUnit);
  const tooLong = formatNumber(to / perUnit, decimals).length > LONGEST_LABEL;
  const baseNs = tooLong ? Math.floor(from / (stepNs * 100)) * stepNs * 100 : 0;
  const labelled = ticks((from - baseNs) / per, (to - baseNs) / per, tickCount)
    .map((tick) => tick * per)
    .map((at, i) => ({
      timeNs: originNs + baseNs + at,
      label: `${tooLong ? '+' : ''}${formatNumber(at / perUnit, decimals)}${i === 0 ? ` ${unit}` : ''}`,
    }));
  const base = formatNumber(baseNs / 1e9, precisionFixed((stepNs * 100) / 1e9));
  return {
    ticks: labelled,
    caption: tooLong ? `${unit} after ${base} s` : `${inDays ? 'days' : unit} since ${originName}`,
    reading: (timeNs) => `${formatNumber((timeNs - originNs) / NS.s, 6)} s`,
  };
}

/**
 * @param {import('./time-scale.js').TimeRange} range
 * @param {number} tickCount
 * @param {TimeUnits} units
 * @param {number} rttNs
 * @returns {TimeTicks}
 */
function roundTripTicks(range, tickCount, { originNs }, rttNs) {
  const from = (range.startNs - originNs) / rttNs;
  const to = (range.endNs - originNs) / rttNs;
  const decimals = precisionFixed(tickStep(from, to, tickCount));
  const labelled = ticks(from, to, tickCount).map((at, i) => ({
    timeNs: originNs + at * rttNs,
    label: `${formatNumber(at, decimals)}${i === 0 ? ' RTT' : ''}`,
  }));
  return {
    ticks: labelled,
    caption: `RTTs of ${threeFigures(rttNs / 1e6)} ms`,
    reading: (timeNs) => `${formatNumber((timeNs - originNs) / rttNs, Math.max(3, decimals + 1))} RTT`,
  };
}

/**
 * Round seconds, minutes and hours; below a second D3's clock has only milliseconds, and steps are decimal anyway.
 * @param {import('./time-scale.js').TimeRange} range
 * @param {number} tickCount
 * @param {number} dayNs
 * @returns {TimeTicks}
 */
function clockTicks(range, tickCount, dayNs) {
  const count = Math.max(2, Math.floor(tickCount * 0.8));
  const from = range.startNs + dayNs;
  const to = range.endNs + dayNs;
  const step = tickStep(from, to, count);
  const decimals = precisionFixed(step / NS.s);
  const times =
    step < NS.s
      ? ticks(from, to, count)
      : utcTicks(new Date(from / NS.ms), new Date(to / NS.ms), count).map((date) => date.getTime() * NS.ms);
  const labelled = times.map((at) => ({ timeNs: at - dayNs, label: clockTime(at, decimals) }));
  return { ticks: labelled, caption: 'clock time, UTC', reading: (timeNs) => clockTime(timeNs + dayNs, 6) };
}

/**
 * @param {number} timeOfDayNs may lie beyond midnight
 * @param {number} decimals of the second
 * @returns {string} `13:05:09.250`
 */
export function clockTime(timeOfDayNs, decimals) {
  const rounded = Math.round(timeOfDayNs);
  const seconds = Math.floor(rounded / NS.s);
  const fraction = decimals === 0 ? '' : `.${nineDigits(rounded - seconds * NS.s).slice(0, decimals)}`;
  return `${clock(new Date(seconds * 1000))}${fraction}`;
}

const clock = utcFormat('%H:%M:%S');
const nineDigits = format('09d');
