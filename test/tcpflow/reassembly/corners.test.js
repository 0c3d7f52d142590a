/** Openings, ends and odd segments: what the streams then are. */
import { flowState } from '../../../lib/tcpflow/describe/flow-values.js';
import { HANDSHAKE, play } from '../../support/packets/segments.js';

describe('data with the SYN', () => {
  it('counts when the SYN-ACK acknowledges it', () => {
    const { client, codes, sink } = play(['client SYN "hello"', '+10ms server SYN-ACK', 'client ACK', 'client " you"']);
    expect([client, codes]).toEqual(['hello you', []]);
    expect(sink.calls[0]).toMatchObject({ frame: 1, deliveredFrame: 1 });
  });

  it('gives way to what is sent after a SYN-ACK that leaves it out, without a conflict', () => {
    const { client, codes, conflicts } = play([
      'client SYN "hello"',
      'server SYN-ACK ack 1',
      'client ACK',
      'client seq 1 "HELLO YOU"',
      'server ACK',
    ]);
    expect([client, codes, conflicts]).toEqual(['HELLO YOU', ['syn_data_refused'], []]);
  });

  it('counts when the sender goes on behind it, although the SYN-ACK left it out', () => {
    expect(play(['client SYN "hello"', 'server SYN-ACK ack 1', 'client " you"']).client).toBe('hello you');
  });

  it('is no part of the stream if it was left out and never sent again', () => {
    expect(play(['client SYN "hello"', 'server SYN-ACK ack 1', 'client ACK', 'client RST']).client).toBe('');
  });

  it('is there at the end where the other side was not captured', () => {
    const { client, ends } = play(['client SYN "hello"', 'client FIN']);
    expect([client, ends[0]]).toEqual(['hello', 'fin']);
  });

  it('counts once when the SYN comes again with it, or without it', () => {
    expect(play(['client SYN "hello"', '+1s client SYN seq 0 "hello"', 'server SYN-ACK', 'client " you"']).client).toBe(
      'hello you',
    );
    expect(
      play(['client SYN "hello" lost', '+1s client SYN seq 0', 'server SYN-ACK', 'client seq 1 "hello you"']).client,
    ).toBe('hello you');
  });

  it('is reported where two SYNs bring different data', () => {
    const { client, conflicts } = play([
      'client SYN "hello"',
      '+1s client SYN seq 0 "HELLO"',
      'server SYN-ACK',
      'client " you"',
    ]);
    expect(client).toBe('hello you');
    expect(conflicts).toMatchObject([{ offset: 0, length: 5, used: 'first', delivered: false }]);
  });

  it('comes from the server too', () => {
    expect(play(['client SYN', 'server SYN-ACK "banner"', 'client ACK']).server).toBe('banner');
  });
});

describe('openings', () => {
  it('may be simultaneous', () => {
    const { client, server } = play([
      'client SYN',
      'server SYN',
      'client SYN-ACK seq 0',
      'server SYN-ACK seq 0',
      'client "abc"',
      'server "def"',
    ]);
    expect([client, server]).toEqual(['abc', 'def']);
  });

  it('may be split: a SYN is answered by another, and that by a SYN-ACK', () => {
    const { client, server } = play([
      'client SYN',
      'server SYN',
      'client SYN-ACK seq 0',
      'server ACK',
      'client "abc"',
      'server "def"',
    ]);
    expect([client, server]).toEqual(['abc', 'def']);
  });

  it('may be missing', () => {
    const { client, server } = play(['client "abc"', 'server "def"', 'client "ghi"'], { established: true });
    expect([client, server]).toEqual(['abcghi', 'def']);
  });

  it('tell of a hole at the start when the other side acknowledged more', () => {
    expect(
      play([...HANDSHAKE, 'client "abc" uncaptured', 'server ACK', '+50ms client "def"', '+50ms server ACK']).client,
    ).toBe('···def');
  });

  it('may be in one direction only', () => {
    const { client, ends } = play([
      'client SYN',
      'server SYN-ACK uncaptured',
      'client ACK',
      'client "abc"',
      'client "def" uncaptured lost',
      'client "ghi"',
      'client FIN',
    ]);
    expect([client, ends]).toEqual(['abc···ghi', ['fin', 'capture_end']]);
  });
});

