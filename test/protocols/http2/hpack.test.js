/** RFC 7541 appendix C; and that the Huffman code is complete. */
import { decodeHuffman } from '../../../lib/protocols/http-fields/huffman.js';
import { HpackDecoder } from '../../../lib/protocols/http2/hpack.js';

const bytes = (/** @type {string} */ hex) => Uint8Array.from(Buffer.from(hex.replace(/\s/g, ''), 'hex'));
const texts = (/** @type {HpackDecoder} */ decoder, /** @type {string} */ hex) =>
  decoder.decode(bytes(hex)).fields.map(([name, value]) => `${name}: ${value}`);

test.each([
  ['C.2.1', '400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572', ['custom-key: custom-header']],
  ['C.2.2', '040c 2f73 616d 706c 652f 7061 7468', [':path: /sample/path']],
  ['C.2.3', '1008 7061 7373 776f 7264 0673 6563 7265 74', ['password: secret']],
  ['C.2.4', '82', [':method: GET']],
])('%s', (_name, hex, expected) => {
  expect(texts(new HpackDecoder(), hex)).toEqual(expected);
});

const FIRST = [':method: GET', ':scheme: http', ':path: /', ':authority: www.example.com'];

test.each([
  [
    'C.3, without Huffman',
    [
      '8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d',
      '8286 84be 5808 6e6f 2d63 6163 6865',
      '8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65',
    ],
  ],
  [
    'C.4, with Huffman',
    [
      '8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff',
      '8286 84be 5886 a8eb 1064 9cbf',
      '8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf',
    ],
  ],
])('%s', (_name, blocks) => {
  const decoder = new HpackDecoder();
  expect(texts(decoder, blocks[0])).toEqual(FIRST);
  expect(texts(decoder, blocks[1])).toEqual([...FIRST, 'cache-control: no-cache']);
  expect(texts(decoder, blocks[2])).toEqual([
    ':method: GET',
    ':scheme: https',
    ':path: /index.html',
    ':authority: www.example.com',
    'custom-key: custom-value',
  ]);
});

test('C.6: entries are evicted from a table of 256 bytes', () => {
  const decoder = new HpackDecoder();
  const date = 'date: Mon, 21 Oct 2013 20:13:21 GMT';
  const location = 'location: https://www.example.com';
  expect(
    texts(
      decoder,
      '3fe101 4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3',
    ),
  ).toEqual([':status: 302', 'cache-control: private', date, location]);
  expect(texts(decoder, '4883 640e ffc1 c0bf')).toEqual([':status: 307', 'cache-control: private', date, location]);
  expect(
    texts(
      decoder,
      '88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07',
    ),
  ).toEqual([
    ':status: 200',
    'cache-control: private',
    'date: Mon, 21 Oct 2013 20:13:22 GMT',
    location,
    'content-encoding: gzip',
    'set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1',
  ]);
});

test('what an unseen part of the table held is marked, and what came since is known', () => {
  const decoder = new HpackDecoder();
  decoder.forget();
  expect(decoder.decode(bytes('be 400161 0162 be bf'))).toEqual({
    fields: [
      ['?', '?'],
      ['a', 'b'],
      ['a', 'b'],
      ['?', '?'],
    ],
    isWhole: false,
  });
});

test('in mid-connection the table may be larger than its default: what came since stays known', () => {
  const decoder = new HpackDecoder();
  const literal = `4001 61 7f 81 03 ${'78'.repeat(512)}`.replaceAll(' ', '');
  decoder.forget();
  decoder.decode(bytes('400162 0163'));
  for (let i = 0; i < 20; i++) expect(decoder.decode(bytes(literal)).isWhole).toBe(true);
  expect(decoder.decode(bytes('d2'))).toEqual({ fields: [['b', 'c']], isWhole: true });
  expect(decoder.decode(bytes('20 be'))).toMatchObject({ isWhole: false });
});

test.each([
  ['an index beyond the table', 'be'],
  ['index 0', '80'],
  ['a string beyond the block', '4005 61'],
  ['an endless integer', '7fffffffffffffff'],
  ['padding that is none', '0081 00 00'],
])('%s ends the block', (_name, hex) => {
  expect(new HpackDecoder().decode(bytes(`82${hex}`))).toEqual({ fields: [[':method', 'GET']], isWhole: false });
});

test('a Huffman code with EOS, or padding of eight bits or of zeros, is none', () => {
  expect(decodeHuffman(bytes('ffffffff'), 0, 4)).toBeNull();
  expect(decodeHuffman(bytes('1fff'), 0, 2)).toBeNull();
  expect(decodeHuffman(bytes('18'), 0, 1)).toBeNull();
  expect(decodeHuffman(bytes('1f'), 0, 1)).toBe('a');
});
