import { POLICY_NAMES } from '../../../lib/tcpflow/reassembly/policy.js';
import { Conversation, pcap, SYN } from '../../support/packets/packets.js';
import { bytesOf, ENDS, reassemble } from '../../support/packets/segments.js';
import fc from '../../support/properties.js';
import { KeepingSink, track } from '../../support/track.js';

/** @typedef {import('../../../lib/tcpflow/reassembly/policy.js').PolicyName} PolicyName */

/**
 * Suricata's matrix as its table reads: for whom the new bytes count.
 * @type {[string, [number, number], PolicyName[]][]} stored is [10, 20)
 */
const MATRIX = [
  ['same start, ends earlier', [10, 15], ['last']],
  ['same start, same end', [10, 20], ['old-linux', 'solaris', 'hpux11', 'last']],
  ['same start, ends later', [10, 25], ['linux', 'old-linux', 'solaris', 'hpux11', 'last']],
  [
    'starts before, ends inside',
    [5, 15],
    ['bsd', 'hpux10', 'irix', 'windows', 'windows2k3', 'old-linux', 'linux', 'macos', 'last'],
  ],
  [
    'starts before, covers to the end',
    [5, 20],
    ['bsd', 'hpux10', 'irix', 'windows', 'windows2k3', 'old-linux', 'linux', 'macos', 'solaris', 'hpux11', 'last'],
  ],
  [
    'starts before, covers beyond the end',
    [5, 25],
    ['bsd', 'hpux10', 'irix', 'windows', 'windows2k3', 'old-linux', 'linux', 'macos', 'solaris', 'hpux11', 'last'],
  ],
  ['starts after, ends inside', [12, 18], ['last']],
  ['starts after, ends at the end', [12, 20], ['last']],
  ['starts after, ends later', [15, 25], ['solaris', 'hpux11', 'last']],
];

/** @param {number} start @param {number} end */
function ofStored(start, end) {
  const row = MATRIX.find(
    ([, [a, b]]) => Math.sign(a - 10) === Math.sign(start - 10) && Math.sign(b - 20) === Math.sign(end - 20),
  );
  if (!row) throw new Error(`no row for [${start}, ${end})`);
  return row[2];
}

/**
 * The same by a map from byte to value: a byte is replaced if every segment that brought it gives way.
 * @param {[number, string][]} segments @param {PolicyName} policy
 */
function oracle(segments, policy) {
  /** @type {string[]} */
  const stream = [];
  /** @type {[number, number][]} */
  const stored = [];
  for (const [start, text] of segments) {
    const end = start + text.length;
    const staysFor = stored.filter(([a, b]) => {
      const scaled = [10 + Math.sign(start - a) * 5, 20 + Math.sign(end - b) * 5];
      return !ofStored(scaled[0], scaled[1]).includes(policy);
    });
    for (let at = start; at < end; at++) {
      if (!staysFor.some(([a, b]) => a <= at && at < b)) stream[at] = text[at - start];
    }
    stored.push([start, end]);
  }
  return Array.from(stream, (byte) => byte ?? '·').join('');
}

describe.each(POLICY_NAMES)('%s', (policy) => {
  it.each(MATRIX)('%s', (_name, [start, end], newWins) => {
    const { text } = reassemble(
      [
        [0, '.....'],
        [10, 'o'.repeat(10)],
        [start, 'n'.repeat(end - start)],
      ],
      policy,
    );
    const from = Math.max(start, 10);
    const to = Math.min(end, 20);
    expect(text.slice(from, to)).toBe((newWins.includes(policy) ? 'n' : 'o').repeat(to - from));
    expect(text.slice(20, end)).toBe('n'.repeat(Math.max(0, end - 20)));
  });

  it('is the same as a map of bytes, whatever overlaps', () => {
    const segment = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 2, max: 20 }));
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 12 }), (places) => {
        const segments = places.map(
          ([start, length], i) => /** @type {[number, string]} */ ([start, String.fromCharCode(65 + i).repeat(length)]),
        );
        expect(reassemble(segments, policy).text).toBe(oracle(segments, policy));
      }),
      { numRuns: 25 },
    );
  });

  it('gives the bytes that were sent where all copies agree, in any order', () => {
    const text = Array.from({ length: 300 }, (_, i) => String.fromCharCode(33 + (i % 90))).join('');
    const cuts = fc.array(fc.tuple(fc.nat({ max: 298 }), fc.integer({ min: 2, max: 80 })), { maxLength: 30 });
    fc.assert(
      fc.property(cuts, fc.nat({ max: 30 }), (places, whole) => {
        const pieces = /** @type {[number, string][]} */ (
          places.map(([start, length]) => [start, text.slice(start, start + length)])
        );
        pieces.splice(whole, 0, [0, text]);
        const { text: got, tcp } = reassemble(pieces, policy);
        expect([got, tcp.reassembler?.conflicts.totalOf(0)]).toEqual([text, 0]);
      }),
      { numRuns: 15 },
    );
  });
});

describe('a policy by which a later copy may count', () => {
  /** @param {PolicyName} policy @param {number} acknowledged bytes before the second copy */
  function afterAcknowledging(policy, acknowledged) {
    const conversation = new Conversation(ENDS);
    const sink = new KeepingSink();
    conversation.send('client', { flags: SYN });
    conversation.send('server', { flags: SYN });
    conversation.send('client', { payload: bytesOf('aaaaaaaa') });
    conversation.send('server', { ack: 1 + acknowledged });
    conversation.send('client', { payload: bytesOf('bbbbbbbb'), seq: 1 });
    const tcp = track(pcap(conversation.packets), sink, policy);
    return {
      text: sink.streams.get('0.0'),
      conflicts: tcp.reassembler?.conflicts
        .of(0)
        .map(({ offset, length, used, delivered }) => ({ offset, length, used, delivered })),
      calls: sink.calls,
    };
  }

  it('changes what the receiver has not acknowledged', () => {
    const { text, conflicts } = afterAcknowledging('last', 0);
    expect(text).toBe('bbbbbbbb');
    expect(conflicts).toEqual([{ offset: 0, length: 8, used: 'second', delivered: false }]);
  });

  it('keeps what the receiver has acknowledged', () => {
    const { text, conflicts } = afterAcknowledging('last', 5);
    expect(text).toBe('aaaaabbb');
    expect(conflicts).toEqual([
      { offset: 0, length: 5, used: 'first', delivered: true },
      { offset: 5, length: 3, used: 'second', delivered: false },
    ]);
  });

  it('tells when bytes came, not when they were acknowledged', () => {
    const { calls } = afterAcknowledging('last', 8);
    expect(calls).toEqual([{ key: '0.0', streamOffset: 0, frame: 3, deliveredFrame: 3 }]);
  });
});

test('three streams in one: what tools make of two overlaps', () => {
  const segments = /** @type {[number, string][]} */ ([
    [0, 'AAAAAAAAAA'],
    [15, 'CCCCC'],
    [5, 'BBBBBBBBBBBBBBB'],
  ]);
  expect(reassemble(segments, 'first').text).toBe('AAAAAAAAAABBBBBCCCCC');
  expect(reassemble(segments, 'bsd').text).toBe('AAAAAAAAAABBBBBBBBBB');
  expect(reassemble(segments, 'linux').text).toBe('AAAAAAAAAABBBBBBBBBB');
  expect(reassemble(segments, 'last').text).toBe('AAAAABBBBBBBBBBBBBBB');
});
