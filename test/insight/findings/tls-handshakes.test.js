/** What findings say of TLS handshakes without keys: their round trips as counted, and their failures. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import * as tls from 'node:tls';

import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { KeyLog } from '../../../lib/protocols/tls/key-log.js';
import { ACK, Conversation, FIN, merge, pcap, PSH, RST, SYN } from '../../support/packets/packets.js';
import { sentCapture } from '../../support/packets/sent-capture.js';
import { certificate } from '../../support/tls/tls-session.js';
import { keptSentence } from '../first-sentences/kept-sentence.js';

const OPTIONS = { mss: 1460, windowScale: 7, sackPermitted: true, timestamps: true };
const u16 = (/** @type {number} */ n) => [n >> 8, n & 255];
const u24 = (/** @type {number} */ n) => [n >> 16, ...u16(n & 65535)];
const filled = (/** @type {number} */ length) => new Array(length).fill(1);
const record = (/** @type {number} */ type, /** @type {number[]} */ body) => [type, 3, 3, ...u16(body.length), ...body];
const handshake = (/** @type {number} */ type, /** @type {number[]} */ body) =>
  record(22, [type, ...u24(body.length), ...body]);
const alert = (/** @type {number} */ level, /** @type {number} */ description) => record(21, [level, description]);

const CLIENT_HELLO = handshake(1, [3, 3, ...filled(32), 0, ...u16(2), 0xc0, 0x2f, 1, 0, ...u16(0)]);
const SERVER_HELLO = handshake(2, [3, 3, ...filled(32), 0, 0xc0, 0x2f, 0, ...u16(0)]);
const CERTIFICATE = handshake(11, [...u24(1003), ...u24(1000), ...filled(1000)]);
const SERVER_FLIGHT = [...SERVER_HELLO, ...CERTIFICATE, ...handshake(12, filled(200)), ...handshake(14, [])];
const CLIENT_KEY = handshake(16, filled(66));
const FINISHED = [...record(20, [1]), ...record(22, filled(40))];
const data = (/** @type {number} */ length) => record(23, filled(length));

/** @typedef {[side: 'client' | 'server', bytes: number[], waitNs?: number]} Said */

/**
 * Of a connection long enough to be looked at in any case.
 * @param {Said[]} said each a round trip of 20 ms behind the other end's
 */
const told = (...said) => toldWith(40, said);

/** @param {Said[]} said @param {{ closeNs?: number, port?: number, startNs?: number }} [how] closeNs: when it closes */
function conversationOf(said, { closeNs = 0, port = 40_000, startNs = 0 } = {}) {
  const talk = new Conversation({ client: `10.0.0.1:${port}`, server: '10.0.0.2:443', startNs });
  talk
    .send('client', { flags: SYN, ...OPTIONS })
    .send('server', { flags: SYN | ACK, ...OPTIONS, afterNs: 20e6 })
    .send('client', { flags: ACK });
  for (const [side, bytes, waitNs = 0] of said) {
    const afterNs = waitNs + (side === 'client' ? 1e5 : 20e6);
    talk.send(side, { flags: ACK | PSH, payload: Uint8Array.from(bytes), afterNs });
  }
  return talk
    .send('client', { flags: FIN | ACK, afterNs: closeNs })
    .send('server', { flags: FIN | ACK, afterNs: 20e6 });
}

/** @param {number} more packets behind its end @param {Said[]} said @param {number} [closeNs] when the client closes */
function toldWith(more, said, closeNs = 0) {
  const talk = conversationOf(said, { closeNs });
  const analysis = new OpenedAnalysis();
  for (let k = 0; k < more; k++) talk.send('client', { flags: ACK, afterNs: 1e6 });
  analysis.ingest.push(pcap(talk.packets));
  analysis.ingest.end();
  const { tls, findings, summary } = /** @type {any} */ (analysis.connections.describe(0));
  return { tls, summary, findings: findings.filter((/** @type {any} */ { code }) => code.startsWith('tls_')) };
}

