import { measureAllPackets } from '../sender/measured-packets.js';
import { describeFields, wiresharkFields } from '../wireshark/wireshark-fields.js';
import { icmpErrorsByRow } from './describe-icmp-errors.js';
import { describePacket } from './describe-packet.js';

/** Every segment as `analyze --packets` prints it, in capture order. @param {import('../tracker.js').TcpTracker} tcp */
export function* describePackets(tcp) {
  const measured = measureAllPackets(tcp);
  const fields = wiresharkFields(tcp);
  const icmpErrors = icmpErrorsByRow(tcp);
  for (let row = 0; row < measured.rttNs.length; row++) {
    const packet = describePacket(tcp, row, measured.rttNs[row], measured.inFlightBytes[row]);
    yield {
      transport: 'tcp',
      ...packet,
      icmpErrors: icmpErrors.get(row),
      wireshark: describeFields(tcp.packets, fields, row),
    };
  }
}
