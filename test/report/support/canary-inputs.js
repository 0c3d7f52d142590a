/** For each protocol of the registry: conversations with a canary in every field of text. */
import { HTTP2_PREFACE } from '../../../lib/protocols/http2/signature.js';
import { PROTOCOLS } from '../../../lib/protocols/registry.js';
import { CANARIES } from '../../protocols/commands/binary/all.js';
import { big } from '../../protocols/commands/support.js';
import { bin, bson, framed, kafka, mongo, mqtt, my, pg, startup, text } from '../../protocols/commands/wire.js';
import { FIRST_BYTES } from '../../protocols/support/first-bytes.js';
import { muxStream } from '../../support/mux.js';

/** @typedef {(prefix?: string) => string} Canary a new word each time */
/** @typedef {[endpoint: 0|1, text: string][]} Said one character a byte */

const OK = '\0\0\0\x02\0\0\0';
/** Fields whose values are known words, and so had any word as value once. */
const LISTING = `Accept Accept-Charset Accept-Encoding Accept-Language Accept-Ranges Age Allow Cache-Control Connection
  Content-Encoding Content-Language Content-Range Date Expect Expires If-Modified-Since Keep-Alive Last-Modified
  Max-Forwards Pragma Priority Proxy-Connection Range Retry-After Sec-Fetch-Dest Sec-Fetch-Mode Sec-Fetch-Site
  Sec-Fetch-User Sec-WebSocket-Version Strict-Transport-Security TE Trailer Upgrade-Insecure-Requests Vary`.split(
  /\s+/,
);
const PRIVATE = `Authorization Cookie ETag Forwarded From If-None-Match Link Origin Proxy-Authorization Referer Server
  Set-Cookie User-Agent Via WWW-Authenticate X-Forwarded-For X-Request-Id`.split(/\s+/);

/** Of each field: a word alone, after a known one, as a parameter and as its value. @param {Canary} c */
const fields = (c) =>
  /** @type {[string, string][]} */ ([
    ...LISTING.map((name) => [name, `${c()}, gzip;${c()}=${c()};q=${c()}, 1=${c()}/${c()}`]),
    ...PRIVATE.map((name) => [name, `${c()}; ${c()}="${c()}"`]),
    [c('X-'), c()],
    ['Content-Type', `text/${c()}; name=${c()}; boundary=${c()}; charset=${c()}`],
  ]);

/** @param {[string, string][]} all */
const lines = (all) => all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
/** @param {Canary} c */
const url = (c) => `/${c()}/${c()}.html;${c()}=${c()}?${c()}=${c()}&${c()}&a=%20${c()}#${c()}`;
/** @param {Canary} c @param {string} [more] fields */
const request = (c, more = '') =>
  `GET ${url(c)} HTTP/1.1\r\nHost: ${c()}.example:80\r\n${lines(fields(c))} ${c()}: folded ${c()}\r\n${more}\r\n`;
/** @param {Canary} c @param {string} [more] */
const response = (c, more = '') => `HTTP/1.1 200 ${c()}\r\n${lines(fields(c))}Upgrade: ${c()}\r\n${more}\r\n`;

/** @param {Canary} c @param {string} type @param {string} body */
const document = (c, type, body) =>
  `HTTP/1.1 400 ${c()}\r\nContent-Type: application/${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** @param {Canary} c @returns {Said[]} */
const http1 = (c) => [
  [
    [0, `${c().toUpperCase()} http://${c()}:${c()}@${c()}.example/${c()} HTTP/1.1\r\nHost: ${c()}\r\n\r\n`],
    [1, response(c, 'Content-Length: 0\r\n')],
    [0, request(c)],
    [1, `${response(c, 'Transfer-Encoding: chunked\r\n')}1;${c()}=${c()}\r\na\r\n0\r\n${c('X-')}: ${c()}\r\n\r\n`],
    [0, `GET ${c()}://${c()}/${c()} HTTP/1.0\r\n\r\n`],
    [1, `HTTP/1.0 404 Not ${c()}\r\n\r\n${c()}`],
  ],
  [
    [0, `CONNECT ${c()}.example:443 HTTP/1.1\r\nHost: ${c()}.example\r\n\r\n`],
    [1, `HTTP/1.1 407 ${c()}\r\nContent-Length: 0\r\n\r\n`],
  ],
  [
    [0, request(c)],
    [1, document(c, 'json', `{"error":{"root_cause":[{"type":"${c()}","reason":"${c()}"}]}}`)],
    [0, request(c)],
    [1, document(c, 'json', `{"errors":true,"items":[{"index":{"error":{"type":"${c()}","reason":"${c()}"}}}]}`)],
    [0, request(c)],
    [1, document(c, 'xml', `<Error><Code>${c()}</Code><Message>${c()}</Message></Error>`)],
    [0, request(c)],
    [1, `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nevent: ${c()}\ndata: ${c()}\n\n`],
  ],
];

