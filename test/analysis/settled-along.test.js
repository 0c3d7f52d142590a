/** Connections that are judged and examined while others are still being read come out as if all had been read before. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CAPTURES } from '../../bench/generator/captures.js';
import { generate } from '../../bench/generator/generate.js';
import { CaptureAnalysis } from '../../lib/analysis/capture-analysis.js';
import { Examiner } from '../../lib/insight/findings/diagnose.js';
import { ExaminedAlong } from '../../lib/insight/findings/examined-along.js';
import * as examining from '../../lib/insight/findings/diagnosis.js';
import { MAX_EXAMINED_FLOWS, withReason } from '../../lib/insight/findings/needs-diagnosis.js';
import { merge, pcap, script } from '../support/packets/packets.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/pcaps/', import.meta.url));

/** One of the bench's captures, smaller. @param {string} name @param {number} scale */
function made(name, scale) {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-')), path = join(folder, 'made.pcap');
  generate(/** @type {typeof CAPTURES[number]} */ (CAPTURES.find((capture) => capture.name === name)), scale, path);
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}

/** All that an analysis says, and the verdicts in its rows. @param {CaptureAnalysis} analysis */
function saidBy(analysis) {
  const { packets } = analysis.tcp, flows = Array.from({ length: analysis.flowCount }, (_, index) => analysis.describeFlow(index));
  const verdicts = packets.blocks.map(({ verdict, judgement, evidence }) => [verdict, judgement, evidence].map((column) => Buffer.from(column.buffer,
    column.byteOffset, column.byteLength).toString('latin1')));
  return { flows, findings: analysis.describeFindings(), verdicts };
}

/** @param {Uint8Array} bytes */
function atTheEnd(bytes) {
  const analysis = new CaptureAnalysis();
  analysis.push(bytes);
  analysis.end();
  analysis.examiner = new Examiner(analysis.tcp, analysis.messages);
  return saidBy(analysis);
}

/** @param {Uint8Array} bytes @param {number} pieceBytes read at a time @param {boolean} [all] */
async function along(bytes, pieceBytes, all = false) {
  const analysis = new CaptureAnalysis(), settled = new ExaminedAlong(analysis, async () => examining, all);
  analysis.along = settled;
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    analysis.push(bytes.subarray(at, at + pieceBytes));
    while (await analysis.settleAlong());
  }
  analysis.end();
  settled.finish();
  const { tcp, messages } = analysis, examined = settled.made.size, judgedOf = (/** @type {number} */ flow) => analysis.judgementOf(flow);
  analysis.examiner = new Examiner(tcp, messages, undefined, { all, made: settled.made, reasons: withReason(tcp.flows, messages), judgedOf });
  return { analysis, examined, said: saidBy(analysis) };
}

const HANDSHAKE = ['client SYN', 'server SYN-ACK', 'client ACK'], CLOSE = ['server FIN', 'client ACK', 'client FIN', 'server ACK'];
const LOSS = ['client PSH "GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"', 'server data 20x1000', 'server data 1000 lost', 'server data 4x1000', '+40ms client ACK',
  '+300ms server again 21', 'client ACK'];
/** Closed, and seconds later there is more of it. @param {string[]} lines */
const returning = (lines) => pcap(merge(
  script({ client: '10.0.0.1:1001' }, ...HANDSHAKE, ...LOSS, ...CLOSE, ...lines),
  script({ client: '10.0.0.1:1002' }, '@2s client SYN', ...HANDSHAKE.slice(1), ...LOSS, ...CLOSE),
));

const captures = readdirSync(FIXTURES).filter((name) => name.endsWith('.pcap')).map((name) => /** @type {[string, Uint8Array]} */ (
  [name, readFileSync(join(FIXTURES, name))]));

test.each([
  ...captures, ['many short connections', made('b', 0.005)], ['downloads', made('a', 0.02)],
  ['a copy of the last acknowledgement', returning(['@3s client ACK'])],
  ['a segment that comes again behind the end', returning(['@3s server again 22', 'client ACK'])],
  ['a reset behind the end', returning(['@3s server RST'])],
])('%s', async (_, bytes) => {
  const expected = atTheEnd(bytes);
  for (const pieceBytes of [997, 65_536]) expect((await along(bytes, pieceBytes)).said).toEqual(expected);
}, 60_000);

test('connections that are over are examined before the capture ends, and not again', async () => {
  const { examined } = await along(returning([]), 65_536);
  expect(examined).toBe(2);
  const bytes = made('a', 0.02), { analysis, examined: many } = await along(bytes, 65_536);
  expect(many).toBeGreaterThan(analysis.flowCount / 2);
});

test('no more are than are going to be told', async () => {
  const count = MAX_EXAMINED_FLOWS + 100, lines = ['client SYN', '+1s client SYN seq 0', 'server SYN-ACK', 'client ACK', LOSS[0], 'server data 100', ...CLOSE];
  const bytes = pcap(merge(...Array.from({ length: count }, (_, i) => (
    script({ client: `10.0.${i >> 8}.${i & 255}:1001` }, `@${2 * i}s client SYN`, ...lines.slice(1))))));
  const { examined, said } = await along(bytes, 65_536);
  expect([examined, (await along(bytes, 65_536, true)).examined]).toEqual([MAX_EXAMINED_FLOWS, count]);
  expect(said).toEqual(atTheEnd(bytes));
}, 60_000);
