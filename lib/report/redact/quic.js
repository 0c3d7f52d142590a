/** Removes private data from what a report keeps of QUIC's connections, but for their messages. */
import { mask } from './stand-ins.js';

/** @typedef {NonNullable<import('../report-reading.js').ReportState['quic']>['tracker']} KeptQuic */
/** @typedef {import('./stand-ins.js').StandIns} StandIns */

const ADDRESS_WORDS = 4;

/**
 * Addresses, names, texts, and what tells a connection apart elsewhere: its IDs, and the name of its keys in a key log.
 * @param {KeptQuic} quic @param {StandIns} standIns @param {(name: string) => string} alpn
 */
export function redactQuic(quic, standIns, alpn) {
  for (const connection of quic.connections) {
    for (const path of connection.paths) path.words = wordsOf(path, standIns);
    const { handshake, closed } = connection;
    handshake.clientRandom = handshake.clientRandom && '0'.repeat(handshake.clientRandom.length);
    handshake.sni = handshake.sni && standIns.name(handshake.sni);
    handshake.alpn = handshake.alpn && alpn(handshake.alpn);
    handshake.offeredAlpn = handshake.offeredAlpn.map(alpn);
    if (closed !== null) connection.closed = { ...closed, reason: closed.reason && mask(closed.reason) };
  }
  quic.texts = quic.texts.map(mask);
  quic.ids = { ...quic.ids, bytes: numbered(quic.ids) };
}

/** @param {{ words: Int32Array, ipVersion: number }} path @param {StandIns} standIns */
function wordsOf({ words, ipVersion }, standIns) {
  const redacted = words.slice();
  for (const at of [0, ADDRESS_WORDS]) {
    redacted.set(standIns.words(words.subarray(at, at + ADDRESS_WORDS), ipVersion), at);
  }
  return redacted;
}

/** Their places instead of the IDs, each as long as it was. @param {KeptQuic['ids']} ids */
function numbered({ count, bytes, lengths }) {
  const redacted = new Uint8Array(bytes.length);
  const slot = bytes.length / count;
  for (let row = 1; row < count; row++) {
    let left = row;
    for (let at = row * slot + lengths[row] - 1; at >= row * slot; at--) {
      redacted[at] = left;
      left >>>= 8;
    }
  }
  return redacted;
}
