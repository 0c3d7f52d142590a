/**
 * One transfer captured twice, once before a network card cut segments (TSO) or behind one that joined them (GRO): the
 * parts are copies. The server sends.
 */
import { inShort, judged } from '../../support/judged.js';
import { pcap, script } from '../../support/packets/packets.js';
import fc from '../../support/properties.js';

const V4 = { client: '10.0.0.1:40000', server: '10.0.0.2:80' };
const V6 = { client: '[2001:db8::1]:40000', server: '[2001:db8::2]:80' };
const MSS = 1448;
const OPTIONS = 'mss 1460 ws 7 sack ts';
const SHAKE = [`client SYN ${OPTIONS}`, `+0.05ms server SYN-ACK ${OPTIONS} id 1`, '+40ms client ACK'];

/** @typedef {{ seq: number, length: number, id: number, stamp: number }} Segment */

/** As the sender's host sees it. @param {Segment} segment @param {string} [more] */
const whole = ({ seq, length, id, stamp }, more = '') =>
  `+0.02ms server seq ${seq} data ${length} PSH id ${id} ts ${stamp} 100000 ${more}`;

/** As it is on the wire. @param {Segment} segment @param {string} [more] */
const parts = ({ seq, length, id, stamp }, more = '') =>
  Array.from({ length: Math.ceil(length / MSS) }, (_, k) => {
    const bytes = Math.min(MSS, length - k * MSS);
    const push = k * MSS + bytes === length ? 'PSH' : '';
    return `+0.01ms server seq ${seq + k * MSS} data ${bytes} ${push} id ${id + k} ts ${stamp} 100000 ${more}`;
  });

/** @param {number[]} lengths @returns {Segment[]} one behind the other, the server's clock going on */
function segments(lengths) {
  let seq = 1;
  let id = 2;
  return lengths.map((length, k) => {
    const segment = { seq, length, id, stamp: 100_100 + 5 * k };
    seq += length;
    id += Math.ceil(length / MSS);
    return segment;
  });
}

/** @param {string[]} lines @param {object} [ends] @returns {string[]} of the server's data */
const verdicts = (lines, ends = V4) =>
  judged(pcap(script(ends, ...SHAKE, ...lines)))
    .filter(({ direction, len }) => direction === 'serverToClient' && len > 0)
    .map(inShort);

const LENGTHS = [2 * MSS, MSS, 3 * MSS + 100, 2 * MSS];
const ORDERS = /** @type {const} */ ([
  [
    'the whole first',
    (/** @type {Segment} */ one, more = '') => [whole(one), ...parts(one, more)],
    (/** @type {Segment} */ one) => [whole(one)],
  ],
  ['the parts first', (/** @type {Segment} */ one, more = '') => [...parts(one), whole(one, more)], parts],
]);

describe.each(ORDERS)('captured twice, %s', (_, both, alone) => {
  const copies = (/** @type {string[]} */ found) =>
    found.filter((verdict) => verdict === 'duplicate_in_capture').length;
  const others = (/** @type {string[]} */ found) => found.filter((verdict) => verdict !== 'duplicate_in_capture');

  it.each([
    ['IPv4, by the identifications', V4, ''],
    ['IPv6, by the hop limit', V6, 'ttl 60'],
    ['IPv6, by how soon they come', V6, ''],
    ['IPv4 without identifications', V4, 'ttl 60 id 0'],
  ])('each segment is there once: %s', (__, ends, more) => {
    const lines = segments(LENGTHS).flatMap((one) => [...both(one, more), '+40ms client ACK']);
    const found = verdicts(more.includes('id') ? lines.map((line) => line.replace(/ id \d+/, ' id 0')) : lines, ends);
    expect(others(found).every((verdict) => verdict === 'original')).toBe(true);
    expect(copies(found)).toBe(found.length - others(found).length);
    expect(copies(found)).toBeGreaterThanOrEqual(LENGTHS.length);
  });

  it('and the copies change no verdict of what is lost and sent again', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            segments: fc.integer({ min: 1, max: 5 }),
            rest: fc.integer({ min: 0, max: 900 }),
            isLost: fc.boolean(),
          }),
          { minLength: 3, maxLength: 12 },
        ),
        (sizes) => {
          const sent = segments(sizes.map(({ segments: n, rest }) => n * MSS + rest));
          const last = sent[sent.length - 1];
          const nextId = last.id + Math.ceil(last.length / MSS);
          const tries = sent.map((one, k) => ({ one, isLost: sizes[k].isLost && k < sent.length - 1 }));
          const repairs = tries
            .filter(({ isLost }) => isLost)
            .map(
              ({ one }, k) =>
                `+1ms server seq ${one.seq} data ${Math.min(MSS, one.length)} id ${nextId + 1 + k} ts ${last.stamp + 400} 100000`,
            );
          const once = tries.flatMap(({ one, isLost }) => (isLost ? [whole(one, 'lost')] : alone(one)));
          const twice = tries.flatMap(({ one, isLost }) => (isLost ? [whole(one, 'lost')] : both(one)));
          const end = ['+40ms client ACK', '+300ms client ACK', ...repairs];
          expect(others(verdicts([...twice, ...end]))).toEqual(verdicts([...once, ...end]));
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('no copy', () => {
  const [first, second] = segments([3 * MSS, 3 * MSS]);

  it.each([
    [
      'a time-out later, with the next identification',
      `+300ms server seq ${1 + MSS} data ${MSS} id 8 ts 100500 100000`,
      V4,
    ],
    [
      'sent again fast, within a tick of its clock',
      `+45ms server seq ${1 + MSS} data ${MSS} id 8 ts 100100 100000`,
      V4,
    ],
    [
      'the last part once more, its identification twice as far away',
      `+45ms server seq ${1 + 2 * MSS} data 700 id 6 ts 100100 100000`,
      V4,
    ],
    ['IPv6, a round trip later', `+45ms server seq ${1 + MSS} data ${MSS} ts 100100 100000`, V6],
    ['IPv6, a time-out later', `+300ms server seq ${1 + MSS} data ${MSS} ts 100500 100000`, V6],
    ['with another acknowledgement', `+0.1ms server seq ${1 + MSS} data ${MSS} id 3 ts 100100 100000 ack 5`, V4],
  ])('%s', (_, line, ends) => {
    const lines = [
      whole(first, 'lost'),
      whole({ ...second, stamp: 100_100 }),
      '+40ms client ACK',
      line,
      '+40ms client ACK',
    ];
    expect(verdicts(lines, ends)[2]).not.toBe('duplicate_in_capture');
  });
});
