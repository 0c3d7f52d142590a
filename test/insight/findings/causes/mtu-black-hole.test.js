/** Large packets that a path drops and says nothing, against all else that makes a timer double. */
import { connectionOf } from '../../../support/packets/connection.js';
import { keptSentence } from '../../first-sentences/kept-sentence.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const MSS = 1448;
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];
/** An exchange of short segments, then the client's first large ones, from offset 201 on. */
const BEGUN = [...SHAKE, '+1ms client PSH data 200', '+40ms server PSH data 100', '+40ms client ACK'];
const LARGE = `client data 4x${MSS} lost`;
const AGAIN = [200, 400, 800, 1600].map((ms) => `+${ms}ms client data ${MSS} seq 201 lost`);
/** In shorter segments, each acknowledged. */
const shorterFrom = (/** @type {number} */ offset) =>
  Array.from({ length: 6 }, (_, k) => [
    `+1ms client data 1024 seq ${offset + k * 1024}`,
    `+40ms server ACK ${offset + (k + 1) * 1024}`,
  ]).flat();
const SHORTER = shorterFrom(201);

/** @param {string[]} lines */
const found = (...lines) => {
  /** @type {{ findings: import('../../../../lib/insight/findings/finding.js').Finding[] }} */
  const { findings } = /** @type {any} */ (connectionOf(...lines).analysis.connections.describe(0));
  return findings.filter(({ code }) => code === 'mtu_black_hole');
};

test('sent in vain until shorter segments get through', () => {
  const [one, ...more] = found(...BEGUN, LARGE, ...AGAIN, '+3200ms client ACK', ...SHORTER);
  expect(more).toEqual([]);
  expect(one).toMatchObject({
    severity: 'warning',
    cause: 'network',
    direction: 'clientToServer',
    evidence: { bytesInVain: MSS, bytesThrough: 1024, tries: 5, frames: [7, 11, 12, 13, 14] },
    message: keptSentence(),
  });
  expect(one.costSeconds).toBeGreaterThan(3);
});

test('sent in vain to the end, while the other end is still heard', () => {
  const [one, ...more] = found(...BEGUN, LARGE, ...AGAIN, '+2s server FIN ACK 201', '+1ms client ACK');
  expect(more).toEqual([]);
  expect(one).toMatchObject({
    severity: 'error',
    direction: 'clientToServer',
    evidence: { bytesInVain: MSS, bytesThrough: 200, tries: 5 },
    message: keptSentence(),
  });
  expect(one.costSeconds).toBeCloseTo(5, 1);
});

test('sent in vain from the first large segment on, behind short ones that were all answered: probably', () => {
  const [one, ...more] = found(...BEGUN, LARGE, ...AGAIN);
  expect(more).toEqual([]);
  expect(one).toMatchObject({
    severity: 'error',
    evidence: { bytesInVain: MSS, bytesThrough: 200, tries: 5, confidence: 0.7 },
    message: keptSentence(),
  });
});

test('the first large ones may be joined by offload', () => {
  expect(found(...BEGUN, `client data ${4 * MSS} lost`, ...AGAIN, '+3200ms client ACK', ...SHORTER)).toMatchObject([
    { evidence: { bytesInVain: MSS, bytesThrough: 1024 } },
  ]);
});

test('a full segment is large, however short', () => {
  const small = [...BEGUN, 'client data 4x520 lost', ...AGAIN, '+2s server FIN ACK 201', '+1ms client ACK'].map(
    (line) => line.replace('mss 1460', 'mss 532').replace('1448', '520'),
  );
  expect(found(...small)).toMatchObject([{ severity: 'error', evidence: { bytesInVain: 520, bytesThrough: 200 } }]);
});