describe('gaps', () => {
  it('may follow each other', () => {
    const lost = (/** @type {string} */ text) => `client ${text} uncaptured lost`;
    expect(
      play([...HANDSHAKE, 'client "ab"', lost('"cd"'), 'client "ef"', lost('"gh"'), 'client "ij"', 'client RST'])
        .client,
    ).toBe('ab··ef··ij');
  });

  it('may be all there is', () => {
    const { client, ends } = play([
      ...HANDSHAKE,
      'client data 1000 uncaptured',
      '+50ms client FIN',
      '+50ms server ACK',
    ]);
    expect([client, ends[0]]).toEqual(['·'.repeat(1000), 'fin']);
  });
});

describe('resets', () => {
  const BUFFERED = ['client "abc" uncaptured lost', 'client "def"'];

  it('end both streams, with what was not acknowledged', () => {
    const { client, server, ends } = play([...HANDSHAKE, 'server "xyz"', ...BUFFERED, 'client RST']);
    expect([client, server, ends]).toEqual(['···def', 'xyz', ['rst', 'rst']]);
  });

  it.each(['last', 'bsd'])('end both streams, with what was not acknowledged, under %s', (policy) => {
    const { client, ends } = play([...HANDSHAKE, 'client "abc"', 'client RST'], {
      policy: /** @type {'last'|'bsd'} */ (policy),
    });
    expect([client, ends]).toEqual(['abc', ['rst', 'rst']]);
  });

  it('may bear data', () => {
    expect(play([...HANDSHAKE, 'client "abc"', 'server ACK', 'client RST "def"']).client).toBe('abcdef');
  });

  it.each([
    ['below what the receiver acknowledged', 'client RST seq 2'],
    ['beyond what it could accept', 'client RST seq 400000'],
  ])('%s are passed over, their data too', (_where, reset) => {
    const { client, ends, codes } = play([
      ...HANDSHAKE,
      'client "abcdef"',
      'server ACK',
      `${reset} `,
      `${reset} "xx"`,
      'client seq 7 "ghi"',
    ]);
    expect([client, ends, codes]).toEqual(['abcdefghi', ['capture_end', 'capture_end'], ['reset_ignored']]);
  });

  it.each([
    ['the next number', 'client RST seq 7'],
    ['a number inside the window', 'client RST seq 1007'],
    ['the number last acknowledged, although more was sent', 'client RST seq 4'],
  ])('with %s count', (_where, reset) => {
    expect(play([...HANDSHAKE, 'client "abc"', 'server ACK', 'client "def" lost', reset]).ends).toEqual(['rst', 'rst']);
  });

  it('count as far as the widest window reaches where its scale is not known', () => {
    const lines = (/** @type {number} */ seq) => ['client "abcdef"', 'server ACK win 500', `client RST seq ${seq}`];
    const ends = (/** @type {number} */ seq) => play(lines(seq), { established: true }).ends;
    expect(ends(400_000)).toEqual(['rst', 'rst']);
    expect(ends(500 * 2 ** 14 + 70_000)).toEqual(['capture_end', 'capture_end']);
    expect(play([...HANDSHAKE, ...lines(400_000)]).ends).toEqual(['capture_end', 'capture_end']);
  });

  it.each([
    ['below the SYN', -776743],
    ['far above it', 100_000],
  ])('for an answer out of an earlier connection, %s, are passed over', (_where, number) => {
    const old = number + 2 ** 32 * Number(number < 0);
    const { client, server, ends, codes, tcp } = play([
      'client SYN',
      `server seq 900000 ack ${old}`,
      `client RST seq ${old}`,
      '+1s client SYN seq 0',
      'server SYN-ACK seq 0 ack 1',
      'client seq 1 "abc"',
      'server seq 1 ack 4 "xyz"',
      'client seq 4 ack 4 FIN',
      'server seq 4 ack 5 FIN',
      'client seq 5 ack 5 ACK',
    ]);
    expect([client, server, ends, codes]).toEqual(['abc', 'xyz', ['fin', 'fin'], ['reset_ignored']]);
    expect(flowState(tcp.flows, 0)).toBe('closed');
  });

  it.each(['client RST seq 1', 'client RST seq 4'])('of a connection that was begun count: %s', (line) => {
    expect(play(['client SYN "abc"', 'server seq 900000 ack 1', line]).ends).toEqual(['rst', 'rst']);
  });

  it('answer a SYN', () => {
    expect(play(['client SYN', 'server RST-ACK seq 0']).ends).toEqual(['rst', 'rst']);
  });

  it('cut off what their sender sends afterwards', () => {
    const { client, codes } = play([...HANDSHAKE, 'client "abc"', 'client RST', 'client "def"']);
    expect([client, codes]).toEqual(['abc', ['data_after_reset']]);
  });
});

