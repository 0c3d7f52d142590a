import '../support/d3-global.js';

import { createModel } from '../../../client/views/connection/data/model.js';
import { besideVerdict, evidenceRange, verdictWords } from '../../../client/views/connection/side/findings.js';
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

/**
 * A connection of ten seconds of which these were told, and by what its data was held back.
 * @param {object[]} findings @param {[string, number][]} held seconds by cause @param {number} [packets]
 */
function judged(findings, held, packets = 100) {
  const sums = () => held.map(([cause, seconds]) => ({ cause, seconds }));
  const flow = { ...flowOf({}), start: 0, end: 10, findings };
  return /** @type {any} */ ({ ...model, flow, packets, sender: { of: [{ sums }, { sums }] } });
}
const LOSS = { code: 'congestion_loss', title: 'Loss by a full queue', severity: 'warning', costSeconds: 0.5 };

test.each([
  [
    'what held it back for longest',
    judged(
      [LOSS],
      [
        ['congestion_window', 6],
        ['recovery', 1],
      ],
    ),
    'Congestion window limited · 6.00 s of 10.0 s.',
    ' Loss by a full queue cost 0.500 s.',
  ],
  [
    'a warning that cost about as much',
    judged([{ ...LOSS, costSeconds: 3 }], [['congestion_window', 6]]),
    'Loss by a full queue · 3.00 s of 10.0 s.',
    '',
  ],
  [
    'an error whatever it cost',
    judged([{ ...LOSS, title: 'Reset', severity: 'error', costSeconds: null }], [['congestion_window', 6]]),
    'Reset.',
    '',
  ],
  [
    'a note never',
    judged([{ ...LOSS, title: 'Kept alive', severity: 'note', costSeconds: 9 }], [['application', 9]]),
    'Application limited · 9.00 s of 10.0 s.',
    ' Kept alive: 9.00 s.',
  ],
  [
    'but where nothing else is known',
    judged([{ ...LOSS, severity: 'note' }], []),
    'Loss by a full queue · 0.500 s of 10.0 s.',
    '',
  ],
  ['nothing of a short time', judged([], [['congestion_window', 2]]), null, ''],
  ['nothing of few packets', judged([], [['congestion_window', 9]], 39), null, ''],
])('the verdict is %s', (_what, of, verdict, beside) => {
  const plain = (/** @type {string|null} */ words) => words?.replaceAll('\u00a0', ' ') ?? null;
  expect([plain(verdictWords(of)), plain(besideVerdict(of))]).toEqual([verdict, beside]);
});
