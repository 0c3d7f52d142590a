import { pcap, script } from './packets.js';

const HOUR_NS = 3600e9;
const FLIGHTS = 16;

/** A download at the client; in its middle the capture's clock is set forward by an hour. */
export function jumpedDownload() {
  const options = 'mss 1460 ws 7 sack ts';
  const flight = ['+40ms server data 4x1448', 'client ACK'];
  const lines = [
    `client SYN ${options}`,
    `+40ms server SYN-ACK ${options}`,
    '+30us client ACK',
    '+1ms client PSH "GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"',
    '+40ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 200000\\r\\n\\r\\n"',
    ...Array.from({ length: FLIGHTS }, () => flight).flat(),
  ];
  const packets = script({}, ...lines);
  return pcap(
    packets.map((packet, k) => ({ ...packet, timeNs: packet.timeNs + (k * 2 > packets.length ? HOUR_NS : 0) })),
  );
}
