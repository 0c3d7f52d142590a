import { connectionOf } from '../../support/packets/connection.js';

const OPTIONS = 'mss 1460 ws 7 sack';
const AT_CLIENT = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];
const AT_SERVER = [`client SYN ${OPTIONS}`, `+50us server SYN-ACK ${OPTIONS}`, '+40ms client ACK'];

/** @param {string[]} lines */
const windowOf = (lines) => connectionOf(...lines).analysis.opened.describeSenders(0)[0].initialCwndSegments;

test.each(
  /** @type {[string, string[], number | null][]} */ ([
    [
      'what left before the first acknowledgement, when more left with it',
      [...AT_CLIENT, 'client data 10x1460', '+40ms server ACK 1461', '+20us client data 2x1460'],
      10,
    ],
    [
      'an application that had no more shows nothing',
      [...AT_CLIENT, 'client data 2x1460', 'client PSH data 500', '+40ms server ACK 1461', '+20us client data 1460'],
      null,
    ],
    [
      'nor one that goes on later',
      [...AT_CLIENT, 'client data 3x1460', '+40ms server ACK 1461', '+20ms client data 2x1460'],
      null,
    ],
    [
      'nor where the receiver would take no more',
      [
        ...AT_CLIENT.slice(0, 1),
        `+40ms server SYN-ACK ${OPTIONS} win 4500`,
        '+50us client ACK',
        'client data 3x1460',
        '+40ms server ACK 1461 win 60',
        '+20us client data 1460',
      ],
      null,
    ],
    [
      'a slow host: the second flight is half as much again, and ends no write',
      [...AT_CLIENT, 'client data 4x1460', '+40ms server ACK 2921', 'server ACK', '+8ms client data 6x1460'],
      4,
    ],
    [
      'a short segment fills the window of a stack that counts bytes: the full ones among these count',
      [...AT_CLIENT, 'client data 1460', 'client data 588', '+40ms server ACK', '+2ms client data 3x1460'],
      1,
    ],
    [
      'an application that asks again, and writes more',
      [...AT_CLIENT, 'client data 1460 PSH', '+40ms server ACK', 'server data 100', '+200us client data 2x1460'],
      null,
    ],
    ['nor without the handshake', ['client data 3x1460', '+40ms server ACK 1461', '+20us client data 2x1460'], null],
    [
      'nor once something was retransmitted',
      [...AT_CLIENT, 'client data 3x1460', '+300ms client again 1', '+40ms server ACK', '+20us client data 2x1460'],
      null,
    ],
    [
      'one large segment counts for those that it is cut into',
      [...AT_CLIENT, 'client data 7300', '+40ms server ACK 1461', '+20us client data 2920'],
      5,
    ],
    [
      'at the receiver, those count that were lost before',
      [
        ...AT_SERVER,
        '+1ms client data 1460',
        'server ACK',
        'client data 2x1460 lost uncaptured',
        '+40ms client data 1460',
        'server ACK 1461 sack 4381-5841',
      ],
      3,
    ],
  ]),
)('%s', (_name, lines, expected) => {
  expect(windowOf(lines)).toBe(expected);
});

test('a flow of --json has it apart from what was counted, with how sure it is, or why it is not told', () => {
  const inferred = (/** @type {string[]} */ ...lines) =>
    /** @type {any} */ (connectionOf(...lines).analysis.connections.describe(0)).inferred;
  const first = ['client data 10x1460', '+40ms server ACK 1461', '+20us client data 2x1460', '+40ms server ACK'];
  const more = [...first, ...Array.from({ length: 15 }, () => ['client data 2x1460', '+40ms server ACK']).flat()];
  expect(inferred(...AT_CLIENT, ...more)).toEqual({
    clientToServer: { initialCwndSegments: { value: 10, confidence: 0.95, reason: null } },
  });
  expect(inferred(...more).clientToServer.initialCwndSegments).toMatchObject({
    value: null,
    reason: 'not observable, because the connection began before the capture',
  });
  expect(inferred(...AT_CLIENT, ...first.slice(0, 3))).toBeUndefined(); // short, and nothing to look for
});
