/** Connections have Wireshark's stream numbers, also where those are odd: what docs/metrics.md lists. */
import { readFileSync } from 'node:fs';

import { tsharkFields } from '../../support/oracles/tshark.js';
import { merge, pcap, script } from '../../support/packets/packets.js';
import { describeWithPrograms } from '../../support/programs.js';
import { packetsOf, track } from '../../support/track.js';

const STEP = 1_000_000_000;
const FOLLOWING = { client: '10.0.0.1:2000', startNs: 5e9 };
const OLD = { clientIsn: 1000, serverIsn: 5000 };
const OPENED = ['client SYN', '+1ms server SYN-ACK', '+1ms client ACK'];
const CLOSED = [...OPENED, 'client FIN', 'server FIN', 'client ACK'];

/**
 * By the quirk, in the words of the document: packets, and the number of each, before one packet of another connection.
 * @type {[quirk: string, packets: import('../../support/packets/packets.js').Packet[], numbers: number[]][]}
 */
const QUIRKS = [
  [
    'VLANs and tunnels do not count: the same addresses and ports in two of them are one stream',
    merge(script({ vlan: [7] }, ...OPENED), script({ vlan: [8], startNs: 100 }, ...OPENED)),
    [0, STEP, 0, STEP, 0, STEP],
  ],
  [
    'a SYN with another sequence number opens a stream, even one that is sent in place of the first',
    [
      ...script(OLD, 'client SYN'),
      ...script({ ...OLD, clientIsn: 2000, startNs: 1e9 }, 'client SYN'),
      ...script({ ...OLD, startNs: 2e9 }, 'client SYN uncaptured', 'server SYN-ACK'),
    ],
    [0, 1, 1],
  ],
  [
    'a SYN with the same sequence number opens none, whatever was between them',
    [...script(OLD, ...CLOSED), ...script({ ...OLD, serverIsn: 9000, startNs: 2e9 }, ...OPENED)],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
  ],
  [
    'packets of an earlier connection that come late count to the latest one on their addresses and ports',
    [
      ...script(OLD, ...OPENED),
      ...script({ clientIsn: 700_000, serverIsn: 800_000, startNs: 1e9 }, ...OPENED),
      ...script({ ...OLD, startNs: 2e9, established: true }, 'client FIN'),
    ],
    [0, 0, 0, 1, 1, 1, 1],
  ],
  [
    'a segment with a wrong checksum opens a stream as any other',
    script({}, 'client SYN badsum', '+1s client SYN seq 0'),
    [0, 0],
  ],
];

/** @param {number[]} numbers */
const withFollowing = (numbers) => [...numbers, Math.max(...numbers.map((number) => number % STEP)) + 1];

const cases = QUIRKS.map(([quirk, packets, numbers]) => ({
  quirk,
  bytes: pcap([...packets, ...script(FOLLOWING, 'client SYN')]),
  numbers: withFollowing(numbers),
}));

test.each(cases)('$quirk', ({ quirk, bytes, numbers }) => {
  expect(packetsOf(track(bytes)).map(({ flow }) => flow)).toEqual(numbers);
  expect(readFileSync('docs/metrics.md', 'utf8').split(`| ${quirk} |`)).toHaveLength(2);
});

describeWithPrograms("as tshark's", ['tshark'], () => {
  it.each(cases)('$quirk', ({ bytes, numbers }) => {
    const streams = tsharkFields(bytes, ['tcp.stream']).map(([stream]) => Number(stream));
    expect(numbers.map((number) => number % STEP)).toEqual(streams);
  });
});
