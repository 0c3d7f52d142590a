/** What a single loss, or a moment, does not support. */
import { classifyLosses } from '../../../../lib/insight/findings/evidence/loss-cause.js';
import { connectionOf } from '../../../support/packets/connection.js';

const MSS = 1448;
const OPTIONS = 'mss 1460 ws 7 sack ts';
const shake = (/** @type {string} */ rtt) => [
  `client SYN ${OPTIONS}`,
  `+${rtt} server SYN-ACK ${OPTIONS}`,
  '+10us client ACK',
];

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();

/** @returns {import('../../../../lib/insight/findings/finding.js').Finding[]} */
const findingsOf = (/** @type {string[]} */ ...lines) =>
  /** @type {any} */ (connectionOf(...lines).analysis.connections.describe(0)).findings ?? [];

/** Rounds of ten segments, of which one is lost in each of the first `losses`, and repaired. */
const rounds = (/** @type {number} */ losses) =>
  repeat(20, (k) =>
    k < losses
      ? [
          `+1ms client data ${MSS} lost`,
          `client data 9x${MSS}`,
          ...repeat(4, () => ['+40ms server ACK'].slice(0, 1)).map((line, n) => (n === 0 ? line : 'server ACK')),
          `+20us client again ${10 * k + 1}`,
          '+40ms server ACK',
        ]
      : [`+1ms client data 10x${MSS}`, '+40ms server ACK'],
  );

test('one loss is no reason to look for a bad link; several are', () => {
  const advice = (/** @type {number} */ losses) =>
    findingsOf(...shake('40ms'), ...rounds(losses)).find(({ code }) => code === 'random_loss')?.advice;
  expect(advice(1)).toMatch(/^So few losses do not show their cause/);
  expect(advice(6)).toMatch(/bad cable/);
});

test('what is lost of a few bytes in flight was not dropped by a full queue, however long round trips were', () => {
  const way = {
    samples: { count: 1, timeNs: [0], rttNs: [90e6], highNs: 90e6 },
    rttMinNs: 40e6,
    mss: MSS,
    retransmissions: 2,
  };
  const classified = (/** @type {number} */ flightBefore) =>
    classifyLosses(
      /** @type {any} */ (way),
      /** @type {any} */ ([{ packetsResent: 2, repairNs: 1e6, flightBefore }]),
      /** @type {any} */ ({ packets: { sackLeft: [] } }),
    );
  expect(classified(72)).toEqual({ full: 0, random: 1 });
  expect(classified(40 * MSS)).toEqual({ full: 1, random: 0 });
});

test('slow start of less than anybody feels is no finding; a long one is', () => {
  const grown = (/** @type {string} */ rtt) =>
    repeat(5, (k) => [
      `+10us client data ${10 * 2 ** k}x${MSS}`,
      `+${rtt} server ACK ${1 + ((2 ** k - 1) * 10 + 10 * 2 ** k) * MSS}`,
    ]);
  const codes = (/** @type {string} */ rtt) => findingsOf(...shake(rtt), ...grown(rtt)).map(({ code }) => code);
  expect(codes('150us')).not.toContain('slow_start_dominates');
  expect(codes('100ms')).toContain('slow_start_dominates');
});
