/** Words and times as the page writes them; its figures are those of all rooms. Pure; a missing value is an en dash. */
import { flowText, isQuicFlow } from '../../lib/shared/quic-flow.js';
import { formatNumber, missing } from '../../lib/shared/text/quantities.js';
import { timeFormat } from '../vendor/d3.js';

export {
  count,
  formatBytes,
  formatNumber,
  formatRttRange,
  formatSeconds,
  formatShare,
  missing,
  threeFigures,
} from '../../lib/shared/text/quantities.js';

/** Above this a count of round trips is meaningless: the path is far shorter than the ends' own delays. */
const MAX_TRIPS = 200;
/** Shorter ones are of one host, of a LAN, or of a box beside the capture that answers for the other end. */
const MIN_PATH_RTT_NS = 1e6;

/**
 * The round trip as a unit of time: only that of a path is one.
 * @param {number | null} rttNs
 */
export const unitTripNs = (rttNs) => (rttNs !== null && rttNs >= MIN_PATH_RTT_NS ? rttNs : null);

/**
 * @param {number} spanNs @param {number | null} rttNs
 * @returns {number | null} null where a count of round trips says nothing
 */
export function tripsIn(spanNs, rttNs) {
  const tripNs = unitTripNs(rttNs);
  return tripNs === null || spanNs / tripNs > MAX_TRIPS ? null : spanNs / tripNs;
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
  return text.replace(counted, (digits) => formatNumber(Number(digits))).replace(figureAndUnit, '$1\u00a0');
}

/** @param {number} flow number of a connection @returns {string} "1 234", "q0" */
export const formatFlow = (flow) => (isQuicFlow(flow) ? flowText(flow) : formatNumber(flow));

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
