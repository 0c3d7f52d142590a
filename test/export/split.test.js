/** A capture split by connection: the parts together analyse to what the whole does. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

import { readCapture } from '../../lib/capture/file/read-capture.js';
import { MAX_HELD_BYTES } from '../../lib/export/split/fates.js';
import { Splitter } from '../../lib/export/split/splitter.js';
import { rowsOf } from '../../lib/fleet/rows.js';
import { COLUMNS } from '../../lib/fleet/schema.js';
import { openCapture } from '../../lib/library/index.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { block, bytesOf, interfaceBlock, options, readAll, sectionHeader, u16, u32 } from '../capture/support.js';
import { ethernet, ipv4, join as joined, udp } from '../packet/bytes.js';
import { dnsMessage } from '../support/dns.js';
import { icmpAbout } from '../support/packets/icmp.js';
import { merge, pcap, script } from '../support/packets/packets.js';
import { wrapped, WRAPPINGS } from '../support/packets/wrap-capture.js';
import { describeShared } from '../support/shared.js';

/** @typedef {import('../support/packets/packets.js').Packet} Packet */

const FIXTURES = fileURLToPath(new URL('../../fixtures/pcaps/', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'selfclock-split-'));
afterAll(() => rmSync(home, { recursive: true }));

const HANDSHAKE = ['client SYN mss 1460', '+10ms server SYN-ACK mss 1460', '+10ms client ACK'];
/** @param {number} port @param {string[]} lines */
const connection = (port, lines) => script({ client: `10.0.0.1:${port}` }, ...HANDSHAKE, ...lines);
const GET = 'client PSH "GET / HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n"';
const ANSWER = 'server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"';
const CLOSE = ['client FIN', 'server FIN', 'client ACK'];
const PORTS = Array.from({ length: 24 }, (_, i) => 1000 + i);
const many = () => merge(...PORTS.map((port) => connection(port, [GET, `+${port}us ${ANSWER}`, ...CLOSE])));

/** @param {Uint8Array} bytes @param {number} [count] @param {number} [chunkBytes] @returns {Uint8Array[]} */
function split(bytes, count = 4, chunkBytes = 1000) {
  /** @type {Buffer[][]} */
  const parts = Array.from({ length: count }, () => []);
  const splitter = new Splitter(count, (part, piece) => parts[part].push(Buffer.from(piece)), nodeCiphers.inflate);
  for (let at = 0; at < bytes.length; at += chunkBytes) splitter.push(bytes.slice(at, at + chunkBytes));
  splitter.end();
  return parts.map((pieces) => new Uint8Array(Buffer.concat(pieces)));
}

/** What a failure shows in a line. @param {Uint8Array[]} parts */
const hashes = (parts) => parts.map((part) => createHash('sha256').update(part).digest('hex'));

/** What a part has of its own: numbers of connections, messages and frames. */
const NUMBERS = new Set(['capture', 'connection', 'flow', 'message', 'pair', 'first_frame', 'last_frame']);
const FRAME_NUMBERS = /"(?:\w*[fF]rames?|packet)":(?:\d+|\[[^\]]*\])/g;

/** @param {string} path @returns {Promise<Record<string, string[]>>} rows as text, by table */
async function tablesOf(path) {
  const capture = await openCapture(path, { allFindings: true });
  const { startEpoch } = capture.describe();
  const [seconds, decimals] = (startEpoch ?? '0.0').split('.');
  const ofCapture = { capture: '', startMicroseconds: Number(seconds) * 1e6 + Number(decimals) / 1e3 };
  const rows = rowsOf(capture, { path, sizeBytes: 0, version: '' });
  /** @type {Record<string, string[]>} */
  const tables = {};
  for (const table of /** @type {const} */ (['connections', 'findings', 'messages'])) {
    const columns = COLUMNS[table].filter(({ name }) => !NUMBERS.has(name));
    tables[table] = [];
    for await (const row of rows[table]()) {
      const values = columns.map(({ type, of }) => {
        const value = of(row, ofCapture);
        // The start of a part is another, from which its times are reckoned: rounding may differ by a microsecond.
        return type === 'TIMESTAMP' && value ? Math.round(Number(value) / 100) : value;
      });
      tables[table].push(JSON.stringify(values).replaceAll('\\"', '"').replace(FRAME_NUMBERS, ''));
    }
    tables[table].sort();
  }
  return tables;
}

/** @param {string} file @param {Uint8Array[]} parts */
async function expectSame(file, parts) {
  const whole = await tablesOf(file);
  /** @type {Record<string, string[]>} */
  const sum = { connections: [], findings: [], messages: [] };
  for (const part of parts) {
    const path = join(home, 'part.pcap');
    writeFileSync(path, part);
    for (const [table, rows] of Object.entries(await tablesOf(path))) sum[table].push(...rows);
  }
  for (const [table, rows] of Object.entries(whole)) expect([table, sum[table].sort()]).toEqual([table, rows]);
}

/** @param {Uint8Array} bytes @returns {string} path of a file with them */
function fileOf(bytes) {
  const path = join(home, 'whole.pcap');
  writeFileSync(path, bytes);
  return path;
}

