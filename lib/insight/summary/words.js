import { percent, timeText } from '../findings/finding.js';

/**
 * Display name of a limit, by its name in `CAUSES` (../sender/causes.js).
 * @type {Readonly<Record<string, string>>}
 */
export const LIMIT_TITLES = Object.freeze({
  congestion_window: 'Congestion window limited',
  receive_window: 'Receive window limited',
  zero_window: 'Zero window',
  send_buffer: 'Send buffer limited',
  application: 'Application limited',
  network: 'Bandwidth limited',
  recovery: 'Loss recovery',
  retransmission_timeout: 'Retransmission timeout (RTO)',
  handshake: 'Handshake',
  idle: 'Idle',
  nagle: 'Nagle',
  credit: 'Flow-control credit used up',
  path_mtu: 'Path MTU exceeded',
  fixed_window: 'Fixed window',
});

/** Parts of a sentence stand so: "Bandwidth limited · 4.99 of 6.84 s (73 %)". */
export const BETWEEN = ' · ';

const UNITS = Object.freeze([
  { per: 1e9, name: 'Gbit/s' },
  { per: 1e6, name: 'Mbit/s' },
  { per: 1e3, name: 'kbit/s' },
]);
/** Significant figures of an inferred rate. */
const RATE_FIGURES = 2;
const BITS = 8;

/** @param {number} bytesPerSecond @returns {string} "about 7.7 Mbit/s" */
export function rateText(bytesPerSecond) {
  const bits = Number((bytesPerSecond * BITS).toPrecision(RATE_FIGURES));
  const { per, name } = UNITS.find((unit) => bits >= unit.per) ?? { per: 1, name: 'bit/s' };
  return `about ${Number((bits / per).toPrecision(RATE_FIGURES))} ${name}`;
}

/** @param {number} ns @param {number} ofNs @returns {string} "4.99 of 6.84 s (73 %)" */
export function partText(ns, ofNs) {
  const [part, whole] = [timeText(ns), timeText(ofNs)];
  const unit = whole.slice(whole.indexOf(' '));
  const figures = part.endsWith(unit) ? part.slice(0, -unit.length) : part;
  return `${figures} of ${whole} (${percent(Math.min(1, ns / ofNs))})`;
}