/** HTTP/2 field without indexing, its texts not compressed. @param {string} name @param {string} value */
const literal = (name, value) => `\0${hpackText(name)}${hpackText(value)}`;
/** @param {string} value */
const hpackText = (value) =>
  (value.length < 127 ? String.fromCharCode(value.length) : String.fromCharCode(127, value.length - 127)) + value;
/** @param {number} type @param {number} flags @param {number} stream @param {string} payload */
const frame = (type, flags, stream, payload) =>
  `${big(payload.length, 3)}${String.fromCharCode(type, flags)}${big(stream, 4)}${payload}`;
/** @param {[string, string][]} all */
const block = (all) => all.map(([name, value]) => literal(name.toLowerCase(), value)).join('');

/** Requests of HTTP and of gRPC. @param {Canary} c @returns {Said[]} */
function http2(c) {
  const hop = new Set(['connection', 'keep-alive', 'proxy-connection']);
  const own = () => fields(c).filter(([name]) => !hop.has(name.toLowerCase()));
  /** @type {[string, string][]} */
  const head = [
    [':method', c()],
    [':scheme', c()],
    [':authority', `${c()}:${c()}@${c()}.example:80`],
    [':path', url(c)],
    [':protocol', c()],
  ];
  /** @type {[string, string][]} */
  const call = [
    [':method', 'POST'],
    [':scheme', 'http'],
    [':authority', `${c()}.example`],
    [':path', `/${c()}.${c()}/${c()}`],
    ['content-type', 'application/grpc'],
    ['grpc-encoding', c()],
    ['grpc-timeout', c()],
  ];
  /** @type {[string, string][]} */
  const trailers = [
    ['grpc-status', '5'],
    ['grpc-message', c()],
    ['grpc-status-details-bin', c()],
    [c('x-'), c()],
  ];
  const message = `\0${big(9, 4)}${c().padEnd(9)}`;
  return [
    [
      [0, `${Buffer.from(HTTP2_PREFACE).toString('latin1')}${frame(4, 0, 0, '')}`],
      [1, frame(4, 0, 0, '')],
      [0, frame(1, 5, 1, block([...head, ...own()]))],
      [1, frame(1, 4, 1, block([[':status', '200'], ...own()])) + frame(0, 1, 1, c())],
      [0, frame(1, 4, 3, block(call)) + frame(0, 1, 3, message)],
      [
        1,
        frame(
          1,
          4,
          3,
          block([
            [':status', '200'],
            ['content-type', 'application/grpc'],
          ]),
        ) + frame(0, 0, 3, message),
      ],
      [1, frame(1, 5, 3, block(trailers)) + frame(7, 0, 0, `${big(3, 4)}${big(2, 4)}${c()}`)],
    ],
  ];
}

/** @param {string} payload @param {number} opcode @param {boolean} isMasked with zeros */
const webSocket = (payload, opcode, isMasked = false) =>
  String.fromCharCode(0x80 | opcode, payload.length | (isMasked ? 0x80 : 0)) + (isMasked ? '\0\0\0\0' : '') + payload;

/** @param {Canary} c @returns {Said[]} */
const websocket = (c) => {
  const upgrade = `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${c()}\r\nSec-WebSocket-Protocol: ${c()}\r\n`;
  return [
    [
      [0, request(c, upgrade)],
      [1, `HTTP/1.1 101 ${c()}\r\n${upgrade}Sec-WebSocket-Extensions: ${c()}\r\n\r\n`],
      [0, webSocket(c(), 1, true)],
      [1, webSocket(c(), 1) + webSocket(c(), 9)],
      [0, webSocket(`\x03\xe8${c()}`, 8, true)],
      [1, webSocket(`\x03\xe8${c()}`, 8)],
    ],
  ];
};

