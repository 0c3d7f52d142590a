import { flowState, isComplete } from '../../lib/tcpflow/describe/flow-values.js';
import { SCOPE_NUMBER_STEP } from '../../lib/transport/conversation.js';
import { merge, pcap, script } from '../support/packets/packets.js';
import { track } from '../support/track.js';

const HANDSHAKE = ['client SYN mss 1460', '+10ms server SYN-ACK mss 1460', '+10ms client ACK'];
const ENDS = { client: '10.0.0.1:40000', server: '10.0.0.2:80' };

/** @param {import('../../lib/tcpflow/tracker.js').TcpTracker} tcp */
const numbers = ({ flows }) => Array.from({ length: flows.count }, (_, i) => flows.number(i));

describe('connections', () => {
  it('are told apart by addresses and ports, both ways into one', () => {
    const { flows } = track(
      pcap(
        merge(
          script(ENDS, ...HANDSHAKE),
          script({ client: '10.0.0.1:40001', server: '10.0.0.2:80' }, ...HANDSHAKE),
          script({ client: '[2001:db8::1]:40000', server: '[2001:db8::2]:80' }, ...HANDSHAKE),
        ),
      ),
    );
    expect(flows.count).toBe(3);
    expect(flows.endpoint(2, flows.clientEndpoint(2))).toEqual({ address: '2001:db8::1', port: 40000 });
  });

  it('begin anew when a SYN with another number re-uses the ports', () => {
    const tcp = track(
      pcap([
        ...script({ ...ENDS, clientIsn: 1000 }, ...HANDSHAKE, 'client FIN', 'server FIN', 'client ACK'),
        ...script({ ...ENDS, clientIsn: 900000 }, '@5s client SYN', '+10ms server SYN-ACK', '+10ms client ACK'),
      ]),
    );
    expect(numbers(tcp)).toEqual([0, 1]);
    expect(flowState(tcp.flows, 0)).toBe('closed');
    expect(flowState(tcp.flows, 1)).toBe('established');
  });

  it('stay one when the SYN is only repeated', () => {
    const tcp = track(
      pcap(script(ENDS, 'client SYN lost', '+1s client SYN seq 0', '+10ms server SYN-ACK', '+10ms client ACK')),
    );
    expect(numbers(tcp)).toEqual([0]);
  });

  describe('whose VLAN changes on the way', () => {
    const OPEN = [...HANDSHAKE, 'client data 100', '+10ms server ACK', 'server data 2x1000', '+10ms client ACK'];
    /** @param {string[]} lines @param {(packet: number) => number} vlanOf of one of them @param {string[]} [open] */
    const moved = (lines, vlanOf, open = OPEN) => {
      const packets = script({ ...ENDS, vlan: [1] }, ...open, ...lines);
      return packets.map((packet, at) => ({ ...packet, bytes: withVlan(packet.bytes, vlanOf(at - open.length - 1)) }));
    };
    /** @param {Uint8Array} frame @param {number} vlan @returns {Uint8Array} its tag replaced */
    const withVlan = (frame, vlan) => frame.with(15, vlan);
    const count = (/** @type {ReturnType<typeof script>} */ packets) => track(pcap(packets)).flows.count;

    it.each([
      ['with new data', ['client data 100', '+10ms server ACK', 'server data 500', '+10ms client ACK']],
      ['with an acknowledgement', ['server data 500', '+10ms client ACK', 'client data 9', '+10ms server ACK']],
      ['behind a hole', ['client data 500 uncaptured', 'client data 100', '+10ms server ACK', '+10ms server ACK']],
      ['with a retransmission', ['+300ms server again 1', '+10ms client ACK', 'server data 500', '+10ms client ACK']],
      ['with a keep-alive', ['+45s client ACK seq 100', '+10ms server ACK', '+1s server data 5', '+10ms client ACK']],
      [
        'and duplicate ACKs first',
        ['client data 500 uncaptured', 'client data 100', 'server ACK', 'server ACK', 'server data 7'],
      ],
    ])('%s are one', (name, lines) => {
      const open = name === 'with a retransmission' ? OPEN.slice(0, -1) : OPEN;
      const tcp = track(pcap(moved(lines, (at) => (at < 0 ? 1 : 2), open)));
      expect(tcp.flows.count).toBe(1);
    });

    it('to and fro with every packet are one, and cost no table entries', () => {
      const lines = Array.from({ length: 40 }, () => ['client data 100', '+10ms server ACK']).flat();
      expect(count(moved(lines, (at) => 1 + (Math.max(0, at) % 3)))).toBe(1);
    });

    it('copies on both sides of a router are two, from the handshake or from the middle on', () => {
      const lines = ['client data 100', '+10ms server ACK', '+1s server data 500', '+10ms client ACK', 'client FIN'];
      const packets = moved(lines, () => 1);
      const copied = (/** @type {typeof packets} */ of) =>
        of.flatMap((packet) => [packet, { ...packet, timeNs: packet.timeNs + 1000, bytes: withVlan(packet.bytes, 2) }]);
      for (let from = 0; from < packets.length - 2; from++) {
        expect([from, count(copied(packets.slice(from)))]).toEqual([from, 2]);
      }
    });

    it('equal addresses and ports of two customers are two', () => {
      const one = script({ ...ENDS, vlan: [1], clientIsn: 1000, serverIsn: 7000 }, ...OPEN, 'client data 9');
      const other = script({ ...ENDS, vlan: [2], clientIsn: 3e9, serverIsn: 2e9 }, ...OPEN, 'client data 9');
      expect(count(merge(one.slice(3), other.slice(3)))).toBe(2);
    });
  });

  it('in two VLANs are two, and others keep their numbers', () => {
    const tcp = track(
      pcap(
        merge(
          script({ ...ENDS, vlan: [10] }, ...HANDSHAKE),
          script({ ...ENDS, vlan: [20] }, ...HANDSHAKE),
          script({ client: '10.0.0.9:1', server: '10.0.0.2:80' }, '@1s client SYN'),
        ),
      ),
    );
    expect(numbers(tcp)).toEqual([0, SCOPE_NUMBER_STEP, 1]);
    expect(tcp.flows.indexOf(SCOPE_NUMBER_STEP)).toBe(1);
    expect(tcp.flows.indexOf(1)).toBe(2);
    expect(tcp.flows.indexOf(7)).toBe(-1);
  });

  it('tagged in one direction only are one', () => {
    const [syn, , ack] = script({ ...ENDS, vlan: [10] }, ...HANDSHAKE);
    const [, synAck] = script(ENDS, ...HANDSHAKE);
    expect(track(pcap([syn, synAck, ack])).flows.count).toBe(1);
  });
});

