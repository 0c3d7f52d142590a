/** Wireshark's flags, rule by rule; that they are tshark's own is tested in wireshark/tshark.test.js. */
import { merge, pcap, script } from '../support/packets/packets.js';
import { packetsOf, track } from '../support/track.js';

const HANDSHAKE = ['client SYN mss 1460 ws 2 sack', '+20ms server SYN-ACK mss 1460 ws 3 sack', '+20ms client ACK'];

/**
 * @param {string[]} lines
 * @param {import('../support/packets/packets.js').ConversationOptions} [options]
 * @returns {string[]} flags of each packet
 */
const flagsOf = (lines, options = {}) =>
  packetsOf(track(pcap(script(options, ...lines)))).map(({ flags }) => flags.join(' '));

/** @param {...string} lines after a handshake @returns {string[]} of those alone */
const after = (...lines) => flagsOf([...HANDSHAKE, ...lines]).slice(3);

describe('the order of the rules', () => {
  it.each([
    [
      'a probe is nothing else',
      ['server data 10', 'client ACK win 0', '+1s server data 1', '+1s server again 2'],
      ['', 'zero_window', 'zero_window_probe', 'zero_window_probe'],
    ],
    [
      'a probe does not move the next number',
      ['client ACK win 0', '+1s server data 1', '+1s server seq 1 data 20'],
      ['zero_window', 'zero_window_probe', ''],
    ],
    [
      'its answer repeats the closed window',
      ['client ACK win 0', '+1s server data 1', '+1ms client ACK 1 win 0'],
      ['zero_window', 'zero_window_probe', 'zero_window zero_window_probe_ack'],
    ],
    [
      'a keep-alive is no retransmission',
      ['server data 10', '+1ms client ACK', '+9s server seq 10 data 1'],
      ['', '', 'keep_alive'],
    ],
    ['nor is one without data', ['server data 10', '+1ms client ACK', '+9s server seq 10'], ['', '', 'keep_alive']],
    [
      'its answer is no duplicate ACK',
      ['server data 10', '+1ms client ACK', '+9s server seq 10 data 1', '+1ms client ACK 11', '+1ms client ACK 11'],
      ['', '', 'keep_alive', 'keep_alive_ack', 'keep_alive_ack'],
    ],
    [
      'another window is an update, not a duplicate',
      ['client ACK win 100', 'client ACK win 100', 'client ACK win 200'],
      ['window_update', 'duplicate_ack', 'window_update'],
    ],
    [
      'new data below the next number by one is none of the late ones',
      ['server data 10', '+1ms server seq 10 data 20'],
      ['', ''],
    ],
    [
      'unless all of it was acknowledged',
      ['server data 10', 'client ACK', '+1ms server seq 10 data 1', '+1s server seq 1 data 10'],
      ['', '', 'keep_alive', 'retransmission spurious_retransmission'],
    ],
    ['a reset beyond the next number misses nothing', ['server RST seq 100'], ['']],
    ['a FIN sent again', ['server FIN', '+1s server seq 1 FIN'], ['', 'retransmission']],
  ])('%s', (_, lines, expected) => {
    expect(after(...lines)).toEqual(expected);
  });
});

