/**
 * Packets to the bytes of a classic pcap file. Independent of lib/capture's writer, so that readers are tested against
 * a second hand.
 */

const MAGIC_MICROSECONDS = 0xa1b2c3d4;
const MAGIC_NANOSECONDS = 0xa1b23c4d;
/** Second at which scripted captures start: 2023-11-14 22:13:20 UTC. */
const START_EPOCH_SECONDS = 1_700_000_000;

/**
 * @param {import('./conversation.js').Packet[]} packets
 * @param {{ linkType?: number, nanoseconds?: boolean, bigEndian?: boolean, snapLength?: number }} [options]
 *   nanoseconds: true unless set
 * @returns {Uint8Array}
 */
export function pcapBytes(packets, { linkType = 1, nanoseconds = true, bigEndian = false, snapLength = 262144 } = {}) {
  const captured = packets.map((packet) => packet.bytes.subarray(0, snapLength));
  const bytes = new Uint8Array(captured.reduce((sum, frame) => sum + 16 + frame.length, 24));
  const view = new DataView(bytes.buffer);
  const little = !bigEndian;
  view.setUint32(0, nanoseconds ? MAGIC_NANOSECONDS : MAGIC_MICROSECONDS, little);
  view.setUint16(4, 2, little);
  view.setUint16(6, 4, little);
  view.setUint32(16, snapLength, little);
  view.setUint32(20, linkType, little);
  let at = 24;
  packets.forEach(({ timeNs, originalLength }, index) => {
    view.setUint32(at, START_EPOCH_SECONDS + Math.floor(timeNs / 1e9), little);
    view.setUint32(at + 4, nanoseconds ? timeNs % 1e9 : Math.floor((timeNs % 1e9) / 1000), little);
    view.setUint32(at + 8, captured[index].length, little);
    view.setUint32(at + 12, originalLength, little);
    bytes.set(captured[index], at + 16);
    at += 16 + captured[index].length;
  });
  return bytes;
}
