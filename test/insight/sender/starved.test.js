import { connectionOf } from '../../support/packets/connection.js';

const OPTIONS = 'mss 1460 ws 7';
const MSS = 1460;
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];

/** @param {...string} lines */
const senderOf = (...lines) => connectionOf(...SHAKE, ...lines).analysis.opened.describeSenders(0)[0];

test('in recovery without anything to send, the window is not what is left in flight, and does not show', () => {
  const sent = Array.from({ length: 20 }, (_, k) => `client data ${MSS}${k === 0 || k === 4 ? ' lost' : ''}`);
  const duplicates = Array.from({ length: 14 }, () => '+1ms server ACK 1');
  const { cwnd, limits } = senderOf(
    ...sent,
    '+39ms server ACK 1',
    ...duplicates.slice(0, 3),
    '+20us client again 1',
    ...duplicates.slice(3),
    `+30ms server ACK ${1 + 4 * MSS}`,
    '+20us client again 5',
    `+60ms server ACK ${1 + 20 * MSS}`,
    `+20us client data 2x${MSS}`,
  );
  const k = cwnd.time.findLastIndex((time) => time < 0.18);
  expect(cwnd.segments[k]).toBeGreaterThan(8);
  expect(cwnd.confidence[k]).toBeLessThan(0.5);
  expect(limits.some(({ limit, start, end }) => limit === 'application' && start < 0.15 && end > 0.15)).toBe(true);
});