/** @param {'1996'|'1998'} format @returns {(c: Canary) => Said[]} */
const webmux = (format) => (c) => {
  const stream = (/** @type {import('../../support/mux.js').Message[]} */ ...messages) =>
    Buffer.from(muxStream(format, ...messages)).toString('latin1');
  const session = format === '1996' ? 3 : 2;
  return [
    [
      [0, stream({ session, syn: 80 }, { session, payload: request(c), long: true, fin: true })],
      [1, stream({ session, payload: response(c, 'Content-Length: 0\r\n'), long: true, fin: true })],
      [0, stream({ code: 0, value: 3, payload: c(), long: true }, { code: 1, value: 4, payload: c(), long: true })],
      [1, stream({ code: 0, value: 5, payload: c(), long: true })],
    ],
  ];
};

/** @param {Canary} c @param {number} id @param {number} flags @param {string} answers */
function dnsMessage(c, id, flags, answers = '') {
  const name = [c(), c()].map((label) => String.fromCharCode(label.length) + label).join('');
  const message = `${big(id, 2)}${big(flags, 2)}\0\x01${big(answers === '' ? 0 : 1, 2)}\0\0\0\0${name}\0\0\x01\0\x01${answers}`;
  return `${big(message.length, 2)}${message}`;
}

/** @param {Canary} c @returns {Said[]} */
const dns = (c) => [
  [
    [0, dnsMessage(c, 1, 0x100)],
    [1, dnsMessage(c, 1, 0x8180, '\xc0\x0c\0\x01\0\x01\0\0\x01\x2c\0\x04\xcb\0\x71\x4d')],
    [0, dnsMessage(c, 2, 0x100)],
    [1, dnsMessage(c, 2, 0x8183)],
  ],
];

/** Of SMTP and FTP. @param {string} greeting @param {string} first command @returns {(c: Canary) => Said[]} */
const replies = (greeting, first) => (c) => [
  [
    [1, `220-${c()}\r\n220 ${greeting} ${c()}\r\n`],
    [0, `${first} ${c()}\r\n`],
    [1, `250-${c()}\r\n250 ${c()}\r\n`],
    [0, 'AUTH LOGIN\r\n'],
    [1, `334 ${c()}\r\n`],
    [0, `${c()}\r\n`],
    [1, `334 ${c()}\r\n`],
    [0, `${c()}==\r\n`],
    [1, `535 ${c()}\r\n`],
    [0, `AUTH ${c()} ${c()}\r\nUSER ${c()}\r\nPASS ${c()}\r\n${c().toUpperCase()} ${c()}\r\n`],
    [1, `501 ${c()}\r\n331 ${c()}\r\n230 ${c()}\r\n500 ${c()}\r\n`],
    [0, `MAIL FROM:<${c()}@${c()}.example>\r\nDATA\r\n`],
    [1, `250 ${c()}\r\n354 ${c()}\r\n`],
    [0, `Subject: ${c()}\r\n\r\n${c()} ${c()}\r\n${c()}\r\n.\r\n`],
    [1, `250 ${c()}\r\n`],
  ],
];

/** @param {Canary} c @returns {Said[]} */
function mysql(c) {
  const greeting = my(0, `\n8.${c()}\0${'\0'.repeat(40)}`);
  return [
    [
      [1, greeting],
      [0, my(1, `\x8d\xa6\0\0${'\0'.repeat(28)}${c()}\0\x07${c()}${c()}\0`)],
      [1, my(2, `\xfe${c()}\0${c()}`)],
      [0, my(3, c())],
      [1, my(4, OK)],
      [0, my(0, `\x03SELECT ${c()} FROM ${c()}`)],
      [1, my(1, `\xff\x28\x04#${c().slice(0, 5)}${c()} ${c()}`)],
      [0, my(0, `\x16${c()} ?`)],
      [1, my(1, `\xff\x28\x04#42000${c()}`)],
      [0, my(0, `\x02${c()}`)],
      [1, my(1, OK)],
      [0, my(0, `\x77${c()}`)],
    ],
  ];
}

/** @param {Canary} c @returns {Said[]} */
function postgresql(c) {
  const ready = pg('Z', 'I');
  const error = () => pg('E', `S${c()}\0V${c()}\0C${c().slice(0, 5)}\0M${c()}\0D${c()}\0H${c()}\0\0`);
  return [
    [
      [0, startup(`\0\x03\0\0user\0${c()}\0database\0${c()}\0application_name\0${c()}\0\0`)],
      [1, pg('R', '\0\0\0\x03')],
      [0, pg('p', `${c()}\0`)],
      [1, pg('R', '\0\0\0\0') + pg('S', `${c()}\0${c()}\0`) + ready],
      [0, pg('Q', `${c()} ${c()} FROM ${c()}\0`)],
      [1, error() + ready],
      [0, pg('P', `${c()}\0SELECT ${c()}\0\0\0`) + pg('D', `S${c()}\0`) + pg('S', '')],
      [1, pg('1', '') + pg('C', `${c()} 1\0`) + ready],
      [1, pg('A', `\0\0\0\x01${c()}\0${c()}\0`) + pg('N', `S${c()}\0M${c()}\0\0`)],
    ],
  ];
}

