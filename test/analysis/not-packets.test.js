/** Blocks of a pcapng that are no packets: not counted, nothing is missed in them, frame numbers are Wireshark's. */
import { execFileSync } from 'node:child_process';

import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { block, bytesOf, interfaceBlock, options, packetBlock, sectionHeader, u32 } from '../capture/support.js';
import { tsharkFields, withFile } from '../support/oracles/tshark.js';
import { pcap, script } from '../support/packets/packets.js';
import { describeWithPrograms } from '../support/programs.js';

const LITTLE = false;
const PRIVATE_ENTERPRISE = 32473;
const JOURNAL_ENTRY = '__REALTIME_TIMESTAMP=1700000000000000\nMESSAGE=the link went down\n';

/** By what they are. @type {Record<string, Uint8Array>} */
const BLOCKS = {
  'a custom block': block(LITTLE, 0xbad, bytesOf(u32(LITTLE, PRIVATE_ENTERPRISE), 'data')),
  'a custom block not to be copied': block(LITTLE, 0x40000bad, bytesOf(u32(LITTLE, PRIVATE_ENTERPRISE), 'data')),
  'a journal entry of systemd': block(LITTLE, 9, bytesOf(JOURNAL_ENTRY)),
  names: block(LITTLE, 4, options(LITTLE, [[1, bytesOf([192, 0, 2, 1], 'a.example\0')]])),
  'interface statistics': block(LITTLE, 5, u32(LITTLE, 0, 0, 5)),
  secrets: block(LITTLE, 10, bytesOf(u32(LITTLE, 0x544c534b, 4), 'abcd')),
  'IRIG time': block(LITTLE, 7, u32(LITTLE, 0, 0, 0)),
  ARINC: block(LITTLE, 8, u32(LITTLE, 0, 0, 0)),
  'a local block': block(LITTLE, 0x80000001, bytesOf('data')),
  ...Object.fromEntries(
    [
      0x201, 0x202, 0x203, 0x204, 0x205, 0x206, 0x207, 0x208, 0x209, 0x210, 0x211, 0x212, 0x213, 0x216, 0x217, 0x221,
    ].map((type) => [
      `sysdig's 0x${type.toString(16)}`,
      block(LITTLE, type, u32(LITTLE, 1, 2, 3, 4, 32, 6, 0, 0, 0, 0, 0)),
    ]),
  ),
};

/** The bytes of each packet of a pcap. */
const PACKETS = script({}, 'client SYN', 'server SYN-ACK', 'client ACK', 'client data 100', 'server ACK').map(
  (packet, i) =>
    packetBlock(LITTLE, {
      ticks: BigInt(1_700_000_000_000_000 + i),
      data: Buffer.from(packet.bytes).toString('latin1'),
    }),
);

/** @param {Uint8Array} other */
const withOther = (other) =>
  bytesOf(sectionHeader(LITTLE), interfaceBlock(LITTLE, 1), PACKETS[0], other, PACKETS[1], other, ...PACKETS.slice(2));

/** @param {Uint8Array} bytes */
function analysed(bytes) {
  const analysis = new OpenedAnalysis({});
  analysis.ingest.push(bytes);
  analysis.ingest.end();
  return analysis;
}

/** Frame numbers of TCP packets. @param {Uint8Array} bytes */
function framesOf(bytes) {
  const { packets } = analysed(bytes).ingest.tcp;
  return Array.from({ length: packets.count }, (_, row) => packets.frame(row));
}

test.each(Object.entries(BLOCKS))('%s is no packet, and nothing is missed in it', (_name, other) => {
  const { packets, tcpPackets, warnings, notRead } = analysed(withOther(other)).ingest.describe();
  expect({ packets, tcpPackets, warnings, notRead }).toEqual({
    packets: PACKETS.length,
    tcpPackets: PACKETS.length,
    warnings: [],
    notRead: [],
  });
});

test('a capture of such blocks alone has no packets', () => {
  const bytes = bytesOf(sectionHeader(LITTLE), BLOCKS['a custom block']);
  expect(analysed(bytes).ingest.describe()).toMatchObject({
    packets: 0,
    duration: null,
    startEpoch: null,
    warnings: [],
  });
});

test('packets of a pcap joined behind them are packets', () => {
  const own = pcap(script({}, 'client SYN', 'server SYN-ACK'), { linkType: 147 });
  const joined = bytesOf(sectionHeader(LITTLE), BLOCKS['a custom block'], own);
  const { packets, notRead } = analysed(joined).ingest.describe();
  expect([packets, notRead.map((one) => one.packets)]).toEqual([2, [2]]);
});

describeWithPrograms("as Wireshark's programs", ['tshark', 'capinfos'], () => {
  it('number frames, and count packets, around each of them', () => {
    const around = Object.values(BLOCKS).flatMap((other, i) => [other, PACKETS[i % PACKETS.length]]);
    const bytes = bytesOf(sectionHeader(LITTLE), interfaceBlock(LITTLE, 1), ...around);
    const numbers = tsharkFields(bytes, ['frame.number'], ['-Y', 'tcp']).map(([number]) => Number(number));
    expect(framesOf(bytes)).toEqual(numbers);
    const told = withFile(bytes, (path) => execFileSync('capinfos', ['-Mc', path], { encoding: 'utf8' }));
    const counted = Number(/Number of packets:\s*(\d+)/.exec(told)?.[1]);
    expect(analysed(bytes).ingest.describe().packets).toBe(counted);
  });
});
