import { inferredOf } from '../../../lib/insight/sender/inferred.js';
import { Bursts, TRIGGER } from '../../../lib/transport/bursts.js';

const ANSWERS = 300;

/**
 * Answers of one segment each to acknowledgements that come a millisecond apart.
 * @param {(k: number) => number} delayNs from an acknowledgement to its answer
 */
function pacedOf(delayNs) {
  const bursts = new Bursts(ANSWERS);
  for (let k = 0; k < ANSWERS; k++) {
    bursts.startNs[k] = k * 1e6;
    bursts.sendNs[k] = bursts.endNs[k] = k * 1e6 + delayNs(k);
    bursts.trigger[k] = TRIGGER.ACK;
    bursts.sentNew[k] = bursts.sent[k] = 1;
    bursts.pipeBefore[k] = 10;
    bursts.pipeAfter[k] = 10 + (k % 8);
    bursts.count++;
  }
  return inferredOf(bursts, { mss: 1460, rttNs: 50e6, baseRttNs: 50e6, method: 'captured', isSpaced: false }).paced;
}

/** Even numbers that repeat late. @param {number} k @param {number} most */
const scattered = (k, most) => ((k * k * 7919 + k * 31) % 104_729) % most;

test('a host that takes its time to answer does not pace, and its answering time is measured', () => {
  const { pacing, answerNs, late, answers } = pacedOf((k) => 100e3 + scattered(k, 500) * 1e3);
  expect(late).toBeGreaterThan(answers / 2);
  expect(pacing).toBe('none');
  expect(answerNs / 1e3).toBeGreaterThan(300);
  expect(answerNs / 1e3).toBeLessThan(400);
});

test.each([50, 120, 200])('segments that leave %d us sooner each than acknowledgements come are paced', (stepUs) => {
  const drift = (/** @type {number} */ k) => ((ANSWERS * 1000 - k * stepUs) % 1000) * 1e3;
  expect(pacedOf(drift).pacing).toBe('bbr');
});

test('late now and then: a host that was busy', () => {
  const { pacing } = pacedOf((k) => (scattered(k, 10) < 3 ? 300e3 + scattered(k, 600) * 1e3 : 40e3));
  expect(pacing).toBe('none');
});
