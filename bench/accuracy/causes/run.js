/** A drawn scenario, simulated: what each tap captured, and the truth. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { TimeQueries } from '../../../lib/analysis/time-queries.js';
import { PcapWriter } from '../../../lib/capture/writer.js';
import { EventLog } from '../../../lib/simulator/ledger/event-log.js';
import { trueLedger } from '../../../lib/simulator/ledger/walk.js';
import { runScenario } from '../../../lib/simulator/scenario/run.js';
import { withFault } from './faults.js';

/** @typedef {import('./families/common.js').Tap} Tap */
/** @typedef {import('./faults.js').Captured} Captured */
/** @typedef {import('../../../lib/simulator/ledger/walk.js').Interval} Interval */
/**
 * seen: when which packet came there, by number.
 * @typedef {{ at: Tap, bytes: Uint8Array, seen: Map<number, number> }} Tapped
 */
/**
 * @typedef {object} Simulated
 * @property {Tapped[]} captures those with packets
 * @property {EventLog} log
 * @property {Interval[][]} ledgers of each connection
 */

/** Taps from which a capture is judged. @type {readonly Tap[]} */
export const TAPS = ['client', 'middle', 'server'];
const FILE_HEADER_BYTES = 24;
const RECORD_HEADER_BYTES = 16;
const CLIENT_NET = [192, 0, 2];
const SOURCE_AT = 26;

/** @param {import('./draw.js').Drawn} drawn @returns {Simulated} */
export function simulated({ scenario, places, plan, lot }) {
  const log = new EventLog();
  const taps = plan.taps ?? TAPS;
  const hops = ['client', ...scenario.path.map(({ name }) => name)];
  const seen = new Map(taps.map((at) => [at, /** @type {Map<number, number>} */ (new Map())]));
  const watch = taps.map((at) => ({
    place: hops.indexOf(places[at]),
    see: (/** @type {import('../../../lib/simulator/network.js').Packet} */ packet, /** @type {number} */ nowNs) => {
      if ('number' in packet) seen.get(at)?.set(packet.number, nowNs);
    },
  }));
  const { captures } = runScenario(scenario, { observer: log, watch });
  const byPlace = new Map(captures.map(({ at, bytes }) => [at, bytes]));
  const whole = taps.map((at) => ({
    at,
    bytes: /** @type {Uint8Array} */ (byPlace.get(places[at])),
    seen: /** @type {Map<number, number>} */ (seen.get(at)),
  }));
  return {
    captures: whole
      .filter(({ bytes }) => bytes.length > FILE_HEADER_BYTES)
      .map((one) => (plan.faults === undefined ? one : { ...one, bytes: faulty(one.bytes, plan.faults, lot) })),
    log,
    ledgers: [...log.flows.keys()].sort((a, b) => a - b).map((flow) => trueLedger(log, flow, plan.charges)),
  };
}

/**
 * @param {Uint8Array} bytes of a pcap file @param {readonly import('./faults.js').Fault[]} faults
 * @param {import('./lot.js').Lot} lot
 */
function faulty(bytes, faults, lot) {
  let captured = recordsOf(bytes);
  for (const fault of faults) captured = withFault(captured, fault, lot);
  const writer = new PcapWriter({ nanoseconds: true });
  return concat([
    writer.header(),
    ...captured.map(({ ns, frame }) => writer.packet({ epochNs: EPOCH_NS + BigInt(ns), data: frame })),
  ]);
}

/** Times of records are counted from here: they fit a double. */
const EPOCH_NS = 1_767_000_000n * 1_000_000_000n;

/** @param {Uint8Array} bytes @returns {Captured[]} */
function recordsOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  /** @type {Captured[]} */
  const records = [];
  for (let at = FILE_HEADER_BYTES; at < bytes.length;) {
    const length = view.getUint32(at + 8, true);
    const frame = bytes.subarray(at + RECORD_HEADER_BYTES, at + RECORD_HEADER_BYTES + length);
    const seconds = view.getUint32(at, true) - Number(EPOCH_NS / 1_000_000_000n);
    const ns = seconds * 1e9 + view.getUint32(at + 4, true);
    records.push({ ns, frame, isClient: CLIENT_NET.every((octet, index) => frame[SOURCE_AT + index] === octet) });
    at += RECORD_HEADER_BYTES + length;
  }
  return records;
}

/** @param {Uint8Array[]} pieces */
function concat(pieces) {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** @param {Uint8Array} bytes */
export function analysed(bytes) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(bytes);
  analysis.ingest.end();
  analysis.findings.times = new TimeQueries(analysis.ingest, { all: true });
  return analysis;
}
