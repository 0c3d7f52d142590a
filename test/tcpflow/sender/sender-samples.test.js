import { smoothed } from '../../../lib/transport/round-trips.js';
import { connectionOf } from '../../support/packets/connection.js';

const AT_CLIENT = ['client SYN mss 1460 sack', '+40ms server SYN-ACK mss 1460 sack', '+50us client ACK'];

/** @param {string[]} lines @returns {number[]} ms, without the handshake's */
function samplesOf(lines) {
  const { count, rttNs } = connectionOf(...lines).path.senderSamples(0);
  return [...rttNs.subarray(1, count)].map((ns) => ns / 1e6);
}

test.each(
  /** @type {[string, string[], number[]][]} */ ([
    [
      'from the oldest of those acknowledged',
      [...AT_CLIENT, 'client data 100', '+1ms client data 100', '+40ms server ACK'],
      [41],
    ],
    ['none of what was sent twice', [...AT_CLIENT, 'client data 100', '+300ms client again 1', '+40ms server ACK'], []],
    [
      'from SACK while the rest waits',
      [
        ...AT_CLIENT,
        'client data 100 lost',
        '+1ms client data 100',
        '+1ms client data 100',
        '+40ms server ACK 1 sack 101-301',
      ],
      [41],
    ],
  ]),
)('%s', (_name, lines, expected) => {
  expect(samplesOf(lines)).toEqual(expected);
});

test('from the timestamp echoed where what was acknowledged was sent twice, in ticks of the clock', () => {
  const lines = [
    'client SYN mss 1460 ts 1000 0',
    '+40ms server SYN-ACK mss 1460 ts 7000 1000',
    '+1ms client ACK ts 1041 7000',
    'client data 100 ts 1041 7000 lost',
    '+300ms client again 1 ts 1341 7000',
    '+40600us server ACK ts 7300 1341',
  ];
  expect(samplesOf(lines)).toEqual([40]);
});

test('at the receiver, over the whole path', () => {
  const lines = [
    'client SYN mss 1460 sack',
    '+50us server SYN-ACK mss 1460 sack',
    '+40ms client ACK',
    '+1ms client data 100',
    '+20us server ACK',
  ];
  expect(
    connectionOf(...lines)
      .path.senderSamples(0)
      .rttNs.slice(0, 2),
  ).toEqual(Float64Array.of(40.05e6, 40.02e6));
});

test('the smoothed round trip moves by an eighth', () => {
  expect([...smoothed(Float64Array.of(80, 160, 0), 2)]).toEqual([80, 90]);
});
