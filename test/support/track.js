import { CaptureReader } from '../../lib/capture/reader.js';
import { PacketDecoder } from '../../lib/packet/decoder.js';
import { describePacket } from '../../lib/tcpflow/describe/describe-packet.js';
import { measureAllPackets } from '../../lib/tcpflow/sender/measured-packets.js';
import { TcpTransport } from '../../lib/tcpflow/tcp-transport.js';

/**
 * Follows the connections of a capture.
 * @param {Uint8Array} capture bytes of a pcap file
 * @param {import('../../lib/transport/streams.js').StreamSink} [sink]
 * @param {import('../../lib/tcpflow/reassembly/policy.js').PolicyName} [policy]
 */
export function track(capture, sink, policy) {
  const tcp = new TcpTransport();
  if (sink) tcp.handTo(sink, policy);
  const decoder = new PacketDecoder({ batch: tcp.batch, onSegments: () => tcp.track() });
  const reader = new CaptureReader({ onFrames: (batch) => decoder.decode(batch) });
  reader.push(capture);
  reader.end();
  tcp.end();
  return tcp;
}

/** All packets, as `analyze --packets` prints them. @param {TcpTransport} tcp */
export function packetsOf(tcp) {
  const measured = measureAllPackets(tcp);
  return Array.from({ length: tcp.packets.count }, (_, row) =>
    describePacket(tcp, row, measured.rttNs[row], measured.inFlightBytes[row]),
  );
}

/**
 * A sink that wants everything and keeps it: per direction the bytes, with `·` for each byte of a gap, and how it
 * ended.
 */
export class KeepingSink {
  /** @type {Map<string, string>} */
  streams = new Map();
  /** @type {Map<string, string>} */
  ends = new Map();
  /** @type {{ key: string, streamOffset: number, frame: number, deliveredFrame: number }[]} */
  calls = [];

  #append(/** @type {string} */ key, /** @type {number} */ streamOffset, /** @type {string} */ text) {
    const before = this.streams.get(key) ?? '';
    if (before.length !== streamOffset) {
      throw new Error(`${key}: got offset ${streamOffset} after ${before.length} bytes`);
    }
    this.streams.set(key, before + text);
    return streamOffset + text.length;
  }

  /** @type {import('../../lib/transport/streams.js').StreamSink['onData']} */
  onData(flow, endpoint, streamOffset, bytes, start, end, at) {
    const key = `${flow}.${endpoint}`;
    this.calls.push({ key, streamOffset, frame: at.frame, deliveredFrame: at.deliveredFrame });
    return this.#append(key, streamOffset, new TextDecoder('latin1').decode(bytes.slice(start, end)));
  }

  /** @type {import('../../lib/transport/streams.js').StreamSink['onGap']} */
  onGap(flow, endpoint, streamOffset, length) {
    return this.#append(`${flow}.${endpoint}`, streamOffset, '·'.repeat(length));
  }

  /** @type {import('../../lib/transport/streams.js').StreamSink['onEnd']} */
  onEnd(flow, endpoint, how) {
    const key = `${flow}.${endpoint}`;
    if (this.ends.has(key)) throw new Error(`${key} ended twice`);
    this.ends.set(key, how);
  }
}