describe('roles', () => {
  it('come from the SYN', () => {
    const { flows } = track(pcap(script({ client: '10.0.0.1:80', server: '10.0.0.2:50000' }, ...HANDSHAKE)));
    expect(flows.isRoleGuessed(0)).toBe(false);
    expect(flows.endpoint(0, flows.clientEndpoint(0)).port).toBe(80);
  });

  it('come from the SYN-ACK where the SYN is missing', () => {
    const { flows } = track(pcap(script(ENDS, ...HANDSHAKE).slice(1)));
    expect(flows.isRoleGuessed(0)).toBe(false);
    expect(flows.endpoint(0, flows.clientEndpoint(0)).port).toBe(40000);
  });

  it('stay as the first SYN has them when both ends open at once, and when a damaged flag makes a SYN-ACK of data', () => {
    const both = track(pcap(script(ENDS, 'client SYN', 'server SYN', 'client SYN-ACK seq 0', 'server ACK')));
    const damaged = track(pcap(script(ENDS, ...HANDSHAKE, 'client SYN-ACK seq 1 "hello"')));
    for (const { flows } of [both, damaged]) expect(flows.endpoint(0, flows.clientEndpoint(0)).port).toBe(40000);
  });

  it('are guessed from the ports in mid-connection, and marked so', () => {
    const { flows } = track(pcap(script(ENDS, ...HANDSHAKE, 'client data 10', 'server data 10').slice(4)));
    expect(flows.isRoleGuessed(0)).toBe(true);
    expect(flows.endpoint(0, flows.clientEndpoint(0)).port).toBe(40000);
  });
});

describe('states', () => {
  it.each([
    ['syn_sent', false, ['client SYN']],
    ['syn_received', false, ['client SYN', 'server SYN-ACK']],
    ['established', false, HANDSHAKE],
    ['half_closed', false, [...HANDSHAKE, 'client FIN']],
    ['closed', true, [...HANDSHAKE, 'client FIN', 'server FIN', 'client ACK']],
    ['reset', true, [...HANDSHAKE, 'server RST']],
  ])('%s', (state, complete, lines) => {
    const { flows } = track(pcap(script(ENDS, ...lines)));
    expect(flowState(flows, 0)).toBe(state);
    expect(isComplete(flows, 0)).toBe(complete);
  });
});
