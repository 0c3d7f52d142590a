/** What a sender's time was spent on, where it looks as if its application had nothing to send. */
import { describeSenders } from '../../../lib/insight/describe/describe-senders.js';
import { connectionOf } from '../../support/packets/connection.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+20us client ACK'];

/** @param {string[]} lines @returns {[cause: string, seconds: number][]} of the server, to tenths */
function ofServer(...lines) {
  const { analysis } = connectionOf(...SHAKE, ...lines);
  const [, { causes }] = describeSenders(analysis.ingest.tcp, 0);
  return causes.map(({ start, end, cause }) => [cause, Math.round((end - start) * 10) / 10]);
}

describe('the acknowledgement of all that is under way sets off the next data', () => {
  const ASK = '+1ms client PSH data 100';
  /**
   * @param {number} times @param {string} first what the server writes, with a short end, behind each pause
   * @param {string} [wait] for the acknowledgement of the end
   */
  const stops = (times, first, wait = '200ms') =>
    Array.from({ length: times }, (_, k) => [
      first,
      'server PSH data 500',
      `client ACK ${3396 * k + 2897}`,
      `+${wait} client ACK`,
    ]).flat();

  test('each time: a send buffer that holds one piece', () => {
    expect(ofServer(ASK, ...stops(20, '+40ms server data 2x1448'))).toContainEqual([
      'send_buffer',
      expect.closeTo(4.6, 0),
    ]);
  });

  test('a few times, without a delayed acknowledgement, or behind pauses of its own: the application', () => {
    const named = (/** @type {string[]} */ ...lines) => ofServer(ASK, ...lines).map(([cause]) => cause);
    expect(named(...stops(6, '+40ms server data 2x1448'))).not.toContain('send_buffer');
    expect(named(...stops(20, '+40ms server data 2x1448', '1ms'))).not.toContain('send_buffer');
    expect(named(...stops(20, '+150ms server data 2x1448'))).not.toContain('send_buffer');
  });
});

test('what was lost before the capture point, as a later sequence number tells, waits for a timer', () => {
  const answer = ['+10ms client PSH data 100', '+40ms server PSH data 200', '+20us client ACK'];
  const lines = [...answer, '+1ms client PSH data 100', '+40ms server PSH data 300 lost uncaptured'];
  const outage = [...lines, '+300ms client again 2', '+40ms server ACK seq 501', '+700ms server again 2', ...answer];
  expect(ofServer(...outage)).toContainEqual(['retransmission_timeout', 0.7]);
});
