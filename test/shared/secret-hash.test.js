import { hashOfBytes, hashOfWords } from '../../lib/shared/secret-hash.js';

test('bytes that differ in one place, or in length, are spread over the keys', () => {
  const bytes = new Uint8Array(20);
  const hashes = new Set();
  for (let i = 0; i < 5000; i++) {
    bytes[0] = i & 0xff;
    bytes[1] = i >> 8;
    hashes.add(hashOfBytes(bytes, 0, 20));
  }
  expect(hashes.size).toBeGreaterThan(4900);
  expect(new Set([1, 2, 3, 4].map((length) => hashOfBytes(new Uint8Array(8), 0, length))).size).toBe(4);
});

test('words likewise, and the same gives the same', () => {
  const hashes = Array.from({ length: 5000 }, (_, i) => hashOfWords(Int32Array.of(1, 2, i << 16, 4)));
  expect(new Set(hashes).size).toBeGreaterThan(4900);
  expect(hashOfWords(Int32Array.of(-1, 7))).toBe(hashOfWords(Int32Array.of(-1, 7)));
});
