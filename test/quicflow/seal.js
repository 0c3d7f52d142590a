/** QUIC packets as a stack sends them: frames, TLS hellos, protection; and datagrams for the tracker. */
import { createCipheriv } from 'node:crypto';

import { nodeCiphers } from '../../lib/node/ciphers.js';
import { cipherSuite } from '../../lib/protocols/tls/cipher-suites.js';
import { expandLabel } from '../../lib/protocols/tls/key-derivation.js';
import { KeyLog } from '../../lib/protocols/tls/key-log.js';
import { initialSecret } from '../../lib/quicflow/keys/initial.js';
import { QuicTracker } from '../../lib/quicflow/quic-tracker.js';
import { VERSION_1, versionOf } from '../../lib/quicflow/wire/versions.js';
import { decodeFrames, ethernet, ipv4, join, u16, udp, zeros } from '../packet/bytes.js';
import { hex, toHex } from './bytes.js';

/** @typedef {import('../../lib/quicflow/wire/versions.js').Version} Version */

/** @param {number} value @returns {number[]} a number of 1, 2, 4 or 8 bytes */
export function varint(value) {
  if (value < 0x40) return [value];
  if (value < 0x4000) return [0x40 | (value >> 8), value & 0xff];
  if (value < 2 ** 30) return [0x80 | (value >>> 24), (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
  const bytes = [];
  for (let rest = value, i = 0; i < 8; i++, rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  bytes[0] |= 0xc0;
  return bytes;
}

/** @param {number[]|Uint8Array} bytes @param {number} [offset] */
export const crypto = (bytes, offset = 0) => [6, ...varint(offset), ...varint(bytes.length), ...bytes];
/** @param {number} id @param {number} offset @param {number[]} bytes @param {boolean} [isLast] */
export const stream = (id, offset, bytes, isLast = false) => [
  0x0e | Number(isLast),
  ...varint(id),
  ...varint(offset),
  ...varint(bytes.length),
  ...bytes,
];
/** @param {number} largest @param {number} [first] numbers below it in the first range */
export const ack = (largest, first = 0) => [2, ...varint(largest), 0, 0, ...varint(first)];

/** @param {number} type @param {number[]} body @returns {number[]} a TLS handshake message */
const message = (type, body) => [type, 0, ...u16(body.length), ...body];
/** @param {number} type @param {number[]} body */
const extension = (type, body) => [...u16(type), ...u16(body.length), ...body];
/** @param {number[]} body */
const vector16 = (body) => [...u16(body.length), ...body];
/** @param {string} text */
const ascii = (text) => Array.from(text, (char) => char.charCodeAt(0));

const PARAMETERS = [1, 2, ...varint(5000), 4, 4, ...varint(1_000_000)];

/** @param {number[]} random @param {string} name */
export const clientHello = (random, name) =>
  message(1, [
    3,
    3,
    ...random,
    0,
    ...vector16([0x13, 0x01]),
    1,
    0,
    ...vector16([
      ...extension(0, vector16([0, ...vector16(ascii(name))])),
      ...extension(16, vector16([2, ...ascii('h3')])),
      ...extension(57, PARAMETERS),
    ]),
  ]);

export const SERVER_HELLO = message(2, [3, 3, ...zeros(32), 0, 0x13, 0x01, 0, ...vector16(extension(43, [3, 4]))]);

/** @param {string} token hexadecimal, of a stateless reset */
export const encryptedExtensions = (token) =>
  message(8, vector16([...extension(16, vector16([2, ...ascii('h3')])), ...extension(57, [2, 16, ...hex(token)])]));

/**
 * @typedef {object} Packet
 * @property {'initial'|'handshake'|'0rtt'|'1rtt'} type
 * @property {string} dcid hexadecimal
 * @property {string} [scid] of a long header
 * @property {number} pn
 * @property {number} [pnBytes]
 * @property {number[]} frames
 * @property {Uint8Array} secret
 * @property {number} [version]
 * @property {number} [keyPhase]
 * @property {Uint8Array} [keySecret] of a later key phase: header protection stays that of `secret`
 * @property {number[]} [token]
 */

const LONG_TYPES = { initial: 0, '0rtt': 1, handshake: 2 };
const SUITE = /** @type {import('../../lib/protocols/tls/cipher-suites.js').CipherSuite} */ (cipherSuite(0x1301));

/** @param {Packet} packet @returns {Uint8Array} */
export function seal({ type, dcid, scid = '', pn, pnBytes = 2, frames, secret, version = VERSION_1, ...more }) {
  const { label, types } = /** @type {Version} */ (versionOf(version));
  const id = hex(dcid);
  const padded = frames.length < 4 ? [...frames, ...zeros(4 - frames.length)] : frames;
  const number = Array.from({ length: pnBytes }, (_, i) => Math.floor(pn / 256 ** (pnBytes - 1 - i)) & 0xff);
  const phase = (more.keyPhase ?? 0) << 2;
  const token = type === 'initial' ? [...varint(more.token?.length ?? 0), ...(more.token ?? [])] : [];
  const source = hex(scid);
  const head =
    type === '1rtt'
      ? [0x40 | phase | (pnBytes - 1), ...id]
      : [
          0xc0 | (types.indexOf(LONG_TYPES[type]) << 4) | (pnBytes - 1),
          ...[24, 16, 8, 0].map((shift) => (version >>> shift) & 0xff),
          id.length,
          ...id,
          source.length,
          ...source,
          ...token,
          ...varint(pnBytes + padded.length + 16),
        ];
  const derive = (/** @type {string} */ name, /** @type {number} */ length, from = more.keySecret ?? secret) =>
    expandLabel(nodeCiphers, 'sha256', from, label + name, length);
  const nonce = derive('iv', 12).slice();
  for (let i = 0; i < 6; i++) nonce[11 - i] ^= Math.floor(pn / 256 ** i) & 0xff;
  const cipher = createCipheriv('aes-128-gcm', derive('key', 16), nonce);
  cipher.setAAD(Uint8Array.from([...head, ...number]));
  const sealed = [...cipher.update(Uint8Array.from(padded)), ...cipher.final(), ...cipher.getAuthTag()];
  const packet = Uint8Array.from([...head, ...number, ...sealed]);
  const mask = nodeCiphers.headerMask(
    SUITE.algorithm,
    derive('hp', 16, secret),
  )?.(packet.subarray(head.length + 4, head.length + 20));
  packet[0] ^= (mask?.[0] ?? 0) & (type === '1rtt' ? 0x1f : 0x0f);
  for (let i = 0; i < pnBytes; i++) packet[head.length + i] ^= mask?.[1 + i] ?? 0;
  return packet;
}

/** @param {string} dcid of the client's first packet @param {0|1} direction @param {number} [version] */
export const initial = (dcid, direction, version = VERSION_1) =>
  initialSecret(nodeCiphers, /** @type {Version} */ (versionOf(version)), hex(dcid), direction);

/** The secret after a key update. @param {Uint8Array} secret */
export const updated = (secret) => expandLabel(nodeCiphers, 'sha256', secret, 'quic ku', 32).slice();

/** The secrets of a connection, and the key log that has them. */
export class Secrets {
  random = Array.from({ length: 32 }, (_, i) => i + 1);
  early = new Uint8Array(32).fill(0xee);
  handshake = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  application = [new Uint8Array(32).fill(3), new Uint8Array(32).fill(4)];

  /** @param {readonly string[]} [without] labels that are missing */
  keyLog(without = []) {
    const log = new KeyLog();
    log.add(this.text(without));
    return log;
  }

  /** @param {readonly string[]} [without] */
  text(without = []) {
    const secrets = Object.entries({
      CLIENT_EARLY_TRAFFIC_SECRET: this.early,
      CLIENT_HANDSHAKE_TRAFFIC_SECRET: this.handshake[0],
      SERVER_HANDSHAKE_TRAFFIC_SECRET: this.handshake[1],
      CLIENT_TRAFFIC_SECRET_0: this.application[0],
      SERVER_TRAFFIC_SECRET_0: this.application[1],
    });
    const random = toHex(Uint8Array.from(this.random));
    return secrets
      .filter(([label]) => !without.includes(label))
      .map(([label, secret]) => `${label} ${random} ${toHex(secret)}\n`)
      .join('');
  }
}

/**
 * A datagram of the client, or of the server.
 * @typedef {{ from: 'client'|'server', packets: ArrayLike<number>[], port?: number, serverPort?: number,
 *   ms?: number }} Datagram `port`: the client's
 */

/** @param {Datagram} datagram @returns {Uint8Array} an Ethernet frame */
export function frameOf({ from, packets, port = 50000, serverPort = 443 }) {
  const payload = join(...packets.map((packet) => Uint8Array.from(packet)));
  const bytes = ethernet(
    ipv4(udp(payload, from === 'client' ? [port, serverPort] : [serverPort, port]), { protocol: 17 }),
  );
  if (from === 'server') for (let i = 0; i < 4; i++) [bytes[26 + i], bytes[30 + i]] = [bytes[30 + i], bytes[26 + i]];
  return bytes;
}

/**
 * @param {Datagram[]} datagrams a millisecond after each other
 * @param {{ keyLog?: KeyLog|null, ciphers?: typeof nodeCiphers, prepare?: (quic: QuicTracker) => void }} [options]
 */
export function tracked(datagrams, { keyLog = null, ciphers = nodeCiphers, prepare = () => {} } = {}) {
  const quic = new QuicTracker({ ciphers, keyLog });
  prepare(quic);
  decodeFrames(
    datagrams.map((datagram, i) => ({ bytes: frameOf(datagram), timeNs: (datagram.ms ?? i) * 1e6 })),
    {
      onDatagrams: (/** @type {import('../../lib/packet/datagram-batch.js').DatagramBatch} */ batch) =>
        quic.take(batch),
    },
  );
  quic.end();
  return quic;
}
