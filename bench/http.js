/**
 * node bench/http.js [FILE] [--rounds 5]
 *
 * What HTTP/1 costs: processor seconds of reading a capture with TCP analysis alone (no byte is reassembled), with
 * messages counted, as `analyze --json` does, and with each message kept, as `analyze --messages` and the server do.
 * Each reading is a process of its own, in turn, so that whatever else the machine does hits all alike.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { CaptureReader } from '../lib/capture/reader.js';
import { createCore } from '../lib/engine/engine.js';
import { PacketDecoder } from '../lib/packet/decoder.js';
import { Http1Parser } from '../lib/protocols/http1/parser.js';
import { MessageAnalysis } from '../lib/protocols/message-analysis.js';
import { TcpTracker } from '../lib/tcpflow/tracker.js';
import { benchCapture } from './data-files.js';
import { median } from './measure.js';

/** @typedef {'tcp'|'counted'|'kept'} Mode */

const GOAL = 0.3;
const MODES = /** @type {Mode[]} */ (['tcp', 'counted', 'kept']);

/** @param {string} path @param {Mode} mode @returns {{ seconds: number, requests: number }} */
function read(path, mode) {
  const core = createCore();
  const tcp = new TcpTracker(core);
  const { flows } = tcp;
  const messages =
    mode === 'tcp'
      ? null
      : new MessageAnalysis({ keep: mode === 'kept', flows, http1: new Http1Parser(core), isInStreams: true });
  if (messages !== null) tcp.handTo(messages);
  const decoder = new PacketDecoder({ batch: tcp.batch, core: tcp.decoderCore, onSegments: () => tcp.track() });
  const reader = new CaptureReader({ onFrames: (frames) => decoder.decode(frames), batch: decoder.frameBatch });
  const [chunk] = decoder.chunks;
  const file = openSync(path, 'r');
  for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk)) {
    reader.push(chunk.subarray(0, length));
  }
  closeSync(file);
  reader.end();
  tcp.end();
  const { user, system } = process.cpuUsage();
  return { seconds: (user + system) / 1e6, requests: messages?.requestCount ?? 0 };
}

const {
  values: { mode, rounds },
  positionals: [path = benchCapture('a', 1).path],
} = parseArgs({
  allowPositionals: true,
  options: { mode: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});
if (mode !== undefined) {
  process.stdout.write(JSON.stringify(read(path, /** @type {Mode} */ (mode))));
  process.exit();
}
/** @type {ReturnType<typeof read>[][]} */
const runs = [];
for (let round = 0; round < Number(rounds); round++) {
  runs.push(
    MODES.map((one) =>
      JSON.parse(
        execFileSync(process.execPath, [fileURLToPath(import.meta.url), path, '--mode', one], { encoding: 'utf8' }),
      ),
    ),
  );
}
const middle = (/** @type {number} */ place) => median(runs.map((round) => round[place].seconds));
process.stdout.write(
  `TCP alone ${middle(0).toFixed(2)} s of processor time, medians of ${rounds}; ${runs[0][2].requests} requests\n`,
);
for (const place of [1, 2]) {
  const more = median(runs.map((round) => round[place].seconds / round[0].seconds - 1));
  process.stdout.write(
    `messages ${MODES[place]}: ${middle(place).toFixed(2)} s, + ${(more * 100).toFixed(0)} % (≤ ${GOAL * 100} % ${more <= GOAL ? 'met' : 'MISSED'})\n`,
  );
}
