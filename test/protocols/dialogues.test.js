/** Protocols within which another begins: SOCKS, and what turns to TLS by STARTTLS. */
import { MAX_SOCKS_BYTES } from '../../lib/protocols/tunnels/socks/connection.js';
import { MAX_STARTTLS_BYTES } from '../../lib/protocols/tunnels/starttls/connection.js';
import fc from '../support/properties.js';
import { tlsSession } from '../support/tls/tls-session.js';
import { bytesOf, Conversation } from './support/conversation.js';

/** @typedef {[endpoint: 0|1, bytes: string][]} Script */

/** @param {Script} said @param {number} size of a segment @param {Partial<{ guessed: boolean }>} [options] */
function converse(said, size, options) {
  const conversation = new Conversation(options);
  for (const [endpoint, text] of said) {
    for (let at = 0; at < text.length; at += size) conversation.bytes(endpoint, bytesOf(text.slice(at, at + size)));
  }
  for (const endpoint of /** @type {const} */ ([0, 1])) conversation.end(endpoint, 'fin');
  return conversation;
}

const GET = 'GET /a HTTP/1.1\r\nHost: a.test\r\n\r\n';
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const PORT_80 = '\0\x50';
const HOST = '\x06a.test';

/** @type {[name: string, said: Script][]} */
const SOCKS = [
  [
    'SOCKS 4',
    [
      [0, `\x04\x01${PORT_80}\x7f\0\0\x01joe\0`],
      [1, '\0\x5a\0\0\0\0\0\0'],
    ],
  ],
  [
    'SOCKS 4a',
    [
      [0, `\x04\x01${PORT_80}\0\0\0\x01\0a.test\0`],
      [1, '\0\x5a\0\0\0\0\0\0'],
    ],
  ],
  [
    'SOCKS 5',
    [
      [0, '\x05\x01\0'],
      [1, '\x05\0'],
      [0, `\x05\x01\0\x01\x7f\0\0\x01${PORT_80}`],
      [1, `\x05\0\0\x01\x7f\0\0\x01${PORT_80}`],
    ],
  ],
  [
    'SOCKS 5 with a name, GSSAPI offered',
    [
      [0, '\x05\x03\0\x01\x02'],
      [1, '\x05\0'],
      [0, `\x05\x01\0\x03${HOST}${PORT_80}`],
      [1, `\x05\0\0\x04${'\0'.repeat(16)}${PORT_80}`],
    ],
  ],
  [
    'SOCKS 5 with a password',
    [
      [0, '\x05\x02\0\x02'],
      [1, '\x05\x02'],
      [0, '\x01\x03joe\x02pw'],
      [1, '\x01\0'],
      [0, `\x05\x01\0\x03${HOST}${PORT_80}`],
      [1, `\x05\0\0\x01\0\0\0\0${PORT_80}`],
    ],
  ],
  [
    'SOCKS 5 with GSSAPI',
    [
      [0, '\x05\x02\0\x01'],
      [1, '\x05\x01'],
      [0, '\x01\x01\0\x05token'],
      [1, '\x01\x01\0\x03tok'],
      [0, '\x01\x01\0\0'],
      [1, '\x01\x01\0\x01t'],
      [0, '\x01\x02\0\x01\0'],
      [1, '\x01\x02\0\x01\0'],
      [0, `\x05\x01\0\x03${HOST}${PORT_80}`],
      [1, `\x05\0\0\x01\0\0\0\0${PORT_80}`],
    ],
  ],
  [
    'SOCKS 5, BIND',
    [
      [0, '\x05\x01\0'],
      [1, '\x05\0'],
      [0, `\x05\x02\0\x01\x7f\0\0\x01${PORT_80}`],
      [1, `\x05\0\0\x01\x7f\0\0\x01${PORT_80}`],
      [1, `\x05\0\0\x01\x7f\0\0\x02${PORT_80}`],
    ],
  ],
];

test.each(SOCKS)('%s: HTTP within it is read, however the bytes are cut', (_, said) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), (size) => {
      const { messages, analysis } = converse([...said, [0, GET], [1, OK], [0, GET], [1, OK]], size);
      expect(messages.map(({ target, status, bodyBytes, pair }) => [target ?? status, bodyBytes, pair])).toEqual([
        ['/a', 0, 1],
        [200, 2, 0],
        ['/a', 0, 3],
        [200, 2, 2],
      ]);
      expect(analysis.openConnections).toBe(0);
    }),
    { numRuns: 25 },
  );
});

