import { connectionOf } from '../../../support/packets/connection.js';

const AT_CLIENT = ['client SYN mss 1460', '+40ms server SYN-ACK mss 1460', '+50us client ACK'];
const AT_SERVER = ['client SYN mss 1460', '+50us server SYN-ACK mss 1460', '+40ms client ACK'];
const BETWEEN = ['client SYN mss 1460', '+15ms server SYN-ACK mss 1460', '+25ms client ACK'];

/**
 * Data and acknowledgements of thirty rounds; the server answers after `far`, the client goes on after `near`.
 * @param {string} far
 * @param {string} near
 */
const rounds = (far, near) =>
  Array.from({ length: 30 }, () => [`+${near} client data 1000`, `+${far} server ACK`]).flat();

/** @param {string[]} lines */
const placesOf = (lines) => connectionOf(...lines).path.vantages.map(({ place }) => place);

test.each(
  /** @type {[string, string[], string[]][]} */ ([
    ['at the client', [...AT_CLIENT, 'client data 100', '+40ms server ACK'], ['sender', 'receiver']],
    ['at the server', [...AT_SERVER, 'client data 100', '+50us server ACK'], ['receiver', 'sender']],
    ['between', [...BETWEEN, 'client data 100', '+15ms server ACK'], ['middle', 'middle']],
    [
      'a millisecond away',
      ['client SYN mss 1460', '+1ms server SYN-ACK mss 1460', '+80us client ACK'],
      ['sender', 'receiver'],
    ],
    [
      'half a millisecond from each',
      ['client SYN mss 1460', '+500us server SYN-ACK mss 1460', '+500us client ACK'],
      ['middle', 'middle'],
    ],
    [
      'a SYN sent twice does not mislead',
      [
        'client SYN mss 1460',
        '+1s client SYN seq 0 mss 1460',
        '+40ms server SYN-ACK mss 1460',
        '+50us client ACK',
        ...rounds('40ms', '50us'),
      ],
      ['sender', 'receiver'],
    ],
    [
      'without the handshake, with delayed acknowledgements at the receiver',
      [
        'client data 1000 ts 1040 5000',
        'client data 1000 ts 1041 5000',
        '+20us server ACK ts 5041 1041',
        '+40ms client data 1000 ts 1081 5041',
        '+40ms server ACK ts 5121 1081',
      ],
      ['receiver', 'sender'],
    ],
    [
      'without handshake and timestamps, where the receiver answers at once',
      rounds('30us', '40ms'),
      ['receiver', 'sender'],
    ],
    ['without either, where acknowledgements set the data going', rounds('40ms', '30us'), ['sender', 'receiver']],
    ['nothing but one direction', ['client data 100', 'client data 100'], ['unknown', 'unknown']],
    [
      'nothing but one direction, by the TTL',
      ['client data 100 ttl 64', 'server data 100 ttl 57 NOACK', 'client data 100 ttl 64 NOACK'],
      ['sender', 'receiver'],
    ],
  ]),
)('%s', (_name, lines, places) => {
  expect(placesOf(lines)).toEqual(places);
});

test('a think time of the sender does not look like distance, as the handshake has none', () => {
  const lines = [...AT_CLIENT, ...rounds('40ms', '700ms')];
  expect(connectionOf(...lines).path.vantages[0]).toMatchObject({
    place: 'sender',
    confidence: 1,
    senderNs: 50e3,
    receiverNs: 40e6,
  });
});

test('confidence falls where the capture point is neither near nor far', () => {
  const at = (/** @type {number} */ ms) =>
    connectionOf('client SYN', `+${100 - ms}ms server SYN-ACK`, `+${ms}ms client ACK`).path.vantages[0];
  expect([1, 9, 11, 50].map((ms) => at(ms).place)).toEqual(['sender', 'sender', 'middle', 'middle']);
  expect(at(1).confidence).toBeGreaterThan(at(9).confidence);
  expect(at(50).confidence).toBeGreaterThan(at(11).confidence);
});

test('how far: both round trips, the share on the sender\u2019s side, routers passed', () => {
  const [client, server] = connectionOf('client SYN ttl 61', '+15ms server SYN-ACK ttl 250', '+25ms client ACK ttl 61')
    .path.vantages;
  expect(client).toMatchObject({ senderNs: 25e6, receiverNs: 15e6, fraction: 0.625, senderHops: 3, receiverHops: 5 });
  expect(server).toMatchObject({ senderNs: 15e6, receiverNs: 25e6, fraction: 0.375, senderHops: 5, receiverHops: 3 });
});

test('segments longer than the link takes are told', () => {
  expect(connectionOf(...AT_CLIENT, 'client data 10000').path.vantages[0].evidence).toContain('offload');
  expect(connectionOf(...AT_CLIENT, 'client data 1460').path.vantages[0].evidence).not.toContain('offload');
});
