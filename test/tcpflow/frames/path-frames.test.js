import { decodeColumnFrame, encodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { connectionOf } from '../../support/packets/connection.js';

const { analysis } = connectionOf(
  'client SYN mss 1460',
  '+40ms server SYN-ACK mss 1460',
  '+50us client ACK',
  'client data 100',
  '+40ms server ACK',
  '+10us server data 200',
  '+50us client ACK',
);
const decoded = (/** @type {import('../../../lib/shared/columns/column-frame.js').ColumnFrame} */ frame) =>
  decodeColumnFrame(/** @type {ArrayBuffer} */ (encodeColumnFrame(frame).buffer));

test('RTT samples as columns, with where they were taken', () => {
  const { kind, rows, meta, columns } = decoded(analysis.opened.rtt(0));
  expect([kind, rows, meta.flow, meta.methods[columns.method[0]]]).toEqual(['rtt', 4, 0, 'handshake']);
  expect([...columns.direction]).toEqual([0, 0, 1, 1]);
  expect([...columns.rtt]).toEqual([40e6, 40e6, 50e3, 50e3]);
  expect([...columns.answeredFrame]).toEqual([1, 4, 2, 6]);
  expect([...columns.frame]).toEqual([2, 5, 3, 7]);
  expect(meta.vantages.map((/** @type {any} */ { place }) => place)).toEqual(['sender', 'receiver']);
  expect(meta.vantages[1].meanings).toContainEqual({ statistic: 'rtt', means: 'nothing', words: expect.any(String) });
});

test('bytes in flight as columns, with their confidence', () => {
  const { kind, rows, meta, columns } = decoded(analysis.opened.flight(0));
  expect([kind, rows, meta.orders]).toEqual(['flight', 8, ['captured', 'shifted']]);
  expect([...columns.bytes.slice(0, 4)]).toEqual([0, 100, 0, 0]);
  expect([...columns.confidence.slice(0, 4)]).toEqual([255, 255, 255, 255]);
  expect(columns.confidence[7]).toBeLessThan(255);
});
