import { METHODS } from '../../../lib/transport/round-trips.js';
import { connectionOf } from '../../support/packets/connection.js';

/** Captured 10 ms from the server and 20 ms from the client, round trip. */
const HANDSHAKE = ['client SYN mss 1460 sack', '+10ms server SYN-ACK mss 1460 sack', '+20ms client ACK'];
const STAMPED = ['client SYN mss 1460 sack ts', '+10ms server SYN-ACK mss 1460 sack ts', '+20ms client ACK'];

/** @param {string[]} lines @param {number} [direction] @returns {string[]} "packet answered → answer: method ms" */
function samplesOf(lines, direction = 0) {
  const samples = connectionOf(...lines).path.roundTrips[direction];
  return Array.from(
    { length: samples.count },
    (_, k) => `${samples.asked[k]} → ${samples.answer[k]}: ${METHODS[samples.method[k]]} ${samples.rttNs[k] / 1e6}`,
  );
}

test('the halves of the handshake', () => {
  expect(samplesOf(HANDSHAKE, 0)).toEqual(['0 → 1: handshake 10']);
  expect(samplesOf(HANDSHAKE, 1)).toEqual(['1 → 2: handshake 20']);
});

const AFTER = /** @type {[string, string[], string[]][]} */ ([
  [
    'an ACK of each segment',
    ['client data 100', '+10ms server ACK', 'client data 100', '+12ms server ACK'],
    ['3 → 4: sequence_ack 10', '5 → 6: sequence_ack 12'],
  ],
  [
    'one ACK of two: from the last',
    ['client data 100', '+1ms client data 100', '+10ms server ACK'],
    ['4 → 5: sequence_ack 10'],
  ],
  [
    'an ACK that ends inside a segment',
    ['client data 100', '+10ms server ACK 51', '+5ms server ACK 101'],
    ['3 → 5: sequence_ack 15'],
  ],
  ['a segment sent twice (Karn)', ['client data 100', '+200ms client again 1', '+10ms server ACK'], []],
  [
    'one sent twice below one sent once',
    ['client data 100', 'client data 100', '+200ms client again 1', '+10ms server ACK'],
    [],
  ],
  [
    'one that came before what is below it (post-loss)',
    ['client data 100 uncaptured lost', 'client data 100', '+50ms client again 1', '+10ms server ACK sack none'],
    [],
  ],
  [
    'a SACK block over a segment sent once',
    ['client data 100 lost', 'client data 100', '+10ms server ACK', '+5ms server ACK'],
    ['4 → 5: sack 10'],
  ],
  [
    'a SACK block over two: from the latest',
    ['client data 100 lost', 'client data 100', '+4ms client data 100', '+10ms server ACK'],
    ['5 → 6: sack 10'],
  ],
  [
    'a D-SACK is no sample',
    ['client data 100', '+10ms server ACK', '+1ms client again 1', '+10ms server ACK sack 1-101'],
    ['3 → 4: sequence_ack 10'],
  ],
  ['a FIN', ['client FIN', '+10ms server ACK'], ['3 → 4: sequence_ack 10']],
]);

test.each(AFTER)('%s', (_name, lines, expected) => {
  expect(samplesOf([...HANDSHAKE, ...lines])).toEqual(['0 → 1: handshake 10', ...expected]);
});

test('a SYN sent twice gives no sample, unless its timestamp tells which is meant', () => {
  const again = (/** @type {string} */ options) => [
    `client SYN ${options}`,
    `+1s client SYN seq 0 ${options}`,
    `+10ms server SYN-ACK ${options}`,
    '+20ms client ACK',
  ];
  expect(samplesOf(again('mss 1460'))).toEqual([]);
  expect(samplesOf(again('mss 1460 ts'))).toContain('1 → 2: handshake 10');
});

test('a keep-alive is no answer to what its timestamp echoes', () => {
  const lines = [
    ...STAMPED,
    'client data 100 ts 900500 1',
    '+10ms server ACK ts 900 900500',
    'client ACK ts 900550 900',
    '+2s server ACK seq 0 ts 3000 900550',
  ];
  expect(samplesOf(lines)).toEqual([
    '0 → 1: handshake 10',
    '0 → 1: timestamp 10',
    '3 → 4: sequence_ack 10',
    '3 → 4: timestamp 10',
  ]);
});

test('what a server pushes in its own time answers no acknowledgement; what one releases does', () => {
  const pushes = Array.from({ length: 5 }, () => ['+400ms server PSH data 100', '+40us client ACK']).flat();
  expect(samplesOf([...STAMPED, ...pushes]).filter((sample) => Number(sample.split(' ').at(-1)) > 100)).toEqual([]);
  const stream = [
    ...STAMPED,
    '+5ms server data 2x1448 ts 900 900',
    '+40us client ACK ts 900500 900',
    '+200ms server data 1448 ts 1100 900500',
    '+40us client ACK ts 900700 1100',
    '+200ms server data 1448 ts 1300 900500',
    '+10ms server data 1448 ts 1310 900700',
  ];
  expect(samplesOf(stream)).toContain('7 → 9: timestamp 210');
});

test('a fast retransmission answers the acknowledgement that asked for it', () => {
  const lines = [
    ...STAMPED,
    'server data 100 ts 900 2',
    'server data 100 ts 900 2',
    '+1s client ACK ts 901000 900',
    '+10ms server data 100 seq 1 ts 1910 901000',
  ];
  expect(samplesOf(lines)).toContain('5 → 6: timestamp 10');
});

test('the first packet with a timestamp to its first echo', () => {
  const lines = [
    ...STAMPED,
    'client data 100 ts 900500 1',
    'client data 100 ts 900500 1',
    '+10ms server ACK ts 200900 900500',
    '+1ms server ACK ts 200901 900500',
  ];
  expect(samplesOf(lines).filter((text) => text.includes('timestamp'))).toEqual([
    '0 → 1: timestamp 10',
    '3 → 5: timestamp 10.01',
  ]);
});

test('timestamps go on through 2^32', () => {
  const lines = [
    ...STAMPED.slice(0, 2).map((line) => line.replace(/ ts/, ' ts 4294967290 0')),
    '+20ms client ACK ts 4294967295 4294967290',
    'client data 100 ts 3 1',
    '+10ms server ACK ts 1 3',
  ];
  expect(samplesOf(lines).filter((text) => text.includes('timestamp'))).toContain('3 → 4: timestamp 10');
});
