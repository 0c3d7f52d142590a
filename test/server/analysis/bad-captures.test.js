import { gzipSync } from 'node:zlib';

import { closeAll, httpCapture, start } from '../support/server.js';

/** @type {import('../support/server.js').TestServer} */
let server;
beforeAll(async () => {
  server = await start();
});
afterAll(closeAll);

const whole = httpCapture(2);

/** @param {number} at of a record's captured length @param {number} length */
function withRecordLength(at, length) {
  const bytes = whole.slice();
  new DataView(bytes.buffer).setUint32(at + 8, length, true);
  return bytes;
}

/** @param {number} linkType */
function withLinkType(linkType) {
  const bytes = whole.slice();
  new DataView(bytes.buffer).setUint32(20, linkType, true);
  return bytes;
}

/** Swaps the seconds of two records, so that time runs backwards. */
function withTimeBackwards() {
  const bytes = whole.slice();
  new DataView(bytes.buffer).setUint32(24, 1_800_000_000, true);
  return bytes;
}

const SENTENCE = /^[A-Z0-9][^\n]+\.$/;

describe('what is no capture at all fails with one sentence, and stays in the list', () => {
  const cases = /** @type {[string, Uint8Array][]} */ ([
    ['an empty file', new Uint8Array(0)],
    ['text', new TextEncoder().encode('Dear sirs, this is a letter.\n')],
    ['a ZIP archive', Uint8Array.of(0x50, 0x4b, 3, 4, ...new Uint8Array(100))],
    ['gzip of text', gzipSync('no capture either')],
    ['half a file header', whole.subarray(0, 10)],
    ['random bytes', Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) & 255)],
  ]);

  test.each(cases)('%s', async (name, bytes) => {
    const { status, json } = await server.upload(name, bytes);
    expect(status).toBe(201);
    const capture = await server.settled(json.capture.id);
    expect(capture).toMatchObject({ state: 'failed', packets: 0, connections: 0 });
    expect(capture.error).toEqual({ code: expect.any(String), message: expect.stringMatching(SENTENCE) });
    expect((await server.ask(`/api/captures/${capture.id}/connections`)).json).toMatchObject({ total: 0, rows: [] });
  });
});

describe('what is damaged is shown up to there', () => {
  const cases = /** @type {[string, Uint8Array, { packets: number, warned: boolean }][]} */ ([
    ['header only', whole.subarray(0, 24), { packets: 0, warned: false }],
    ['cut in mid-packet', whole.subarray(0, whole.length - 10), { packets: 17, warned: true }],
    ['a record length of 0', withRecordLength(24, 0), { packets: 1, warned: true }],
    ['a record length of 4 GB', withRecordLength(24, 0xffffffff), { packets: 0, warned: true }],
    ['a record length beyond the file', withRecordLength(24, 200_000), { packets: 0, warned: true }],
    ['an unknown link type', withLinkType(147), { packets: 18, warned: true }],
    ['time running backwards', withTimeBackwards(), { packets: 18, warned: true }],
    ['a cut gzip', gzipSync(whole).subarray(0, 300), { packets: 0, warned: true }],
  ]);

  test.each(cases)('%s', async (name, bytes, { packets, warned }) => {
    const { json } = await server.upload(name, bytes);
    const capture = await server.settled(json.capture.id);
    expect(capture.error).toBeNull();
    expect(capture.state).toBe('ready');
    expect(capture.packets).toBeGreaterThanOrEqual(packets);
    expect(capture.warnings.length > 0).toBe(warned);
    for (const { message } of capture.warnings) expect(message).toMatch(SENTENCE);
    expect((await server.ask(`/api/captures/${capture.id}/connections`)).status).toBe(200);
  });
});

test('a snap length is no damage', async () => {
  const { json } = await server.upload('gz', gzipSync(whole));
  expect(await server.settled(json.capture.id)).toMatchObject({
    state: 'ready',
    connections: 2,
    requests: 2,
    analysedBytes: json.capture.sizeBytes,
  });
});
