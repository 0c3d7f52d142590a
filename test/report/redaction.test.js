/** What a redacted report leaves out is nowhere in it: neither as text, nor as bytes of an address. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { authority, fieldValue, startLine, target } from '../../lib/report/redact/fields.js';
import { StandIns } from '../../lib/report/redact/stand-ins.js';
import { http2Session } from '../protocols/http2/http2-session.js';
import { icmpAbout } from '../support/packets/icmp.js';
import { merge, pcap, script } from '../support/packets/packets.js';
import { sentCapture } from '../support/packets/sent-capture.js';
import { tlsSession } from '../support/tls/tls-session.js';
import { contentOf, formsOf, madeReport, written } from './support/made-report.js';

const folder = mkdtempSync(join(tmpdir(), 'selfclock-redact-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

/** @param {Uint8Array} bytes @param {object} [how] */
const redacted = (bytes, how = {}) =>
  madeReport(written(join(folder, `${files++}.pcap`), bytes), { isRedacted: true, ...how });

/** @param {string} content @param {string[]} secrets @returns {string[]} those that are in it */
const found = (content, secrets) => secrets.filter((secret) => content.toLowerCase().includes(secret.toLowerCase()));

const lines = (/** @type {string[]} */ ...texts) => JSON.stringify(texts.join('\r\n') + '\r\n\r\n');
const SECRETS = {
  Cookie: 'session=abcSECRETdef',
  Authorization: 'Bearer tokenTOPSECRET',
  'X-Customer': 'MsSmithson',
  Referer: 'https://intra.corp.test/from?who=jones',
  'User-Agent': 'Agent47/1.0 (at intra.corp.test)',
  Origin: 'https://intra.corp.test',
  'X-Forwarded-For': '203.0.113.77',
};

test('of HTTP/1: addresses, names, cookies, authorization, query values, bodies, most fields', async () => {
  const request = lines(
    'POST /list/intra.corp.test/10.7.7.7?user=jones&pin=4711#part HTTP/1.1',
    'Host: intra.corp.test:8080',
    ...Object.entries(SECRETS).map(([name, value]) => `${name}: ${value}`),
    'Accept-Encoding: gzip',
    'Content-Length: 12',
  );
  const answer = lines(
    'HTTP/1.1 200 Hello jones',
    'Set-Cookie: session=NEWSECRET; Path=/',
    'Location: /next?who=jones',
    'Content-Type: text/html',
    'Content-Length: 6',
  );
  const packets = script(
    { client: '10.7.7.7:4000', server: '10.6.6.6:8080' },
    'client SYN',
    'server SYN-ACK',
    'client ACK',
    `client ${request}`,
    'client "bodyof=jones"',
    `server ${answer}`,
    'server "jones!"',
  );
  const all = [...packets, icmpAbout(packets[3], { type: 3, code: 4, mtu: 1400, from: '10.5.5.5' })];
  const how = {
    place: '/connections/0?text=intra.corp.test&from=0.1',
    notes: [{ id: 1, flow: 0, time: 0, frame: 1, text: 'Ask 10.6.6.6 of intra.corp.test, please', createdEpoch: 0 }],
  };
  const report = await redacted(pcap(all), how);
  const content = contentOf(report);
  const secrets = [
    ...['10.7.7.7', '10.6.6.6', '10.5.5.5', '203.0.113.77'].flatMap(formsOf),
    ...Object.values(SECRETS),
    ...['intra', 'corp.test', 'jones', '4711', 'NEWSECRET', 'TOPSECRET', 'Smithson', 'Agent47', 'secret.pcap'],
  ];
  expect(found(content, secrets)).toEqual([]);
  const { analysis, restored } = report;
  const again = await restored();
  const [asked] = again.messages.ofConnection(0, 0, 1).messages;
  const [before] = analysis.messages.ofConnection(0, 0, 1).messages;
  expect(asked.headers.find(([name]) => name === 'Accept-Encoding')).toEqual(['Accept-Encoding', 'gzip']);
  expect(asked.target).toBe('/ppp1/pppppppppppppp2/ppppppp3?xxx1=xxxxx&xx2=xxxx#xxxx');
  expect(report.head.notes).toEqual([]);
  const open = await redacted(pcap(all), { ...how, keepsPaths: true });
  expect(found(contentOf(open), secrets)).toEqual([]);
  expect((await open.restored()).messages.ofConnection(0, 0, 1).messages[0].target).toBe(
    '/list/xxxxxxxxxxxxxxx/xxxxxxxx?user=xxxxx&pin=xxxx#xxxx',
  );
  expect(open.head.notes).toMatchObject([{ text: 'Ask xxxxxxxx of xxxxxxxxxxxxxxx, please' }]);
  expect(asked.host).toBe('h000001.example:8080');
  expect({ ...asked, target: '', host: '', headers: [] }).toEqual({ ...before, target: '', host: '', headers: [] });
  expect(report.head.place).toBe('/connections/0?from=0.1');
  expect(again.connections.row(0).client.address).toBe('198.18.0.1');
});

