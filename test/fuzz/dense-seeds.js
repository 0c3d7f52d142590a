/** Captures in which as much as can be happens in each byte: what costs most for its size. */
import { quicCapture } from '../quicflow/capture.js';
import { datagramsOf, dataOf } from '../quicflow/conversation.js';
import { frameOf, stream } from '../quicflow/seal.js';
import { muxBytes } from '../support/mux.js';
import { concatBytes, frameBytes, pcap } from '../support/packets/packets.js';
import { sentCapture } from '../support/packets/sent-capture.js';

/** @typedef {import('../quicflow/seal.js').Secrets} Secrets */

const BYTES = 12_000;
const FRAME_BYTES = 70;
const SYN = 2;
const RST = 4;
const ACK = 16;
const PSH = 24;
const CLIENT = { address: '10.0.0.1', port: 1000 };
const SERVER = { address: '10.0.0.2', port: 80 };
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0';
const REQUEST = '\x82\x84\x86\x41\x01a';
const UPGRADE = 'GET /c HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const UPGRADED = 'HTTP/1.1 101 S\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

/** @param {string} text one character a byte */
const bytesOf = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** @param {(i: number) => Partial<import('../support/packets/frames.js').Segment>} segment of the n-th frame */
function frames(segment) {
  return pcap(
    Array.from({ length: BYTES / FRAME_BYTES }, (_, i) => {
      const bytes = frameBytes({ source: CLIENT, destination: SERVER, seq: 1, ack: 1, flags: ACK, ...segment(i) });
      return { timeNs: i * 1e5, bytes, originalLength: bytes.length };
    }),
  );
}

/** @param {string} client @param {string} [server] what each says, in one go */
const talk = (client, server = '') =>
  sentCapture([
    { endpoint: 0, bytes: bytesOf(client) },
    { endpoint: 1, bytes: bytesOf(server) },
  ]);

/**
 * @param {string|((i: number) => string)} piece
 * @param {number} length of one
 * @returns {string} as many as there is room for
 */
function many(piece, length) {
  return Array.from({ length: BYTES / length }, (_, i) => (typeof piece === 'string' ? piece : piece(i))).join('');
}

/** An HTTP/2 frame. @param {number} type @param {number} flags @param {number} stream @param {string} payload */
function frame(type, flags, stream, payload) {
  return String.fromCharCode(0, 0, payload.length, type, flags, 0, 0, stream >> 8, stream & 255) + payload;
}

/** @param {...import('../support/mux.js').Message} messages @returns {string} */
const mux = (...messages) =>
  String.fromCharCode(...concatBytes(...messages.map((message) => muxBytes('1998', message))));
const MUX_START = mux({ session: 2, syn: 80 }, { session: 2, payload: 'GET / HTTP/1.1\r\n\r\n' });

const MYSQL_GREETING = `\x37\0\0\0\n8\0${'\0'.repeat(13)}\0\0\0\0\0\0\x04${'\0'.repeat(32)}`;
const MYSQL_LOGIN = `\x25\0\0\x01\0\0\0\x04${'\0'.repeat(28)}joe\0\0`;
const MYSQL_OK = '\x07\0\0\x02\0\0\0\x02\0\0\0';
/** Compressed packets of zstd: a frame of one raw block, of one command or answer. */
const PACKED_PING = '\x11\0\0\0\x05\0\0\x28\xb5\x2f\xfd\xa0\x05\0\0\0\x29\0\0\x01\0\0\0\x0e';
const PACKED_OK = `\x17\0\0\x01\x0b\0\0\x28\xb5\x2f\xfd\xa0\x0b\0\0\0\x59\0\0${MYSQL_OK.replace('\x02', '\x01')}`;

/** The header of an Initial, with an ID of its own. @param {number} i */
const quicInitial = (i) => [0xc0, 0, 0, 0, 1, 8, 1, 2, 3, 4, 5, 6, i >> 8, i & 255, 0, 0, 21, ...new Array(21).fill(i)];

/** Capacity 4096 of QPACK's table, and the entry `x-a: abc` (RFC 9204 section 4.3). */
const ENCODER_STREAM = [2, 0x3f, 0xe1, 0x1f, 0x43, ...bytesOf('x-a'), 3, ...bytesOf('abc')];
/** SETTINGS: so large a table, and blocked streams. */
const CONTROL_STREAM = [0, 4, 5, 1, 0x50, 0, 7, 16];
/** A request of static entries and that one, which one of the streams asks for before it is there. */
const DYNAMIC_REQUEST = [1, 6, 2, 0, 0xd1, 0xd7, 0xc1, 0x80];
const DYNAMIC_ANSWER = [1, 4, 2, 0, 0xd9, 0x80, 0, 2, ...bytesOf('ok')];

