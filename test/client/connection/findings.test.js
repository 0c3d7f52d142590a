import { createModel } from '../../../client/views/connection/data/model.js';
import { evidenceRange } from '../../../client/views/connection/side/findings.js';
import { flowOf } from '../support/connection.js';
import { columnsOf } from '../support/packet-columns.js';

const model = createModel(
  flowOf({}),
  columnsOf([
    { at: 0, from: 'client', seq: 0, flags: 2 },
    { at: 1, from: 'server', seq: 0, ack: 1, flags: 18 },
    { at: 2, from: 'server', seq: 1, ack: 1, bytes: 1000 },
    { at: 400, from: 'server', seq: 1, ack: 1, bytes: 1000 },
    { at: 900, from: 'server', seq: 1001, ack: 1, bytes: 1000 },
  ]),
  [],
  null,
);
const [, , , again, last] = Array.from(model.columns.frame);

/** @param {number[]} frames @param {number|null} costSeconds */
const finding = (frames, costSeconds) =>
  /** @type {any} */ ({ start: 0.002, end: 0.5, costSeconds, evidence: { frames } });

test.each([
  ['a wait is in view from where it began', [again], 0.39, 2, 500],
  ['what cost nothing is seen by its frames alone', [again], null, 400, 400],
  ['frames that hold as much time as was lost are enough', [again, last], 0.39, 400, 900],
  ['without frames it is where the finding is', [], null, 2, 500],
])('%s', (_what, frames, costSeconds, fromMs, toMs) => {
  const { startNs, endNs } = evidenceRange(model, finding(frames, costSeconds));
  const airNs = (endNs - startNs - (toMs - fromMs) * 1e6) / 2;
  expect(airNs).toBeGreaterThan(0);
  expect([startNs + airNs, endNs - airNs]).toEqual([expect.closeTo(fromMs * 1e6, 0), expect.closeTo(toMs * 1e6, 0)]);
});
