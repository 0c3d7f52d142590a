import { formatAddress } from '../../lib/shared/text/address.js';

describe('formatAddress', () => {
  it.each([
    [[0, 0, 0, 0x0a000001], 4, '10.0.0.1'],
    [[0, 0, 0, -1], 4, '255.255.255.255'],
    [[0x20010db8, 0, 0, 1], 6, '2001:db8::1'],
    [[0, 0, 0, 0], 6, '::'],
    [[0, 0, 0, 1], 6, '::1'],
    [[0xfe800000 | 0, 0, 0x00010000, 0], 6, 'fe80::1:0:0:0'],
    [[0x20010db8, 0x00010001, 0x00010001, 0x00000001], 6, '2001:db8:1:1:1:1:0:1'],
    [[0, 0, 0xffff, 0x01020304], 6, '::ffff:1.2.3.4'],
  ])('writes %j as %s (RFC 5952)', (words, version, text) => {
    expect(formatAddress(words, 0, version)).toBe(text);
  });
});
