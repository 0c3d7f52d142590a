import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { ethernet, ipv4, udp } from '../packet/bytes.js';
import { dnsMessage } from '../support/dns.js';
import { flowJson } from '../support/flow-json.js';
import { Conversation } from '../support/packets/conversation.js';
import { ACK, PSH, SYN } from '../support/packets/frames.js';
import { pcapBytes } from '../support/packets/pcap-bytes.js';
import { tlsCapture } from '../support/tls/tls-capture.js';

/** @typedef {import('../support/packets/conversation.js').Packet} Packet */

const SERVER = [192, 0, 2, 1];
const answer = (/** @type {string} */ name) =>
  dnsMessage({ question: name, records: [{ name, type: 'A', data: SERVER }] });

/** @param {Uint8Array} message @param {number} [port] @param {number} [timeNs] @returns {Packet} */
function datagram(message, port = 53, timeNs = 0) {
  const bytes = ethernet(ipv4(udp(message, [port, 40_000]), { protocol: 17 }));
  return { bytes, originalLength: bytes.length, timeNs };
}

/**
 * A connection to 192.0.2.1.
 * @param {string[]} client what it sends
 * @param {Uint8Array[]} [server]
 * @param {string} [port]
 */
function connection(client, server = [], port = '80') {
  const conversation = new Conversation({ client: '10.0.0.1:40000', server: `192.0.2.1:${port}` });
  conversation.send('client', { flags: SYN, afterNs: 1e6 });
  conversation.send('server', { flags: SYN | ACK, afterNs: 1e6 });
  for (const text of client) {
    conversation.send('client', { flags: ACK | PSH, payload: Buffer.from(text, 'latin1'), afterNs: 1e6 });
  }
  for (const bytes of server) conversation.send('server', { flags: ACK | PSH, payload: bytes, afterNs: 1e6 });
  return /** @type {Packet[]} */ (conversation.packets);
}

/** @param {Uint8Array} capture */
function analysed(capture) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(capture);
  analysis.ingest.end();
  return analysis;
}

const named = (/** @type {Packet[]} */ ...packets) => analysed(pcapBytes(packets)).connections.namesOf(0);

test.each([53, 5353, 5355])(
  'an answer on UDP port %i names the server; the JSON, the row and a search have it',
  (port) => {
    const analysis = analysed(pcapBytes([datagram(answer('www.example'), port), ...connection(['hello'])]));
    expect(analysis.connections.namesOf(0)).toEqual({ client: null, server: { name: 'www.example', from: 'dns' } });
    expect(analysis.connections.describe(0)).toMatchObject({
      names: { client: null, server: { name: 'www.example', from: 'dns' } },
    });
    expect(flowJson(analysis, 0)).toBe(JSON.stringify(analysis.connections.describe(0)));
    expect(analysis.connections.row(0)).toMatchObject({ clientName: null, serverName: 'www.example' });
    expect(analysis.connections.searchText(0)).toContain('www.example');
  },
);

test('other ports say nothing; without a name there is none', () => {
  expect(named(datagram(answer('www.example'), 54), ...connection(['hello']))).toBeNull();
  expect(analysed(pcapBytes(connection(['hello']))).connections.describe(0).names).toBeUndefined();
});

test('an answer that is captured late names the connection all the same', () => {
  expect(named(...connection(['hello']), datagram(answer('late.example'), 53, 5e9))).toMatchObject({
    server: { name: 'late.example' },
  });
});

test('answers on TCP, however they are cut', () => {
  const message = answer('tcp.example');
  const framed = Buffer.concat([Buffer.from([0, message.length]), message]);
  const query = dnsMessage({ question: 'tcp.example', flags: 0x0100 });
  const ask = Buffer.concat([Buffer.from([0, query.length]), query]).toString('latin1');
  for (const cut of [1, 2, 20, framed.length]) {
    const analysis = analysed(
      pcapBytes(
        connection(
          [ask],
          [framed.subarray(0, cut), framed.subarray(cut)].filter(({ length }) => length > 0),
          '53',
        ),
      ),
    );
    expect([analysis.ingest.messages.protocolOf(0), analysis.connections.namesOf(0)?.server?.name]).toEqual([
      'dns',
      'tcp.example',
    ]);
  }
});

test.each([
  ['GET / HTTP/1.1\r\nHost: Host.example:8080\r\n\r\n', 'host.example', 'host'],
  ['OPTIONS * HTTP/1.1\r\nHost: host.example\r\n\r\n', 'host.example', 'host'],
  ['GET / HTTP/1.1\r\nHost: 192.0.2.1\r\n\r\n', 'dns.example', 'dns'],
  ['GET / HTTP/1.1\r\nHost: a<b\r\n\r\n', 'dns.example', 'dns'],
  ['GET http://far.example/ HTTP/1.1\r\nHost: far.example\r\n\r\n', 'dns.example', 'dns'],
  ['CONNECT far.example:443 HTTP/1.1\r\nHost: far.example:443\r\n\r\n', 'dns.example', 'dns'],
])('a request: %s', (request, name, from) => {
  expect(named(datagram(answer('dns.example')), ...connection([request]))?.server).toEqual({ name, from });
});

test('the name that a TLS client asks for', async () => {
  const { capture } = await tlsCapture({});
  const analysis = analysed(capture);
  expect(analysis.connections.namesOf(0)).toEqual({ client: null, server: { name: 'a.example', from: 'sni' } });
});
