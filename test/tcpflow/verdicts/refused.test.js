/** What a segment's receiver cannot have taken changes nothing: no window, no highest byte, no loss. */
import { inShort, judged } from '../../support/judged.js';
import { pcap, script } from '../../support/packets/packets.js';
import { KeepingSink, track } from '../../support/track.js';

const V4 = { client: '10.0.0.1:40000', server: '10.0.0.2:80' };
const OPTIONS = 'mss 1460 ws 7 sack ts';
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, 'client ACK'];

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();
const WRITES = repeat(5, () => ['+1ms client data 1000', '+40ms server ACK']);

/** @param {string[]} lines */
function played(lines) {
  const bytes = pcap(script(V4, ...lines));
  const sink = new KeepingSink();
  const { flows } = track(bytes, sink);
  const packets = judged(bytes);
  return {
    packets,
    refused: packets.flatMap(({ frame, refused }) => (refused === null ? [] : [[frame, refused]])),
    verdicts: packets.map(inShort),
    streams: sink.streams,
    flows,
  };
}

describe('beyond the window', () => {
  const FAR = '+1ms client data 1000 seq 40000000 lost';

  test('by more than a window: one segment is not of this stream, and moves nothing', () => {
    const after = repeat(5, (k) => [
      `+1ms client data 1000 seq ${5001 + 1000 * k}`,
      `+40ms server ACK ${6001 + 1000 * k}`,
    ]);
    const { packets, refused, verdicts, streams } = played([...SHAKE, ...WRITES, FAR, ...after]);
    expect(refused).toEqual([[14, 'window']]);
    expect(verdicts[13]).toBe('refused');
    expect(verdicts.slice(14).filter((verdict) => verdict !== '–')).toEqual(Array(5).fill('original'));
    expect(packets.every(({ bytesInFlight }) => bytesInFlight === null || bytesInFlight <= 1000)).toBe(true);
    expect(streams.get('0.0')).toHaveLength(10_000);
  });

  test('in MPTCP the window is that of the session, so none is beyond it', () => {
    const lines = ['client SYN order MP', '+40ms server SYN-ACK order MP', 'client ACK order P', ...WRITES];
    expect(played([...lines, `${FAR} order P`]).refused).toEqual([]);
    expect(played([...lines, FAR]).refused).toEqual([[14, 'window']]);
  });

  test('once more is refused once more; behind a gap of the capture the stream goes on there', () => {
    expect(played([...SHAKE, ...WRITES, FAR, FAR]).refused).toEqual([
      [14, 'window'],
      [15, 'window'],
    ]);
    const gap = played([
      ...SHAKE,
      ...WRITES,
      ...repeat(200, () => ['client data 64000 uncaptured']),
      ...repeat(3, () => ['+1ms client data 1000', '+1ms client data 1000', '+40ms server ACK']),
    ]);
    expect(gap.refused).toEqual([]);
    expect(gap.verdicts.slice(13).filter((verdict) => verdict !== '–')).toEqual(Array(6).fill('original'));
  });

  test('an acknowledgement of what was never sent opens and acknowledges nothing', () => {
    const { packets, refused } = played([...SHAKE, ...WRITES, '+1ms server ACK 50000000 win 9', ...WRITES]);
    expect(refused).toEqual([[14, 'unsent']]);
    expect(packets[13].ack).toBe(null);
  });
});

