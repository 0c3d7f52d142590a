import { finerRange, senderData, senderShown } from '../../../client/views/connection/data/sender-data.js';

/** @param {number} rows @param {number} stepNs @param {number} fromNs @param {object} [meta] */
const frameOf = (rows, stepNs, fromNs, meta = {}) => ({
  kind: 'sender',
  rows,
  meta: {
    causes: [],
    senders: [{ direction: 0, mss: 1000, threshold: { value: null, confidence: 0, reason: '' } }],
    ...meta,
  },
  columns: {
    time: Float64Array.from({ length: rows }, (_, i) => fromNs + i * stepNs),
    direction: new Uint8Array(rows),
    cwnd: new Float64Array(rows).fill(2),
    low: new Float64Array(rows).fill(1),
    high: new Float64Array(rows).fill(3),
    threshold: new Float64Array(rows).fill(-1),
    confidence: new Uint8Array(rows).fill(200),
    frame: new Uint32Array(rows),
    cause: new Uint8Array(0),
    causeDirection: new Uint8Array(0),
    causeStart: new Float64Array(0),
    causeEnd: new Float64Array(0),
  },
});

const WIDTH = 1000;

test('where all bursts are there nothing finer is asked for', async () => {
  const senders = await senderData(frameOf(500, 1e6, 0));
  expect(finerRange(senders, 0, { startNs: 0, endNs: 1e6 }, WIDTH)).toBeNull();
  expect(finerRange(null, 0, { startNs: 0, endNs: 1e6 }, WIDTH)).toBeNull();
});

test('a sketch is refined where the pixels could show more, and drawn finer there', async () => {
  const senders = await senderData(frameOf(4000, 1e6, 0, { sketch: 1e6 }));
  const view = { startNs: 1e9, endNs: 1.1e9 };
  expect(finerRange(senders, 0, { startNs: 0, endNs: 4e9 }, WIDTH)).toBeNull();
  const wanted = finerRange(senders, 0, view, WIDTH);
  expect(wanted).toEqual({ startNs: 0.9e9, endNs: 1.2e9 });
  senders.detail = await senderData(frameOf(4000, 75_000, 0.9e9, { sketch: 75_000, range: [0.9e9, 1.2e9] }));
  expect(senderShown(senders, 0, view)).toBe(senders.detail.of[0]);
  expect(senderShown(senders, 0, { startNs: 0.8e9, endNs: 1e9 })).toBe(senders.of[0]);
  expect(finerRange(senders, 0, view, WIDTH)).toBeNull();
  expect(finerRange(senders, 0, { startNs: 1.05e9, endNs: 1.06e9 }, WIDTH)).toEqual({ startNs: 1.04e9, endNs: 1.07e9 });
  expect(finerRange(senders, 0, { startNs: 1.15e9, endNs: 1.25e9 }, WIDTH)).toEqual({ startNs: 1.05e9, endNs: 1.35e9 });
  senders.detail.isSketch = false;
  expect(finerRange(senders, 0, { startNs: 1.05e9, endNs: 1.06e9 }, WIDTH)).toBeNull();
});
