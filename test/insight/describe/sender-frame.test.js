import { CAUSES } from '../../../lib/insight/sender/causes.js';
import { decodeColumnFrame, encodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { connectionOf } from '../../support/packets/connection.js';

const OPTIONS = 'mss 1460 ws 7 sack';
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];

/** @param {...string} lines */
const frameOf = (...lines) =>
  decodeColumnFrame(
    /** @type {ArrayBuffer} */ (encodeColumnFrame(connectionOf(...lines).analysis.opened.sender(0)).buffer),
  );

/** What time was spent on, one after the other. @param {...string} lines */
function causesOf(...lines) {
  const {
    columns: { cause, causeStart, causeEnd },
  } = frameOf(...lines);
  return [...cause].map((value, k) => [CAUSES[value], Math.round((causeEnd[k] - causeStart[k]) / 1e6)]);
}

test('windows of both senders as columns, each within its band', () => {
  const { kind, rows, meta, columns } = frameOf(
    ...SHAKE,
    'client data 3x1460',
    'client PSH data 100',
    '+40ms server ACK',
    'server PSH data 500',
    '+40us client ACK',
  );
  expect([
    kind,
    rows,
    meta.senders.map((/** @type {any} */ { direction, mss, order }) => [direction, mss, order]),
  ]).toEqual([
    'sender',
    columns.time.length,
    [
      [0, 1460, 'captured'],
      [1, 1460, 'shifted'],
    ],
  ]);
  expect([...columns.direction].every((direction, k) => k === 0 || direction >= columns.direction[k - 1])).toBe(true);
  expect([...columns.cwnd].every((cwnd, k) => columns.low[k] <= cwnd && cwnd <= columns.high[k])).toBe(true);
  expect(columns.frame[0]).toBe(4);
});

test('the ribbon tells a silent timer from the recovery behind it', () => {
  expect(
    causesOf(
      ...SHAKE,
      'client data 10x1460 lost',
      '+300ms client again 1',
      '+40ms server ACK 1461',
      '+20us client again 2',
      '+40ms server ACK 2921',
    ),
  ).toEqual([
    ['handshake', 40],
    ['retransmission_timeout', 300],
    ['recovery', 80],
  ]);
});

test('the ribbon tells the wait for a tail loss probe', () => {
  expect(
    causesOf(
      ...SHAKE,
      'client data 2x1460',
      '+40ms server ACK',
      'client PSH data 500 lost',
      '+120ms client again 3',
      '+40ms server ACK',
    ),
  ).toEqual(expect.arrayContaining([['retransmission_timeout', 120]]));
});

test('a FIN that follows unacknowledged data is no probe', () => {
  const causes = causesOf(
    ...SHAKE,
    'client data 2x1460',
    '+40ms server ACK',
    'client PSH data 500',
    '+25ms client FIN',
    '+40ms server FIN-ACK',
  );
  expect(causes.map(([cause]) => cause)).not.toContain('retransmission_timeout');
});

test('the ribbon tells small segments that waited for an acknowledgement, not those that nobody had written yet', () => {
  const asked = (/** @type {number} */ times) =>
    Array.from({ length: times }, () => [
      '+5ms client PSH data 100',
      '+80ms server ACK',
      '+50us client PSH data 100',
      '+40ms server PSH data 50',
      'client ACK',
    ]).flat();
  expect(causesOf(...SHAKE, ...asked(4)).filter(([cause]) => cause === 'nagle')).toEqual(
    Array.from({ length: 4 }, () => ['nagle', 80]),
  );
  expect(causesOf(...SHAKE, ...asked(2)).map(([cause]) => cause)).not.toContain('nagle');
});

test('the ribbon has no two neighbours alike', () => {
  const causes = causesOf(
    ...SHAKE,
    '+300ms client PSH data 100',
    '+40ms server ACK',
    '+300ms client PSH data 100',
    '+40ms server ACK',
  ).map(([cause]) => cause);
  expect(causes).toEqual(['handshake', 'application']);
});

test('the ribbon tells a closed window from a small one', () => {
  expect(
    causesOf(
      SHAKE[0],
      `+40ms server SYN-ACK ${OPTIONS} win 5888`,
      SHAKE[2],
      'client data 4x1460',
      '+40ms server ACK win 0',
      '+60ms server ACK win 46',
      '+20us client data 4x1460',
      '+40ms server ACK win 46',
      '+20us client data 4x1460',
    ),
  ).toEqual(expect.arrayContaining([['zero_window', 60]]));
});
