/** Matches entries of a browser's HAR to requests of the capture, and finds the offset of their clocks. */
import { group, sum } from '../../../vendor/d3.js';
import { keyOf } from './har-file.js';

/** @typedef {import('../waterfall-rows.js').WaterfallRow} WaterfallRow */
/** @typedef {import('./har-file.js').BrowserEntry} BrowserEntry */
/**
 * An entry on the capture's time axis. `atBrowserNs`, `onWireNs`: from the request's first byte to the answer's last.
 * @typedef {{ entry: BrowserEntry, fromNs: number, toNs: number, atBrowserNs: number }} Seen
 */
/**
 * @typedef {object} Laid
 * @property {Map<WaterfallRow, Seen>} seen by request of the capture
 * @property {BrowserEntry[]} missing asked for by the browser, and not in the capture
 * @property {number} cached entries that the browser's cache answered: none of them is in the capture
 * @property {WaterfallRow[]} unseen requests of the capture that the HAR has not
 * @property {number|null} aheadMs how far the browser's clock is ahead of the capture's; null: nothing is in both
 */

/** @param {number} ms −1: not known */
const known = (ms) => Math.max(0, ms);

/** The parts of an entry before its first byte is sent. @param {BrowserEntry} entry */
const beforeMs = ({ timings: { blocked, dns, connect } }) => sum([blocked, dns, connect], known);

/**
 * Requests of one URL are distinguished by their time: the clocks' offset is the median over URLs requested only once.
 * @param {readonly WaterfallRow[]} rows
 * @param {readonly BrowserEntry[]} entries by their start
 * @param {number} startEpochMs of the capture
 * @returns {Laid}
 */
export function layOver(rows, entries, startEpochMs) {
  const asked = entries.filter(({ isCached }) => !isCached);
  const byKey = group(rows, wireKey);
  const apartMs = clocksApart(asked, byKey, startEpochMs);
  /** @type {Laid} */
  const laid = { seen: new Map(), missing: [], cached: entries.length - asked.length, unseen: [], aheadMs: apartMs };
  for (const entry of asked) {
    const sentNs = (entry.startMs + beforeMs(entry) - startEpochMs - (apartMs ?? 0)) * 1e6;
    const row = nearest(
      (byKey.get(entry.key) ?? []).filter((one) => !laid.seen.has(one)),
      sentNs,
    );
    if (row === null) {
      laid.missing.push(entry);
      continue;
    }
    const fromNs = (entry.startMs - startEpochMs - (apartMs ?? 0)) * 1e6;
    const { send, wait, receive } = entry.timings;
    const atBrowserNs = sum([send, wait, receive], known) * 1e6;
    laid.seen.set(row, { entry, fromNs, toNs: fromNs + entry.totalMs * 1e6, atBrowserNs });
  }
  laid.unseen = rows.filter((row) => !laid.seen.has(row));
  return laid;
}

/** @param {WaterfallRow} row @returns {string} as `keyOf` writes it; of what is no URL its own text */
function wireKey({ host, target }) {
  const url = /^https?:/i.test(target) ? target : `http://${host}${target}`;
  return URL.canParse(url) ? keyOf(url) : url;
}

/**
 * @param {readonly BrowserEntry[]} entries
 * @param {Map<string, WaterfallRow[]>} byKey
 * @param {number} startEpochMs
 * @returns {number|null} ms
 */
function clocksApart(entries, byKey, startEpochMs) {
  const ofKey = group(entries, ({ key }) => key);
  const both = [...ofKey].flatMap(([key, [entry, ...others]]) => {
    const [row, ...more] = byKey.get(key) ?? [];
    if (row === undefined) return [];
    const apart = entry.startMs + beforeMs(entry) - startEpochMs - row.requestNs / 1e6;
    return [{ apart, isOnly: others.length === 0 && more.length === 0 }];
  });
  const sure = both.filter(({ isOnly }) => isOnly);
  const sorted = (sure.length > 0 ? sure : both).map(({ apart }) => apart).sort((a, b) => a - b);
  return sorted.length === 0 ? null : sorted[Math.floor((sorted.length - 1) / 2)];
}

/** @param {WaterfallRow[]} rows @param {number} sentNs @returns {WaterfallRow|null} */
function nearest(rows, sentNs) {
  let found = null;
  for (const row of rows) {
    if (found === null || Math.abs(row.requestNs - sentNs) < Math.abs(found.requestNs - sentNs)) found = row;
  }
  return found;
}
