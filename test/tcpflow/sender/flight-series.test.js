import { connectionOf } from '../../support/packets/connection.js';

const AT_CLIENT = ['client SYN mss 1460 sack', '+40ms server SYN-ACK mss 1460 sack', 'client ACK'];
const WITHOUT_SACK = AT_CLIENT.map((line) => line.replace(' sack', ''));

/** @param {string[]} lines @returns {string[]} "packet: bytes in flight behind it" */
function flightOf(lines) {
  const { count, packet, bytes } = connectionOf(...lines).path.flight(0);
  return Array.from({ length: count }, (_, k) => `${packet[k]}: ${bytes[k]}`).filter(
    (text) => Number.parseInt(text, 10) > 2,
  );
}

const CASES = /** @type {[string, string[], string[]][]} */ ([
  [
    'what is sent adds, what is acknowledged goes',
    [...AT_CLIENT, 'client data 2x1000', '+40ms server ACK 1001', 'server ACK 2001'],
    ['3: 1000', '4: 2000', '5: 1000', '6: 0'],
  ],
  [
    'what SACK reports has left the path',
    [...AT_CLIENT, 'client data 1000 lost', 'client data 1000', '+40ms server ACK'],
    ['3: 1000', '4: 2000', '5: 1000'],
  ],
  [
    'a D-SACK tells nothing of what is under way',
    [...AT_CLIENT, 'client data 2x1000', '+40ms server ACK 1001', '+1ms server ACK 1001 sack 1-1001'],
    ['3: 1000', '4: 2000', '5: 1000', '6: 1000'],
  ],
  [
    'three reports above, and what is below is lost once the sender sends it again',
    [
      ...AT_CLIENT,
      'client data 1000 lost',
      'client data 3x1000',
      '+40ms server ACK 1 sack 1001-2001',
      'server ACK 1 sack 1001-3001',
      'server ACK 1 sack 1001-4001',
      'client again 1',
      '+40ms server ACK 4001',
    ],
    ['3: 1000', '4: 2000', '5: 3000', '6: 4000', '7: 3000', '8: 2000', '9: 1000', '10: 1000', '11: 0'],
  ],
  [
    'duplicate acknowledgements do without SACK',
    [
      ...WITHOUT_SACK,
      'client data 1000 lost',
      'client data 4x1000',
      '+40ms server ACK 1',
      'server ACK 1',
      'server ACK 1',
      'client again 1',
    ],
    ['3: 1000', '4: 2000', '5: 3000', '6: 4000', '7: 5000', '8: 4000', '9: 3000', '10: 2000', '11: 2000'],
  ],
  [
    'after a time-out nothing but what was sent again is under way',
    [...AT_CLIENT, 'client data 3x1000', '+400ms client again 1', '+40ms server ACK 3001'],
    ['3: 1000', '4: 2000', '5: 3000', '6: 1000', '7: 0'],
  ],
  [
    'a probe of the tail adds a copy',
    [...AT_CLIENT, 'client data 3x1000', '+90ms client again 3'],
    ['3: 1000', '4: 2000', '5: 3000', '6: 4000'],
  ],
  [
    'acknowledgements of what left before the capture tell how much of that was under way',
    [
      ...AT_CLIENT.map((line) => `${line} uncaptured`),
      'client data 3x1000 uncaptured',
      'client data 2x1000',
      '+40ms server ACK 1001',
      'server ACK 2001',
      'client data 1000',
      '+1ms server ACK 3001',
      'server ACK 5001',
    ],
    ['3: 3000', '4: 4000', '5: 3000', '6: 1000'],
  ],
  [
    'where a SYN was captured, an acknowledgement of what was before it tells nothing',
    [...AT_CLIENT, 'client data 2x1000', '+40ms server ACK 4294966796', 'server ACK 2001'],
    ['3: 1000', '4: 2000', '6: 0'],
  ],
  [
    'the same packet twice in the capture counts once',
    [...AT_CLIENT, 'client data 1000 id 77 twice', '+40ms server ACK'],
    ['3: 1000', '5: 0'],
  ],
]);

test.each(CASES)('%s', (_name, lines, expected) => {
  expect(flightOf(lines)).toEqual(expected);
});

/**
 * A sender 40 ms away lets two segments go for each acknowledgement; captured at the receiver.
 * @param {string[]} stamps of each packet
 * @param {number} [secondMs] when the second pair came
 */
const atServer = (stamps = [], secondMs = 81) =>
  [
    'client SYN mss 1460 sack',
    'server SYN-ACK mss 1460 sack',
    '+40ms client ACK',
    '@41ms client data 1000',
    'server ACK',
    'client data 1000',
    'server ACK',
    `@${secondMs}ms client data 1000`,
    'server ACK',
    'client data 1000',
    'server ACK',
    'client data 1000',
    'server ACK',
    'client data 1000',
    'server ACK',
  ].map((line, i) => (stamps[i] ? `${line} ts ${stamps[i]}` : line));

test('at the receiver, timestamps tell which acknowledgement a segment followed', () => {
  const stamps = [
    '1000 0',
    '5000 1000',
    '1040 5000',
    '1041 5000',
    '5041 1041',
    '1041 5000',
    '5042 1041',
    '1081 5041',
    '5081 1081',
    '1081 5041',
    '5081 1081',
    '1082 5042',
    '5081 1082',
    '1082 5042',
    '5081 1082',
  ];
  const ofData = flightOf(atServer(stamps)).filter((text) => /^(3|5|7|9|11|13):/.test(text));
  expect(ofData).toEqual(['3: 1000', '5: 2000', '7: 2000', '9: 3000', '11: 3000', '13: 4000']);
});

test('without timestamps acknowledgements are moved by the round trip to the sender', () => {
  // the first came to the sender at 81.01 ms, the second at 81.03 ms; the third segment left at 80.7 ms
  const ofData = flightOf(atServer([], 80.7)).filter((text) => /^(3|5|7|9|11|13):/.test(text));
  expect(ofData).toEqual(['3: 1000', '5: 2000', '7: 3000', '9: 4000', '11: 5000', '13: 6000']);
});

test("what leaves at 81 ms answers what seems to have come a little later: the shortest round trip has the sender's reaction in it", () => {
  const ofData = flightOf(atServer()).filter((text) => /^(3|5|7|9|11|13):/.test(text));
  expect(ofData).toEqual(['3: 1000', '5: 2000', '7: 1000', '9: 2000', '11: 3000', '13: 4000']);
});
