import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { MAX_WHOLE_PACKETS } from '../../../lib/transport/frames.js';
import { ACK, frameBytes, SYN } from '../../support/packets/frames.js';
import { pcapBytes } from '../../support/packets/pcap-bytes.js';

const server = { address: '10.2.0.1', port: 80 };
const client = { address: '10.1.0.1', port: 4000 };
const SEGMENTS = 50_000;
const BYTES = 10;
const LOST = 20_000;
const STEP_NS = 10_000;

/** A long transfer of small segments, each acknowledged, one of which comes late and again. */
function longConnection() {
  const payload = new Uint8Array(BYTES);
  const packets = [
    { timeNs: 0, bytes: frameBytes({ source: server, destination: client, seq: 0, ack: 1, flags: SYN | ACK }) },
  ];
  const send = (/** @type {number} */ timeNs, /** @type {number} */ segment) =>
    packets.push({
      timeNs,
      bytes: frameBytes({ source: server, destination: client, seq: 1 + segment * BYTES, ack: 1, flags: ACK, payload }),
    });
  for (let i = 0; i < SEGMENTS; i++) {
    const timeNs = (i + 1) * STEP_NS;
    if (i !== LOST) send(timeNs, i);
    if (i === LOST + 100) send(timeNs + 1000, LOST);
    const end = i >= LOST && i < LOST + 100 ? LOST : i + 1;
    packets.push({
      timeNs: timeNs + 2000,
      bytes: frameBytes({ source: client, destination: server, seq: 1, ack: 1 + end * BYTES, flags: ACK }),
    });
  }
  return pcapBytes(packets.map((packet) => ({ ...packet, originalLength: packet.bytes.length })));
}

describe('the sketch of a long connection', () => {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(longConnection());
  analysis.ingest.end();
  const whole = analysis.opened.packets(0, { measured: false });
  const sketch = analysis.opened.packetOverview(0);

  test('holds a fraction of its packets, each as it is, in order', () => {
    expect([sketch.meta.sketch, whole.rows]).toEqual([2 * SEGMENTS + 1, 2 * SEGMENTS + 1]);
    expect(sketch.rows).toBeLessThan(whole.rows / 4);
    const rowOf = new Map([...whole.columns.frame].map((frame, row) => [frame, row]));
    for (let i = 0; i < sketch.rows; i += 97) {
      const row = rowOf.get(sketch.columns.frame[i]) ?? -1;
      for (const name of ['time', 'seq', 'ack', 'length', 'verdict']) {
        expect([name, sketch.columns[name][i]]).toEqual([name, whole.columns[name][row]]);
      }
    }
    expect([...sketch.columns.frame]).toEqual([...sketch.columns.frame].sort((a, b) => a - b));
  });

  test('keeps the repeat, the farthest byte of each stretch of time, and what was sent by then', () => {
    const repeats = [...whole.columns.frame].filter(
      (_, row) => whole.meta.verdicts[whole.columns.verdict[row]] === 'retransmission',
    );
    expect(repeats).toHaveLength(1);
    expect([...sketch.columns.frame]).toContain(repeats[0]);
    let highest = 0;
    let at = 0;
    for (let i = 0; i < sketch.rows; i++) {
      for (; whole.columns.frame[at] <= sketch.columns.frame[i]; at++) {
        if (whole.columns.length[at] > 0) highest = Math.max(highest, whole.columns.seq[at]);
      }
      if (sketch.columns.length[i] > 0 && sketch.columns.frame[i] !== repeats[0]) {
        expect(highest - sketch.columns.seq[i]).toBeLessThanOrEqual(100 * BYTES);
      }
    }
    expect(sketch.columns.payload[sketch.rows - 1] + sketch.columns.payload[sketch.rows - 2]).toBe(SEGMENTS * BYTES);
  });

  test('has every packet of a short range, and those of the sketch elsewhere', () => {
    const range = { startNs: 100e6, endNs: 150e6 };
    const part = analysis.opened.packetOverview(0, range);
    const isIn = (/** @type {number} */ timeNs) => timeNs >= range.startNs && timeNs <= range.endNs;
    expect([part.meta.sketch, part.meta.range, part.meta.whole]).toEqual([
      whole.rows,
      [range.startNs, range.endNs],
      true,
    ]);
    expect([...part.columns.time].filter(isIn)).toEqual([...whole.columns.time].filter(isIn));
    expect([...part.columns.frame].filter((_, row) => !isIn(part.columns.time[row]))).toEqual(
      [...sketch.columns.frame].filter((_, row) => !isIn(sketch.columns.time[row])),
    );
    const last = part.rows - 1;
    expect([part.columns.payload[last], part.columns.frame[last]]).toEqual([
      sketch.columns.payload[sketch.rows - 1],
      sketch.columns.frame[sketch.rows - 1],
    ]);
  });

  test('is finer in a long range, and as it was in one without packets', () => {
    const part = analysis.opened.packetOverview(0, { startNs: 0, endNs: 400e6 });
    const none = analysis.opened.packetOverview(0, { startNs: 1e15, endNs: 2e15 });
    const turned = analysis.opened.packetOverview(0, { startNs: 5e8, endNs: 1 });
    expect(part.meta.whole).toBe(false);
    expect(part.rows).toBeGreaterThan(sketch.rows);
    expect(part.rows).toBeLessThan(whole.rows);
    expect([...none.columns.frame]).toEqual([...sketch.columns.frame]);
    expect([...turned.columns.frame]).toEqual([...sketch.columns.frame]);
  });

  test('of a short one is all of it', () => {
    expect(MAX_WHOLE_PACKETS).toBeLessThan(whole.rows);
    const short = new OpenedAnalysis();
    short.ingest.push(longConnection().subarray(0, 24 + 70 * 100));
    short.ingest.end();
    expect(short.opened.packetOverview(0).meta.sketch).toBeUndefined();
  });
});
