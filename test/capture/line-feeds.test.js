import {
  bytesOf,
  interfaceBlock,
  packetBlock,
  pcapFileHeader,
  readAll,
  sectionHeader,
  u32,
  warningCodes,
} from './support.js';

/** Bytes with a few line feeds alone, as addresses of 10.0.0.0/8 have them. @param {number} at */
const frame = (at) => `E\x00\x00(${String.fromCharCode(at)}\x00\x00\x00@\x06\x00\x00\n\x00\x00\x01\n\x00\x00\x02`;
const CAPTURE = bytesOf(
  pcapFileHeader(),
  ...Array.from({ length: 50 }, (_, at) => bytesOf(u32(false, 1000 + at, 20, 20, 20), frame(at))),
);
/** @param {Uint8Array} bytes @param {RegExp} from @param {string} to */
const replaced = (bytes, from, to) => bytesOf(Buffer.from(bytes).toString('latin1').replaceAll(from, to));

test('a pcap that was transferred as text is named, and what to do', () => {
  const mangled = replaced(CAPTURE, /\n/g, '\r\n');
  for (const sizes of [[mangled.length], [1], [11]]) {
    const { reader, error } = readAll(mangled, sizes);
    expect(error).toBeNull();
    expect(reader.warnings.at(-1)).toMatchObject({ code: 'line_ends_changed' });
    expect(reader.warnings.at(-1)?.message).toMatch(/FTP in ASCII mode\. .*transfer the original again, in binary/);
  }
});

test('one whose carriage returns were removed', () => {
  const text = 'HTTP/1.1 200 OK\r\nA: b\r\n\r\n'.repeat(2000);
  const bytes = bytesOf(
    pcapFileHeader(),
    ...[1, 2].map((at) => bytesOf(u32(false, at, 0, text.length, text.length), text)),
  );
  expect(warningCodes(readAll(replaced(bytes, /\r\n/g, '\n')))).toContain('line_ends_changed');
  expect(warningCodes(readAll(bytes))).toEqual([]);
});

test('damage of another kind is not called that', () => {
  const damaged = CAPTURE.slice();
  damaged.fill(0xff, 300, 326);
  expect(warningCodes(readAll(damaged))).toEqual(['impossible_length']);
  const text = bytesOf(pcapFileHeader(), u32(false, 1, 0, 9000, 9000), 'GET / HTTP/1.1\r\n\r\n');
  expect(warningCodes(readAll(text))).toEqual(['cut_short']);
});

test('a sound capture in which every line feed follows a carriage return', () => {
  const text = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5);
  expect(warningCodes(readAll(bytesOf(pcapFileHeader(), u32(false, 1, 0, text.length, text.length), text)))).toEqual(
    [],
  );
});

test.each([
  ['added', /\n/g, '\r\n'],
  ['removed', /\r\n/g, '\n'],
])('a pcapng whose carriage returns were %s', (_, from, to) => {
  const bytes = bytesOf(sectionHeader(false), interfaceBlock(false, 1), packetBlock(false, {}));
  const { error } = readAll(replaced(bytes, from, to));
  expect(error.message).toMatch(
    /a pcapng whose line ends were changed, as by FTP in ASCII mode\. .* in binary mode\.$/,
  );
});
