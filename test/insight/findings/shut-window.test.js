/**
 * A receiver that lets nothing in before the first data: what the time from the handshake to that data was spent on.
 */
import { describeSenders } from '../../../lib/insight/describe/describe-senders.js';
import { connectionOf } from '../../support/packets/connection.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const SYN = `client SYN ${OPTIONS}`;
const OPEN = ['+40ms server ACK win 500', '+10us client data 3x1448', '+40ms server ACK'];
const SHUT = `+40ms server SYN-ACK ${OPTIONS} win 0`;

/** @param {string[]} lines @returns what held the client's data back until it came */
function opening(lines) {
  const { analysis } = connectionOf(...lines);
  const [{ limits, causes }] = describeSenders(analysis.ingest.tcp, 0);
  return [limits[1], causes[1]].map(({ start, end, ...what }) => [
    Math.round(start * 1000),
    Math.round(end * 1000),
    Object.values(what)[0],
  ]);
}

it.each([
  [
    'open, and data comes at once',
    [SYN, SHUT, '+20us client ACK', '+2s server ACK win 500', '+10us client data 3x1448', '+40ms server ACK'],
    40,
    2040,
    true,
  ],
  [
    'a probe finds it shut',
    [
      SYN,
      SHUT,
      '+20us client ACK',
      '+300ms client data 1',
      '+40ms server ACK 1 win 0',
      '+300ms client again 1',
      ...OPEN,
    ],
    40,
    720,
    true,
  ],
  [
    'data comes long after it has opened',
    [SYN, SHUT, '+20us client ACK', '+1s server ACK win 500', '+1s client data 1448', '+40ms server ACK'],
    40,
    1040,
    true,
  ],
  [
    'never shut',
    [SYN, `+40ms server SYN-ACK ${OPTIONS}`, '+20us client ACK', '+2s client data 3x1448', '+40ms server ACK'],
    40,
    2080,
    false,
  ],
])('%s', (_, lines, fromMs, toMs, isShut) => {
  expect(opening(lines)).toEqual([
    [fromMs, toMs, isShut ? 'receive_window' : 'application'],
    [fromMs, toMs, isShut ? 'zero_window' : 'application'],
  ]);
});

it('a shut window is looked at however few packets there are, that of a SYN-ACK is of a proxy', () => {
  const { analysis } = connectionOf(
    SYN,
    SHUT,
    '+20us client ACK',
    '+1s server ACK win 0',
    '+1s server ACK win 500',
    '+10us client data 3x1448',
    '+40ms server ACK',
  );
  const { findings } = /** @type {any} */ (analysis.connections.describe(0));
  expect(findings[0]).toMatchObject({ code: 'syn_proxy', severity: 'warning' });
  expect(findings[0].costSeconds).toBeCloseTo(2, 2);
  expect(findings.map((/** @type {any} */ { code }) => code)).not.toContain('zero_window');
});
