/**
 * Transfers recorded of Linux that the application or the receiver held back (shared captures), and the same in the
 * simulator.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { linkOf, measure, startSeconds } from './recorded.js';
import { run } from './run.js';

/** Acknowledged for so long, a sender that writes again begins a burst. */
const PAUSE_SECONDS = 0.1;

/** @typedef {[string, number, number]} Step what the application did, from when to when */

/**
 * Times from a burst's first data to its last acknowledgement.
 * @param {ReturnType<typeof measure>} measured
 * @returns {number[]}
 */
function burstSeconds({ packets, direction, data }) {
  const bursts = [];
  let start = data[0].time;
  let una = 0;
  let lastAck = start;
  let sentTo = 0;
  for (const { direction: from, time, seq, len, ack } of packets) {
    if (from === direction && len > 0) {
      if (sentTo > 0 && una >= sentTo && time - lastAck > PAUSE_SECONDS) {
        bursts.push(lastAck - start);
        start = time;
      }
      sentTo = Math.max(sentTo, seq + len);
    } else if (from !== direction && ack > una) {
      una = ack;
      lastAck = time;
    }
  }
  return [...bursts, lastAck - start];
}

/**
 * When and how much the application wrote, by its own log; all at once where it wrote without a pause.
 * @param {any} expected of the recording's JSON
 * @param {number} bytes
 */
function writesOf({ client_log: [{ steps }], transfer }, bytes) {
  const times = steps
    .filter((/** @type {Step} */ [what]) => what === 'write')
    .map((/** @type {Step} */ [, from]) => from);
  if (times.length === 0) return { bytes };
  const sizes = transfer.send
    .filter((/** @type {[string, number]} */ [what]) => what === 'write')
    .map((/** @type {[string, number]} */ [, size]) => size);
  return {
    writes: times.map((/** @type {number} */ time, /** @type {number} */ index) => ({
      atMs: (time - times[0]) * 1000,
      bytes: sizes[index],
    })),
  };
}

/**
 * When the receiving application slept, by its own log.
 * @param {any} expected of the recording's JSON
 * @param {number} start of the capture at the client, whose first packet is the SYN
 * @returns {import('../../../lib/simulator/tcp/slow-reading.js').Reader}
 */
function sleeperOf({ server_log: [{ steps }] }, start) {
  const sleeps = steps.filter((/** @type {Step} */ [what]) => what === 'sleep');
  return {
    pauses: sleeps.map((/** @type {Step} */ [, from, to]) => ({
      atMs: (from - start) * 1000,
      forMs: (to - from) * 1000,
    })),
  };
}

/**
 * A receive buffer of fixed size gives the windows that the recording shows.
 * @param {number[]} windows told, in bytes
 */
const fixedWindow = (windows) => ({
  receiveWindowBytes: windows[0],
  maxReceiveWindowBytes: Math.max(...windows),
  receiveAutotuning: false,
});

/**
 * @param {string} folder @param {string} name of a recorded upload
 * @param {{ tcp?: object, reader?: { bytes: number, everyMs: number }, sleeps?: boolean }} options features that the
 *   recording's options
 *   set; how its application reads; it sleeps as its log says
 * @returns {{ error: number, packetError: number, ackError: number, burstErrors: number[] }} as shares: of the whole
 *   time, of packets each
 *   way, of each burst's time
 */
export function replayedLimited(folder, name, { tcp = {}, reader, sleeps = false }) {
  const {
    captures,
    link,
    congestion_control: congestionControl,
    initcwnd: initialWindowSegments,
    expected,
  } = JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'));
  const capture = gunzipSync(readFileSync(`${folder}/${captures[0].file}`));
  const observed = measure(capture);
  const reads = sleeps ? sleeperOf(expected, startSeconds(capture)) : reader;
  const acksOf = (/** @type {ReturnType<typeof measure>} */ { packets, direction }) =>
    packets.filter((packet) => packet.direction !== direction);
  const windows = acksOf(observed)
    .map((packet) => /** @type {{ window: number }} */ (/** @type {unknown} */ (packet)).window)
    .slice(1);
  const isFixed = expected.transfer.recv_opts?.rcvbuf !== undefined;
  const host = { congestionControl, initialWindowSegments, ...tcp };
  const simulated = measure(
    run({
      path: [
        {
          name: 'path',
          clientToServer: linkOf(link.client_to_server, []),
          serverToClient: linkOf(link.server_to_client, []),
        },
      ],
      hosts: { client: { tcp: host }, server: { tcp: { ...host, ...(isFixed ? fixedWindow(windows) : {}) } } },
      traffic: [
        { kind: 'bulk', from: 'client', ...writesOf(expected, observed.bytes), ...(reads ? { reader: reads } : {}) },
      ],
      taps: [{ at: 'client', snapLength: 128 }],
    }).captures[0].bytes,
  );
  const bursts = burstSeconds(observed);
  return {
    error: simulated.seconds / observed.seconds - 1,
    packetError: simulated.data.length / observed.data.length - 1,
    ackError: acksOf(simulated).length / acksOf(observed).length - 1,
    burstErrors: burstSeconds(simulated).map((seconds, index) => seconds / bursts[index] - 1),
  };
}
