/** What connections did in a selected span. */
import { linesOf } from '../../../client/views/timeline/selection/selected-connections.js';
import { compileFilter } from '../../../lib/shared/filter/compile.js';
import { openInFilter, spanOfFilter } from '../../../lib/shared/filter/open-in.js';

test('figures each way, and no round trip where there is none', () => {
  const lines = linesOf({
    connections: 3,
    packets: [10, 20],
    bytes: [100, 2000],
    retransmissions: [0, 2],
    requests: 4,
    rtt: { p5: 0.01, median: 0.02, p95: 0.03 },
  });
  expect(Object.fromEntries(lines)).toEqual({
    'Connections open': '3',
    Packets: '→ 10 ← 20',
    Payload: '→ 100 B ← 2.0 kB',
    Retransmissions: '→ 0 ← 2',
    RTT: 'median 20.0 ms, 95 % ≤ 30.0 ms',
    Requests: '4',
  });
  const none = { connections: 0, packets: [0, 0], bytes: [0, 0], retransmissions: [0, 0], requests: 0, rtt: null };
  expect(Object.fromEntries(linesOf(/** @type {any} */ (none))).RTT).toBe('–');
});

test.each([
  ['', { startNs: 0, endNs: 100 }, 'start <= 0.0000001 s && end >= 0 s'],
  [':80 or rtt > 1 s', { startNs: 1.5e9, endNs: 2e9 }, '(:80 or rtt > 1 s) && start <= 2 s && end >= 1.5 s'],
])('the table’s filter behind “%s” of %j', (text, span, expected) => {
  expect(openInFilter(text, span)).toBe(expected);
  expect(() => compileFilter(expected)).not.toThrow();
  expect(spanOfFilter(expected)).toEqual({ text, span });
});

test.each(['', 'start <= 2 s', 'a && start <= 2 s && end >= 1.5 s', '(a && start <= 2 s && end >= 1 s'])(
  'the filter “%s” is no span: it stays as it is',
  (text) => expect(spanOfFilter(text)).toEqual({ text, span: null }),
);
