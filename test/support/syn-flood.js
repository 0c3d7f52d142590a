const HEADER_BYTES = 24;
const RECORD_BYTES = 16;
const PACKET_BYTES = 40;
/** LINKTYPE_RAW: the packets begin with their IP header. */
const RAW_IP = 101;

/**
 * A SYN flood: each packet opens a connection of its own, so that few bytes of a capture take many of memory.
 * @param {number} packets
 * @returns {Uint8Array} a pcap
 */
export function synFlood(packets) {
  const bytes = new Uint8Array(HEADER_BYTES + packets * (RECORD_BYTES + PACKET_BYTES));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0xa1b2c3d4);
  view.setUint16(4, 2);
  view.setUint16(6, 4);
  view.setUint32(16, 262_144);
  view.setUint32(20, RAW_IP);
  for (let i = 0, at = HEADER_BYTES; i < packets; i++, at += RECORD_BYTES + PACKET_BYTES) writeSyn(view, at, i);
  return bytes;
}

/** @param {DataView} view @param {number} at @param {number} i */
function writeSyn(view, at, i) {
  view.setUint32(at, 1_700_000_000 + Math.floor(i / 100_000));
  view.setUint32(at + 4, (i % 100_000) * 10);
  view.setUint32(at + 8, PACKET_BYTES);
  view.setUint32(at + 12, PACKET_BYTES);
  const ip = at + RECORD_BYTES;
  const tcp = ip + 20;
  view.setUint32(ip, 0x45000000 | PACKET_BYTES);
  view.setUint32(ip + 8, 0x40060000); // TTL 64, TCP
  view.setUint32(ip + 12, 0x0b000000 + i); // from 11.0.0.0 on
  view.setUint32(ip + 16, 0x0a000002);
  view.setUint16(tcp, 1024 + ((i * 7) % 60_000));
  view.setUint16(tcp + 2, 80);
  view.setUint32(tcp + 4, i * 77);
  view.setUint16(tcp + 12, 0x5002); // no options, SYN
  view.setUint16(tcp + 14, 65_535);
}