test('of HTTP/2 in TLS: fields, names of the handshake and of certificates', async () => {
  const content = await http2Session(
    [{ headers: { ':path': '/a/private.corp.test?user=jones', cookie: 'crumb=CRUMBLED', 'x-own': 'jones' } }],
    'text of jones',
  );
  const { sent, keyLog } = await tlsSession({
    settings: { ALPNProtocols: ['h2'], servername: 'private.corp.test' },
    content,
  });
  const report = await redacted(sentCapture(sent), { keyLog });
  expect((await report.restored()).messages.ofConnection(0, 0, 9).total).toBeGreaterThan(1);
  const before = contentOf(await madeReport(join(folder, `${files - 1}.pcap`), { keyLog }));
  const secrets = ['private', 'corp.test', 'jones', 'CRUMBLED', '10.0.0.1', '10.0.0.2'];
  expect(found(before, ['private.corp.test', 'jones', 'CRUMBLED'])).toHaveLength(3);
  expect(found(contentOf(report), secrets)).toEqual([]);
});

test('of commands their arguments, of both ends', async () => {
  const packets = script(
    { client: '10.7.7.7:4000', server: '10.6.6.6:6379' },
    'client SYN',
    'server SYN-ACK',
    'client ACK',
    `client ${JSON.stringify('*2\r\n$3\r\nGET\r\n$9\r\nuserjones\r\n')}`,
    `server ${JSON.stringify('-ERR no such jones\r\n')}`,
  );
  const report = await redacted(pcap(packets));
  expect(found(contentOf(report), ['jones'])).toEqual([]);
  expect((await report.restored()).messages.ofConnection(0, 0, 1).messages[0]).toMatchObject({ method: 'GET' });
});

test('of bytes that were sent twice with different content both versions', async () => {
  const packets = script(
    {},
    'client SYN',
    'server SYN-ACK',
    'client ACK',
    'client "abcdefgh"',
    'client "ABCDEFGH" seq 1',
  );
  const { state } = await redacted(pcap(packets));
  const kept = [...state.kept.conflicts.values()].flatMap(({ list }) => list);
  expect(kept.map(({ first, second }) => [first.bytes, second.bytes])).toEqual([['', '']]);
});

test('the same address and the same name have the same stand-in in all connections', async () => {
  const talk = (/** @type {number} */ port) =>
    script(
      { client: `10.7.7.7:${port}`, server: '10.6.6.6:80' },
      'client SYN',
      'server SYN-ACK',
      'client ACK',
      `client ${lines('GET / HTTP/1.1', 'Host: www.corp.test')}`,
    );
  const { restored } = await redacted(pcap(merge(talk(4000), talk(4001))));
  const { connections } = await restored();
  const rows = [0, 1].map((index) => connections.row(index));
  expect(rows[0].client.address).toBe(rows[1].client.address);
  expect(rows[0].server.address).toBe(rows[1].server.address);
  expect(rows[0].server.address).not.toBe(rows[0].client.address);
});

describe('a field, a target', () => {
  const standIns = new StandIns();
  test('an authority', () => {
    expect(authority('user:pass@www.host.test:80', standIns)).toBe('xxxxxxxxx@h0001.example:80');
    expect(authority('[2001:db8::9]:443', standIns)).toHaveLength('[2001:db8::9]:443'.length);
  });

  test('every text is as long as it was', () => {
    const texts = ['/a;p=1/b?x=1&y&z=2#f', 'http://u@h.test/p?q=1', '*', '', '?', 'h.test:443', '/%2F10.0.0.1?a=%20'];
    for (const text of texts) {
      expect(target(text, standIns, false)).toHaveLength(text.length);
      expect(target(text, standIns, true)).toHaveLength(text.length);
      expect(startLine(`GET ${text} HTTP/1.1`, standIns)).toHaveLength(`GET ${text} HTTP/1.1`.length);
      for (const name of ['Host', ':path', 'Cookie', 'Accept']) {
        expect(fieldValue(name, text, standIns)).toHaveLength(text.length);
      }
    }
  });

  test('names as they stand in an encoded address are found', () => {
    standIns.name('secret.test');
    const open = new StandIns({ keepsPaths: true });
    open.name('secret.test');
    expect(target('/go?to=1&secret.test', open, false)).toBe('/go?to=x&xxxxxxxxxxx');
    expect(target('/go/http%3A%2F%2Fwww.secret.test%2F', open, false)).toBe('/go/http%3A%2F%2Fxxxxxxxxxxxxxxx%2F');
  });

  test('of a path its slashes stay and what a file is, and a name for each of its parts', () => {
    const all = new StandIns();
    const paths = ['/users/mary.smith/photo.jpg', '/users/mary.smith/', '/users', '/', '*'];
    expect(paths.map((path) => target(path, all, false))).toEqual([
      '/pppp1/ppppppppp2/pppp3.jpg',
      '/pppp1/ppppppppp2/',
      '/pppp1',
      '/',
      '*',
    ]);
  });
});
