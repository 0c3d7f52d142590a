/** What losses at random cost: the window that they kept small. */
import { rateAtLoss } from '../../../../lib/insight/findings/evidence/loss-price.js';
import { connectionOf } from '../../../support/packets/connection.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const SHAKE = [`client SYN ${OPTIONS}`, `+50us server SYN-ACK ${OPTIONS}`, '+40ms client ACK', 'client data 100'];

test("RFC 5348's rate, or CUBIC's where that grows faster", () => {
  expect(rateAtLoss(0.01, 0.1)).toBeCloseTo(116, -1);
  expect(rateAtLoss(0.0005, 0.25)).toBeGreaterThan(1.5 / 0.25 / Math.sqrt(0.0005));
});

/** Flights of so many segments; of every fourth the first is lost. @param {number} segments */
function lossy(segments) {
  let sent = 0;
  const lines = Array.from({ length: 40 }, (_, k) => {
    const first = sent + 1;
    sent += segments;
    if (k % 4 !== 3) return [`+10us server data ${segments}x1448`, '+40ms client ACK'];
    const rest = Array.from({ length: segments - 1 }, () => ['server data 1448']).flat();
    return [
      '+10us server data 1448 lost',
      ...rest,
      '+40ms client ACK',
      'client ACK',
      'client ACK',
      `+10us server again ${first}`,
      '+40ms client ACK',
    ];
  }).flat();
  const { analysis } = connectionOf(...SHAKE, ...lines);
  const { findings } = /** @type {any} */ (analysis.connections.describe(0));
  return findings.find((/** @type {any} */ { code }) => code === 'random_loss');
}

test('is most of the time where the window is what such losses leave, and the repairs alone where it is far larger', () => {
  const kept = lossy(8);
  expect(kept.message).toMatch(/ TCP reaches about [\d.]+ Mbit\/s; this sender reached [\d.]+\.$/);
  expect(kept.costSeconds).toBeGreaterThan(1);
  expect(lossy(40).message).not.toMatch(/TCP reaches/);
});

test('one loss is called no more than that', () => {
  const { analysis } = connectionOf(
    ...SHAKE,
    ...Array.from({ length: 20 }, () => ['+10us server data 8x1448', '+40ms client ACK']).flat(),
    '+10us server data 1448 lost',
    ...Array.from({ length: 7 }, () => ['server data 1448']).flat(),
    '+40ms client ACK',
    '+10us server again 161',
    '+40ms client ACK',
  );
  const { findings } = /** @type {any} */ (analysis.connections.describe(0));
  expect(findings).toContainEqual(expect.objectContaining({ code: 'random_loss', title: '1 segment lost' }));
});

test('a tail that its first retransmission repairs is a tail; where the timer backs off, the path was down', () => {
  const titleOf = (/** @type {string[]} */ ...again) => {
    const before = Array.from({ length: 10 }, () => ['+10us server data 4x1448', '+40ms client ACK']).flat();
    const lines = ['+10us server data 4x1448 lost', ...again, '+40ms client ACK', '+10us server data 4x1448'];
    const { analysis } = connectionOf(...SHAKE, ...before, ...lines, '+40ms client ACK');
    const { findings } = /** @type {any} */ (analysis.connections.describe(0));
    return findings.find((/** @type {any} */ { code }) => code === 'tail_loss_timeout').title;
  };
  const rest = ['+40ms client ACK', '+10us server again 42', 'server again 43', 'server again 44'];
  expect(titleOf('+300ms server again 41', ...rest)).toBe('Tail loss (RTO or TLP)');
  const lost = ['+300ms server again 41 lost', '+600ms server again 41 lost', '+1200ms server again 41'];
  expect(titleOf(...lost, ...rest)).toBe('Outage (nothing came through)');
});