test.each(
  /** @type {[string, Script][]} */ ([
    [
      'refused',
      [
        [0, `\x04\x01${PORT_80}\x7f\0\0\x01\0`],
        [1, '\0\x5b\0\0\0\0\0\0'],
      ],
    ],
    [
      'refused',
      [
        [0, '\x05\x01\0'],
        [1, '\x05\xff'],
      ],
    ],
    [
      'of another command',
      [
        [0, '\x05\x01\0'],
        [1, '\x05\0'],
        [0, `\x05\x03\0\x01\x7f\0\0\x01${PORT_80}`],
        [1, `\x05\0\0\x01\0\0\0\0${PORT_80}`],
      ],
    ],
    [
      'with a wrong password',
      [
        [0, '\x05\x02\0\x02'],
        [1, '\x05\x02'],
        [0, '\x01\x03joe\x02pw'],
        [1, '\x01\x01'],
      ],
    ],
    [
      'of a GSSAPI that fails',
      [
        [0, '\x05\x01\x01'],
        [1, '\x05\x01'],
        [0, '\x01\x01\0\x05token'],
        [1, '\x01\xff'],
      ],
    ],
    [
      'wrapped by GSSAPI',
      [
        [0, '\x05\x01\x01'],
        [1, '\x05\x01'],
        [0, '\x01\x02\0\x01\x02'],
        [1, '\x01\x02\0\x01\x02'],
        [0, '\x01\x03\0\x04seal'],
      ],
    ],
    ['that sends too much before it is answered', [[0, `\x05\x01\0${'x'.repeat(MAX_SOCKS_BYTES + 1)}`]]],
  ]),
)('nothing is read in SOCKS that is %s', (_, said) => {
  const { messages, analysis } = converse([...said, [0, GET], [1, OK]], 500);
  expect([messages, analysis.protocolOf(0)]).toEqual([[], 'socks']);
});

test('TLS within SOCKS has its facts', async () => {
  const { sent } = await tlsSession({});
  const text = (/** @type {{ bytes: Uint8Array }} */ { bytes }) => Buffer.from(bytes).toString('latin1');
  const inner = sent.map((part) => /** @type {[0|1, string]} */ ([part.endpoint, text(part)]));
  const { analysis } = converse([...SOCKS[2][1], ...inner], 700);
  expect(analysis.tlsOf(0)).toMatchObject({ version: 'TLS 1.3', sni: 'a.example' });
});

const MYSQL_GREETING = [
  '\x4a\0\0\0\n8.0.36\0\x08\0\0\0',
  'x'.repeat(8),
  '\0\xff\xff\xff\x02\0\xff\xdf\x15',
  '\0'.repeat(10),
  'y'.repeat(12),
  '\0caching_sha2_passwor',
].join('');

/** @type {[name: string, said: Script, more?: Script][]} */
const STARTTLS = [
  [
    'smtp',
    [
      [1, '220 a.test ESMTP\r\n'],
      [0, 'EHLO b\r\n'],
      [1, '250-a.test\r\n250 STARTTLS\r\n'],
      [0, 'STARTTLS\r\n'],
      [1, '220 Go\r\n'],
    ],
  ],
  [
    'imap',
    [
      [1, '* OK ready\r\n'],
      [0, 'a STARTTLS\r\n'],
      [1, 'a OK go\r\n'],
    ],
  ],
  [
    'pop3',
    [
      [1, '+OK ready\r\n'],
      [0, 'STLS\r\n'],
      [1, '+OK\r\n'],
    ],
  ],
  [
    'ftp',
    [
      [1, '220 (vsFTPd)\r\n'.replace('vs', 'an FTP ')],
      [0, 'AUTH TLS\r\n'],
      [1, '234 go\r\n'],
    ],
  ],
  [
    'xmpp',
    [
      [0, "<?xml version='1.0'?><stream:stream to='a'>"],
      [1, "<stream:stream id='1'>"],
      [0, '<starttls/>'],
      [1, '<proceed/>'],
    ],
  ],
  [
    'postgresql',
    [
      [0, '\0\0\0\x08\x04\xd2\x16\x2f'],
      [1, 'S'],
    ],
  ],
  [
    'nntp',
    [
      [1, '200 news.test InterNetNews ready\r\n'],
      [0, 'STARTTLS\r\n'],
      [1, '382 go\r\n'],
    ],
  ],
  [
    'ldap',
    [
      [0, '\x30\x1d\x02\x01\x01\x77\x18\x80\x161.3.6.1.4.1.1466.20037'],
      [1, '\x30\x0c\x02\x01\x01\x78\x07\x0a\x01\0\x04\0\x04\0'],
    ],
  ],
  [
    'mysql',
    [
      [1, MYSQL_GREETING],
      [0, `\x20\0\0\x01\x85\xae\xff\x19\0\0\0\x01\xff${'\0'.repeat(23)}`],
    ],
  ],
];

