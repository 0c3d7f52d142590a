/** Which connections are looked at for findings, and when. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { Examiner } from '../../../lib/insight/findings/examiner.js';
import { MAX_EXAMINED_FLOWS, MAX_EXAMINED_PACKETS } from '../../../lib/insight/findings/worth-examining.js';
import { analysed } from '../../simulator/support/run.js';
import { frameBytes, SYN } from '../../support/packets/frames.js';
import { longConnection } from '../../support/packets/long-connection.js';
import { pcapBytes } from '../../support/packets/pcap-bytes.js';
import { keptSentence } from '../first-sentences/kept-sentence.js';

/** Connections of two SYNs each, so that each is looked at. @param {number} count */
function repeatedSyns(count) {
  const packets = [];
  for (let i = 0; i < 2 * count; i++) {
    const flow = i % count;
    const source = { address: `10.1.${flow >> 14}.1`, port: 1024 + (flow & 0x3fff) };
    const bytes = frameBytes({ source, destination: { address: '10.2.0.1', port: 80 }, seq: 7, flags: SYN });
    packets.push({ timeNs: i < count ? i * 1000 : 1e9 + i * 1000, bytes, originalLength: bytes.length });
  }
  return pcapBytes(packets);
}

/** @param {{ code: string }[]} findings */
const codes = (findings) => findings.map(({ code }) => code);

describe('a connection of more packets than are looked at unasked', () => {
  const analysis = analysed(longConnection());

  test('has no findings at first, which is said', () => {
    expect(analysis.ingest.describe().tcpPackets).toBeGreaterThan(MAX_EXAMINED_PACKETS);
    expect(analysis.connections.describe(0).summary).toEqual(keptSentence());
    expect([analysis.connections.row(0).verdict.code, analysis.examiner.isDeferred(0)]).toEqual(['not_examined', true]);
    const { findings, summary } = analysis.findings.ofCapture();
    expect(codes(findings)).toContain('not_examined');
    expect(summary?.match(/was not analysed yet/g)).toHaveLength(1);
  });

  test('has them when it is opened, and from then on', () => {
    const { summary, findings } = analysis.findings.ofOpened(0);
    expect(codes(findings)[0]).toBe('receive_window_limited');
    expect(summary).toContain('receive window');
    expect(analysis.connections.describe(0)).toMatchObject({ summary, findings });
    expect([analysis.connections.row(0).verdict.code, analysis.examiner.isDeferred(0)]).toEqual([
      'receive_window_limited',
      false,
    ]);
    expect(codes(analysis.findings.ofCapture().findings)).not.toContain('not_examined');
  });

  test('has them at once where all are looked at', () => {
    const examiner = new Examiner(analysis.ingest.tcp, analysis.ingest.messages, undefined, { all: true });
    expect(codes(examiner.examine(0, undefined).findings)[0]).toBe('receive_window_limited');
  });
});

test('of many connections so many are looked at for each page of the table, and whichever is opened', () => {
  const analysis = analysed(repeatedSyns(MAX_EXAMINED_FLOWS + 2));
  const last = MAX_EXAMINED_FLOWS + 1;
  const isTold = (/** @type {number} */ flow) => analysis.connections.row(flow).verdict.code !== 'not_examined';
  expect(Array.from({ length: MAX_EXAMINED_FLOWS }, (_, flow) => isTold(flow))).not.toContain(false);
  expect([isTold(last - 1), isTold(last)]).toEqual([false, false]);
  expect(codes(analysis.findings.ofOpened(last).findings)).toContain('syn_unanswered');
  expect([isTold(last - 1), isTold(last)]).toEqual([false, true]);
  analysis.examiner.renew();
  expect(isTold(last - 1)).toBe(true);
});

test('a connection that grew by little is looked at again when the capture ends', () => {
  const syns = Array.from({ length: 17 }, (_, i) => {
    const [source, destination] = [
      { address: '10.1.0.1', port: 1024 },
      { address: '10.2.0.1', port: 80 },
    ];
    const bytes = frameBytes({ source, destination, seq: 7, flags: SYN });
    return { timeNs: i * 1e9, bytes, originalLength: bytes.length };
  });
  const capture = pcapBytes(syns);
  const last = capture.length - pcapBytes(syns.slice(0, 1)).length + pcapBytes([]).length;
  const { ingest, findings } = new OpenedAnalysis();
  const sentence = () => findings.captureVerdict()?.sentence;
  ingest.push(capture.subarray(0, last));
  const first = sentence();
  ingest.push(capture.subarray(last));
  expect(sentence()).toBe(first);
  ingest.end();
  expect(sentence()).not.toBe(first);
});
