/** Captures as lists of frames, for mutators that work on frames; and back. */
import { CaptureReader } from '../../lib/capture/reader.js';
import { PcapngWriter } from '../../lib/capture/writer.js';
import { concatBytes, pcap } from '../support/packets/packets.js';

/** @typedef {import('./random.js').Random} Random */
/** @typedef {import('../support/packets/conversation.js').Packet & { linkType: number }} Frame */
/** @typedef {{ frames: Frame[], secrets: string }} Capture  secrets: a TLS key log that goes with it */

const ETHERNET = 1;
const SECRETS_BLOCK = 10;
const TLS_KEY_LOG = 0x544c534b;
const EPOCH_NS = 1_700_000_000_000_000_000n;
/** A pcap file's seconds have 32 bits; a frame is not put further from the first than that. */
const MAX_NS = 4e18;

/** @param {Uint8Array} bytes a capture of any format, damaged or not @returns {Capture} */
export function readFrames(bytes) {
  /** @type {Frame[]} */
  const frames = [];
  const reader = new CaptureReader({
    onFrames: (batch) => {
      for (let i = 0; i < batch.count; i++) {
        const at = batch.dataOffset[i];
        frames.push({
          bytes: batch.bytes.slice(at, at + batch.capturedLength[i]),
          timeNs: batch.timeNs[i],
          originalLength: batch.wireLength[i],
          linkType: batch.linkType[i],
        });
      }
    },
  });
  try {
    reader.push(bytes);
    reader.end();
  } catch {
    // it is no capture: then it has no frames
    return { frames: [], secrets: '' };
  }
  return { frames, secrets: reader.secrets.map((secret) => new TextDecoder('latin1').decode(secret)).join('\n') };
}

/**
 * @param {Capture} capture
 * @param {Random} random chooses among the formats that it can be written in
 * @returns {Uint8Array}
 */
export function writeFrames({ frames, secrets }, random) {
  const linkTypes = [...new Set(frames.map(({ linkType }) => linkType))];
  const all = frames.map((frame) => ({ ...frame, timeNs: sane(frame.timeNs) }));
  if (secrets !== '' || linkTypes.length > 1 || random.chance(0.2)) return pcapng(all, linkTypes, secrets);
  const isPlain = random.chance(0.8);
  return pcap(all, {
    linkType: linkTypes[0] ?? ETHERNET,
    nanoseconds: isPlain || random.chance(0.5),
    bigEndian: !isPlain && random.chance(0.5),
  });
}

/** @param {number} timeNs @returns {number} */
const sane = (timeNs) => Math.max(0, Math.min(MAX_NS, Math.round(timeNs)));

/** @param {Frame[]} frames @param {number[]} linkTypes @param {string} secrets */
function pcapng(frames, linkTypes, secrets) {
  const writer = new PcapngWriter();
  const interfaces = linkTypes.map((linkType) => writer.interface({ linkType }));
  const packets = frames.map(({ bytes, timeNs, originalLength, linkType }) =>
    writer.packet({
      epochNs: EPOCH_NS + BigInt(timeNs),
      data: bytes,
      wireLength: originalLength,
      interfaceId: linkTypes.indexOf(linkType),
    }),
  );
  return concatBytes(writer.header(), ...interfaces, ...(secrets === '' ? [] : [secretsBlock(secrets)]), ...packets);
}

/** A Decryption Secrets Block (draft-ietf-opsawg-pcapng, section 4.7). @param {string} secrets @returns {Uint8Array} */
export function secretsBlock(secrets) {
  const text = new TextEncoder().encode(secrets);
  const length = 20 + ((text.length + 3) & ~3);
  const block = new Uint8Array(length);
  const view = new DataView(block.buffer);
  view.setUint32(0, SECRETS_BLOCK, true);
  view.setUint32(4, length, true);
  view.setUint32(8, TLS_KEY_LOG, true);
  view.setUint32(12, text.length, true);
  block.set(text, 16);
  view.setUint32(length - 4, length, true);
  return block;
}
