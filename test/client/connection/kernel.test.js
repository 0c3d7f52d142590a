/** What a sender's own kernel recorded, beside what is inferred: in the panes, their values, and the facts. */
import { timeScale } from '../../../client/plot/time-scale.js';
import { valueScale } from '../../../client/plot/value-scale.js';
import { senderData } from '../../../client/views/connection/data/sender-data.js';
import { pane as windowPane } from '../../../client/views/connection/panes/optional/window.js';
import {
  drawRecordedDashes,
  drawRecordedSteps,
  kernelShown,
} from '../../../client/views/connection/panes/recorded-lines.js';
import { kernelLines, limitRows } from '../../../client/views/connection/side/kernel-facts.js';
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { download, hostLogOfText, serverRecord } from '../../support/host/record.js';
import { recordingRenderer } from '../../support/recording-renderer.js';

const colours = /** @type {any} */ (new Proxy({}, { get: (_, name) => String(name) }));
const capture = download({ bytes: 600_000, isHeldByWindow: true });

/** @param {string|null} record */
function sendersWith(record) {
  const { ingest, opened } = new OpenedAnalysis();
  ingest.push(capture);
  ingest.end();
  if (record !== null) ingest.hostLog = hostLogOfText(record);
  const frame = opened.sender(0);
  return senderData({ ...frame, meta: { ...frame.meta, kernels: opened.kernels(0) } });
}

const record = serverRecord(capture, {
  words: ({ ms, share }) =>
    `cubic rtt:41.5/2 mss:1448 cwnd:${share < 0.5 ? 20 : 40} ssthresh:30 unacked:12 delivery_rate 6000000bps ` +
    `busy:${ms}ms rwnd_limited:${0.75 * ms}ms(75.0%)`,
});

test("the kernel's values are drawn as a second series where its host recorded them, and nowhere else", async () => {
  const x = timeScale({ startNs: 0, endNs: 1e9 }, 0, 1000);
  const scale = valueScale({ extent: [0, 100_000], topPx: 0, bottomPx: 100 });
  for (const [text, calls] of /** @type {[string|null, string[]][]} */ ([
    [record, ['polyline', 'dots', 'polyline']],
    [null, []],
  ])) {
    const sender = await sendersWith(text);
    const scene = /** @type {any} */ ({ model: { sender }, direction: 1, x, colours });
    const renderer = recordingRenderer();
    drawRecordedSteps(renderer, kernelShown(scene)?.cwnd, scene, scale);
    drawRecordedDashes(renderer, kernelShown(scene)?.ssthresh, scene, scale);
    expect(renderer.calls.map(({ call }) => call)).toEqual(calls);
    const signs = windowPane
      .legend(/** @type {any} */ ({ ...scene, model: { sender, path: null } }))
      .map(({ sign }) => sign);
    expect(signs.includes('kernel')).toBe(text !== null);
  }
});

test("its values are in bytes, by the capture's clock", async () => {
  const { kernels } = await sendersWith(record);
  const kernel = kernels[1];
  expect(kernels[0]).toBeNull();
  expect([...new Set(kernel?.cwnd.low.slice(0, kernel.cwnd.count))]).toEqual([20 * 1448, 40 * 1448]);
  expect(kernel?.srtt.low[0]).toBeCloseTo(41.5e6, -3);
  expect(kernel?.deliveryRate.low[0]).toBe(6e6);
});

test('the facts say how far the inferred values are from them, and what limited by either', async () => {
  const { of, kernels } = await sendersWith(record);
  const facts = /** @type {NonNullable<typeof kernels[1]>} */ (kernels[1]).facts;
  const lines = Object.fromEntries(kernelLines(facts));
  expect(lines['SRTT, difference']).toMatch(/^median \d/);
  // The client's window limits, so that the congestion window shows at few samples.
  expect(lines['cwnd, difference']).toMatch(/^median \d.* of \d samples$/);
  const unseen = { ...facts, difference: { ...facts.difference, cwnd: null } };
  expect(Object.fromEntries(kernelLines(unseen))['cwnd, difference']).toBe('not observable here');
  expect(lines.Clock).toMatch(/±/);
  const rows = limitRows(facts, of[1]);
  const seconds = (/** @type {string} */ text) => parseFloat(text);
  const [, [, recorded, inferred]] = rows;
  expect(seconds(recorded)).toBeCloseTo(0.75 * seconds(rows[0][1]), 1);
  // The client's window does limit it.
  expect(seconds(inferred)).toBeGreaterThan(0.5 * seconds(rows[0][1]));
});
