import { CaptureError } from '../../lib/capture/capture-error.js';
import { bytesOf, pcapFileHeader, readAll, sectionHeader } from './support.js';

const rest = new Uint8Array(40).fill(0x81);

/** A tar of one file, by a program that writes no "ustar". @param {string} name @param {Uint8Array} content */
function tarOf(name, content) {
  const head = new Uint8Array(512);
  const write = (/** @type {number} */ at, /** @type {string} */ text) => head.set(Buffer.from(text, 'latin1'), at);
  write(0, name);
  write(100, '0000644\0');
  write(124, `${content.length.toString(8).padStart(11, '0')} `);
  write(148, '        ');
  const sum = head.reduce((total, byte) => total + byte, 0);
  write(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return bytesOf(head, content, new Uint8Array(-content.length & 511));
}

test('a tar is named by its sum, with the file in it', () => {
  const tar = tarOf('captures/dump.pcap', pcapFileHeader());
  for (const sizes of [[tar.length], [1], [511, 1]]) {
    expect(readAll(tar, sizes).error.message).toBe(
      'It begins with 63 61 70 74: a tar archive, whose first file is "captures/dump.pcap". Unpack it with tar -xf and open a capture in it.',
    );
  }
  expect(readAll(tar.with(3, 0x21)).error.message).not.toContain('tar');
  expect(readAll(tar.subarray(0, 511)).error.message).not.toContain('tar');
});

test.each([
  [[0x50, 0x4b, 3, 4], 'It begins with 50 4b 03 04: a ZIP archive. Unpack it and open the pcap inside.'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'It begins with 28 b5 2f fd: zstd-compressed. Unpack it with zstd -d first.'],
  [
    [0x1f, 0x8b, 8, 0],
    'It begins with 1f 8b 08 00: gzip-compressed once more inside. Unpack it once with gunzip first.',
  ],
  [
    '<!DOCTYPE html><html>',
    'It begins with 3c 21 44 4f: an HTML page. ' +
      'If it is a report of Selfclock, open it in a browser. Otherwise it may be an error page saved instead of the download: download the capture again.',
  ],
  [
    'CLIENT_RANDOM 1234 5678\n',
    'It begins with 43 4c 49 45: a TLS key log. Use it with the capture that it decrypts: drop it on that capture, or pass it with --keylog on the command line.',
  ],
  [
    '{"frames": [1, 2, 3]}',
    'It begins with 7b 22 66 72: JSON text. If tshark wrote it, open the pcap that it was made from.',
  ],
  ['0000  00 11 22 33', 'It begins with 30 30 30 30: a hex dump. Convert it with text2pcap first.'],
  ['000000 00 11 22 33', 'It begins with 30 30 30 30: a hex dump. Convert it with text2pcap first.'],
  ['12:00:00.000000 IP', 'It begins with 31 32 3a 30: text printed by tcpdump. Write a capture file with tcpdump -w.'],
  [
    [5, 0x56, 0x4e, 0x46],
    'It begins with 05 56 4e 46: a Visual Networks capture. Save it as pcapng in Wireshark first.',
  ],
  [
    'ObserverPktBufferVersion=15.00',
    'It begins with 4f 62 73 65: an Observer capture. Save it as pcapng in Wireshark first.',
  ],
  ['btsnoop\0', 'It begins with 62 74 73 6e: a Bluetooth log. It holds no TCP: open a pcap or pcapng instead.'],
  ['No. Time Source Destination', 'It begins with 4e 6f 2e 20: text. Open a pcap, pcapng or snoop capture.'],
  [
    [1, 2, 3, 4],
    'It begins with 01 02 03 04: not a known capture format. Open a pcap, pcapng or snoop capture, plain or gzip.',
  ],
  [
    [0x0a, 0x0d, 0x0d, 0x0a],
    'It begins with 0a 0d 0d 0a: not a known capture format. Open a pcap, pcapng or snoop capture, plain or gzip.',
  ],
])('%p', (start, message) => {
  const bytes = bytesOf(start, rest);
  for (const sizes of [[bytes.length], [1]]) {
    const { error, reader } = readAll(bytes, sizes);
    expect(error).toBeInstanceOf(CaptureError);
    const code = message.includes('an HTML page') ? 'html_page' : 'not_a_capture';
    expect(error).toMatchObject({ code, offset: 0, message });
    expect(reader.format).toBeNull();
  }
});

test('no bytes at all', () => {
  expect(readAll(new Uint8Array(0)).error).toMatchObject({
    code: 'empty',
    message: expect.stringContaining('0 bytes'),
  });
});

test('a few bytes', () => {
  expect(readAll(Uint8Array.of(7)).error).toMatchObject({
    code: 'not_a_capture',
    message: expect.stringContaining('It begins with 07:'),
  });
});

test.each([
  [pcapFileHeader().subarray(0, 10)],
  [pcapFileHeader().subarray(0, 23)],
  [sectionHeader(false).subarray(0, 20)],
  [bytesOf('snoop\0\0\0', new Uint8Array(4))],
])('a file header cut (%#)', (bytes) => {
  const { error } = readAll(bytes);
  expect(error).toMatchObject({
    code: 'cut_header',
    offset: bytes.length,
    message: expect.stringContaining(`ends at byte ${bytes.length}`),
  });
});