/** @param {Said[][]} all of connections of one client to one server @returns {string[]} what is found unused of them */
function codesOfTwo(...all) {
  const talks = all.map((said, k) => conversationOf(said, { port: 40_000 + k, startNs: k * 1e6 }));
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(pcap(merge(...talks.map(({ packets }) => packets))));
  analysis.ingest.end();
  return all.flatMap((_, k) =>
    /** @type {any} */ (analysis.connections.describe(k).findings ?? [])
      .map((/** @type {any} */ { code }) => code)
      .filter((/** @type {string} */ code) => code === 'tls_unused'),
  );
}

/** @type {Said[]} */
const OPENING = [
  ['client', CLIENT_HELLO],
  ['server', SERVER_FLIGHT],
];

test('a full handshake of TLS 1.2 takes two round trips', () => {
  const { tls, findings } = told(
    ...OPENING,
    ['client', [...CLIENT_KEY, ...FINISHED]],
    ['server', FINISHED],
    ['client', data(300)],
    ['server', data(1300)],
  );
  expect(tls).toMatchObject({ version: 'TLS 1.2', decrypted: false, handshakeRoundTrips: 2, handshakeSeconds: 0.0402 });
  expect(findings).toMatchObject([
    { code: 'tls_round_trips', costSeconds: 0.02, evidence: { roundTrips: 2, frames: expect.any(Array) } },
  ]);
});

test("a request that leaves with the client's Finished waited for one", () => {
  const { tls, findings } = told(
    ...OPENING,
    ['client', [...CLIENT_KEY, ...FINISHED, ...data(300)]],
    ['server', [...FINISHED, ...data(1300)]],
  );
  expect(tls).toMatchObject({ handshakeRoundTrips: 1, handshakeSeconds: 0.0201 });
  expect(findings).toEqual([]);
});

test('of a handshake behind which there is no request no round trips are told', () => {
  const { tls, findings } = told(...OPENING, ['client', [...CLIENT_KEY, ...FINISHED]], ['server', FINISHED]);
  expect(tls).toMatchObject({ handshakeRoundTrips: null });
  expect(findings.map((/** @type {any} */ { code }) => code)).not.toContain('tls_round_trips');
});

/** @param {Said[]} said of a short connection that the client then closes @param {number} [closeNs] */
const unused = (said, closeNs) =>
  toldWith(0, said, closeNs).findings.filter((/** @type {any} */ { code }) => code === 'tls_unused');
/** @type {Said[]} */
const AGREED = [...OPENING, ['client', [...CLIENT_KEY, ...FINISHED]], ['server', FINISHED]];

test('a client that closes as soon as it has seen the server’s part did not like it', () => {
  expect(unused(OPENING, 2e6)).toMatchObject([{ severity: 'warning', message: keptSentence() }]);
  expect(unused(AGREED, 2e6)).toHaveLength(1);
});

test('one that asks the same server on another connection has nothing against it', () => {
  const opened = [...OPENING, ...CLOSING.slice(0, 2)];
  expect(codesOfTwo(opened, opened)).toEqual(['tls_unused', 'tls_unused']);
  expect(codesOfTwo(opened, [...OPENING, ...CLOSING])).toEqual([]);
});

test('one that waits, asks or resumes has nothing against it', () => {
  expect(unused(AGREED, 12e9)).toEqual([]);
  expect(unused([...AGREED, ['client', data(300)]], 2e6)).toEqual([]);
  expect(
    unused(
      [
        ['client', CLIENT_HELLO],
        ['server', [...SERVER_HELLO, ...FINISHED]],
      ],
      2e6,
    ),
  ).toEqual([]);
});

