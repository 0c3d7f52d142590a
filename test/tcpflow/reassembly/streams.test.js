import { GAP_GRACE_NS, MAX_BUFFERED_PIECES } from '../../../lib/tcpflow/reassembly/reassembler.js';
import { Conversation, pcap, PSH, script, SYN } from '../../support/packets/packets.js';
import fc from '../../support/properties.js';
import { KeepingSink, track } from '../../support/track.js';

const ENDS = { client: '10.0.0.1:40000', server: '10.0.0.2:80', clientIsn: 4294967200 };
const HANDSHAKE = ['client SYN', '+10ms server SYN-ACK', '+10ms client ACK'];

/** @param {...string} lines after a handshake */
function streams(...lines) {
  const sink = new KeepingSink();
  track(pcap(script(ENDS, ...HANDSHAKE, ...lines)), sink);
  return sink;
}

describe('bytes in order', () => {
  it('come as they were sent, past 2^32', () => {
    const sink = streams(
      'client "GET / HTTP/1.1 and so on, so that the numbers wrap: 0123456789 0123456789 0123456789"',
      'client " more"',
      'client FIN',
    );
    expect(sink.streams.get('0.0')).toBe(
      'GET / HTTP/1.1 and so on, so that the numbers wrap: 0123456789 0123456789 0123456789 more',
    );
    expect(sink.ends.get('0.0')).toBe('fin');
  });

  it('wait for a hole to be filled, and tell both frames', () => {
    const sink = streams('client "abc" uncaptured lost', 'client "def"', '+50ms client again 1');
    expect(sink.streams.get('0.0')).toBe('abcdef');
    expect(sink.calls).toEqual([
      { key: '0.0', streamOffset: 0, frame: 5, deliveredFrame: 5 },
      { key: '0.0', streamOffset: 3, frame: 4, deliveredFrame: 5 },
    ]);
  });

  it('keep the first copy', () => {
    const packets = new Conversation(ENDS);
    packets.send('client', { flags: SYN });
    const text = (/** @type {string} */ s) => new TextEncoder().encode(s);
    packets.send('client', { flags: PSH, payload: text('abcd'), seq: 1 });
    packets.send('client', { flags: PSH, payload: text('XXXXef'), seq: 1 });
    const sink = new KeepingSink();
    track(pcap(packets.packets), sink);
    expect(sink.streams.get('0.0')).toBe('abcdef');
  });

  it('show what the snap length cut as a gap', () => {
    expect(streams('client "abcdefgh" snap 58', 'client "ij"').streams.get('0.0')).toBe('abcd····ij');
  });

  it('end with the capture, with a gap where something is missing', () => {
    const sink = streams('client "abc" uncaptured lost', 'client "def"');
    expect(sink.streams.get('0.0')).toBe('···def');
    expect(sink.ends.get('0.0')).toBe('capture_end');
  });

  it('do not wait for what the receiver has and the capture lacks', () => {
    const grace = `${GAP_GRACE_NS / 1e6 + 1}ms`;
    const sink = streams('client "abc" uncaptured', 'client "def"', `+${grace} server ACK`, 'client "ghi"');
    expect(sink.calls.map(({ frame }) => frame)).toEqual([4, 6]);
    expect(sink.streams.get('0.0')).toBe('···defghi');
    expect(sink.calls.map(({ deliveredFrame }) => deliveredFrame)).toEqual([4, 6]);
  });

  it('are handed on with their gaps at a reset', () => {
    const sink = streams('client "abc" uncaptured lost', 'client "def"', 'server RST');
    expect(sink.streams.get('0.0')).toBe('···def');
    expect([sink.ends.get('0.0'), sink.ends.get('0.1')]).toEqual(['rst', 'rst']);
  });

  it('take data that comes with the SYN', () => {
    const sink = new KeepingSink();
    track(pcap(script(ENDS, 'client SYN "hello"', 'server SYN-ACK', 'client ACK', 'client " you"')), sink);
    expect(sink.streams.get('0.0')).toBe('hello you');
  });

  it('start at the first byte seen in mid-connection', () => {
    const sink = new KeepingSink();
    track(pcap(script({ ...ENDS, established: true }, 'client "abc"', 'client "def"')), sink);
    expect(sink.streams.get('0.0')).toBe('abcdef');
  });

  it('give a hole up rather than hold pieces without bound', () => {
    const lines = Array.from({ length: MAX_BUFFERED_PIECES + 1 }, () => [
      'client "a" uncaptured lost',
      'client "b"',
    ]).flat();
    const sink = streams(...lines);
    expect(sink.calls[0].streamOffset).toBe(1);
    expect(sink.calls[0].frame).toBeLessThan(MAX_BUFFERED_PIECES + 6);
    expect(sink.calls[0].deliveredFrame).toBe(MAX_BUFFERED_PIECES + 4);
  });
});

describe('what the sink does not want', () => {
  it('is passed over until the byte that it wants', () => {
    /** @type {number[][]} */
    const calls = [];
    const sink = {
      onData: (
        /** @type {number} */ _flow,
        /** @type {0|1} */ _endpoint,
        /** @type {number} */ streamOffset,
        /** @type {Uint8Array} */ _bytes,
        /** @type {number} */ start,
        /** @type {number} */ end,
      ) => {
        calls.push([streamOffset, end - start]);
        return calls.length === 1 ? 250 : Infinity;
      },
      onGap: () => Infinity,
      onEnd: () => {},
    };
    track(
      pcap(script(ENDS, ...HANDSHAKE, 'client data 100', 'client data 100', 'client data 100', 'client data 100')),
      sink,
    );
    expect(calls).toEqual([
      [0, 100],
      [200, 100],
    ]);
  });
});

describe('any segmentation, order and repetition', () => {
  it('gives the same bytes', () => {
    const text = Array.from({ length: 400 }, (_, i) => String.fromCharCode(33 + (i % 90))).join('');
    const bytes = new TextEncoder().encode(text);
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: text.length - 1 }), { maxLength: 30 });
    fc.assert(
      fc.property(cuts, fc.array(fc.nat(), { minLength: 60, maxLength: 60 }), (inner, order) => {
        const edges = [0, ...inner.sort((a, b) => a - b), text.length];
        const pieces = edges.slice(1).map((end, i) => [edges[i], end]);
        const sent = [...pieces, ...pieces.filter((_, i) => order[i] % 3 === 0)]
          .map((piece, i) => ({ piece, key: order[i % 60] }))
          .sort((a, b) => a.key - b.key);
        const conversation = new Conversation(ENDS);
        conversation.send('client', { flags: SYN });
        for (const {
          piece: [start, end],
        } of sent) {
          conversation.send('client', { payload: bytes.subarray(start, end), seq: 1 + start });
        }
        const sink = new KeepingSink();
        track(pcap(conversation.packets), sink);
        return sink.streams.get('0.0') === text;
      }),
    );
  });
});
