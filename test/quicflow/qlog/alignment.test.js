import { alignedQlog } from '../../../lib/quicflow/qlog/alignment.js';
import { connectionsOf } from '../../../lib/quicflow/qlog/connections.js';
import { readQlog } from '../../../lib/quicflow/qlog/qlog.js';

const MS = 1e6;

/** @param {[name: string, time: number, pn: number][]} events */
function logOf(events) {
  const records = [
    { qlog_version: '0.3', trace: { vantage_point: { type: 'server' }, common_fields: { ODCID: 'aa' } } },
    ...events.map(([name, time, pn]) => ({ name, time, data: { header: { packet_type: '1RTT', packet_number: pn } } })),
  ];
  const qlog = readQlog(new TextEncoder().encode(records.map((one) => `\x1e${JSON.stringify(one)}\n`).join('')));
  return { qlog, connection: connectionsOf(qlog)[0] };
}

test('the offset is that of packets that waited in no queue; others widen the uncertainty', () => {
  const { qlog, connection } = logOf(Array.from({ length: 21 }, (_, pn) => ['packet_sent', pn, pn]));
  // Of 21, six pass after 40 ms, the others after up to 47.5; one at either side is left out.
  const captured = new Map(
    Array.from({ length: 21 }, (_, pn) => [`app ${pn}`, (pn + 40 + (pn > 5 ? (pn - 5) / 2 : 0)) * MS]),
  );
  const clock = alignedQlog(captured, qlog, connection);
  expect(clock).toEqual({ offsetNs: 40 * MS, uncertaintyNs: 3.5 * MS, packets: 21 });
});

test('packets that the end received, or that were not captured, or of another space, say nothing of its clock', () => {
  const { qlog, connection } = logOf([
    ['packet_received', 1, 7],
    ['packet_sent', 2, 8],
    ['packet_sent', 3, 9],
    ['packet_lost', 4, 10],
  ]);
  const captured = new Map([
    ['app 7', 0],
    ['initial 8', 0],
    ['app 10', 0],
  ]);
  expect(alignedQlog(captured, qlog, connection)).toBeNull();
  expect(alignedQlog(captured.set('app 9', 5 * MS), qlog, connection)).toEqual({
    offsetNs: 2 * MS,
    uncertaintyNs: null,
    packets: 1,
  });
});