test.each(
  /** @type {[string, Said[], string, string, RegExp][]} */ ([
    [
      'a certificate that the client does not trust',
      [...OPENING, ['client', alert(2, 48)]],
      'client',
      'unknown_ca',
      /^Give the server a certificate/,
    ],
    [
      'no cipher suite in common',
      [
        ['client', CLIENT_HELLO],
        ['server', alert(2, 40)],
      ],
      'server',
      'handshake_failure',
      /cipher suite/,
    ],
    [
      'a name that is not served',
      [
        ['client', CLIENT_HELLO],
        ['server', alert(2, 112)],
      ],
      'server',
      'unrecognized_name',
      /SNI/,
    ],
    [
      'an alert without a name',
      [
        ['client', CLIENT_HELLO],
        ['server', alert(2, 199)],
      ],
      'server',
      '199',
      /^Check the server's log/,
    ],
  ]),
)('%s: TLS failed', (_, said, by, name, advice) => {
  const { findings, summary } = told(...said);
  const message = `TLS failed: the ${by} sent the fatal alert ${name}.`;
  expect(findings).toMatchObject([
    {
      code: 'tls_failed',
      severity: 'error',
      message,
      advice: expect.stringMatching(advice),
      evidence: { alert: name, sender: by },
    },
  ]);
  expect(findings[0].evidence.frames).toEqual([said.length + 3]);
  expect(summary).toContain(message);
});

const text = (/** @type {string} */ characters) => [...Buffer.from(characters, 'latin1')];

