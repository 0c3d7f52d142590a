/** Segments that leave evenly: by a queue in the sender's host, or by a clock that does not show. */
import { connectionOf } from '../../../support/packets/connection.js';

const MSS = 1448;
const OPTIONS = 'mss 1460 ws 7 sack';
const shake = (/** @type {string} */ stamps) => [
  `client SYN ${OPTIONS} ${stamps && 'ts 1000 0'}`,
  `+20us server SYN-ACK ${OPTIONS} ${stamps && 'ts 5000 1000'}`,
  `+40ms client ACK ${stamps && 'ts 1040 5000'}`,
  `+1ms client PSH data 100 ${stamps && 'ts 1041 5000'}`,
];

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();

/**
 * A download whose segments leave every 2 ms, acknowledged 40 ms later; `stamp` says what each bears of the server's
 * clock.
 * @param {(k: number) => string} stamp @param {number} [count] @param {string} [words] of each segment
 */
const download = (stamp, count = 400, words = `data ${MSS}`) =>
  repeat(count, (k) => [`@${41_100 + 2000 * k}us server ${words} ${stamp(k)}`, ...ackOf(k, stamp)]);

/** @param {number} k @param {(k: number) => string} stamp */
const ackOf = (k, stamp) =>
  k < 20 || k % 2 === 1 ? [] : [`+500us client ACK ${1 + (k - 19) * MSS} ${stamp(k) && `ts ${1041 + 2 * k} 5041`}`];

/** @returns {import('../../../../lib/insight/findings/finding.js').Finding[]} */
const findingsOf = (/** @type {string[]} */ ...lines) =>
  /** @type {any} */ (connectionOf(...lines).analysis.connections.describe(0)).findings ?? [];
const codesOf = (/** @type {string[]} */ ...lines) => findingsOf(...lines).map(({ code }) => code);

const PROMPT = (/** @type {number} */ k) => `ts ${5041 + 2 * k} 1041`;
/** Twenty segments are handed down at once, and wait for their turn. */
const QUEUED = (/** @type {number} */ k) => `ts ${5041 + 40 * Math.floor(k / 20)} 1041`;
const NO_STAMPS = () => '';

test('segments that had waited in their host by their timestamps are paced by a queue there, not by the application', () => {
  const findings = findingsOf(...shake('ts'), ...download(QUEUED));
  const found = findings.find(({ code }) => code === 'host_queue');
  expect(found).toMatchObject({ cause: 'network', message: expect.stringMatching(/about 5\.[78] Mbit\/s/) });
  expect(found?.evidence.queueSeconds).toBeCloseTo(0.038, 2);
  expect(findings.map(({ code }) => code)).not.toContain('application_limited');
});

test('without timestamps, or stamped as they leave, what sets the pace cannot be seen', () => {
  for (const [stamps, stamp] of /** @type {const} */ ([
    ['', NO_STAMPS],
    ['ts', PROMPT],
  ])) {
    const findings = findingsOf(...shake(stamps), ...download(stamp));
    expect(findings.find(({ code }) => code === 'paced')?.message).toMatch(
      /evenly spaced, at 5\.8 Mbit\/s; what paces them is not observable here\.$/,
    );
    expect(findings.map(({ code }) => code)).not.toContain('application_limited');
    expect(findings.map(({ code }) => code)).not.toContain('host_queue');
  }
});

test('a clock that runs slow is no queue', () => {
  const slow = (/** @type {number} */ k) => `ts ${5041 + Math.floor(1.9 * k)} 1041`;
  expect(codesOf(...shake('ts'), ...download(slow))).not.toContain('host_queue');
});

test('short writes by a clock are the application, however even; and so are bursts of any size', () => {
  const writes = repeat(60, () => ['+50ms server data 2x1448', 'server PSH data 1000', '+40ms client ACK']);
  expect(codesOf(...shake('ts'), ...writes)).toContain('application_limited');
  const uneven = repeat(60, (k) => [`+${20 + ((k * 37) % 90)}ms server data 2x1448`, '+40ms client ACK']);
  expect(codesOf(...shake('ts'), ...uneven)).toContain('application_limited');
  for (const lines of [writes, uneven]) expect(codesOf(...shake('ts'), ...lines)).not.toContain('paced');
});
