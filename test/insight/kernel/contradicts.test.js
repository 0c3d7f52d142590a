/** The kernel's record beside what the packets suggest: what agrees is said, what contradicts is a finding. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { download, hostLogOfText, serverRecord } from '../../support/host/record.js';

const held = download({ bytes: 1_500_000, isHeldByWindow: true });
const free = download({ bytes: 1_500_000 });

/** @param {Uint8Array} capture @param {string|null} record */
function examined(capture, record) {
  const { ingest, findings } = new OpenedAnalysis();
  if (record !== null) ingest.hostLog = hostLogOfText(record);
  ingest.push(capture);
  ingest.end();
  return { ...findings.ofConnection(0), sentence: findings.verdict(0).sentence };
}

/** @param {Uint8Array} capture @param {number} share of the time that the kernel counts @param {string} [counter] */
const counting = (capture, share, counter = 'rwnd_limited') =>
  serverRecord(capture, { words: ({ ms }) => `cubic mss:1448 busy:${ms}ms ${counter}:${share * ms}ms` });

/** @param {ReturnType<typeof examined>} examined @returns {string[]} */
const codesOf = ({ findings = [] }) => findings.map(({ code }) => code);

test('a record that agrees is named beside the inference, in the first sentence and in the finding', () => {
  const bare = examined(held, null);
  const beside = examined(held, counting(held, 0.95));
  expect(codesOf(bare)).toContain('receive_window_limited');
  expect(codesOf(beside)).toEqual(codesOf(bare));
  expect(beside.sentence).toMatch(/ · server's kernel: [\d.]+ s \(rwnd_limited\)$/);
  const { message } = beside.findings?.find(({ code }) => code === 'receive_window_limited') ?? { message: '' };
  expect(message).toMatch(/inferred from the packets; the server's kernel says: [\d.]+ s \(rwnd_limited\)\.$/);
  expect(bare.sentence).not.toContain('kernel');
});

test('a kernel that counts no such limit contradicts the packets, and what rests on them is dropped', () => {
  const { findings = [], ...rest } = examined(held, counting(held, 0));
  const one = findings.find(({ code }) => code === 'kernel_contradicts');
  expect(one).toMatchObject({ direction: 'serverToClient', severity: 'warning' });
  expect(one?.evidence).toMatchObject({ counter: 'rwnd_limited', recordedSeconds: 0 });
  expect(Number(one?.evidence.inferredSeconds)).toBeGreaterThan(0.5 * Number(one?.evidence.busySeconds));
  expect(codesOf({ findings, ...rest })).not.toContain('receive_window_limited');
});

test('a kernel that counts a limit that the packets do not show contradicts them', () => {
  const codes = (/** @type {number} */ share) => codesOf(examined(free, counting(free, share, 'sndbuf_limited')));
  expect(codes(0.9)).toContain('kernel_contradicts');
  expect(codes(0.1)).not.toContain('kernel_contradicts');
});

test("the kernel's window while it is the limit agrees or contradicts; too few samples say nothing", () => {
  const windows = (/** @type {number} */ cwnd) =>
    serverRecord(free, { words: ({ ms }) => `cubic mss:1448 cwnd:${cwnd} busy:${ms}ms` });
  expect(codesOf(examined(free, windows(100_000)))).toContain('kernel_contradicts');
  const few = windows(100_000).split('\n').slice(0, 12).join('\n');
  expect(codesOf(examined(free, few))).not.toContain('kernel_contradicts');
});