test.each(STARTTLS)('TLS in %s has its facts, and the protocol keeps its name', async (name, said) => {
  for (const size of [1400, 90, 1]) {
    const { sent, keyLog } = await tlsSession({ settings: { maxVersion: 'TLSv1.2' } });
    expect(keyLog).not.toBe('');
    const inner = sent.map(
      ({ endpoint, bytes }) => /** @type {[0|1, string]} */ ([endpoint, Buffer.from(bytes).toString('latin1')]),
    );
    const { analysis } = converse([...said, ...inner], size);
    expect([name, size, analysis.protocolOf(0)]).toEqual([name, size, name]);
    expect(analysis.tlsOf(0)).toMatchObject({
      version: 'TLS 1.2',
      sni: 'a.example',
      cipher: expect.stringMatching(/^TLS_/),
    });
  }
});

test('what was said before TLS is listed', async () => {
  const { sent } = await tlsSession({});
  const inner = sent.map(
    ({ endpoint, bytes }) => /** @type {[0|1, string]} */ ([endpoint, Buffer.from(bytes).toString('latin1')]),
  );
  const said = (/** @type {Script} */ script) =>
    converse([...script, ...inner], 1400).messages.map(({ method, outcome }) => method ?? outcome);
  expect(said(STARTTLS[0][1])).toEqual(['220', 'EHLO', '250', 'STARTTLS', '220']);
  expect(said(STARTTLS[5][1])).toEqual(['SSLRequest', 'accepted']);
  expect(converse([...STARTTLS[0][1], ...inner], 1400).analysis.warningsOf(0)).toEqual([]);
});

test('a protocol that does not turn to TLS soon has none', async () => {
  const conversation = converse(
    [
      [1, '+OK ready\r\n'],
      [0, 'CAPA\r\n'],
      [1, 'x'.repeat(MAX_STARTTLS_BYTES + 2000)],
    ],
    1000,
  );
  expect([conversation.analysis.tlsOf(0), conversation.analysis.protocolOf(0)]).toEqual([null, 'pop3']);
  const { sent } = await tlsSession({});
  for (const { endpoint, bytes } of sent) conversation.bytes(endpoint, bytes);
  expect(conversation.analysis.tlsOf(0)).toBeNull();
});

/** @param {number} type @param {string} data @param {number} [status] 1: the last packet of a message */
const tdsPacket = (type, data, status = 1) =>
  `${String.fromCharCode(type, status, (data.length + 8) >> 8, (data.length + 8) & 0xff)}\0\0\x01\0${data}`;

test('TLS in SQL Server, whose handshake lies in packets of TDS, in any pieces', async () => {
  const { sent } = await tlsSession({ settings: { maxVersion: 'TLSv1.2' } });
  const PRELOGIN = '\0\0\x06\0\x06\x01\0\x0c\0\x01\xff\0\0\0\0\0\0\0';
  const isEstablished = [false, false];
  const inner = sent.flatMap(({ endpoint, bytes }) => {
    const text = Buffer.from(bytes).toString('latin1');
    /** @type {Script} */
    const said = [];
    for (let at = 0; at < text.length;) {
      const end = at + 5 + ((text.charCodeAt(at + 3) << 8) | text.charCodeAt(at + 4));
      const record = text.slice(at, end);
      isEstablished[endpoint] ||= record.charCodeAt(0) === 0x17;
      if (isEstablished[endpoint]) said.push([endpoint, record]);
      else {
        for (let i = 0; i < record.length; i += 300) said.push([endpoint, tdsPacket(0x12, record.slice(i, i + 300))]);
      }
      at = end;
    }
    return said;
  });
  for (const size of [1400, 90, 1]) {
    const { analysis } = converse([[0, tdsPacket(0x12, PRELOGIN)], [1, tdsPacket(4, PRELOGIN)], ...inner], size);
    expect([size, analysis.protocolOf(0)]).toEqual([size, 'tds']);
    expect(analysis.tlsOf(0)).toMatchObject({
      version: 'TLS 1.2',
      sni: 'a.example',
      cipher: expect.stringMatching(/^TLS_/),
      handshakeRoundTrips: 2,
      alerts: [],
    });
  }
});

test('TDS without TLS has none, however damaged', () => {
  const said = /** @type {Script} */ ([
    [0, tdsPacket(0x12, '\0\0\x06\0\x06\xff\0\0\0\0\0\0')],
    [1, tdsPacket(4, '\0\0\x06\0\x06\xff\0\0\0\0\0\0')],
    [0, tdsPacket(0x10, 'login')],
    [1, '\x04\x01\0\x02broken'],
  ]);
  const { analysis } = converse(said, 7);
  expect([analysis.tlsOf(0), analysis.protocolOf(0), analysis.openConnections]).toEqual([null, 'tds', 0]);
});
