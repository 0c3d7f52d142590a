import { isCaptureMagic, MAGIC_BYTES } from '../../lib/capture/magic.js';
import { pcapLayout } from '../../lib/capture/pcap-header.js';

/** @param {number} number @param {boolean} [isLittle] */
function magic(number, isLittle = false) {
  const bytes = new Uint8Array(MAGIC_BYTES + 3).subarray(3); // anywhere in a buffer
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(0, number, isLittle);
  return bytes;
}

describe('isCaptureMagic', () => {
  it.each([0xa1b2c3d4, 0xa1b23c4d, 0xa1b2cd34, 0x1c0001ac, 0x1c0001ab])(
    'knows pcap by %d in both byte orders, as the parser does',
    (number) => {
      for (const bytes of [magic(number), magic(number, true)]) {
        expect(isCaptureMagic(bytes)).toBe(true);
        expect(pcapLayout(bytes, 0)).not.toBeNull();
      }
    },
  );

  it('knows pcapng', () => expect(isCaptureMagic(magic(0x0a0d0d0a))).toBe(true));

  it.each([0x1f8b0800, 0x28b52ffd, 0x736e6f6f, 0, 0xffffffff])(
    'says no to %d, which is to be unpacked, or no pcap',
    (number) => {
      expect(isCaptureMagic(magic(number))).toBe(false);
      expect(isCaptureMagic(magic(number, true))).toBe(false);
    },
  );
});
