/** The capture filters that are recommended take IPv6 jumbograms, which `tcp` and `port N` miss. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { helpOf } from '../../../bin/commands/options/help.js';
import { remoteCommand } from '../../../client/views/dashboard/side.js';
import { withFile } from '../../support/oracles/tshark.js';
import { pcap, script } from '../../support/packets/packets.js';
import { describeWithPrograms } from '../../support/programs.js';
import { readAll } from '../support.js';

const IPV6 = { client: '[2001:db8::1]:40000', server: '[2001:db8::2]:443' };
const ETHERNET_BYTES = 14;
const IPV6_BYTES = 40;
const TCP = 6;
const HOP_BY_HOP = 0;
const MAX_DATA_BYTES = 65_000;

/**
 * As Linux sends it with BIG TCP (RFC 2675): no length, and a hop-by-hop header with the jumbo payload option.
 * @param {import('../../support/packets/conversation.js').Packet} packet
 */
function jumbogram(packet) {
  const [headers, rest] = [
    packet.bytes.slice(0, ETHERNET_BYTES + IPV6_BYTES),
    packet.bytes.subarray(ETHERNET_BYTES + IPV6_BYTES),
  ];
  headers.set([0, 0, HOP_BY_HOP], ETHERNET_BYTES + 4);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + rest.length);
  const bytes = new Uint8Array(Buffer.concat([headers, Buffer.from([TCP, 0, 0xc2, 4]), length, rest]));
  return { ...packet, bytes, originalLength: bytes.length };
}

const lines = ['client SYN', 'server SYN-ACK', 'client ACK', `server data 3x${MAX_DATA_BYTES}`, 'client ACK'];
const all = script(IPV6, ...lines).map((packet) => (packet.bytes.length > MAX_DATA_BYTES ? jumbogram(packet) : packet));
const JUMBOGRAMS = 3;
const capture = pcap(all);

/** Packets that a filter takes. @param {string} tcpdump @param {string} filter */
const taken = (tcpdump, filter) =>
  withFile(capture, (path) => {
    const output = execFileSync(tcpdump, ['-r', path, '-w', '-', filter], { stdio: ['ignore', 'pipe', 'ignore'] });
    return readAll(new Uint8Array(output)).frames.length;
  });

/** Filters in quotation marks. @param {string} text */
const filtersIn = (text) => [...text.matchAll(/'([^'\n]*ip6[^'\n]*)'/g)].map(([, filter]) => filter);

const RECOMMENDED = [remoteCommand, readFileSync('README.md', 'utf8'), await helpOf('capture'), await helpOf('watch')];

describeWithPrograms('capture filters, compiled by libpcap', ['tcpdump'], ([tcpdump]) => {
  it('miss jumbograms where they name TCP, or a port', () => {
    for (const filter of ['tcp', 'tcp port 443', 'port 443']) {
      expect([filter, taken(tcpdump, filter)]).toEqual([filter, all.length - JUMBOGRAMS]);
    }
  });

  it('take them with ip6[6]=0, as everything that shows a filter does', () => {
    for (const filter of ['tcp or ip6[6]=0', 'tcp port 443 or ip6[6]=0']) {
      expect([filter, taken(tcpdump, filter)]).toEqual([filter, all.length]);
    }
    for (const text of RECOMMENDED) {
      const filters = filtersIn(text);
      expect(filters).not.toEqual([]);
      for (const filter of filters) expect([filter, taken(tcpdump, filter) >= JUMBOGRAMS]).toEqual([filter, true]);
    }
  });
});

test('nothing that shows a command has a filter for TCP that misses them', () => {
  for (const text of RECOMMENDED) expect(text).not.toMatch(/tcpdump [^\n|]*-w - tcp\b|-f '?(?:tcp )?port \d+\b(?! or)/);
});
