/** What two threads write of a capture's connections is, byte for byte, what one writes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CAPTURES } from '../../bench/generator/captures.js';
import { generate } from '../../bench/generator/generate.js';
import { ReadAhead } from '../../lib/threads/parallel-reader.js';
import { startReading } from '../../lib/threads/start-reader.js';
import { SharedWriting } from '../../lib/ahead/shared-writing.js';
import { WrittenBlocks } from '../../lib/ahead/written-blocks.js';
import { CaptureAnalysis } from '../../lib/analysis/capture-analysis.js';
import { readCapture } from '../../lib/capture/file/read-capture.js';
import { Examiner } from '../../lib/insight/findings/diagnose.js';
import { JsonBytes } from '../../lib/tcpflow/describe/json-bytes.js';
import { withTwo } from '../support/processors.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/pcaps/', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'selfclock-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** One of the bench's captures, smaller. @param {string} name @param {number} scale */
function made(name, scale) {
  const path = join(directory, `${name}.pcap`);
  generate(/** @type {typeof CAPTURES[number]} */ (CAPTURES.find((capture) => capture.name === name)), scale, path);
  return path;
}

/** @param {CaptureAnalysis} analysis */
function withExaminer(analysis) {
  analysis.examiner = new Examiner(analysis.tcp, analysis.messages);
  return analysis;
}

/** @param {string} path */
async function writtenByOne(path) {
  const analysis = new CaptureAnalysis(), lines = [];
  await readCapture(path, analysis);
  const json = new JsonBytes(withExaminer(analysis).tcp.flows.jsonBuffer);
  for (let index = 0; index < analysis.flowCount; index++) {
    analysis.writeFlow(json, index);
    lines.push(Buffer.from(json.take()).toString());
  }
  return { flows: lines.map((line) => `\n${line}`).join(','), findings: analysis.describeFindings() };
}

/** @param {string} path @param {number} [leastFlows] that both threads write */
async function opened(path, leastFlows) {
  const thread = await startReading(path, { leastBytes: 0 });
  if (thread === null) throw new Error(`${path} was not read ahead`);
  const ahead = new ReadAhead(thread, { isWriting: true, leastFlows });
  const analysis = new CaptureAnalysis({ core: ahead.core, front: ahead.front });
  await ahead.bring(analysis);
  return { thread, ahead, analysis: withExaminer(analysis) };
}

/** @param {SharedWriting} writing @param {CaptureAnalysis} analysis */
async function writtenBy(writing, analysis) {
  /** @type {Buffer[]} */
  const pieces = [];
  const write = writing.begin(), findings = analysis.describeFindings(await writing.between);
  await write(async (bytes) => {
    await new Promise(setImmediate);
    pieces.push(Buffer.from(bytes));
  });
  return { flows: Buffer.concat(pieces).toString(), findings };
}

const captures = ['mux-1998.pcap', 'node-pipelined.pcap', 'timeout.pcap', 'hostile-text.pcap', 'snaplen.pcap', 'one-way.pcap'].map((name) =>
  join(FIXTURES, name));

withTwo.each([...captures, made('b', 0.005), made('d', 0.02)])('%s', async (path) => {
  const { ahead: { writing }, analysis } = await opened(path, 0);
  if (writing === null) throw new Error('it is written by one thread');
  expect(await writtenBy(writing, analysis)).toEqual(await writtenByOne(path));
}, 30_000);

withTwo('what the other thread leaves behind when it dies is written, too', async () => {
  const path = made('d', 0.02), { ahead, analysis } = await opened(path), parts = analysis.plainParts;
  if (parts === null) throw new Error('nothing is shared');
  const dying = {
    hasDied: true,
    lookBetween: async () => undefined,
    write: (/** @type {import('../../lib/ahead/writing-thread.js').WritingTask} */ { place }) => void new WrittenBlocks(ahead.core, place).claim(),
  };
  expect(await writtenBy(new SharedWriting(analysis, ahead.core, dying, parts), analysis)).toEqual(await writtenByOne(path));
}, 30_000);

withTwo('few connections are written by one thread', async () => {
  expect((await opened(join(FIXTURES, 'handshake-get.pcap'))).ahead.writing).toBe(null);
});
