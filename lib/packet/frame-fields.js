/** Layout of one frame: its headers as far as they are read, and their fields. */
import { FrameBatch } from '../capture/frame-batch.js';
import { PacketDecoder } from './decoder.js';
import { nameOfLayer } from './registry.js';

/**
 * Bytes `[from, to)` of the frame.
 * @typedef {{ name: string, value: string, from: number, to: number }} FrameField
 * @typedef {{ name: string, from: number, to: number, fields: FrameField[] }} FrameLayer
 */

const MIN_TCP_HEADER = 20;

/** @param {DataView} view @param {number} at @param {number} bytes */
const hexAt = (view, at, bytes) =>
  Array.from({ length: bytes }, (_, i) =>
    view
      .getUint8(at + i)
      .toString(16)
      .padStart(2, '0'),
  ).join(':');

/** @param {DataView} view @param {number} at */
const ipv4At = (view, at) => [0, 1, 2, 3].map((i) => view.getUint8(at + i)).join('.');

/** As RFC 5952 writes it. @param {DataView} view @param {number} at */
const ipv6At = (view, at) => {
  const words = Array.from({ length: 8 }, (_, i) => view.getUint16(at + 2 * i).toString(16));
  return new URL(`http://[${words.join(':')}]`).hostname.slice(1, -1);
};

const TCP_FLAGS = ['FIN', 'SYN', 'RST', 'PSH', 'ACK', 'URG', 'ECE', 'CWR', 'AE'];

/** @param {DataView} view @param {number} at */
const tcpFlagsAt = (view, at) => {
  const bits = view.getUint16(at) & 0x1ff;
  return TCP_FLAGS.filter((_, bit) => (bits & (1 << bit)) !== 0).join(' ') || 'none';
};

/** @param {number} value */
const hex4 = (value) => `0x${value.toString(16).padStart(4, '0')}`;

/**
 * A field: name, place within the header, bytes, and how it is written out.
 * @typedef {[name: string, at: number, bytes: number, value: (view: DataView, at: number) => string]} FieldRule
 */

const u8 = (/** @type {DataView} */ view, /** @type {number} */ at) => String(view.getUint8(at));
const u16 = (/** @type {DataView} */ view, /** @type {number} */ at) => String(view.getUint16(at));
const u32 = (/** @type {DataView} */ view, /** @type {number} */ at) => String(view.getUint32(at));
const x16 = (/** @type {DataView} */ view, /** @type {number} */ at) => hex4(view.getUint16(at));
const mac = (/** @type {DataView} */ view, /** @type {number} */ at) => hexAt(view, at, 6);

/** @type {Readonly<Record<string, FieldRule[]>>} */
const RULES = {
  Ethernet: [
    ['Destination', 0, 6, mac],
    ['Source', 6, 6, mac],
    ['Type or length', 12, 2, x16],
  ],
  VLAN: [
    ['Priority and VLAN', 0, 2, (view, at) => `VLAN ${view.getUint16(at) & 0xfff}, priority ${view.getUint8(at) >> 5}`],
    ['Type or length', 2, 2, x16],
  ],
  IPv4: [
    ['Version, header length', 0, 1, (view, at) => `4, ${(view.getUint8(at) & 15) * 4} bytes`],
    ['DSCP, ECN', 1, 1, (view, at) => `${view.getUint8(at) >> 2}, ${view.getUint8(at) & 3}`],
    ['Total length', 2, 2, u16],
    ['Identification', 4, 2, x16],
    ['Flags, fragment offset', 6, 2, ipv4Fragment],
    ['Time to live', 8, 1, u8],
    ['Protocol', 9, 1, u8],
    ['Header checksum', 10, 2, x16],
    ['Source', 12, 4, ipv4At],
    ['Destination', 16, 4, ipv4At],
  ],
  IPv6: [
    ['Version, class, flow label', 0, 4, (view, at) => `6, flow label ${hex4(view.getUint32(at) & 0xfffff)}`],
    ['Payload length', 4, 2, u16],
    ['Next header', 6, 1, u8],
    ['Hop limit', 7, 1, u8],
    ['Source', 8, 16, ipv6At],
    ['Destination', 24, 16, ipv6At],
  ],
  UDP: [
    ['Source port', 0, 2, u16],
    ['Destination port', 2, 2, u16],
    ['Length', 4, 2, u16],
    ['Checksum', 6, 2, x16],
  ],
  TCP: [
    ['Source port', 0, 2, u16],
    ['Destination port', 2, 2, u16],
    ['Sequence number', 4, 4, u32],
    ['Acknowledgement number', 8, 4, u32],
    ['Header length, flags', 12, 2, (view, at) => `${(view.getUint8(at) >> 4) * 4} bytes, ${tcpFlagsAt(view, at)}`],
    ['Window', 14, 2, u16],
    ['Checksum', 16, 2, x16],
    ['Urgent pointer', 18, 2, u16],
  ],
};

