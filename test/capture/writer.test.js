import { PcapngWriter, PcapWriter } from '../../lib/capture/writer.js';
import fc from '../support/properties.js';
import { bytesOf, readAll } from './support.js';

const packets = fc.array(
  fc.record({
    epochNs: fc
      .bigInt({ min: 0n, max: 4_000_000n })
      .map((offset) => 1_700_000_000_000_000_000n + offset * 1_000_000n + 123_456n),
    data: fc.uint8Array({ maxLength: 70 }),
    more: fc.nat(2000),
  }),
  { minLength: 1, maxLength: 20 },
);

/** @typedef {{ epochNs: bigint, data: Uint8Array, more: number }} Packet */

/**
 * @param {Packet[]} list
 * @param {bigint} unit ns to which times are rounded down
 */
function expected(list, unit) {
  const rounded = list.map(({ epochNs }) => epochNs - (epochNs % unit));
  return list.map(({ data, more }, i) => ({
    time: Number(rounded[i] - rounded[0]),
    captured: Buffer.from(data).toString('hex'),
    wire: data.length + more,
  }));
}

/** @param {Packet} packet */
const written = ({ epochNs, data, more }) => ({ epochNs, data, wireLength: data.length + more });

test.each([
  [true, 1n],
  [false, 1000n],
])('what the pcap writer writes is read back (nanoseconds: %p)', (nanoseconds, unit) => {
  fc.assert(
    fc.property(packets, (list) => {
      const writer = new PcapWriter({ nanoseconds, linkType: 113, snapLength: 99 });
      const { reader, frames } = readAll(
        bytesOf(writer.header(), ...list.map((packet) => writer.packet(written(packet)))),
      );
      expect(frames).toMatchObject(expected(list, unit));
      expect(reader).toMatchObject({ linkTypes: [113], warnings: [], interfaces: [{ snapLength: 99 }] });
    }),
    { seed: 1, numRuns: 50 },
  );
});

test('what the pcapng writer writes is read back', () => {
  fc.assert(
    fc.property(packets, fc.boolean(), (list, withComment) => {
      const writer = new PcapngWriter();
      const comment = withComment ? 'größer' : undefined;
      const bytes = bytesOf(
        writer.header({ application: 'selfclock' }),
        writer.interface({ linkType: 1, name: 'lo' }),
        writer.interface({ linkType: 101, description: 'two' }),
        ...list.map((packet) => writer.packet({ ...written(packet), interfaceId: 1, comment })),
      );
      const { reader, frames } = readAll(bytes);
      expect(frames).toMatchObject(expected(list, 1n));
      expect(reader).toMatchObject({
        startEpochNs: list[0].epochNs,
        warnings: [],
        interfaces: [{ name: 'lo' }, { description: 'two', linkType: 101 }],
      });
      expect(reader.comments).toEqual(withComment ? list.map((_, i) => ({ frame: i + 1, text: 'größer' })) : []);
    }),
    { seed: 1, numRuns: 50 },
  );
});