test.each([
  [
    'nothing is heard of the other end, which may be gone, and large ones had got through',
    [
      ...BEGUN,
      `client data 4x${MSS}`,
      '+40ms server ACK',
      LARGE,
      ...AGAIN.map((line) => line.replace('seq 201', `seq ${201 + 4 * MSS}`)),
    ],
  ],
  [
    'what the other end says it has to say again: nothing gets through to it',
    [
      ...BEGUN,
      LARGE,
      ...AGAIN,
      '+2s server FIN ACK 201',
      '+400ms server FIN ACK 201 seq 101',
      '+800ms server FIN ACK 201 seq 101',
    ],
  ],
  [
    'as large ones got through before',
    [
      ...BEGUN,
      `client data 4x${MSS}`,
      '+40ms server ACK',
      LARGE,
      ...AGAIN.map((line) => line.replace('seq 201', `seq ${201 + 4 * MSS}`)),
      `+2s server FIN ACK ${201 + 4 * MSS}`,
    ],
  ],
  [
    'as large ones get through afterwards',
    [...BEGUN, LARGE, ...AGAIN, ...SHORTER, `client data 4x${MSS}`, '+40ms server ACK'],
  ],
  [
    'one as large ends it',
    [...BEGUN, LARGE, ...AGAIN, `+3200ms client data ${MSS} seq 201`, '+40ms server ACK 1649', ...shorterFrom(1649)],
  ],
  [
    'shorter ones are in vain, too',
    [...BEGUN, LARGE, ...AGAIN.flatMap((line) => [line, line.replace('1448', '100')]), '+2s server FIN ACK 201'],
  ],
  [
    'they are not large',
    [
      ...BEGUN,
      'client data 600 lost',
      ...AGAIN.map((line) => line.replace('1448', '600')),
      '+2s server FIN ACK 201',
      '+1ms client ACK',
    ],
  ],
  ['one time-out is no doubling timer', [...BEGUN, LARGE, AGAIN[0], '+400ms client ACK', ...SHORTER]],
])('not said where %s', (_why, lines) => expect(found(...lines)).toEqual([]));

describe('seen at the receiver, where the large ones never come by', () => {
  const GET = '+1ms client PSH "GET / HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n"';
  const UNSEEN = `+100ms server data 3x${MSS} lost uncaptured`;
  const KEPT_ALIVE = Array.from({ length: 2 }, () => ['+2s client ACK seq 36', '+40ms server ACK']).flat();
  const ASKED = [...SHAKE, GET, '+40ms server ACK'];
  const ENDED = ['+5s client FIN', '+40ms server ACK'];

  it('is told by sequence numbers beyond them, in place of the response that they are', () => {
    const { findings } = /** @type {any} */ (
      connectionOf(...ASKED, UNSEEN, 'server data 200', ...KEPT_ALIVE, ...ENDED).analysis.connections.describe(0)
    );
    expect(findings).toMatchObject([
      {
        code: 'mtu_black_hole',
        severity: 'error',
        direction: 'serverToClient',
        evidence: { bytesInVain: 3 * MSS, bytesThrough: 200, short: 4, frames: [6, 12] },
        message: keptSentence(),
      },
    ]);
    const [, ofServer] = /** @type {any[]} */ (
      connectionOf(...ASKED, UNSEEN, 'server data 200', ...KEPT_ALIVE, ...ENDED).analysis.opened.describeSenders(0)
    );
    expect(ofServer.lost.retransmission_timeout.seconds).toBeCloseTo(9.12, 2);
    expect(found(...ASKED, UNSEEN, ...KEPT_ALIVE, ...ENDED)).toMatchObject([{ evidence: { bytesThrough: 0 } }]);
  });

  it.each([
    ['a large one came by', [...ASKED, `server data ${MSS}`, 'client ACK', UNSEEN, ...KEPT_ALIVE, ...ENDED]],
    ['they are not large', [...ASKED, UNSEEN.replace(`3x${MSS}`, '600'), ...KEPT_ALIVE, ...ENDED]],
    ['no time is left for a timer to double', [...ASKED, UNSEEN, '+500ms client FIN', '+40ms server ACK']],
    ['nothing short comes by later', [...ASKED, UNSEEN, 'server data 200', '+9s client FIN']],
    ['they were acknowledged', [...ASKED, UNSEEN.replace('lost ', ''), ...KEPT_ALIVE, ...ENDED]],
    [
      'a reset alone bears such a number',
      [...ASKED, '+2s server RST-ACK seq 4345', '+2s server RST-ACK seq 4345', '+2s server RST-ACK seq 4345'],
    ],
    [
      'the number lies beyond the window',
      [...ASKED, ...Array.from({ length: 3 }, () => '+3s server ACK seq 90000000'), ...ENDED],
    ],
  ])('unless %s', (_why, lines) => expect(found(...lines)).toEqual([]));
});