describe('what comes late', () => {
  it.each([
    ['after two duplicates and within 20 ms of the last: fast', '19ms', 2, 'retransmission fast_retransmission'],
    ['after one: within the initial round trip, out of order', '19ms', 1, 'out_of_order'],
    ['20 ms after the last: out of order', '20ms', 2, 'out_of_order'],
    ['an initial round trip after the highest: a retransmission', '40ms', 2, 'retransmission'],
  ])('%s', (_, time, duplicates, expected) => {
    const acks = Array.from({ length: duplicates }, () => 'client ACK 1');
    expect(
      after('server data 10 lost', 'server data 10', 'server data 10', ...acks, `+${time} server again 1`).at(-1),
    ).toBe(expected);
  });

  it('is out of order within 3 ms where no handshake was seen, unless it ends at the highest', () => {
    const late = (/** @type {string} */ time, /** @type {string} */ line) =>
      flagsOf(['server data 10', 'server seq 21 data 10', `+${time} server ${line}`], { established: true }).at(-1);
    expect([late('2ms', 'seq 11 data 5'), late('4ms', 'seq 11 data 5'), late('2ms', 'seq 11 data 20')]).toEqual([
      'out_of_order',
      'retransmission',
      'retransmission',
    ]);
  });

  it('is longer ago than anything when the clock was set back', () => {
    const packets = script({}, ...HANDSHAKE, 'server data 2x10', '+1ms server seq 1 data 5');
    const flags = () => packetsOf(track(pcap(packets))).at(-1)?.flags;
    expect(flags()).toEqual(['out_of_order']);
    packets[5].timeNs -= 10e6;
    expect(flags()).toEqual(['retransmission']);
  });
});

describe('acknowledgements of what was not seen', () => {
  it('are told once, and count as any number of duplicates', () => {
    expect(after('client ACK 101', 'client ACK 201')).toEqual(['ack_lost_segment', '']);
    expect(after('server FIN', '+1ms client data 10 ack 1', '+1ms server seq 1 FIN ack 101').at(-1)).toBe(
      'retransmission fast_retransmission ack_lost_segment',
    );
  });
});

describe('a full window', () => {
  it('ends just where the other side said, scaled but in the opening', () => {
    expect(after('client ACK win 25', 'server data 100')).toEqual(['window_update', 'window_full']);
    expect(flagsOf(['client SYN ws 2', 'server SYN-ACK ws 3 win 100', 'client data 100'])).toEqual([
      '',
      '',
      'window_full',
    ]);
  });

  it('is not known of without a handshake', () => {
    expect(flagsOf(['client ACK win 100', 'server data 100'], { established: true })).toEqual(['', '']);
  });
});

describe('streams', () => {
  it('a SYN with another number re-uses the ports, one with the same does not', () => {
    expect(flagsOf(['client SYN', '+1s client seq 0 SYN', '+1s client seq 500 SYN'])).toEqual([
      '',
      'retransmission',
      'reused_ports',
    ]);
  });

  it('a SYN-ACK with another number re-uses them too, without a new stream', () => {
    const packets = packetsOf(track(pcap(script('client SYN', 'server SYN-ACK', 'server seq 700 SYN-ACK'))));
    expect(packets.map(({ flow, flags }) => [flow, ...flags])).toEqual([[0], [0], [0, 'lost_segment', 'reused_ports']]);
  });

  it('what a reset did to the next number is taken back by the same SYN', () => {
    expect(
      flagsOf(['client SYN', 'client RST NOACK seq 100', '+1s client seq 0 SYN', '+1s server SYN-ACK']).slice(2),
    ).toEqual(['retransmission', '']);
  });

  it('in two VLANs are one to Wireshark: each packet of the second is a retransmission', () => {
    const copy = (/** @type {number} */ vlan, /** @type {number} */ startNs) =>
      script({ vlan: [vlan], startNs }, ...HANDSHAKE, 'server data 10', 'client ACK');
    const packets = packetsOf(track(pcap(merge(copy(5, 0), copy(6, 1_000)))));
    expect(packets.map(({ flow, flags }) => [flow, ...flags])).toEqual([
      [0],
      [1e9, 'retransmission'],
      [0],
      [1e9, 'retransmission'],
      [0],
      [1e9, 'duplicate_ack'],
      [0],
      [1e9, 'retransmission'],
      [0],
      [1e9, 'duplicate_ack'],
    ]);
  });
});

describe('what Wireshark cannot read', () => {
  it('a header that the snap length cut has no flags, but counts', () => {
    expect(after('server data 10 snap 52', '+1s server again 1')).toEqual(['', 'retransmission']);
  });
});
