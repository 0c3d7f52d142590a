import { csvLines, decimalSeconds } from '../../lib/export/csv.js';
import { packetsTable } from '../../lib/export/packets-csv.js';
import { seriesTables } from '../../lib/export/series-csv.js';
import { pcap, script } from '../support/packets/packets.js';
import { track } from '../support/track.js';

test.each([
  [0, '0.000000000'],
  [1, '0.000000001'],
  [1_500_000_000, '1.500000000'],
  [-1, '-0.000000001'],
  [8_999_999_999_999_999, '8999999.999999999'],
  [999_999_999.6, '1.000000000'],
  [1.4, '0.000000001'],
])('%d ns are %s s', (ns, text) => {
  expect(decimalSeconds(ns)).toBe(text);
});

test('what is not known is an empty field', () => {
  const rows = [
    [1, null, false],
    [0, 'a', true],
  ];
  expect([...csvLines({ name: 'x', columns: ['a', 'b', 'c'], rows })]).toEqual(['a,b,c\n', '1,,false\n', '0,a,true\n']);
});

/** @param {import('../../lib/export/csv.js').CsvTable} table @returns {Record<string, string>[]} */
function linesOf(table) {
  const [head, ...lines] = [...csvLines(table)].map((line) => line.trimEnd().split(','));
  expect(lines.filter((line) => line.length !== head.length)).toEqual([]);
  return lines.map((line) => Object.fromEntries(head.map((name, i) => [name, line[i]])));
}

const packets = (/** @type {Uint8Array} */ capture) => linesOf(packetsTable(track(capture), 0));

describe('the packets of a connection', () => {
  it('are a line each, with header fields and verdicts', () => {
    const lines = packets(
      pcap(
        script(
          'client SYN mss 1460 ws 7 sack ts',
          '+20ms server SYN-ACK mss 1460 ws 2 sack ts',
          '+20ms client ACK',
          '+1ms client PSH data 100',
          'client data 200 lost',
          'client data 300',
          '+20ms server ACK',
          '+300ms client again 2',
          '+20ms server ACK win 500',
        ),
      ),
    );
    expect(lines.map((line) => line.direction[0]).join('')).toBe('csccccscs');
    expect(lines[0]).toMatchObject({
      frame: '1',
      time_s: '0.000000000',
      seq: '0',
      ack: '',
      tcp_flags: 'SYN',
      len_bytes: '0',
      window_bytes: '65535',
      ttl: '64',
    });
    expect(lines[3]).toMatchObject({
      seq: '1',
      ack: '1',
      tcp_flags: 'PSH ACK',
      len_bytes: '100',
      captured_bytes: '100',
      verdict: 'original',
      bytes_in_flight: '100',
    });
    expect(lines[6]).toMatchObject({ ack: '101', sack_blocks: '301-601', time_s: '0.061020000' });
    expect(lines[7]).toMatchObject({ verdict: 'retransmission', wireshark_flags: 'retransmission', seq: '101' });
    expect(lines[8]).toMatchObject({ ack: '601', window_bytes: '2000' });
    expect(lines[1].ts_echo).toBe(lines[0].ts_value);
  });

  it('have no IP identification in IPv6, and no timestamps where there are none', () => {
    const [line] = packets(pcap(script({ client: '[2001:db8::1]:1', server: '[2001:db8::2]:2' }, 'client SYN')));
    expect(line).toMatchObject({ ip_id: '', ts_value: '', ts_echo: '' });
  });

  it("are numbered on where the wire's sequence numbers wrap", () => {
    const lines = packets(
      pcap(script({ clientIsn: 2 ** 32 - 500 }, 'client SYN', 'server SYN-ACK', 'client ACK', 'client data 3x1000')),
    );
    expect(lines.map(({ seq }) => seq)).toEqual(['0', '0', '1', '1', '1001', '2001']);
  });
});

test('the series of a connection are a table each, with both directions', () => {
  const tcp = track(
    pcap(
      script(
        'client SYN',
        '+20ms server SYN-ACK',
        '+10ms client ACK',
        '+1ms client data 100',
        'client data 200',
        '+20ms server ACK',
        '+5ms server data 50',
        '+3ms client ACK',
      ),
    ),
  );
  const [rtt, senderRtt, flight] = seriesTables(tcp, 0).map((table) => linesOf(table));
  expect(rtt).toContainEqual({
    time_s: '0.020000000',
    direction: 'clientToServer',
    rtt_s: '0.020000000',
    method: 'handshake',
    frame: '2',
    answered_frame: '1',
  });
  expect(rtt).toContainEqual({
    time_s: '0.059010000',
    direction: 'serverToClient',
    rtt_s: '0.003000000',
    method: 'sequence_ack',
    frame: '8',
    answered_frame: '7',
  });
  expect(senderRtt.map(({ direction }) => direction[0]).join('')).toMatch(/^c+s+$/);
  expect(senderRtt.every((line) => Number(line.rtt_s) > 0 && Number(line.srtt_s) > 0)).toBe(true);
  for (const [frame, bytes] of [
    ['4', '100'],
    ['5', '300'],
    ['6', '0'],
  ]) {
    expect(flight).toContainEqual(
      expect.objectContaining({
        direction: 'clientToServer',
        flight_bytes: bytes,
        frame,
        time_s: expect.stringMatching(/^\d+\.\d{9}$/),
      }),
    );
  }
  expect(flight.every(({ confidence }) => Number(confidence) >= 0 && Number(confidence) <= 1)).toBe(true);
});
