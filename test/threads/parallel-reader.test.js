import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { readCapture } from '../../lib/capture/file/read-capture.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { describeQuicPackets } from '../../lib/quicflow/describe/describe-packets.js';
import { describePackets } from '../../lib/tcpflow/describe/describe-packets.js';
import { ParallelReader } from '../../lib/threads/parallel-reader.js';
import { startReading } from '../../lib/threads/start-reader.js';
import { quicCapture } from '../quicflow/capture.js';
import { withErrors } from '../support/packets/icmp.js';
import { frameBytes } from '../support/packets/packets.js';
import { sentCapture } from '../support/packets/sent-capture.js';
import { withTwo } from '../support/processors.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/pcaps/', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'selfclock-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** All that an analysis says. @param {OpenedAnalysis} analysis */
function saidBy(analysis) {
  const flows = Array.from({ length: analysis.connections.count }, (_, index) => analysis.connections.describe(index));
  return {
    capture: analysis.ingest.describe(),
    flows,
    packets: [...describePackets(analysis.ingest.tcp)],
    quic: analysis.ingest.quic && [...describeQuicPackets(analysis.ingest.quic)],
    messages: [...analysis.messages.inOrder()],
  };
}

/** @param {string} path */
async function readPlainly(path) {
  const analysis = new OpenedAnalysis({ ciphers: nodeCiphers });
  await readCapture(path, analysis.ingest);
  return analysis;
}

/** @param {string} path @param {number} [chunkBytes] */
async function readByTwo(path, chunkBytes) {
  const thread = await startReading(path, { leastBytes: 0 });
  if (thread === null) throw new Error(`${path} was not read ahead`);
  const ahead = new ParallelReader(thread, { chunkBytes });
  const analysis = new OpenedAnalysis({ core: ahead.core, decoder: ahead.decoder, ciphers: nodeCiphers });
  await ahead.bring(analysis).catch(async (error) => {
    await thread.terminate();
    throw error;
  });
  return analysis;
}

/** @param {string} name @param {Uint8Array} bytes */
function file(name, bytes) {
  const path = join(directory, name);
  writeFileSync(path, bytes);
  return path;
}

/** Requests and answers enough for some hundred batches. */
const long = sentCapture(
  Array.from({ length: 300 }, (_, i) =>
    i % 2 === 0
      ? { endpoint: 0, bytes: new TextEncoder().encode(`GET /${i} HTTP/1.1\r\nHost: a\r\n\r\n`) }
      : {
          endpoint: 1,
          bytes: new TextEncoder().encode(`HTTP/1.1 200 OK\r\nContent-Length: ${i * 30}\r\n\r\n${'x'.repeat(i * 30)}`),
        },
  ),
);

/** Each SYN is rejected, by ICMP errors between others. */
const refused = withErrors(
  Array.from({ length: 8 }, (_, k) => (k === 0 ? 'client SYN' : `+${2 ** k}s client SYN seq 0`)),
  Object.fromEntries([1, 3, 4, 8].map((packet) => [packet, { type: 3, code: 13 }])),
);

/** TCP segments, to stand between QUIC's. */
const synFrames = () =>
  [1, 2, 3].map((i) =>
    frameBytes({
      source: { address: '10.0.0.1', port: i },
      destination: { address: '10.0.0.2', port: 80 },
      seq: i,
      flags: 2,
    }),
  );

const captures = readdirSync(FIXTURES)
  .filter((name) => /\.pcap(ng)?$/.test(name))
  .map((name) => /** @type {[string, Uint8Array]} */ ([name, readFileSync(join(FIXTURES, name))]));
captures.push(
  ['long.pcap', long],
  ['icmp.pcap', refused],
  ['quic.pcapng', quicCapture()],
  ['quic-and-tcp.pcapng', quicCapture({ frames: synFrames() })],
  ['cut.pcap', long.subarray(0, long.length - 7)],
  ['damaged.pcap', Uint8Array.from(long, (byte, i) => (i >= 100_000 && i < 100_100 ? 0xff : byte))],
);

withTwo.each(captures)(
  '%s is the same whether one thread reads it or two',
  async (name, bytes) => {
    const path = file(name, bytes);
    const expected = saidBy(await readPlainly(path));
    for (const chunkBytes of [700, undefined]) expect(saidBy(await readByTwo(path, chunkBytes))).toEqual(expected);
  },
  30_000,
);

withTwo('what is no capture behind its magic number is an error, as ever', async () => {
  const path = file('header.pcap', long.subarray(0, 20));
  const plainly = await readPlainly(path).catch(({ code, message, offset }) => ({ code, message, offset }));
  await expect(readByTwo(path)).rejects.toMatchObject(plainly);
  expect(plainly).toMatchObject({ code: 'cut_header' });
});

withTwo('only a capture of some size, not packed, is read ahead', async () => {
  expect(await startReading('-')).toBe(null);
  expect(await startReading(file('small.pcap', long))).toBe(null);
  expect(await startReading(file('packed.pcap.gz', gzipSync(long)), { leastBytes: 0 })).toBe(null);
  await expect(startReading(join(directory, 'nothing'))).rejects.toMatchObject({ code: 'not_found' });
});
