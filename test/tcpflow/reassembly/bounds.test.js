/** Memory, time and length: what is held is bounded and what that costs is counted. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { PIECE_COST_BYTES } from '../../../lib/tcpflow/reassembly/held-pieces.js';
import { MAX_BUFFERED_BYTES, MAX_BUFFERED_PIECES } from '../../../lib/tcpflow/reassembly/reassembler.js';
import { Conversation, pcap, script, SYN } from '../../support/packets/packets.js';
import { bytesOf, ENDS, reassemble } from '../../support/packets/segments.js';
import { track } from '../../support/track.js';

/** A sink that wants everything and keeps sums only. */
class CountingSink {
  bytes = 0;
  missing = 0;
  end = 0;
  /** @type {import('../../../lib/transport/streams.js').StreamSink['onData']} */
  onData(_flow, _endpoint, streamOffset, _bytes, start, end) {
    if (streamOffset !== this.end) throw new Error(`offset ${streamOffset} after ${this.end}`);
    this.bytes += end - start;
    this.end += end - start;
    return this.end;
  }

  /** @type {import('../../../lib/transport/streams.js').StreamSink['onGap']} */
  onGap(_flow, _endpoint, streamOffset, length) {
    if (streamOffset !== this.end) throw new Error(`gap at ${streamOffset} after ${this.end}`);
    this.missing += length;
    this.end += length;
    return this.end;
  }

  onEnd() {}
}

describe('more than may wait', () => {
  const segment = new Uint8Array(60_000).fill(97);
  const fitting = Math.floor(MAX_BUFFERED_BYTES / (segment.length + PIECE_COST_BYTES));

  /**
   * @param {number} count segments behind a hole of 100 bytes
   * @param {import('../../../lib/tcpflow/reassembly/policy.js').PolicyName} [policy]
   */
  function behindHole(count, policy) {
    const conversation = new Conversation(ENDS);
    const sink = new CountingSink();
    conversation.send('client', { flags: SYN });
    for (let i = 0; i < count; i++) conversation.send('client', { payload: segment, seq: 101 + i * segment.length });
    const tcp = track(pcap(conversation.packets), sink, policy);
    return { sink, notes: tcp.reassembler?.notes };
  }

  it.each(/** @type {const} */ (['first', 'last']))(
    'is not held: its hole is given up, counted and told, under %s',
    (policy) => {
      const { sink, notes } = behindHole(fitting + 1, policy);
      expect([sink.missing, sink.bytes]).toEqual([100, (fitting + 1) * segment.length]);
      expect([notes?.flowsGivenUp, notes?.bytesGivenUp]).toEqual([1, 100]);
      expect(notes?.warningsOf(0)).toMatchObject([{ code: 'bytes_given_up' }]);
    },
  );

  it('does not count while it fits', () => {
    const { sink, notes } = behindHole(fitting, 'first');
    expect([sink.missing, notes?.flowsGivenUp]).toEqual([100, 0]);
  });

  it('is warned of with the capture', () => {
    const conversation = new Conversation(ENDS);
    const analysis = new OpenedAnalysis();
    conversation.send('client', { flags: SYN });
    conversation.send('client', { payload: bytesOf('GET / HTTP/1.1\r\n') });
    for (let i = 0; i <= MAX_BUFFERED_PIECES; i++) {
      conversation.send('client', { payload: bytesOf('a'), seq: 101 + 2 * i });
    }
    analysis.ingest.push(pcap(conversation.packets));
    analysis.ingest.end();
    expect(analysis.ingest.describe().warnings).toMatchObject([
      { code: 'reassembly_limit', message: expect.stringContaining('In one connection') },
    ]);
    expect(analysis.connections.describe(0)).toHaveProperty(
      'warnings',
      expect.arrayContaining([expect.objectContaining({ code: 'bytes_given_up' })]),
    );
  });

  it('is handed on in order under a policy that waits for acknowledgements that were not captured', () => {
    const conversation = new Conversation(ENDS);
    const sink = new CountingSink();
    conversation.send('client', { flags: SYN });
    conversation.send('client', { payload: segment, count: fitting + 1 });
    const tcp = track(pcap(conversation.packets), sink, 'last');
    expect([sink.bytes, sink.missing, tcp.reassembler?.notes.flowsGivenUp]).toEqual([
      (fitting + 1) * segment.length,
      0,
      0,
    ]);
  });
});

test('a stream longer than 4 GiB has offsets that do not wrap, cut as its segments are', () => {
  const length = 65_000;
  const count = Math.ceil(2 ** 32 / length) + 10;
  const sink = new CountingSink();
  const HEADERS = 14 + 20 + 20;
  const SEQ = 14 + 20 + 4;
  const [{ bytes, originalLength }] = script(
    { ...ENDS, established: true },
    `client data ${length} snap ${HEADERS + 4}`,
  );
  const packets = Array.from({ length: count }, (_, i) => {
    const frame = bytes.slice();
    new DataView(frame.buffer).setUint32(SEQ, ENDS.clientIsn + 1 + i * length);
    return { timeNs: i * 1000, bytes: frame, originalLength };
  });
  track(pcap(packets), sink);
  expect([sink.bytes, sink.missing, sink.end]).toEqual([4 * count, (length - 4) * count, length * count]);
  expect(sink.end).toBeGreaterThan(2 ** 32);
});

test.each(/** @type {const} */ (['first', 'last', 'vista']))(
  'overlaps without end take time in proportion under %s',
  (policy) => {
    const segments = (/** @type {number} */ count) =>
      Array.from(
        { length: count },
        (_, i) =>
          /** @type {[number, string]} */ ([10 + ((i * 7919) % 5000), String.fromCharCode(97 + (i % 26)).repeat(1400)]),
      );
    const timeOf = (/** @type {number} */ count) => {
      const list = segments(count);
      const before = process.cpuUsage();
      reassemble(list, policy);
      return process.cpuUsage(before).user;
    };
    /** What the compiler and the collector take beside it comes and goes. @param {number} count */
    const leastTimeOf = (count) => Math.min(timeOf(count), timeOf(count), timeOf(count));
    const once = leastTimeOf(500);
    expect(leastTimeOf(4000)).toBeLessThan(24 * once);
  },
);