/** @param {Uint8Array[]} parts @returns {string[][]} of each the captured bytes of its frames */
const framesOf = (parts) => parts.map((part) => readAll(part).frames.map(({ captured }) => captured));

test.each(['path-six.pcap', 'port-reuse.pcap', 'curl-parallel.pcap', 'vlan.pcap', 'cut-in-mid-packet.pcap'])(
  'parts of %s hold the same connections, findings and messages',
  async (name) => expectSame(FIXTURES + name, split(readFileSync(FIXTURES + name))),
);

test('every packet is in one part, in order, and where it is does not depend on chunks', () => {
  const bytes = pcap(many());
  const parts = split(bytes, 4);
  const whole = readAll(bytes).frames.map(({ captured }) => captured);
  const frames = framesOf(parts);
  expect(frames.flat().sort()).toEqual([...whole].sort());
  expect(frames.filter((list) => list.length > 0).length).toBeGreaterThan(1);
  for (const list of frames) expect(list).toEqual(whole.filter((frame) => list.includes(frame)));
  for (const size of [7, 333, 1 << 20]) expect(hashes(split(bytes, 4, size))).toEqual(hashes(parts));
  expect(hashes(split(bytes, 1))).toEqual(hashes([bytes]));
});

test('an ICMP error goes where the connection goes that it is about', async () => {
  const packets = many();
  const errors = packets.slice(0, 6).map((packet) => icmpAbout(packet, { type: 11 }));
  const bytes = pcap(merge(packets, errors));
  await expectSame(fileOf(bytes), split(bytes));
});

/**
 * A packet in Ethernet and IPv4 as small fragments.
 * @param {Packet} packet @param {number} id @returns {Packet[]}
 */
function fragmented({ bytes, timeNs }, id) {
  const payload = bytes.subarray(34);
  const offsets = Array.from({ length: Math.ceil(payload.length / 16) }, (_, i) => i * 16);
  return offsets.map((offset) => {
    const piece = payload.subarray(offset, offset + 16);
    const more = offset + 16 < payload.length ? 0x2000 : 0;
    const frame = Uint8Array.from(joined(bytes.subarray(0, 34), piece));
    const view = new DataView(frame.buffer);
    view.setUint16(16, 20 + piece.length);
    view.setUint16(18, id);
    view.setUint16(20, more | (offset >> 3));
    return { timeNs, bytes: frame, originalLength: frame.length };
  });
}

test.each([
  ['in order', (/** @type {Packet[]} */ list) => list],
  ['the last one first', (/** @type {Packet[]} */ list) => list.reverse()],
])('fragments go where their connection goes, %s', async (_, order) => {
  const packets = many();
  const bytes = pcap(packets.flatMap((packet, i) => (i % 3 === 0 ? order(fragmented(packet, i)) : [packet])));
  const parts = split(bytes);
  await expectSame(fileOf(bytes), parts);
  expect(framesOf(parts).flat()).toHaveLength(readAll(bytes).frames.length);
  for (const list of framesOf(parts)) {
    expect(list).toEqual(readAll(bytes).frames.flatMap(({ captured }) => (list.includes(captured) ? [captured] : [])));
  }
});

test('a datagram that never becomes whole holds up a bounded number of bytes, and goes into every part', () => {
  const [first] = fragmented(connection(1, [])[0], 1);
  const big = connection(2, ['client data 60x60000']).map((packet, i) => ({ ...packet, timeNs: i }));
  const rounds = Math.ceil((1.2 * MAX_HELD_BYTES) / (60 * 60000));
  const bytes = pcap([first, ...Array.from({ length: rounds }, () => big).flat()]);
  const parts = split(bytes, 2, 1 << 20);
  expect(parts.map((part) => readAll(part).frames[0].captured)).toEqual(
    new Array(2).fill(Buffer.from(first.bytes).toString('hex')),
  );
  expect(framesOf(parts).flat()).toHaveLength(2 + rounds * big.length);
}, 20_000);

test.each(Object.keys(WRAPPINGS))('connections %s are told apart by their inner addresses', async (name) => {
  const bytes = wrapped(pcap(many()), WRAPPINGS[name]);
  const parts = split(bytes);
  await expectSame(fileOf(bytes), parts);
  expect(framesOf(parts).filter((list) => list.length > 0).length).toBeGreaterThan(1);
});

test('DNS answers name addresses in every part', async () => {
  const message = dnsMessage({ question: 'b.test', records: [{ name: 'b.test', type: 'A', data: [10, 0, 0, 2] }] });
  const bytes = ethernet(ipv4(udp(message, [53, 5000]), { protocol: 17 }));
  const capture = pcap(merge([{ timeNs: 0, bytes, originalLength: bytes.length }], many()));
  const parts = split(capture);
  await expectSame(fileOf(capture), parts);
  expect(framesOf(parts).every(([frame]) => frame === Buffer.from(bytes).toString('hex'))).toBe(true);
});

/**
 * @param {boolean} bigEndian @param {Uint8Array} data @param {bigint} ticks @param {string} comment
 * @returns {Uint8Array}
 */