/** @param {...string} words */
const resp = (...words) => `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`;

/** @param {Canary} c @returns {Said[]} */
const redis = (c) => [
  [
    [0, resp('SET', c(), c())],
    [1, `+${c()}\r\n`],
    [0, resp(c(), c()) + resp('CONFIG', c(), c()) + resp('AUTH', c(), c())],
    [1, `-${c()} ${c()}\r\n-ERR ${c()}\r\n$7\r\n${c()}\r\n`],
    [0, `${c()} ${c()}\r\n${c().toUpperCase()}\r\n`],
    [1, `+${c()} ${c()}\r\n:4711\r\n`],
    [0, resp('SUBSCRIBE', c())],
    [1, `>3\r\n$9\r\nsubscribe\r\n$7\r\n${c()}\r\n:1\r\n>2\r\n$7\r\n${c()}\r\n$7\r\n${c()}\r\n`],
  ],
];

/** @param {Canary} c @returns {Said[]} */
const mongodb = (c) => [
  [
    [0, mongo(1, 0, bson([2, 'find', text(c())], [2, '$db', text(c())]))],
    [1, mongo(9, 1, bson([1, 'ok', '\0'.repeat(8)], [2, 'errmsg', text(c())], [2, 'codeName', text(c())]))],
    [0, mongo(2, 0, bson([2, c(), text(c())], [2, '$db', text(c())]))],
    [1, mongo(10, 2, bson([2, c(), text(c())], [1, 'ok', '\0\0\0\0\0\0\xf0?']))],
  ],
];

/** @param {Canary} c @returns {Said[]} */
const memcached = (c) => [
  [
    [0, `set ${c()} 0 0 7\r\n${c()}\r\n`],
    [1, 'STORED\r\n'],
    [0, `get ${c()} ${c()}\r\n${c()} ${c()}\r\nversion\r\n`],
    [1, `VALUE ${c()} 0 7\r\n${c()}\r\nEND\r\n${c().toUpperCase()} ${c()}\r\nVERSION ${c()}\r\n`],
    [0, `stats ${c()}\r\nget ${c()}\r\n`],
    [1, `STAT ${c()} ${c()}\r\nEND\r\nSERVER_ERROR ${c()} ${c()}\r\n`],
  ],
];

/** @param {Canary} c @returns {Said[]} */
const memcachedBinary = (c) => [
  [
    [0, bin(0, 0, c())],
    [1, bin(0, 0, '', c(), '\x81')],
    [0, bin(1, 0, c(), c())],
    [1, bin(1, 0x84, '', c(), '\x81')],
  ],
];

/** @param {string} value after two bytes of length */
const kafkaText = (value) => `${big(value.length, 2)}${value}`;

/** @param {Canary} c @returns {Said[]} */
const kafkaInput = (c) => [
  [
    [0, kafka(18, 0, 1, '')],
    [1, framed(`${big(1, 4)}\0\0`)],
    [0, kafka(3, 1, 2, `${big(1, 4)}${kafkaText(c())}`)],
    [
      1,
      framed(
        `${big(2, 4)}${big(1, 4)}${big(7, 4)}${kafkaText(c())}${big(9092, 4)}\xff\xff${big(7, 4)}${big(1, 4)}\0\x03${kafkaText(c())}\0${big(0, 4)}`,
      ),
    ],
    [0, kafka(12, 1, 3, kafkaText(c()))],
    [1, framed(`${big(3, 4)}${big(0, 4)}\0\x1b`)],
    [0, kafka(17, 0, 4, kafkaText(c()))],
    [0, framed(`${big(12, 2)}${big(1, 2)}${big(5, 4)}${kafkaText(c())}${kafkaText(c())}`)],
  ],
];