describe('timestamps', () => {
  /** The client's data with timestamps that are lower by so much, without an acknowledgement. */
  const back = (/** @type {number} */ ticks) =>
    repeat(3, (k) => [
      `+1ms client data 1000 seq ${5001 + k * 1000} ts ${100_300 - ticks} 100205 lost`,
      'server ACK 5001',
    ]);

  test('that go back are refused, and what is sent again later is no copy of it', () => {
    const { refused, verdicts } = played([
      ...SHAKE,
      ...WRITES,
      ...back(50_000),
      '+300ms client data 1000 seq 5001',
      '+40ms server ACK 6001',
    ]);
    expect(refused).toEqual([
      [14, 'timestamp'],
      [16, 'timestamp'],
      [18, 'timestamp'],
    ]);
    expect(verdicts[13]).toBe('original');
    expect(verdicts[19]).toMatch(/^(rto|tlp|fast)$/);
  });

  test('are no matter where the receiver takes the data, or where they merely repeat', () => {
    const taken = back(50_000).map((line) => line.replace(' lost', '').replace('server ACK 5001', '+40ms server ACK'));
    expect(played([...SHAKE, ...WRITES, ...taken]).refused).toEqual([]);
    expect(played([...SHAKE, ...WRITES, ...back(0)]).refused).toEqual([]);
  });

  test('of a segment that is merely late are below those that followed it, and are taken', () => {
    const { refused } = played([
      ...SHAKE,
      ...WRITES,
      '+1ms client data 1000 late 30ms',
      ...repeat(4, () => ['+5ms client data 1000']),
      '+40ms server ACK',
    ]);
    expect(refused).toEqual([]);
  });
});

describe('handshakes', () => {
  const SYN = `client SYN ${OPTIONS}`;
  const REST = [
    '+40ms client ACK',
    '+1ms client data 100',
    '+40ms server ACK',
    '+1ms client data 9',
    '+9ms server ACK',
  ];

  test('SYNs with wrong checksums are dropped, where others of that end are right', () => {
    const { refused, verdicts } = played([
      `${SYN} badsum lost`,
      `+1s ${SYN} seq 0 badsum lost`,
      `+1s ${SYN} seq 0`,
      `+1ms server SYN-ACK ${OPTIONS}`,
      ...REST,
    ]);
    expect(refused).toEqual([
      [1, 'checksum'],
      [2, 'checksum'],
    ]);
    expect(verdicts.slice(0, 2)).toEqual(['corrupted', 'corrupted']);
  });

  test('so is the acknowledgement that ends one', () => {
    const { refused } = played([
      SYN,
      `+1ms server SYN-ACK ${OPTIONS}`,
      '+40ms client ACK badsum',
      `+1s server SYN-ACK seq 0 ${OPTIONS}`,
      ...REST,
    ]);
    expect(refused).toEqual([[3, 'checksum']]);
  });

  test('are taken where all of that end are wrong, or where one was answered', () => {
    const wrong = [SYN, `+1s ${SYN} seq 0`, '+40ms server SYN-ACK mss 1460 ws 7 sack ts', ...REST];
    const all = wrong.map((line) => (line.includes('client') ? `${line} badsum` : line));
    expect(played(all).refused).toEqual([]);
    expect(played([`${SYN} badsum`, `+40ms server SYN-ACK ${OPTIONS}`, ...REST]).refused).toEqual([]);
  });

  test('an answer that acknowledges no SYN is of an earlier connection', () => {
    const { refused, packets } = played([SYN, '+40ms server ACK 50000 seq 70000', `+1s ${SYN} seq 0`]);
    expect(refused).toEqual([]); // as near as data behind the SYN may be
    const far = played([SYN, '+40ms server ACK 500000000 seq 70000', `+1s ${SYN} seq 0`]);
    expect(far.refused).toEqual([[2, 'handshake']]);
    expect(packets[1].ack).toBe(50_000);
  });

  test('an answer without a signature is ignored by an end that signs, and only by that', () => {
    const signed = 'order MNNNN5';
    expect(
      played([`client SYN ${signed}`, '+1ms server SYN-ACK mss 1460', '+2s server SYN-ACK seq 0 mss 1460']).refused,
    ).toEqual([
      [2, 'signature'],
      [3, 'signature'],
    ]);
    expect(played([`client SYN ${signed}`, `+1ms server SYN-ACK ${signed}`, `client ACK ${signed}`]).refused).toEqual(
      [],
    );
    expect(played(['client SYN mss 1460', '+1ms server SYN-ACK mss 1460', 'client ACK']).refused).toEqual([]);
  });

  test('a reset outside the window ends nothing', () => {
    const { refused } = played([...SHAKE, ...WRITES, '+1ms server RST seq 900000000', ...WRITES]);
    expect(refused).toEqual([[14, 'reset']]);
  });
});
