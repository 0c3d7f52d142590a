import { MAX_WHOLE_BURSTS, sketchSender } from '../../../lib/insight/describe/downsample-sender.js';

const ROWS = 100_000;
const SPIKE = 43_210;

/**
 * Two directions, the client's with one high estimate, the server's with one low band.
 * @returns {import('../../../lib/shared/columns/column-frame.js').ColumnFrame}
 */
function longFrame() {
  const time = new Float64Array(ROWS);
  const direction = new Uint8Array(ROWS);
  const cwnd = new Float64Array(ROWS).fill(20);
  const low = new Float64Array(ROWS).fill(10);
  const high = new Float64Array(ROWS).fill(30);
  for (let row = 0; row < ROWS; row++) {
    direction[row] = row < ROWS / 2 ? 0 : 1;
    time[row] = (row % (ROWS / 2)) * 1000;
  }
  cwnd[SPIKE] = 99;
  high[SPIKE] = 120;
  low[ROWS - 777] = 1;
  return {
    kind: 'sender',
    rows: ROWS,
    meta: { flow: 3 },
    columns: {
      time,
      direction,
      cwnd,
      low,
      high,
      threshold: cwnd,
      confidence: new Uint8Array(ROWS),
      frame: Uint32Array.from(time, (_, row) => row),
      causeStart: new Float64Array(2),
      cause: new Uint8Array(2),
      queueTime: new Float64Array(ROWS),
      rateTime: new Float64Array(9),
    },
  };
}

test('what reaches farthest stays, with the stretches, at a fraction of the size', () => {
  const { rows, meta, columns } = sketchSender(longFrame());
  expect(rows).toBeLessThan(ROWS / 2);
  expect(meta).toEqual({ flow: 3, sketch: ROWS });
  expect([...columns.frame]).toEqual(expect.arrayContaining([0, SPIKE, ROWS / 2 - 1, ROWS / 2, ROWS - 777, ROWS - 1]));
  expect([...columns.frame].every((frame, i) => i === 0 || frame > columns.frame[i - 1])).toBe(true);
  expect(columns.cwnd[columns.frame.indexOf(SPIKE)]).toBe(99);
  expect(columns.cause).toHaveLength(2);
  expect(Object.keys(columns).filter((name) => /queue|rate/.test(name))).toEqual([]);
});

test('of a range few enough bursts all come, with the one that holds where it begins', () => {
  const { meta, columns } = sketchSender(longFrame(), { startNs: 43_200_500, endNs: 43_220_500 });
  expect(meta).toEqual({ flow: 3, range: [43_200_500, 43_220_500] });
  const client = [...columns.frame].filter((_, i) => columns.direction[i] === 0);
  expect(client[0]).toBe(43_200);
  expect(client).toEqual(Array.from({ length: client.length }, (_, i) => 43_200 + i));
  expect(client).toContain(SPIKE);
  expect(client.at(-1)).toBe(43_221);
});

test('a short connection stays as it is', () => {
  const frame = longFrame();
  frame.rows = MAX_WHOLE_BURSTS;
  expect(sketchSender(frame)).toBe(frame);
});