describe('FINs', () => {
  it('may come again', () => {
    const { client, ends, codes } = play([
      ...HANDSHAKE,
      'client FIN "abc"',
      '+300ms client again 1',
      'server ACK',
      'server FIN',
      'client ACK',
    ]);
    expect([client, ends, codes]).toEqual(['abc', ['fin', 'fin'], []]);
  });

  it('wait for a hole to be filled', () => {
    const { sink, ends } = play([
      ...HANDSHAKE,
      'client "abc" uncaptured lost',
      'client FIN "def"',
      '+50ms client again 1',
    ]);
    expect([sink.streams.get('0.0'), ends[0]]).toEqual(['abcdef', 'fin']);
  });

  it('end the stream behind a gap too', () => {
    const { client, ends } = play([...HANDSHAKE, 'client "abc" uncaptured lost', 'client FIN "def"']);
    expect([client, ends[0]]).toEqual(['···def', 'fin']);
  });

  it('cut off data behind them', () => {
    const { client, codes } = play([...HANDSHAKE, 'client FIN "abc"', 'server ACK', 'client seq 5 "def"']);
    expect([client, codes]).toEqual(['abc', ['data_after_fin']]);
  });

  it('cut off data behind them while a hole is open', () => {
    const { client, codes } = play([
      ...HANDSHAKE,
      'client "abc" uncaptured lost',
      'client FIN "def"',
      'client seq 4 "defghi"',
      '+50ms client again 1',
    ]);
    expect([client, codes]).toEqual(['abcdef', ['data_after_fin']]);
  });

  it('below what came in order are no end', () => {
    const { client, ends } = play([
      ...HANDSHAKE,
      'client "abcdef"',
      'server ACK',
      'client FIN seq 3',
      'client seq 7 "ghi"',
    ]);
    expect([client, ends[0]]).toEqual(['abcdefghi', 'capture_end']);
  });

  it('do not end the other direction', () => {
    const { server, ends } = play([...HANDSHAKE, 'client FIN', 'server ACK', 'server "abc"', 'client ACK']);
    expect([server, ends]).toEqual(['abc', ['fin', 'capture_end']]);
  });

  it('are not followed by keep-alives that count as data', () => {
    expect(play([...HANDSHAKE, 'client FIN "abc"', 'server ACK', '+30s client seq 4 "x"']).codes).toEqual([]);
  });

  it('may be followed by a new connection on the same ports', () => {
    const { sink } = play([
      ...HANDSHAKE,
      'client FIN "abc"',
      'server FIN',
      'client ACK',
      '+1s client SYN seq 900000',
      'client seq 900001 "def"',
    ]);
    expect([sink.streams.get('0.0'), sink.streams.get('1.0')]).toEqual(['abc', 'def']);
  });
});

describe('single bytes', () => {
  it.each(/** @type {const} */ (['first', 'last', 'solaris']))('of a keep-alive are garbage under %s', (policy) => {
    const { client, conflicts } = play(
      [
        ...HANDSHAKE,
        'client "abc"',
        '+30s client seq 3 "?"',
        'server ACK',
        '+30s client seq 3 "!"',
        'server ACK',
        'client seq 4 "def"',
        'server ACK',
      ],
      { policy },
    );
    expect([client, conflicts]).toEqual(['abcdef', []]);
  });

  it('into a closed window are data', () => {
    const { client, conflicts } = play([
      ...HANDSHAKE,
      'client "abc"',
      'server ACK win 0',
      '+1s client "d" lost',
      'server ACK 4 win 0',
      '+1s server ACK 4 win 1000',
      'client seq 4 "defg"',
      'server ACK',
    ]);
    expect([client, conflicts]).toEqual(['abcdefg', []]);
  });
});
