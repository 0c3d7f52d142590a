/** Whether what a report kept of QUIC is as `keptOf` writes it: what is not could end nowhere, or never. */
import { ADDRESS_WORDS } from '../../packet/datagram-batch.js';
import { FRAME } from '../wire/frame-types.js';
import { PACKET_NAMES, SPACE_NAMES } from '../wire/versions.js';

/** @typedef {import('./kept-tracker.js').KeptQuic} KeptQuic */
/** @typedef {import('./kept-connection.js').KeptConnection} KeptConnection */
/** @typedef {Pick<import('../quic-tracker.js').QuicTracker, 'packets'|'frames'|'ids'>} Tables */

const PATH_WORDS = 2 * ADDRESS_WORDS + 1;
/** Rows of the ECN counts behind the ranges of an ACK. */
const ECN_ROWS = 2;

/** @param {unknown} isSound @throws {RangeError} */
function must(isSound) {
  if (!isSound) throw new RangeError('the report is not as it was written');
}

/** @param {unknown} value @param {number} end @param {number} [first] */
const isIndex = (value, end, first = 0) => Number.isInteger(value) && Number(value) >= first && Number(value) < end;
/** @param {unknown} value */
const isText = (value) => value === null || typeof value === 'string';
/** @param {unknown} values @param {string} type @returns {boolean} whether all are of it, and finite */
const areAll = (values, type) =>
  Array.isArray(values) && values.every((one) => typeof one === type && (type !== 'number' || Number.isFinite(one)));

/** @param {KeptQuic} kept @param {Tables} tables restored from it @throws {RangeError} */
export function checkKept({ connections, streams, numbers }, tables) {
  must(Array.isArray(connections) && Array.isArray(streams) && streams.length === connections.length);
  must(numbers === null || (numbers.length === connections.length && numbers.every((one) => isIndex(one, 2 ** 27))));
  checkFrames(tables.frames);
  for (const [index, connection] of connections.entries()) {
    checkConnection(connection, tables.ids.count);
    checkPackets(index, connection, tables);
  }
  for (const side of streams.flat().flatMap(({ sides }) => (Array.isArray(sides) ? sides : []))) {
    must(side === null || Object.values(side).every((value) => typeof value === 'boolean' || Number.isFinite(value)));
  }
  must(streams.flat().every(({ id, sides }) => Number.isFinite(id) && Array.isArray(sides) && sides.length === 2));
}

/** Ranges of ACK frames are there. @param {Tables['frames']} frames */
function checkFrames({ count, type, a, b, ranges }) {
  for (let row = 0; row < count; row++) {
    if (type[row] !== FRAME.ACK && type[row] !== FRAME.ACK_ECN) continue;
    must(isIndex(a[row], ranges.count + 1) && isIndex(b[row], ranges.count + 1));
    must(a[row] + b[row] + (type[row] === FRAME.ACK_ECN ? ECN_ROWS : 0) <= ranges.count);
  }
}

/** @param {KeptConnection} connection @param {number} ids */
function checkConnection({ handshake, sent, paths, closed, versions, secrets, odcid, ...rest }, ids) {
  must(isIndex(odcid, ids, -1) && areAll(versions, 'number') && Array.isArray(secrets));
  must([rest.startNs, rest.endNs, rest.initialNs, rest.answerNs, rest.readyNs].every(Number.isFinite));
  must(rest.lateTriedAt instanceof Float64Array && rest.lateTriedAt.length === 2);
  must(closed === null || (Number.isFinite(closed.timeNs) && isText(closed.reason)));
  must([handshake.clientRandom, handshake.sni, handshake.alpn, handshake.cipher].every(isText));
  must(areAll(handshake.offeredAlpn, 'string'));
  must(Array.isArray(handshake.parameters) && handshake.parameters.length === 2 && sent.length === 2);
  must(Array.isArray(paths) && paths.length > 0);
  for (const { words, startNs, endNs } of paths) {
    must(words instanceof Int32Array && words.length === PATH_WORDS);
    must(Number.isFinite(startNs) && Number.isFinite(endNs));
  }
  for (const end of sent) {
    const { packetsOf, openedOf, largest, ecn, ids: own } = end;
    must([packetsOf, openedOf].every((one) => one instanceof Uint32Array && one.length === PACKET_NAMES.length));
    must(largest instanceof Float64Array && largest.length === SPACE_NAMES.length && areAll(ecn, 'number'));
    must(areAll(own, 'number') && own.every((row) => isIndex(row, ids)));
    must([end.packets, end.bytes, end.datagrams, end.startNs, end.endNs].every(Number.isFinite));
  }
}

/**
 * Its packets follow one another, each behind the one before, and point to what is there.
 * @param {number} index @param {KeptConnection} connection @param {Tables} tables
 */
function checkPackets(index, { firstRow, packets: count, paths }, { packets, frames, ids }) {
  must(isIndex(count, packets.count + 1) && (count > 0 || firstRow === -1));
  for (let i = 0, row = firstRow, before = -1; i < count; i++, before = row, row = packets.next[row]) {
    must(isIndex(row, packets.count) && row > before && packets.connection[row] === index);
    must(packets.path[row] < paths.length && packets.direction[row] < 2 && packets.type[row] < PACKET_NAMES.length);
    must(isIndex(packets.dcid[row], ids.count, -1) && isIndex(packets.scid[row], ids.count, -1));
    must(isIndex(packets.firstFrame[row], frames.count + 1));
    must(packets.firstFrame[row] + packets.frameCount[row] <= frames.count);
  }
}
