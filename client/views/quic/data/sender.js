/** What is known of an end as a sender, from the column frame `quic-sender`. */
import { decodeColumnFrame } from '../../../../lib/shared/columns/column-frame.js';
import { GrowingColumn } from '../../../plot/growing-column.js';
import { LineSeries } from '../../../plot/series-columns.js';
import { min } from '../../../vendor/d3.js';
import { QlogData } from './qlog.js';

/** @typedef {import('../../../../lib/shared/columns/column-frame.js').Column} Column */
/**
 * @typedef {object} SenderMeta
 * @property {number} direction
 * @property {'sender'|'receiver'|'middle'|'unknown'} [vantage] missing: its data is not decrypted
 * @property {number|null} [initialWindowBytes]
 * @property {string|null} [congestionControl]
 * @property {string|null} [congestionControlReason]
 * @property {number} [packetBytes]
 * @property {string[]} phases
 * @property {string[]} limits
 * @property {import('./qlog.js').QlogFacts} [qlog] what the end itself logged
 */
/**
 * @typedef {object} Sender
 * @property {SenderMeta} meta
 * @property {LineSeries} flight
 * @property {LineSeries} cwnd
 * @property {LineSeries} confidence percent, at the times of `cwnd`
 * @property {LineSeries} rtt
 * @property {LineSeries} smoothed
 * @property {LineSeries} spin
 * @property {number} minNs shortest round trip; Infinity: none
 * @property {{ start: GrowingColumn, end: GrowingColumn, name: string[] }} causes what limited it
 * @property {{ startNs: number, endNs: number, phase: string }[]} phases
 * @property {QlogData|null} qlog
 */

/** @param {ArrayBuffer} buffer @returns {Sender} */
export function senderFrom(buffer) {
  const { meta, columns } = decodeColumnFrame(buffer);
  const senderMeta = /** @type {SenderMeta} */ (meta);
  const of = (/** @type {string} */ name) => columns[name] ?? new Float64Array();
  const line = (/** @type {Column} */ time, /** @type {Column} */ value) => lineOf(time, value);
  return {
    meta: senderMeta,
    flight: line(of('flightTime'), of('flightBytes')),
    cwnd: line(of('cwndTime'), of('cwndBytes')),
    confidence: line(of('cwndTime'), of('cwndConfidence')),
    rtt: line(of('rttTime'), of('rttNs')),
    smoothed: line(of('rttTime'), of('rttSmoothedNs')),
    spin: line(of('spinTime'), of('spinNs')),
    minNs: min(of('rttNs')) ?? Infinity,
    causes: {
      start: columnOf(of('limitStart')),
      end: columnOf(of('limitEnd')),
      name: Array.from(of('limitName'), (place) => senderMeta.limits[place]),
    },
    phases: Array.from(of('phaseName'), (place, i) => ({
      startNs: of('phaseStart')[i],
      endNs: of('phaseEnd')[i],
      phase: senderMeta.phases[place],
    })),
    qlog: senderMeta.qlog === undefined ? null : new QlogData(senderMeta.qlog),
  };
}

/** @param {Column} time @param {Column} value */
function lineOf(time, value) {
  const series = new LineSeries();
  series.reserve(time.length);
  for (let i = 0; i < time.length; i++) series.push(time[i], value[i], i);
  series.summarise();
  return series;
}

/** @param {Column} values */
function columnOf(values) {
  const column = new GrowingColumn();
  for (const value of values) column.push(value);
  return column;
}
