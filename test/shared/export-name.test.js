import { exportName } from '../../lib/shared/captures/export-name.js';

const PCAPNG = Uint8Array.of(0x0a, 0x0d, 0x0d, 0x0a, 0);
const PCAP = Uint8Array.of(0xd4, 0xc3, 0xb2, 0xa1, 0);

test.each([
  ['connection-0-packets.pcap', PCAP, 'connection-0-packets.pcap'],
  ['connection-0-packets.pcap', PCAPNG, 'connection-0-packets.pcapng'],
  ['connection-0-packets.pcap', new Uint8Array(0), 'connection-0-packets.pcap'],
  ['message-0-body', PCAPNG, 'message-0-body'],
])('%s that begins with %p is named %s', (name, head, named) => {
  expect(exportName(name, head)).toBe(named);
});
