import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { connectionPackets } from '../../../lib/tcpflow/connection/connection-packets.js';
import { echoesMarks, ECN, ecnHandshake } from '../../../lib/transport/tcp/ecn-handshake.js';
import { ACK, Conversation, CWR, ECE, pcap, SYN } from '../../support/packets/packets.js';

const AE = 256;

/** Bits as RFC 9768 writes them: AE, CWR, ECE. @param {string} bits */
const flagsOf = (bits) => [AE, CWR, ECE].reduce((flags, flag, k) => flags | (bits[k] === '1' ? flag : 0), 0);

/** @param {string[]} syns @param {string[]} answers @param {string} [later] bits of what follows */
function packetsOf(syns, answers, later = '000') {
  const talk = new Conversation({ established: syns.length === 0 && answers.length === 0 });
  const analysis = new OpenedAnalysis();
  for (const bits of syns) talk.send('client', { flags: SYN | flagsOf(bits), seq: 0, afterNs: 1e9 });
  for (const bits of answers) talk.send('server', { flags: SYN | ACK | flagsOf(bits), seq: 0, afterNs: 1e9 });
  for (const side of /** @type {const} */ (['client', 'server'])) {
    talk.send(side, { flags: ACK | flagsOf(later), payload: new Uint8Array(100), afterNs: 1e6 });
  }
  analysis.ingest.push(pcap(talk.packets));
  analysis.ingest.end();
  return connectionPackets(analysis.ingest.tcp, 0);
}

const { NONE, CLASSIC, ACCURATE } = ECN;

test.each(
  /** @type {[string, string, number, number][]} */ ([
    ['000', '000', NONE, NONE],
    ['000', '001', NONE, NONE],
    ['001', '001', NONE, NONE],
    ['011', '000', CLASSIC, NONE],
    ['011', '001', CLASSIC, CLASSIC],
    ['011', '011', CLASSIC, NONE],
    ['011', '010', CLASSIC, NONE],
    ['011', '101', CLASSIC, CLASSIC],
    ['111', '000', ACCURATE, NONE],
    ['111', '001', ACCURATE, CLASSIC],
    ['111', '111', ACCURATE, NONE],
    ['111', '010', ACCURATE, ACCURATE],
    ['111', '011', ACCURATE, ACCURATE],
    ['111', '100', ACCURATE, ACCURATE],
    ['111', '110', ACCURATE, ACCURATE],
    ['111', '101', ACCURATE, ACCURATE],
  ]),
)('SYN %s and SYN-ACK %s', (syn, answer, asked, agreed) => {
  const packets = packetsOf([syn], [answer]);
  expect(ecnHandshake(packets)).toEqual({ asked, agreed });
  expect(echoesMarks(packets)).toBe(agreed === CLASSIC);
});

test('a SYN sent again may no longer ask, and a SYN-ACK sent again no longer agree', () => {
  expect(ecnHandshake(packetsOf(['111', '000'], ['000']))).toEqual({ asked: NONE, agreed: NONE });
  expect(ecnHandshake(packetsOf(['111', '000'], ['010']))).toEqual({ asked: NONE, agreed: ACCURATE });
  expect(ecnHandshake(packetsOf(['011'], ['001', '000']))).toEqual({ asked: CLASSIC, agreed: CLASSIC });
});

test('without a handshake AE tells the counter', () => {
  expect(ecnHandshake(packetsOf([], []))).toEqual({ asked: null, agreed: null });
  expect(echoesMarks(packetsOf([], [], '001'))).toBe(true);
  expect(echoesMarks(packetsOf([], [], '101'))).toBe(false);
});
