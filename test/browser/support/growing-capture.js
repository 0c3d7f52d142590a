import { ACK, frameBytes, PSH, SYN } from '../../support/packets/frames.js';
import { pcapBytes } from '../../support/packets/pcap-bytes.js';

const client = { address: '10.1.0.1', port: 4000 };
const server = { address: '10.2.0.1', port: 80 };
const payload = new Uint8Array(1000).fill(0x2e);
const PCAP_HEADER = 24;
const PER_SECOND = 5;
const STEP_NS = 1e9 / PER_SECOND;
const RTT_NS = 20e6;

/** A capture of one connection that is written piece by piece: five segments and their ACKs in each second. */
export class GrowingCapture {
  packets = 0;
  #segments = 0;

  /** @param {number} seconds @returns {Uint8Array} the next bytes of the file; the first ones with its header */
  seconds(seconds) {
    const frames = [];
    if (this.packets === 0) {
      frames.push({ timeNs: 0, bytes: frameBytes({ source: client, destination: server, seq: 0, flags: SYN }) });
    }
    for (let i = 0; i < seconds * PER_SECOND; i++) frames.push(...this.#exchange());
    const bytes = pcapBytes(frames.map((frame) => ({ ...frame, originalLength: frame.bytes.length })));
    const isFirst = this.packets === 0;
    this.packets += frames.length;
    return isFirst ? bytes : bytes.subarray(PCAP_HEADER);
  }

  #exchange() {
    this.#segments += 1;
    const timeNs = this.#segments * STEP_NS;
    const end = 1 + this.#segments * payload.length;
    return [
      {
        timeNs,
        bytes: frameBytes({
          source: client,
          destination: server,
          seq: end - payload.length,
          ack: 1,
          flags: ACK | PSH,
          payload,
        }),
      },
      {
        timeNs: timeNs + RTT_NS,
        bytes: frameBytes({ source: server, destination: client, seq: 1, ack: end, flags: ACK }),
      },
    ];
  }
}