test.each(
  /** @type {[string, Said[], RegExp, string | null][]} */ ([
    [
      'plain HTTP',
      [
        ['client', CLIENT_HELLO],
        ['server', text('HTTP/1.1 400 Bad Request\r\n\r\n')],
      ],
      /^TLS failed: the server answered the ClientHello with plain HTTP: “HTTP\/1\.1 400 Bad Request”\.$/,
      'http',
    ],
    [
      'a greeting before the ClientHello',
      [
        ['server', text('SSH-2.0-x\x1b[2J\r\n')],
        ['client', CLIENT_HELLO],
      ],
      /^TLS failed: the server had greeted the client with SSH: “SSH-2\.0-x\?\[2J”\.$/,
      'ssh',
    ],
    [
      'what nobody knows',
      [
        ['client', CLIENT_HELLO],
        ['server', [1, 2, 3, 4]],
      ],
      /^TLS failed: the server answered the ClientHello with bytes that are not TLS\.$/,
      null,
    ],
  ]),
)('a server that answers with %s', (_, said, message, answer) => {
  const { findings } = told(...said);
  expect(findings).toMatchObject([
    { severity: 'error', evidence: { answer }, message: expect.stringMatching(message) },
  ]);
});

test('a server that answers with nothing, where the client waits long', () => {
  const messageOf = (
    /** @type {'client' | 'server'} */ who,
    /** @type {number} */ flags,
    /** @type {number} */ afterNs,
  ) => {
    const talk = new Conversation({ client: '10.0.0.1:40000', server: '10.0.0.2:443' });
    talk
      .send('client', { flags: SYN, ...OPTIONS })
      .send('server', { flags: SYN | ACK, ...OPTIONS, afterNs: 20e6 })
      .send('client', { flags: ACK | PSH, payload: Uint8Array.from(CLIENT_HELLO) })
      .send('server', { flags: ACK, afterNs: 20e6 })
      .send(who, { flags, afterNs });
    const analysis = new OpenedAnalysis();
    analysis.ingest.push(pcap(talk.packets));
    analysis.ingest.end();
    const { findings } = /** @type {any} */ (analysis.connections.describe(0));
    return findings?.find((/** @type {any} */ { code }) => code === 'tls_failed')?.message;
  };
  expect(messageOf('client', FIN | ACK, 5e9)).toEqual(keptSentence());
  expect(messageOf('server', RST | ACK, 1e6)).toEqual(keptSentence());
  expect(messageOf('client', FIN | ACK, 1e8)).toBeUndefined();
});

test('a connection of a few packets is looked at where TLS failed, and only there', () => {
  expect(
    toldWith(0, [
      ['client', CLIENT_HELLO],
      ['server', alert(2, 40)],
    ]).findings,
  ).toMatchObject([{ code: 'tls_failed' }]);
  expect(
    toldWith(0, [
      ['client', CLIENT_HELLO],
      ['server', alert(1, 112)],
    ]).findings,
  ).toEqual([]);
});

test('a server that wants a certificate says so only after the request', async () => {
  const mutual = await withoutCertificate();
  const { findings, summary } = /** @type {any} */ (mutual);
  expect(findings.map((/** @type {any} */ { code }) => code)).toEqual(['tls_failed']);
  expect(summary).toContain('TLS failed: the server sent the fatal alert certificate_required.');
});

/** Of a client without a certificate, which has asked before the server has told it that it needs one. */
async function withoutCertificate() {
  /** @type {import('../../support/duplex-pipe.js').Sent[]} */
  const sent = [];
  const keyLog = new KeyLog();
  const server = tls.createServer({ ...certificate('ec'), requestCert: true, rejectUnauthorized: true });
  const near = createServer((socket) => {
    const far = connect(portOf(server), '127.0.0.1');
    const pass = (/** @type {0|1} */ endpoint, /** @type {import('node:net').Socket[]} */ [from, to]) =>
      from
        .on('error', () => {})
        .on('data', (bytes) => sent.push({ endpoint, bytes: Uint8Array.from(bytes) }))
        .pipe(to);
    pass(0, [socket, far]);
    pass(1, [far, socket]);
  });
  for (const one of [server, near]) await once(one.listen(0, '127.0.0.1'), 'listening');
  const client = tls.connect({ port: portOf(near), rejectUnauthorized: false, minVersion: 'TLSv1.3' });
  client.on('keylog', (line) => keyLog.add(line.toString()));
  client.once('secureConnect', () => client.write('GET / HTTP/1.1\r\nHost: a.example\r\n\r\n'));
  await once(client, 'close').catch(() => {});
  for (const one of [server, near]) one.close();
  const analysis = new OpenedAnalysis({ ciphers: nodeCiphers, keyLog });
  analysis.ingest.push(sentCapture(sent));
  analysis.ingest.end();
  return analysis.connections.describe(0);
}

/** @param {import('node:net').Server} server */
const portOf = (server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port;

test('a warning is no failure, nor is an alert that the client passed over', () => {
  const warned = told(
    ['client', CLIENT_HELLO],
    ['server', [...alert(1, 112), ...SERVER_FLIGHT]],
    ['client', alert(1, 0)],
  );
  expect(warned.findings.map((/** @type {any} */ { code }) => code)).not.toContain('tls_failed');
  const goesOn = told(
    ...OPENING,
    ['server', alert(2, 80)],
    ['client', [...CLIENT_KEY, ...FINISHED]],
    ['server', FINISHED],
    ['client', data(300)],
  );
  expect(goesOn.findings.map((/** @type {any} */ { code }) => code)).toEqual(['tls_round_trips']);
});

/** @param {Said[]} said of a short connection */
const slow = (...said) => toldWith(0, said).findings.filter((/** @type {any} */ { code }) => code === 'tls_slow');
/** @type {Said[]} */
const CLOSING = [
  ['client', [...CLIENT_KEY, ...FINISHED]],
  ['server', FINISHED],
  ['client', data(300)],
  ['server', data(900)],
];

test('who took long within a handshake is named', () => {
  expect(slow(['client', CLIENT_HELLO], ['server', SERVER_FLIGHT, 2e9], ...CLOSING)).toMatchObject([
    {
      title: 'Slow TLS handshake',
      severity: 'warning',
      direction: 'serverToClient',
      costSeconds: 2,
      message: keptSentence(),
    },
  ]);
  expect(slow(...OPENING, ['client', [...CLIENT_KEY, ...FINISHED], 5e9], ...CLOSING.slice(1))).toMatchObject([
    { direction: 'clientToServer', costSeconds: 5, message: expect.stringContaining('to continue the TLS handshake') },
  ]);
});

test('a first request that comes late is no part of the handshake, nor is what nobody feels', () => {
  expect(slow(...OPENING, ...CLOSING.slice(0, 2), ['client', data(300), 5e9], ['server', data(900)])).toEqual([]);
  expect(slow(['client', CLIENT_HELLO], ['server', SERVER_FLIGHT, 5e7], ...CLOSING)).toEqual([]);
});
