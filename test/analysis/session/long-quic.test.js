/** A QUIC connection too long for the page, which gets a sketch of it. */
import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { QUIC_FLOWS } from '../../../lib/shared/quic-flow.js';
import { MAX_WHOLE_PACKETS } from '../../../lib/transport/frames.js';
import { downloadCapture } from '../../quicflow/download.js';
import { readSession } from './support/ask.js';

const flow = QUIC_FLOWS;
const SERVER = 1;
const session = readSession(downloadCapture({ packets: 60_000, dataBytes: 20, lossEvery: 5003 }));

/** @param {string} method @param {object} [asked] */
async function frame(method, asked = {}) {
  const { ask } = await session;
  const bytes = await ask(method, { flow, direction: SERVER, by: 'data', ...asked });
  return { size: bytes.length, ...decodeColumnFrame(bytes.slice().buffer) };
}

const sizeOf = async (/** @type {object} */ asked) => {
  const frames = await Promise.all(['quicPackets', 'quicSequence', 'quicSender'].map((method) => frame(method, asked)));
  return frames.reduce((sum, { size }) => sum + size, 0);
};

test('the sketch of a long connection is a fraction of it, and reaches as far', async () => {
  expect(await sizeOf({ sketch: true })).toBeLessThan((await sizeOf({ sketch: false })) / 3);
  for (const by of ['data', 'numbers', 'bytes', 4]) {
    const whole = await frame('quicSequence', { by });
    const sketch = await frame('quicSequence', { by, sketch: true });
    expect(sketch.meta.sketch).toBeGreaterThan(MAX_WHOLE_PACKETS);
    expect(columnMost(sketch.columns.barHigh)).toBe(columnMost(whole.columns.barHigh));
    expect(columnMost(sketch.columns.ackHeight)).toBe(columnMost(whole.columns.ackHeight));
    expect(sketch.columns.lossTime).toEqual(whole.columns.lossTime);
  }
  const [whole, sketch] = [await frame('quicSender'), await frame('quicSender', { sketch: true })];
  for (const name of ['flightBytes', 'cwndBytes', 'rttNs', 'rttSmoothedNs']) {
    expect(sketch.columns[name].length).toBeLessThan(whole.columns[name].length);
    expect(columnMost(sketch.columns[name])).toBe(columnMost(whole.columns[name]));
  }
});

/** @param {ArrayLike<number>} column */
const columnMost = (column) => Array.from(column).reduce((most, value) => Math.max(most, value), -Infinity);

test('what is sent again and what is marked is in the sketch, each packet by its row', async () => {
  const whole = await frame('quicSequence');
  const sketch = await frame('quicSequence', { sketch: true });
  const again = (/** @type {Awaited<ReturnType<typeof frame>>} */ { columns: { barRow, barKind } }) =>
    [...barRow].filter((_, i) => barKind[i] === 1);
  expect(again(sketch)).toEqual(again(whole));
  expect(again(whole).length).toBeGreaterThan(5);
  const packets = await frame('quicPackets');
  const some = await frame('quicPackets', { sketch: true });
  expect([packets.rows, some.meta.sketch]).toEqual([packets.columns.row.length, packets.rows]);
  expect(some.rows).toBeLessThan(packets.rows / 4);
  for (const name of ['time', 'frame', 'sent', 'marks']) {
    expect([...some.columns[name]]).toEqual([...some.columns.row].map((row) => packets.columns[name][row]));
  }
});

test('of a range each packet comes, and its bars, acknowledgements and samples', async () => {
  const packets = await frame('quicPackets');
  const { time } = packets.columns;
  const range = { startNs: time[30_000], endNs: time[31_000] };
  const isWithin = (/** @type {number} */ ns) => ns >= range.startNs && ns <= range.endNs;
  const some = await frame('quicPackets', { sketch: true, range });
  expect(some.meta).toMatchObject({ range: [range.startNs, range.endNs], whole: true });
  expect(some.columns.time.filter(isWithin)).toEqual(time.filter(isWithin));
  for (const [method, name] of [
    ['quicSequence', 'barTime'],
    ['quicSequence', 'ackTime'],
    ['quicSender', 'flightTime'],
    ['quicSender', 'rttTime'],
  ]) {
    const whole = await frame(method);
    const sketch = await frame(method, { sketch: true, range });
    expect(sketch.columns[name].filter(isWithin)).toEqual(whole.columns[name].filter(isWithin));
    expect(sketch.columns[name].length).toBeLessThan(whole.columns[name].length);
  }
});

test('from loss to loss every one is found, and a packet by its frame', async () => {
  const { ask } = await session;
  const { columns } = await frame('quicSequence');
  const step = async (/** @type {number} */ from, /** @type {1|-1} */ by) =>
    (await ask('quicNext', { flow, direction: SERVER, from, startNs: 0, step: by, of: 'event' })).row;
  const lost = [];
  for (let row = -1; (row = await step(row, 1)) >= 0;) lost.push(row);
  expect(lost).toEqual([...columns.lossRow]);
  expect(await step(lost[1], -1)).toBe(lost[0]);
  const {
    rows: [packet],
  } = await ask('quicRows', { flow, offset: lost[0], limit: 1 });
  expect(packet.figures).toMatchObject({ row: lost[0], fate: 2, resentIn: { type: 5 } });
  const { frame: number, index: place } = packet.figures;
  expect(await ask('quicRowOf', { flow, frame: number, place })).toMatchObject({ row: lost[0] });
  expect(await ask('quicRowOf', { flow, frame: 9e9, place: 0 })).toMatchObject({ row: -1 });
});
