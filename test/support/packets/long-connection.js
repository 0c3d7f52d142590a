import { ACK, frameBytes, SYN } from './frames.js';
import { pcapBytes } from './pcap-bytes.js';

const CLIENT = { address: '10.0.0.1', port: 40_000 };
const SERVER = { address: '10.0.0.2', port: 5001 };
const MSS = 1460;
const IN_FLIGHT = 30;
const ROUND_TRIP_NS = 40e6;
const DATA_PACKETS = 90_000;
/** Of the frame: where TCP's numbers are, and what is captured of it. */
const SEQ_AT = 38;
const ACK_AT = 42;
const CAPTURED_BYTES = 54;

/** A frame like another, but for its numbers. @param {Uint8Array} like @param {number} seq @param {number} ack */
function numbered(like, seq, ack) {
  const bytes = like.slice(0, CAPTURED_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(SEQ_AT, seq);
  view.setUint32(ACK_AT, ack);
  return bytes;
}

/**
 * A download over a long path whose receiver's window holds it back, of more packets than are looked at unasked: each
 * acknowledgement, of two segments, sets off two more, a round trip later.
 * @returns {Uint8Array} a capture at the server, without payload: 134 988 packets
 */
export function longConnection() {
  const window = IN_FLIGHT * MSS;
  const opening = { options: { mss: MSS }, window };
  const data = frameBytes({
    source: SERVER,
    destination: CLIENT,
    seq: 1,
    ack: 1,
    flags: ACK,
    window,
    payload: new Uint8Array(MSS),
  });
  const acknowledgement = frameBytes({ source: CLIENT, destination: SERVER, seq: 1, ack: 1, flags: ACK, window });
  /** @type {import('./conversation.js').Packet[]} */
  const packets = [];
  const add = (/** @type {number} */ timeNs, /** @type {Uint8Array} */ bytes, originalLength = bytes.length) =>
    packets.push({ timeNs, bytes, originalLength });
  add(0, frameBytes({ source: CLIENT, destination: SERVER, seq: 0, flags: SYN, ...opening }));
  add(10_000, frameBytes({ source: SERVER, destination: CLIENT, seq: 0, ack: 1, flags: SYN | ACK, ...opening }));
  add(ROUND_TRIP_NS, acknowledgement);
  for (let i = 0; i < DATA_PACKETS; i += 2) {
    const round = 1 + Math.floor(i / IN_FLIGHT);
    const timeNs = round * ROUND_TRIP_NS + (i % IN_FLIGHT) * 20_000 + 20_000;
    if (round > 1) add(timeNs, numbered(acknowledgement, 1, 1 + (i - IN_FLIGHT + 2) * MSS));
    for (const k of [0, 1]) add(timeNs + (k + 1) * 5000, numbered(data, 1 + (i + k) * MSS, 1), data.length);
  }
  return pcapBytes(packets);
}
