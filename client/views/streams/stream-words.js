/** Text of streams and sessions. Pure. */
import { count, formatBytes, formatNumber } from '../../base/format.js';
import { maxIndex, min, sum } from '../../vendor/d3.js';
import { spanWords } from '../timeline/times.js';
import { balanceAt, isGrant } from './stream-model.js';

/** @typedef {import('./stream-model.js').Streams} Streams */
/** @typedef {import('./stream-model.js').StreamLane} StreamLane */
/** @typedef {import('./stream-model.js').Stall} Stall */
/** @typedef {import('../timeline/hover-card.js').CardContent} CardContent */

/** @param {{ startNs: number, endNs: number }} stall */
const lengthNs = ({ startNs, endNs }) => endNs - startNs;

/** @param {Streams} streams */
const unit = ({ protocol }) => (protocol === 'webmux' ? 'session' : 'stream');

/** @param {Streams} streams @param {StreamLane} lane */
export function laneTitle(streams, { lane, stream, use }) {
  if (lane === 0) return 'Connection';
  return `${streams.protocol === 'webmux' ? 'Session' : 'Stream'} ${formatNumber(stream)}${use > 1 ? `, use ${use}` : ''}`;
}

/** @param {StreamLane} lane @param {number} direction @returns {number} ns */
export const stalledNs = ({ stalls }, direction) =>
  sum(stalls, (stall) => (stall.direction === direction ? lengthNs(stall) : 0));

/**
 * @param {Streams} streams
 * @param {number} direction
 * @returns {[string, string]} the first clause, and the rest
 */
export function sentenceOf(streams, direction) {
  const { lanes } = streams;
  const carried = lanes.filter(({ lane }) => lane > 0).length;
  const word = streams.protocol === 'webmux' ? 'Credit' : 'Flow control';
  const stalls = lanes.flatMap((lane) =>
    lane.stalls.filter((stall) => stall.direction === direction).map((stall) => ({ ...stall, lane })),
  );
  if (stalls.length === 0) {
    return [
      `${word} never ran out.`,
      ` ${carried === 1 ? `One ${unit(streams)} has the connection to itself.` : `${count(carried, unit(streams))} share the connection.`}${leftWords(streams, direction)}`,
    ];
  }
  const longest = stalls[maxIndex(stalls, lengthNs)];
  const summed = sum(stalls, lengthNs);
  return [
    `${word} · ${count(stalls.length, 'stall')}, ${spanWords(summed)} summed.`,
    ` The longest, ${spanWords(lengthNs(longest))}, held back ${laneTitle(streams, longest.lane).toLowerCase()}.`,
  ];
}

/**
 * What a MUX sender had left counts from a credit that is mostly not on the wire.
 * @param {Streams} streams
 * @param {number} direction
 * @returns {string} empty where nothing was counted
 */
function leftWords(streams, direction) {
  if (streams.protocol !== 'webmux') return '';
  const least = min(streams.lanes, (lane) => min(lane.balances[direction], (row) => balanceAt(streams, lane, row)));
  return least !== undefined
    ? ` At least ${formatBytes(least)} was left, if the initial credit is what the table assumes.`
    : '';
}

/** @param {Streams} streams @param {StreamLane} lane @param {number} row @returns {CardContent} */
export function frameCard(streams, lane, row) {
  const { columns, types } = streams;
  const balance = balanceAt(streams, lane, row);
  /** @type {import('../timeline/hover-card.js').CardLine[]} */
  const lines = [
    ['Direction', columns.direction[row] === 0 ? 'client → server' : 'server → client'],
    ['Time', `${formatNumber(columns.time[row] / 1e9, 6)} s`],
    ['Bytes', `${formatBytes(columns.bytes[row])}, ${formatBytes(columns.content[row])} of payload`],
  ];
  if (isGrant(streams, row)) lines.push(['Grants', formatBytes(columns.value[row])]);
  if (!Number.isNaN(balance)) lines.push(['Left to send', balanceWords(balance)]);
  return {
    letter: '',
    letterClass: '',
    title: `${types[columns.type[row]] ?? 'unknown'} · ${laneTitle(streams, lane)}`,
    corner: `frame ${formatNumber(columns.frame[row])}`,
    lines,
    canStay: false,
  };
}

/** @param {number} balance */
function balanceWords(balance) {
  if (balance === Infinity) return 'unlimited';
  return balance < 0 ? `nothing, overdrawn by ${formatBytes(-balance)}` : formatBytes(balance);
}

/** @param {Streams} streams @param {StreamLane} lane @param {Stall} stall @returns {CardContent} */
export function stallCard(streams, lane, { startNs, endNs }) {
  const { columns } = streams;
  const first = lane.rows.find(
    (row) => columns.time[row] >= startNs && isGrant(streams, row) && columns.time[row] <= endNs,
  );
  return {
    letter: '',
    letterClass: '',
    title: `Stalled for ${spanWords(endNs - startNs)}`,
    corner: laneTitle(streams, lane),
    canStay: false,
    lines: [
      ['From', `${formatNumber(startNs / 1e9, 6)} s`],
      ['To', `${formatNumber(endNs / 1e9, 6)} s`],
      ...(first === undefined
        ? []
        : [
            /** @type {import('../timeline/hover-card.js').CardLine} */ ([
              'Granted',
              `${formatBytes(columns.value[first])} after ${spanWords(columns.time[first] - startNs)}, frame ${formatNumber(columns.frame[first])}`,
            ]),
          ]),
    ],
  };
}

/** @param {Streams} streams */
export const titleOf = (streams) => `${count(streams.lanes.length - 1, unit(streams))} on one connection`;