/** @param {Canary} c @returns {Said[]} */
const mqttInput = (c) => [
  [
    [0, mqtt(0x10, `\0\x04MQTT\x04\xc2\0\x3c${[c(), c(), c()].map(kafkaText).join('')}`)],
    [1, mqtt(0x20, '\0\x05')],
    [0, mqtt(0x82, `\0\x01${kafkaText(c())}\x01`) + mqtt(0x32, `${kafkaText(c())}\0\x02${c()}`)],
    [1, mqtt(0x90, '\0\x01\x80') + mqtt(0x40, '\0\x02') + mqtt(0x30, `${kafkaText(c())}${c()}`)],
  ],
];

/** @param {Canary} c @returns {Said[]} */
const proxy = (c) => [
  [
    [0, `PROXY TCP4 203.0.113.77 203.0.113.78 4711 80\r\n${request(c)}`],
    [1, response(c, 'Content-Length: 0\r\n')],
  ],
];

/** @param {Canary} c @returns {Said[]} */
const socks = (c) => [
  [
    [0, '\x05\x02\0\x02'],
    [1, '\x05\x02'],
    [0, `\x01\x07${c()}\x07${c()}`],
    [1, '\x01\0'],
    [0, `\x05\x01\0\x03\x07${c()}\0\x50`],
    [1, '\x05\0\0\x01\0\0\0\0\0\x50'],
    [0, request(c)],
    [1, response(c, 'Content-Length: 0\r\n')],
  ],
];

/** A ClientHello in the clear; real handshakes are made by OpenSSL. @param {Canary} c @returns {Said[]} */
function tls(c) {
  const extension = (/** @type {number} */ type, /** @type {string} */ body) => big(type, 2) + kafkaText(body);
  const name = `${c()}.example`;
  const protocols = [c(), 'h2', c()].map((protocol) => String.fromCharCode(protocol.length) + protocol).join('');
  const extensions = extension(0, kafkaText(`\0${kafkaText(name)}`)) + extension(16, kafkaText(protocols));
  const body = `\x03\x03${'r'.repeat(32)}\0${kafkaText('\xc0\x2f')}\x01\0${kafkaText(extensions)}`;
  const answer = `\x03\x03${'s'.repeat(32)}\0\xc0\x2f\0${kafkaText(extension(16, kafkaText(`\x07${c()}`)))}`;
  const record = (/** @type {number} */ type, /** @type {string} */ message) =>
    `\x16\x03\x01${kafkaText(String.fromCharCode(type) + big(message.length, 3) + message)}`;
  return [
    [
      [0, record(1, body)],
      [1, record(2, answer)],
    ],
    [
      [0, record(1, body)],
      [1, `HTTP/1.0 400 ${c()}\r\n\r\n${c()}`],
    ],
  ];
}

/** What is only identified: after its first bytes anything. @param {string} first @returns {(c: Canary) => Said[]} */
const turns = (first) => (c) =>
  /** @type {const} */ ([0, 1]).map((endpoint) => [
    [endpoint, first],
    [/** @type {0|1} */ (1 - endpoint), `${c()} ${c()}\r\n`],
    [endpoint, `${c()} ${c()}\r\n`],
    [/** @type {0|1} */ (1 - endpoint), `${c()}\r\n${c()}`],
  ]);

/** @type {[name: string, input: (c: Canary) => Said[]][]} */
const DISSECTED = [
  ['proxy', proxy],
  ['http/2', http2],
  ['webmux', webmux('1996')],
  ['webmux', webmux('1998')],
  ['tls', tls],
  ['dns', dns],
  ['http/1.1', http1],
  ['websocket', websocket],
  ['smtp', replies('ESMTP', 'EHLO')],
  ['ftp', replies('FTP', 'USER')],
  ['mysql', mysql],
  ['postgresql', postgresql],
  ['redis', redis],
  ['mqtt', mqttInput],
  ['mongodb', mongodb],
  ['memcached', memcached],
  ['memcached-binary', memcachedBinary],
  ['kafka', kafkaInput],
  ['socks', socks],
  ...CANARIES.map(([name, input]) => /** @type {[string, typeof input]} */ ([name, input])),
];

const TURNS_ONLY = new Set(PROTOCOLS.filter(({ hasTurnsOnly }) => hasTurnsOnly).map(({ names }) => names[0]));

/** For each protocol, by its first name: conversations, each a connection. */
export const CANARY_INPUTS = [
  ...DISSECTED,
  ...[...new Map(FIRST_BYTES.filter(([name]) => TURNS_ONLY.has(name)))].map(
    ([name, first]) => /** @type {typeof DISSECTED[0]} */ ([name, turns(first)]),
  ),
];
