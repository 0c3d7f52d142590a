/** What `selfclock analyze` says of packets that it could not follow down to TCP. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { pcap, script } from '../support/packets/packets.js';

const PROGRAM = fileURLToPath(new URL('../../bin/selfclock.js', import.meta.url));

/** @param {Uint8Array} input @param {...string} options @returns {string} */
const analyzed = (input, ...options) =>
  spawnSync(process.execPath, [PROGRAM, 'analyze', '-', ...options], { input, encoding: 'utf8' }).stdout;

/** @param {Uint8Array} frame @param {number} type */
function withEthertype(frame, type) {
  const bytes = frame.slice();
  bytes.set([type >> 8, type & 0xff], 12);
  return bytes;
}

const packets = script(
  { client: '10.0.0.1:40000', server: '10.0.0.2:80' },
  'client SYN mss 1460',
  'server SYN-ACK mss 1460',
  'client ACK',
);
const hidden = packets.map((packet) => ({ ...packet, bytes: withEthertype(packet.bytes, 0x1234) }));

test('they are counted in --json, and said in the last line of the table', () => {
  const { capture } = JSON.parse(analyzed(pcap(hidden), '--json'));
  expect(capture.notRead).toEqual([{ layer: 'EtherType 0x1234', packets: 3 }]);
  expect(analyzed(pcap(hidden))).toMatch(/\n3 packets in EtherType 0x1234 were not read\.\n$/);
});

test('where there are none, nothing is said', () => {
  expect(analyzed(pcap(packets))).not.toContain('not read');
});
