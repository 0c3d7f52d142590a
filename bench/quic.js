/**
 * node bench/quic.js
 *
 * How fast QUIC is decrypted and followed, on one core, against tshark with the same keys; and what looking for QUIC
 * costs captures without any: of TCP, and of other UDP.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CaptureDecoder } from '../lib/analysis/capture-decoder.js';
import { OpenedAnalysis } from '../lib/analysis/opened-analysis.js';
import { readBytes } from '../lib/capture/file/read-capture.js';
import { createCore } from '../lib/engine/engine.js';
import { nodeCiphers } from '../lib/node/ciphers.js';
import { TcpTransport } from '../lib/tcpflow/tcp-transport.js';
import { ethernet, ipv4, tcp, udp } from '../test/packet/bytes.js';
import { downloadCapture } from '../test/quicflow/download.js';
import { pcap } from '../test/support/packets/packets.js';
import { measure, median } from './measure.js';

/** So many that starting is a small part of either program's time. */
const PACKETS = 100_000;
const DATA_BYTES = 1200;
const ROUNDS = 7;
const TSHARK_ROUNDS = 3;
const GOALS = { packetsPerSecond: 100_000, ofTshark: 0.2, tcp: 1.02, udp: 1.05 };

/** @param {Uint8Array[]} frames a tenth of a millisecond after each other */
const captureOf = (frames) =>
  pcap(frames.map((bytes, i) => ({ timeNs: i * 1e5, bytes, originalLength: bytes.length })));

/** @param {() => Promise<void> | void} work @returns {Promise<number>} seconds of this process's CPU time */
async function cpuSeconds(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/**
 * Decoding and tracking, with and without a look for QUIC, in turn.
 * @param {Uint8Array} bytes @returns {Promise<number>} ratio
 */
async function costOfLooking(bytes) {
  const decode = (/** @type {(() => void) | null} */ onDatagrams) => () => {
    const core = createCore();
    const transport = new TcpTransport(core);
    const decoder = new CaptureDecoder({
      core,
      batch: transport.batch,
      onSegments: () => transport.track(),
      onSecrets: () => {},
      onDns: () => {},
      onDatagrams,
      onIcmpError: () => {},
      tableBytes: () => 0,
    });
    for (let at = 0; at < bytes.length; at += 1 << 20) decoder.push(bytes.subarray(at, at + (1 << 20)));
  };
  const ratios = [];
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const without = await cpuSeconds(decode(null));
    const looking = await cpuSeconds(decode(() => {}));
    if (round >= ROUNDS) ratios.push(looking / without);
  }
  return median(ratios);
}

/** @param {string} what @param {string} value @param {boolean} isMet */
const tell = (what, value, isMet) => process.stdout.write(`${what}: ${value} ${isMet ? 'met' : 'MISSED'}\n`);

const bytes = downloadCapture({ packets: PACKETS, dataBytes: DATA_BYTES });
const rates = [];
for (let round = 0; round <= ROUNDS; round++) {
  const analysis = new OpenedAnalysis({ ciphers: nodeCiphers });
  const seconds = await cpuSeconds(() => readBytes(bytes, analysis.ingest, {}));
  if (round > 0) rates.push((analysis.ingest.quic?.packets.count ?? 0) / seconds);
}
const rate = median(rates);
tell('QUIC followed', `${Math.round(rate)} packets/s (≥ ${GOALS.packetsPerSecond})`, rate >= GOALS.packetsPerSecond);

const folder = mkdtempSync(join(tmpdir(), 'selfclock-quic-bench-'));
const file = join(folder, 'quic.pcapng');
writeFileSync(file, bytes);
const ours = [];
const theirs = [];
for (let round = 0; round < TSHARK_ROUNDS; round++) {
  ours.push((await measure([process.execPath, 'bin/selfclock.js', 'analyze', file])).cpuSeconds);
  const filter = ['-Y', 'quic', '-T', 'fields', '-e', 'quic.packet_number'];
  theirs.push((await measure(['tshark', '-n', '-r', file, ...filter])).cpuSeconds);
}
rmSync(folder, { recursive: true });
const ratio = median(ours) / median(theirs);
tell(
  'analyze against tshark',
  `${ratio.toFixed(2)} of its processor time (≤ ${GOALS.ofTshark})`,
  ratio <= GOALS.ofTshark,
);

const payload = new Uint8Array(600).map((_, i) => i);
const segment = ethernet(ipv4(tcp({ payload }), { protocol: 6 }));
const datagram = ethernet(ipv4(udp(payload, [5004, 5006]), { protocol: 17 }));
for (const [name, frame, goal] of /** @type {const} */ ([
  ['TCP', segment, GOALS.tcp],
  ['UDP that is no QUIC', datagram, GOALS.udp],
])) {
  const cost = await costOfLooking(captureOf(Array.from({ length: 50_000 }, () => frame)));
  tell(`Decoding ${name}, looking for QUIC`, `${cost.toFixed(3)} of the time without (≤ ${goal})`, cost <= goal);
}
