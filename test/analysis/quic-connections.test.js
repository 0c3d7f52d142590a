import { QuicConnections } from '../../lib/analysis/quic/quic-connections.js';
import { describeQuicPackets } from '../../lib/quicflow/describe/describe-packets.js';
import { CLIENT_ID, conversation, SERVER_ID } from '../quicflow/conversation.js';
import { seal, Secrets, stream, tracked } from '../quicflow/seal.js';

const secrets = new Secrets();
/** An ACK frame: 3 to 5, and 0 to 1. */
const ACK_OF_ALL_BUT_2 = [0x02, 5, 0, 1, 2, 0, 1];
const DATA = new Array(100).fill(1);

/** A packet of application data. @param {'client' | 'server'} from @param {number} pn @param {number[]} frames */
const sent = (from, pn, frames) => ({
  from,
  packets: [
    seal({
      type: '1rtt',
      dcid: from === 'client' ? SERVER_ID : CLIENT_ID,
      pn,
      frames,
      secret: secrets.application[from === 'client' ? 0 : 1],
    }),
  ],
});

/** Five packets, of which the second is not acknowledged, and its data again. */
const datagrams = [
  ...conversation(secrets),
  ...[1, 2, 3, 4, 5].map((pn) => sent('server', pn, stream(4, pn * DATA.length, DATA))),
  sent('client', 1, ACK_OF_ALL_BUT_2),
  sent('server', 6, stream(4, 2 * DATA.length, DATA)),
];

const quic = tracked(datagrams, { keyLog: secrets.keyLog() });
const connections = new QuicConnections(quic, 1e9);

test('a connection has what became of its packets, and what was found', () => {
  const flow = connections.describe(0);
  expect(flow.serverToClient).toMatchObject({ lostPackets: 1, spuriouslyLostPackets: 0, probes: 0 });
  expect(flow.findings).toMatchObject([{ code: 'quic_loss', direction: 'serverToClient' }]);
  expect(connections.sentence(0, flow)).toMatch(/^1 packet of \d that the server sent was lost .*QUIC 1 with h3/);
});

test('each packet says what became of it', () => {
  const lines = [...describeQuicPackets(quic)].filter(
    ({ pn, direction }) => direction === 'serverToClient' && pn !== 0,
  );
  expect(lines.map(({ verdict }) => verdict)).toEqual(['original', 'lost', ...new Array(4).fill('original')]);
  expect(lines[1]).toMatchObject({ lossCause: 'time_threshold', resends: [] });
  expect(lines[5]).toMatchObject({ resends: [{ stream: 4, offset: 200, length: 100, ofPacket: 2 }] });
});

test('its senders are found by its name', () => {
  expect(connections.indexOf('q0')).toBe(0);
  expect(connections.indexOf('q1')).toBe(-1);
  const [, server] = connections.describeSenders(0);
  expect(server.losses).toMatchObject([{ space: 'app', pn: 2, spurious: false }]);
});

test('without keys losses are not known', () => {
  const closed = new QuicConnections(tracked(datagrams), 1e9).describe(0);
  expect(closed.serverToClient).toMatchObject({ lostPackets: null, rtt: null, maxInFlightBytes: null });
  expect(closed.findings).toEqual([]);
});