/** @param {DataView} view @param {number} at */
function ipv4Fragment(view, at) {
  const word = view.getUint16(at);
  const flags = [(word & 0x4000) === 0 ? '' : "don't fragment", (word & 0x2000) === 0 ? '' : 'more fragments'];
  return [...flags.filter((flag) => flag !== ''), `offset ${(word & 0x1fff) * 8}`].join(', ');
}

/**
 * @param {Uint8Array} bytes of the frame, as captured
 * @param {number} linkType
 * @param {number} wireLength
 * @returns {FrameLayer[]} from the outermost in; what was put together of fragments, or unpacked, does not lie in the
 *   frame
 */
export function frameFields(bytes, linkType, wireLength) {
  /** @type {FrameLayer[]} */
  const layers = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoder = new PacketDecoder({
    onSegments: () => undefined,
    onLayer(layer, at, packet) {
      if (packet.bytes !== bytes) return;
      const name = nameOfLayer(layer);
      if (name === 'TCP') layers.push(...tcpLayers(view, at, packet.end));
      else if (packet.at > at) layers.push(layerOf(view, name, at, Math.min(packet.at, bytes.length)));
    },
  });
  decoder.decode(batchOf(bytes, linkType, wireLength));
  return layers;
}

/** @param {DataView} view @param {string} name @param {number} from @param {number} to @returns {FrameLayer} */
function layerOf(view, name, from, to) {
  const fields = (RULES[name] ?? [])
    .filter(([, at, length]) => from + at + length <= to)
    .map(([label, at, length, value]) => ({
      name: label,
      value: value(view, from + at),
      from: from + at,
      to: from + at + length,
    }));
  const decodedTo = fields.at(-1)?.to ?? from;
  if (fields.length > 0 && decodedTo < to) {
    fields.push({ name: 'Options', value: `${to - decodedTo} bytes`, from: decodedTo, to });
  }
  return { name, from, to, fields };
}

/** Header and payload. @param {DataView} view @param {number} at @param {number} end @returns {FrameLayer[]} */
function tcpLayers(view, at, end) {
  if (at + MIN_TCP_HEADER > end) return [layerOf(view, 'TCP', at, end)];
  const headerEnd = Math.min(end, at + Math.max(MIN_TCP_HEADER, (view.getUint8(at + 12) >> 4) * 4));
  const header = layerOf(view, 'TCP', at, headerEnd);
  return headerEnd === end ? [header] : [header, { name: 'Payload', from: headerEnd, to: end, fields: [] }];
}

/** @param {Uint8Array} bytes @param {number} linkType @param {number} wireLength */
function batchOf(bytes, linkType, wireLength) {
  const batch = new FrameBatch(1);
  batch.bytes = bytes;
  batch.count = 1;
  batch.firstFrame = 1;
  batch.dataOffset[0] = 0;
  batch.capturedLength[0] = bytes.length;
  batch.wireLength[0] = wireLength;
  batch.linkType[0] = linkType;
  return batch;
}
