/** Whether the finding that packets are missing from the capture names a filter that misses IPv6 jumbograms. */
import { OpenedAnalysis } from '../../../../lib/analysis/opened-analysis.js';
import { pcap, script } from '../../../support/packets/packets.js';

const IPV6 = { client: '[2001:db8::1]:40000', server: '[2001:db8::2]:443' };
const JUMBO = 66_000;
const SHAKE = [
  'client SYN mss 1440 ws 7',
  '+1ms server SYN-ACK mss 1440 ws 7',
  'client ACK',
  'client data 100',
  'server ACK',
];

/** Rounds of small data that is captured, and large that is not. @param {number} bytes @param {string} [how] */
const rounds = (bytes, how = 'uncaptured') =>
  Array.from({ length: 4 }, () => ['+1ms server data 1000', `server data ${bytes} ${how}`, '+1ms client ACK']).flat();

/** @param {{ client?: string, server?: string }} ends @param {string[]} lines */
function missing(ends, ...lines) {
  const analysis = new OpenedAnalysis({});
  analysis.ingest.push(pcap(script(ends, ...SHAKE, ...lines, 'server data 100', 'client ACK')));
  analysis.ingest.end();
  const { findings } = analysis.connections.describe(0);
  return findings.find(({ code }) => code === 'capture_drops');
}

test('it does where every gap of an IPv6 connection exceeds 64 KiB', () => {
  expect(missing(IPV6, ...rounds(JUMBO))).toMatchObject({
    message: expect.stringMatching(
      /^Packets are missing from the capture: 5 ACKs are for data that it does not contain, 98 % of what the server sent\. Every gap exceeds 64 KiB: .*jumbograms \(BIG TCP\), as tcp and port N do\.$/,
    ),
    advice: expect.stringContaining('"tcp or ip6[6]=0"'),
  });
});

test.each([
  ['over IPv4, which has no jumbograms', {}, rounds(JUMBO)],
  [
    'where one gap is smaller',
    IPV6,
    [...rounds(JUMBO), 'server data 100', 'server data 60000 uncaptured', '+1ms client ACK'],
  ],
  ['where all are', IPV6, rounds(3000)],
])('it does not %s', (_name, ends, lines) => {
  const found = missing(ends, ...lines);
  expect(found?.message).toMatch(/does not contain, \d+ % of what the server sent\.$/);
  expect(found?.advice).toMatch(/^Capture again with a larger buffer \(-B\)/);
});
