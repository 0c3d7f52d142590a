/** Fuzzes qlogs: each is read and answered, or refused in a sentence, in a time that suits its size. */
import { setImmediate } from 'node:timers/promises';

import { EndpointLogs } from '../../../lib/analysis/quic/endpoint-logs.js';
import { QuicConnections } from '../../../lib/analysis/quic/quic-connections.js';
import { qlogRecords } from '../../../lib/export/qlog/qlog-records.js';
import { QlogAnswers } from '../../../lib/quicflow/qlog/describe.js';
import { readQlog } from '../../../lib/quicflow/qlog/qlog.js';
import { QlogError } from '../../../lib/quicflow/qlog/records.js';
import { conversation } from '../../quicflow/conversation.js';
import { Secrets, tracked } from '../../quicflow/seal.js';
import { mutateBytes } from '../mutators/bytes.js';

/** @typedef {import('../../../lib/quicflow/quic-tracker.js').QuicTracker} QuicTracker */

const MAX_CHANGES = 4;
const MAX_MS = 5_000;
/** What values become. */
const STRANGE = [
  ...[null, true, '', 'a', '1e400', '-1', [], {}, [[]], [[0]], [[5, 0]], 0, -1, 0.5, 1e300, 2 ** 53, 2 ** 62],
  ...['initial', '1RTT', 'transport:packet_sent', 'recovery:metrics_updated', 'server', '\u001b[2J', '\u202e'],
];

/** Events that the export does not write. */
const OTHERS = [
  { time: 9, name: 'recovery:metrics_updated', data: { latest_rtt: 2, smoothed_rtt: 2, congestion_window: 12000 } },
  { time: 9, name: 'packet_lost', group_id: 'b', data: { header: { packet_type: '1RTT', packet_number: 0 } } },
  { time: 9, name: 'recovery:spurious_loss', data: { packet_type: '1RTT', packet_number: 0 } },
  [
    9,
    'transport',
    'packet_sent',
    { header: { packet_type: '1RTT', packet_number: 2 }, frames: [{ frame_type: 'ack' }] },
  ],
];

/** @param {QuicTracker} quic @returns {object[]} records of a qlog */
function seedRecords(quic) {
  const connections = new QuicConnections(quic, 1e9);
  const packets = connections.dataOf(0).packets();
  const text = [...qlogRecords(connections.describe(0), packets, { startEpochMs: 1, version: '1' }, [])].join('');
  const records = text.split('\x1e').filter((record) => record.trim() !== '');
  return [...records.map((record) => JSON.parse(record)), ...OTHERS];
}

/**
 * A value with some value inside it changed.
 * @param {any} value @param {import('../random.js').Random} random
 * @returns {any}
 */
function changed(value, random) {
  const keys = value !== null && typeof value === 'object' ? Object.keys(value) : [];
  if (keys.length === 0 || random.chance(0.2)) return random.pick(STRANGE);
  const key = random.pick(keys);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = changed(value[key], random);
  return copy;
}

/** @param {object[]} records @param {import('../random.js').Random} random */
function qlogFrom(records, random) {
  const list = [...records];
  for (let changes = random.below(MAX_CHANGES); changes > 0; changes--) {
    const at = random.below(list.length);
    list.splice(at, random.below(2), changed(random.pick(list), random));
  }
  const [head, ...events] = /** @type {any[]} */ (list);
  const text = random.chance(0.5)
    ? list.map((record) => `\x1e${JSON.stringify(record)}\n`).join('')
    : JSON.stringify({ ...head, traces: [{ ...head?.trace, events }] });
  const bytes = new TextEncoder().encode(text);
  return random.chance(0.5) ? mutateBytes(bytes, random) : bytes;
}

/** @param {QuicTracker} quic @param {Uint8Array} bytes */
function describeBeside(quic, bytes) {
  const logs = new EndpointLogs(quic);
  logs.add(readQlog(bytes, { keepsFrames: false }));
  const senders = new QuicConnections(quic, 1e9, null, logs).describeSenders(0);
  JSON.stringify([senders, [0, 1].map((direction) => logs.of(0, direction)?.clock)]);
}

/**
 * @param {Uint8Array} bytes @param {QuicTracker|null} [besideCapture] of a connection that it may be of
 * @returns {string|null} what is wrong; null: nothing
 */
export function faultOf(bytes, besideCapture = null) {
  const beganMs = performance.now();
  try {
    const answers = new QlogAnswers(readQlog(bytes));
    JSON.stringify([answers.flows, [...answers.packets()], answers.sender('q0')]);
    if (besideCapture !== null) describeBeside(besideCapture, bytes);
  } catch (error) {
    if (!(error instanceof QlogError)) return `threw ${/** @type {Error} */ (error).stack}`;
    if (error.message === '') return 'no sentence';
  }
  const tookMs = performance.now() - beganMs;
  return tookMs > MAX_MS ? `took ${Math.round(tookMs / 1000)} s` : null;
}

/** @returns {Promise<import('./run-kind.js').Kind>} */
export async function prepare() {
  const secrets = new Secrets();
  const quic = tracked(conversation(secrets), { keyLog: secrets.keyLog() });
  const records = seedRecords(quic);
  const ofServer = JSON.parse(JSON.stringify(records).replaceAll('"network"', '"server"'));
  return {
    check: async (random) => {
      await setImmediate(); // what was said of the input before is to be heard
      return faultOf(qlogFrom(random.chance(0.5) ? records : ofServer, random), quic);
    },
    close: async () => {},
  };
}