const enhanced = (bigEndian, data, ticks, comment) =>
  block(
    bigEndian,
    6,
    bytesOf(
      u32(bigEndian, 0, 0, Number(ticks), data.length, data.length),
      data,
      new Uint8Array(-data.length & 3),
      options(bigEndian, [[1, comment]]),
    ),
  );

/** @param {boolean} bigEndian @returns {Uint8Array} */
const section = (bigEndian) =>
  bytesOf(
    sectionHeader(bigEndian),
    interfaceBlock(bigEndian, 1, [[2, 'eth0']], 65535),
    block(bigEndian, 10, bytesOf(u32(bigEndian, 0x544c534b, 14), 'CLIENT_RANDOM ', [0, 0])),
    block(bigEndian, 4, bytesOf(u16(bigEndian, 1, 11), [10, 0, 0, 2], 'a.test\0', [0], u16(bigEndian, 0, 0))),
    ...many().map(({ bytes, timeNs }, i) =>
      enhanced(bigEndian, bytes, BigInt(Math.round(timeNs / 1e3)), `packet ${i}`),
    ),
    block(bigEndian, 0xbad, u32(bigEndian, 32473, 1)),
    ...many().map(({ bytes }) =>
      block(bigEndian, 3, bytesOf(u32(bigEndian, bytes.length), bytes, new Uint8Array(-bytes.length & 3))),
    ),
  );

const snoopHeader = bytesOf('snoop\0\0\0', u32(true, 2, 4));
const snoop = bytesOf(
  snoopHeader,
  ...many().map(({ bytes, timeNs }) => {
    const padding = -bytes.length & 3;
    const lengths = u32(true, bytes.length, bytes.length, 24 + bytes.length + padding, 0, 100, timeNs / 1e3);
    return bytesOf(lengths, bytes, new Uint8Array(padding));
  }),
);

test.each([
  ['pcapng of both byte orders', bytesOf(section(false), section(true))],
  ['pcapng with damage', bytesOf(section(false), new Uint8Array(64).fill(0xff), section(true))],
  ['snoop', snoop],
  ['pcap of both byte orders, joined', bytesOf(pcap(many()), pcap(many(), { bigEndian: true }))],
  ['pcap and pcapng, joined', bytesOf(pcap(many()), section(true))],
  ['pcap that breaks off', bytesOf(pcap(many()), new Uint8Array(5000).fill(0xff))],
])('%s: records are copied byte for byte, and what is no packet goes into every part', (_, bytes) => {
  const whole = readAll(bytes);
  const parts = split(bytes, 4);
  const read = parts.map((part) => readAll(part));
  const framesIn = (/** @type {typeof whole} */ { frames }) =>
    frames.filter(({ interfaceIndex }) => interfaceIndex >= 0).map(({ captured, wire }) => `${captured} ${wire}`);
  expect(read.flatMap(framesIn).sort()).toEqual(framesIn(whole).sort());
  const comments = (/** @type {typeof whole} */ { reader }) => reader.comments.map(({ text }) => text);
  expect(read.flatMap(comments).sort()).toEqual(comments(whole).sort());
  for (const { reader } of read.filter(({ frames }) => frames.length > 0)) {
    const { interfaces, secrets, names, warnings } = whole.reader;
    expect(reader).toMatchObject({ interfaces, secrets, names });
    expect(reader.warnings.map(({ code }) => code)).toEqual(warnings.map(({ code }) => code));
  }
  for (const size of [11, 4096]) expect(hashes(split(bytes, 4, size))).toEqual(hashes(parts));
});

test('gzip is unpacked, and a cut one is split up to there', async () => {
  const bytes = pcap(many());
  const path = join(home, 'whole.pcap.gz');
  for (const gzip of [gzipSync(bytes), gzipSync(bytes).subarray(0, -8)]) {
    writeFileSync(path, gzip);
    /** @type {Buffer[]} */
    const pieces = [];
    const splitter = new Splitter(1, (_, piece) => pieces.push(Buffer.from(piece)));
    await readCapture(path, splitter);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  }
  expect(() => split(Buffer.from('no capture at all, but text'))).toThrow('It begins with 6e 6f 20 63: text.');
});

/** Beyond that a double no longer holds each nanosecond. */
const EXACT_SECONDS = 104 * 86_400;
const MAX_FILE_BYTES = 60_000;

describeShared('captures of others', 'pcaps/public', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:p?cap|pcapng)(?:\.gz)?$/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).size < MAX_FILE_BYTES);

  test('parts of those with several connections hold the same', async () => {
    let compared = 0;
    for (const path of files) {
      const capture = await openCapture(path).catch(() => null);
      const { flows, duration } = capture?.describe() ?? { flows: 0, duration: null };
      if (flows < 2 || (duration ?? 0) > EXACT_SECONDS) continue;
      const bytes = readFileSync(path);
      await expectSame(path, split(path.endsWith('.gz') ? gunzipSync(bytes) : bytes));
      compared++;
    }
    expect(compared).toBeGreaterThan(10);
  }, 60_000);
});
