/** What lies where in a frame. */
import { OneFrame } from '../../lib/export/one-frame.js';
import { frameFields } from '../../lib/packet/frame-fields.js';
import { pcap, script } from '../support/packets/packets.js';

/** @param {Uint8Array} capture @param {number} frame */
function frameOf(capture, frame) {
  const target = new OneFrame(frame);
  target.push(capture);
  return /** @type {import('../../lib/export/one-frame.js').FrameBytes} */ (target.found);
}

test('headers and fields with their places, that lie on each other without a hole', () => {
  const capture = pcap(
    script(
      { client: '10.0.0.1:40000', server: '10.0.0.2:80', vlan: [7] },
      'client SYN mss 1460',
      'server SYN-ACK',
      'client ACK',
      'client "hello"',
    ),
  );
  const { bytes, layers, wireLength } = frameOf(capture, 4);
  expect(layers.map(({ name }) => name)).toEqual(['Ethernet', 'VLAN', 'IPv4', 'TCP', 'Payload']);
  expect(layers.map(({ from }) => from)).toEqual([0, ...layers.slice(0, -1).map(({ to }) => to)]);
  expect([layers.at(-1)?.to, bytes.length]).toEqual([wireLength, wireLength]);
  const valueOf = (/** @type {string} */ layer, /** @type {string} */ field) =>
    layers.find(({ name }) => name === layer)?.fields.find(({ name }) => name === field)?.value;
  expect(valueOf('VLAN', 'Priority and VLAN')).toBe('VLAN 7, priority 0');
  expect([valueOf('IPv4', 'Source'), valueOf('IPv4', 'Destination')]).toEqual(['10.0.0.1', '10.0.0.2']);
  expect([valueOf('TCP', 'Source port'), valueOf('TCP', 'Header length, flags')]).toEqual(['40000', '20 bytes, ACK']);
  const syn = frameOf(capture, 1).layers.find(({ name }) => name === 'TCP');
  expect(syn?.fields.at(-1)).toMatchObject({ name: 'Options', value: '4 bytes' });
});

test('IPv6', () => {
  const capture = pcap(script({ client: '[2001:db8::1]:5000', server: '[2001:db8::2]:80' }, 'client SYN'));
  const { layers } = frameOf(capture, 1);
  expect(layers.map(({ name }) => name)).toEqual(['Ethernet', 'IPv6', 'TCP']);
  expect(layers[1].fields.find(({ name }) => name === 'Destination')?.value).toBe('2001:db8::2');
});

test('damaged frames: places stay within, nothing is thrown', () => {
  const capture = pcap(script({}, 'client SYN mss 1460 ws 7 sack ts'));
  const { bytes } = frameOf(capture, 1);
  for (let at = 0; at < bytes.length; at++) {
    const other = Uint8Array.from(bytes);
    other[at] ^= 0xff;
    for (const damaged of [other, bytes.slice(0, at)]) {
      for (const { from, to, fields } of frameFields(damaged, 1, bytes.length)) {
        expect([from, to, ...fields.map((field) => field.to)].every((place) => place <= damaged.length)).toBe(true);
      }
    }
  }
});
