/** Where not all connections were replayed, that is said first. */
import { scopeOf } from '../../lib/whatif/assumptions.js';
import { whatIf } from '../../lib/whatif/predict.js';
import { MAX_REPLAYED_CONNECTIONS, workloadOf } from '../../lib/whatif/workload.js';
import { analysed, run } from '../simulator/support/run.js';

/** @param {number} count of downloads, the first of twice the size */
function downloads(count) {
  const { captures } = run({
    path: [{ name: 'path', clientToServer: { delayMs: 5 }, serverToClient: { delayMs: 5, rateKbps: 50_000 } }],
    traffic: Array.from({ length: count }, (_, i) => ({
      kind: 'bulk',
      from: 'server',
      bytes: i === 0 ? 20_000 : 10_000,
      startMs: i * 20,
    })),
    taps: [{ at: 'client', snapLength: 100 }],
  });
  return analysed(captures[0].bytes);
}

test('the largest of more, with their share of the bytes; all of as many need no word', () => {
  const analysis = downloads(MAX_REPLAYED_CONNECTIONS + 6);
  const { scope, assumptions } = whatIf(workloadOf(analysis.ingest, null), {});
  expect(scope).toBe(
    'Only the largest 64 of the 70 connections with data were replayed; they carry 91.5 % of the bytes.',
  );
  expect(assumptions[0]).toBe(scope);
  expect(scopeOf(workloadOf(analysis.ingest, 3))).toBeNull();
  expect(scopeOf(workloadOf(downloads(MAX_REPLAYED_CONNECTIONS).ingest, null))).toBeNull();
});

test('a refusal begins with it, too', () => {
  const workload = workloadOf(downloads(MAX_REPLAYED_CONNECTIONS + 1).ingest, null);
  expect(() => whatIf({ ...workload, seconds: workload.seconds * 2 }, {})).toThrow(
    /^Only the largest 64 of the 65 connections .* bytes\. The unchanged replay takes /,
  );
});
