/** The whole table against the installed tcptrace: on the fixtures, and on conversations that chance made up. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { connectionsOf, ourTable, tcptraceTable } from '../../support/oracles/tcptrace.js';
import { pcap, script } from '../../support/packets/packets.js';
import { describeWithPrograms } from '../../support/programs.js';
import fc from '../../support/properties.js';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/pcaps/', import.meta.url));

/**
 * The round trips of the largest segments are wrong there (docs/metrics.md).
 * @param {Record<string, string>} connection
 */
const comparable = (connection) => Object.entries(connection).filter(([name]) => !name.includes('full_sz'));

/**
 * A line of a packet script. The snap length leaves the headers: tcptrace counts what it cuts of them as truncated
 * data.
 */
const line = fc
  .tuple(
    fc.constantFrom('+10us', '+1ms', '+40ms', '+300ms', '+241s'),
    fc.constantFrom('client', 'server'),
    fc.constantFrom(
      'data 100',
      'data 1000',
      'data 1',
      'data 100',
      'PSH data 200',
      'again 1',
      'again 2',
      'ACK',
      'ACK',
      'ACK',
      'ACK win 0',
      'ACK win 500',
      'FIN',
      'RST',
      'SYN mss 536',
      'URG urg 3 data 5',
    ),
    fc.constantFrom(
      '',
      '',
      '',
      '',
      'uncaptured',
      'lost',
      'twice',
      'late 2ms',
      'seq 1',
      'seq 150',
      'seq 90000',
      'snap 110',
      'ack 1',
      'ack 150',
      'sack 101-201',
      'ack 1 sack 1-101,1-301',
    ),
  )
  .map((words) => words.join(' '));

/** Packets with two VLAN tags, of which tcptrace sees nothing. */
const UNSEEN = ['vlan.pcap'];

describeWithPrograms('tcptrace prints the same table', ['tcptrace'], () => {
  test.each(readdirSync(FIXTURES).filter((name) => /\.pcap(ng)?$/.test(name) && !UNSEEN.includes(name)))(
    'of %s',
    (name) => {
      const expected = tcptraceTable(FIXTURES + name);
      expect(ourTable(new Uint8Array(readFileSync(FIXTURES + name))).map(comparable)).toEqual(expected.map(comparable));
    },
  );

  test('of any conversation', () => {
    const options = fc.record({
      ws: fc.constantFrom('', 'ws 2'),
      sack: fc.constantFrom('', 'sack'),
      ts: fc.constantFrom('', 'ts'),
    });
    fc.assert(
      fc.property(options, fc.array(line, { minLength: 3, maxLength: 40 }), ({ ws, sack, ts }, lines) => {
        const opening = `mss 1460 ${ws} ${sack} ${ts}`;
        const some = ['+1ms client data 100', '+1ms client data 100', '+1ms server data 100', '+1ms server data 100'];
        const packets = script(
          { startNs: 1e9 },
          `client SYN ${opening}`,
          `+20ms server SYN-ACK ${opening}`,
          '+20ms client ACK',
          ...some,
          ...lines,
        );
        expect(connectionsOf(packets).map(comparable)).toEqual(tcptraceTable(pcap(packets)).map(comparable));
      }),
      { numRuns: 60 },
    );
  });
});