/** @param {Secrets} secrets */
function http3WithTable(secrets) {
  const sent = dataOf(secrets);
  const { clientInitial, serverFlight } = datagramsOf(secrets);
  return [
    ...[clientInitial, serverFlight],
    sent('client', 1, stream(4, 0, DYNAMIC_REQUEST, true)),
    sent('client', 2, [...stream(2, 0, ENCODER_STREAM), ...stream(6, 0, CONTROL_STREAM)]),
    sent('server', 1, [...stream(3, 0, CONTROL_STREAM), ...stream(7, 0, ENCODER_STREAM)]),
    sent('client', 3, stream(0, 0, DYNAMIC_REQUEST, true)),
    sent('server', 2, stream(0, 0, DYNAMIC_ANSWER, true)),
    sent('server', 3, [...stream(11, 0, [3, 0x84]), ...stream(4, 0, DYNAMIC_ANSWER, true)]),
  ];
}

/** @type {Record<string, () => Uint8Array>} */
const DENSE = {
  'many connections': () =>
    frames((i) => ({ source: { address: `10.1.${i >> 8}.${i & 255}`, port: 1000 + i }, flags: SYN })),
  'many VLANs': () => frames((i) => ({ vlan: [i & 4095, i >> 6] })),
  'ports used again': () => frames((i) => ({ seq: i * 100_000, flags: i % 2 ? SYN : RST })),
  'many holes': () => frames((i) => ({ seq: 3 * (BYTES - i), flags: PSH, payload: bytesOf('ab') })),
  'urgent data': () => frames((i) => ({ seq: 2 * i, flags: PSH | 32, urgent: i * 37, payload: bytesOf('ab') })),
  'short requests': () => talk(many('A / HTTP/1.1\r\n\r\n', 16)),
  'short fields': () => talk(`GET / HTTP/1.1\r\n${many('a:\r\n', 4)}\r\n`),
  'a long field of spaces': () => talk(`GET / HTTP/1.1\r\nCookie: a${' '.repeat(BYTES)}a\r\n\r\n`),
  'a long target of hexadecimal digits': () => talk(`GET /${'a'.repeat(BYTES)} HTTP/1.1\r\n\r\n`),
  'short chunks': () =>
    talk('GET / HTTP/1.1\r\n\r\n', `HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n${many('1\r\na\r\n', 6)}`),
  'interim responses': () => talk('GET / HTTP/1.1\r\n\r\n', many('HTTP/1.1 100\r\n\r\n', 16)),
  'many HTTP/2 streams': () => talk(PREFACE + many((i) => frame(1, 5, 2 * i + 1, REQUEST), 15)),
  'HTTP/2 streams reset': () =>
    talk(PREFACE + many((i) => frame(1, 4, 2 * i + 1, REQUEST) + frame(3, 0, 2 * i + 1, '\0\0\0\x08'), 28)),
  'HTTP/2 window updates': () =>
    talk(PREFACE + frame(1, 4, 1, REQUEST) + many((i) => frame(8, 0, i & 1, '\0\0\0\x01'), 13)),
  'WebMUX sessions': () =>
    talk(MUX_START + many((i) => mux({ session: 2 + (i % 200), syn: 80 }, { session: 2 + (i % 200), fin: true }), 8)),
  'WebMUX credit': () => talk(MUX_START + many(mux({ session: 2, credit: 1 }), 4)),
  'WebSocket pings': () => talk(UPGRADE, UPGRADED + many('\x89\0', 2)),
  'compressed MySQL': () =>
    sentCapture(
      [MYSQL_GREETING, MYSQL_LOGIN, MYSQL_OK, many(PACKED_PING, 24), many(PACKED_OK, 30)].map((text, i) => ({
        endpoint: i === 1 || i === 3 ? 0 : 1,
        bytes: bytesOf(text),
      })),
    ),
  'QUIC connections': () =>
    pcap(
      Array.from({ length: BYTES / FRAME_BYTES }, (_, i) => {
        const bytes = frameOf({ from: 'client', packets: [quicInitial(i)], port: 1000 + i });
        return { timeNs: i * 1e5, bytes, originalLength: bytes.length };
      }),
    ),
  'QUIC with its secrets': () => quicCapture(),
  "HTTP/3 with QPACK's dynamic table": () => quicCapture({ datagramsOf: http3WithTable }),
  'TLS records': () => talk(many('\x16\x03\x01\0\x01\x01', 6)),
};

/** @type {import('./corpus.js').Seed[]} */
export const DENSE_SEEDS = Object.entries(DENSE).map(([name, load]) => ({ name, load }));
