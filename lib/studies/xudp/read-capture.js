import { CaptureReader } from '../../capture/reader.js';
import { KIND, readDatagram } from '../../simulator/applications/parcels/wire.js';

const UDP_AT = 14 + 20;
const UDP_BYTES = 8;

/**
 * Measurements from a capture of `parcels` traffic alone, taken at the sender.
 * @param {Uint8Array} capture one that the simulator wrote
 * @returns {{ samples: import('./measures.js').Sample[], handshakeNs: number }} of packets that were sent once, by
 *   their acknowledgements;
 *   handshakeNs: the round trip of the session's opening
 */
export function readParcels(capture) {
  /** Sent, and not acknowledged yet. @type {Map<number, { timeNs: number, bytes: number, sendings: number }>} */
  const sent = new Map();
  /** @type {import('./measures.js').Sample[]} */
  const samples = [];
  let openedNs = NaN;
  eachDatagram(capture, (payload, timeNs) => {
    const datagram = readDatagram(payload);
    if (datagram?.kind === KIND.OPENED && Number.isNaN(openedNs)) openedNs = timeNs;
    if (datagram?.kind === KIND.DATA) {
      sent.set(datagram.packets[0], {
        timeNs,
        bytes: datagram.bytes,
        sendings: (sent.get(datagram.packets[0])?.sendings ?? 0) + 1,
      });
    }
    if (datagram?.kind !== KIND.ACKED) return;
    for (const packet of datagram.packets) {
      const one = sent.get(packet);
      if (one?.sendings === 1) samples.push({ sentNs: one.timeNs, ackedNs: timeNs, bytes: one.bytes });
      sent.delete(packet);
    }
  });
  return { samples, handshakeNs: openedNs };
}

/**
 * @param {Uint8Array} capture
 * @param {(payload: Uint8Array, timeNs: number) => void} see times since the first packet, which opens the session
 */
function eachDatagram(capture, see) {
  const reader = new CaptureReader({
    onFrames: ({ count, bytes, dataOffset, capturedLength, timeNs }) => {
      for (let i = 0; i < count; i++) {
        see(bytes.subarray(dataOffset[i] + UDP_AT + UDP_BYTES, dataOffset[i] + capturedLength[i]), timeNs[i]);
      }
    },
  });
  reader.push(capture);
  reader.end();
}
