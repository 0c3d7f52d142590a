import { frameBytes, SYN } from '../../support/packets/frames.js';
import { pcapBytes } from '../../support/packets/pcap-bytes.js';

/**
 * @returns {Uint8Array} a capture with the same addresses and ports in two VLANs, which Wireshark takes for one stream
 */
export function twoVlans() {
  const [source, destination] = [
    { address: '10.1.0.1', port: 4000 },
    { address: '10.2.0.1', port: 80 },
  ];
  return pcapBytes(
    [1, 2].map((vlan) => {
      const bytes = frameBytes({ source, destination, seq: 1, flags: SYN, vlan: [vlan] });
      return { timeNs: vlan * 1000, bytes, originalLength: bytes.length };
    }),
  );
}

/**
 * @param {number} count
 * @returns {Uint8Array} a capture with that many connections, of one SYN each, a microsecond apart
 */
export function manyConnections(count) {
  const packets = [];
  for (let i = 0; i < count; i++) {
    const bytes = frameBytes({
      source: { address: `10.1.${i >> 14}.1`, port: 1024 + (i & 0x3fff) },
      destination: { address: '10.2.0.1', port: 80 },
      seq: i,
      flags: SYN,
    });
    packets.push({ timeNs: i * 1000, bytes, originalLength: bytes.length });
  }
  return pcapBytes(packets);
}
