/** Whether the guided examples show what their steps say, where the steps point. */
import { LESSONS } from '../../../client/views/guide/lessons.js';
import { STEPS } from '../../../client/views/guide/steps.js';
import { openCapture } from '../../../lib/library/index.js';
import { captureOf } from '../../../lib/simulator/example-capture.js';
import { EXAMPLES } from '../../../lib/simulator/examples.js';

const SEGMENT_BYTES = 1448;

/** @param {string} name @returns {Promise<{ packets: any[], findings: any[], durationNs: number }>} */
async function exampleOf(name) {
  const example = EXAMPLES.find((one) => one.name === name);
  if (!example) throw new Error(`There is no example ${name}.`);
  const capture = await openCapture(captureOf(example));
  const packets = [];
  for await (const { rows, columns, ...batch } of capture.packets({ measured: false })) {
    const names = /** @type {Record<'verdicts'|'analysisFlags', string[]>} */ (/** @type {unknown} */ (batch.names));
    for (let row = 0; row < rows; row++) {
      packets.push({
        frame: columns.frame[row],
        timeNs: columns.time[row],
        isFromServer: columns.direction[row] === 1,
        seq: columns.seq[row],
        ack: columns.ack[row],
        length: columns.length[row],
        window: columns.window[row],
        verdict: names.verdicts[columns.verdict[row]],
        flags: names.analysisFlags.filter((_, bit) => columns.analysis[row] & (1 << bit)),
      });
    }
  }
  const findings = [];
  for await (const finding of capture.findings()) findings.push(finding);
  return { packets, findings, durationNs: packets[packets.length - 1].timeNs };
}

/** @param {string|undefined} text @returns {[number, number]} ns; the end belongs to it */
const rangeOf = (text) => {
  const [startNs, endNs] = String(text)
    .split('-')
    .map((seconds) => Math.round(Number(seconds) * 1e9));
  return [startNs, endNs];
};

/** @param {any[]} packets @param {string|undefined} text @returns {any[]} those in a span of a query */
function within(packets, text) {
  const [startNs, endNs] = rangeOf(text);
  return packets.filter(({ timeNs }) => timeNs >= startNs && timeNs <= endNs);
}

/** @param {any[]} packets @returns {any[]} the server's data */
const dataOf = (packets) => packets.filter(({ isFromServer, length }) => isFromServer && length > 1);
/** @param {any[]} packets @returns {any[]} */
const ofClient = (packets) => packets.filter(({ isFromServer }) => !isFromServer);
/** @param {any[]} packets @param {string|undefined} frame */
const frameOf = (packets, frame) => packets.find((packet) => String(packet.frame) === frame);

test('each lesson is an example, has steps, and points within it', async () => {
  expect(Object.keys(STEPS)).toEqual(LESSONS.map(({ name }) => name));
  for (const { name } of LESSONS) {
    const { packets, durationNs } = await exampleOf(name);
    for (const { view } of STEPS[name]) {
      for (const range of [view.zoom, view.span].filter(Boolean)) {
        const [startNs, endNs] = rangeOf(range);
        expect(endNs).toBeGreaterThan(startNs);
        expect(endNs).toBeLessThan(durationNs);
      }
      if (view.frame) expect(frameOf(packets, view.frame)).toBeDefined();
    }
  }
});

test('slow start: 100 ms of handshake, 10 segments and a wait, 10 ACKs that let 20 go, 10, 20, 40, 80', async () => {
  const { packets, findings, durationNs } = await exampleOf('slow-start');
  const [handshake, first, clocked, doubled, cost] = STEPS['slow-start'];
  expect(dataOf(within(packets, handshake.view.span))).toEqual([]);
  const beginsNs = dataOf(packets)[0].timeNs;
  expect(beginsNs / 1e6).toBeCloseTo(100, 0);
  expect(dataOf(within(packets, first.view.span)).length).toBe(10);
  expect(first.text).toContain(`${10 * SEGMENT_BYTES}`.replace(/(\d{2})(\d{3})/, '$1 $2'));
  const inRound = within(packets, clocked.view.span);
  expect([ofClient(inRound).length, dataOf(inRound).length]).toEqual([10, 20]);
  const bursts = dataOf(within(packets, doubled.view.span)).map(({ timeNs }) => Math.floor((timeNs - beginsNs) / 99e6));
  expect([0, 1, 2, 3].map((round) => bursts.filter((one) => one === round).length)).toEqual([10, 20, 40, 80]);
  expect(cost.text).toContain(`${(durationNs / 1e9).toFixed(3)} s`);
  expect(findings[0].evidence.roundTrips).toBe(4);
});

test('a loss: the segment is retransmitted 65 ms later, at the third duplicate ACK, and a round trip fills the hole', async () => {
  const { packets, findings, durationNs } = await exampleOf('fast-retransmit');
  const [lost, duplicates, repaired, filled, cost] = STEPS['fast-retransmit'];
  const first = frameOf(packets, lost.view.frame);
  const again = packets.find(({ verdict }) => verdict === 'retransmission');
  expect([again.seq, packets.filter(({ verdict }) => verdict === 'retransmission').length]).toEqual([first.seq, 1]);
  expect(first.timeNs / 1e9).toBeCloseTo(0.184, 3);
  expect(Math.round((again.timeNs - first.timeNs) / 1e6)).toBe(65);
  const reports = within(packets, duplicates.view.span).filter(({ flags }) => flags.includes('duplicate_ack'));
  expect([reports.length, reports.every(({ ack }) => ack === first.seq)]).toEqual([3, true]);
  const [startNs, endNs] = rangeOf(repaired.view.span);
  expect([first.timeNs - startNs, endNs - again.timeNs].every((ns) => ns >= 0 && ns < 1e6)).toBe(true);
  const acks = ofClient(within(packets, filled.view.span)).map(({ ack }) => ack);
  expect(acks.filter((ack) => ack > first.seq).length).toBe(1);
  expect(acks[acks.length - 1]).toBeGreaterThan(first.seq + 40 * SEGMENT_BYTES);
  expect(cost.text).toContain(`${(durationNs / 1e9).toFixed(3)} s`);
  expect(findings[0].message).toContain('cost 8.4 ms');
});

test('a closed window: 31 319, 9599 and 911 bytes, none, a probe, an update, six times', async () => {
  const { packets, findings } = await exampleOf('zero-window');
  const [offered, shrinks, closed, probe, update, cost] = STEPS['zero-window'];
  expect(Math.round(frameOf(packets, offered.view.frame).window / 1024)).toBe(32);
  const windows = ofClient(within(packets, shrinks.view.span)).map(({ window }) => window);
  expect(windows).toEqual(expect.arrayContaining([31_319, 9599, 911]));
  expect(windows).toEqual([...windows].sort((a, b) => b - a));
  const zero = frameOf(packets, closed.view.frame);
  const opened = frameOf(packets, update.view.frame);
  const probing = frameOf(packets, probe.view.frame);
  expect([zero.window, opened.window, probing.verdict]).toEqual([0, 32_768, 'window_probe']);
  expect(((opened.timeNs - zero.timeNs) / 1e9).toFixed(3)).toBe('0.691');
  expect(((probing.timeNs - zero.timeNs) / 1e9).toFixed(3)).toBe('0.273');
  expect(dataOf(packets).filter(({ timeNs }) => timeNs === opened.timeNs).length).toBe(16);
  expect(findings[0].evidence.stalls).toBe(6);
  expect(findings[0].message).toContain('3.98 s of 5.89 s');
  expect(cost.text).toContain('6 times and takes 3.98 of 5.89 s');
});
