import { readFileSync } from 'node:fs';

import { readFrames } from './capture-form.js';
import { recordsOf } from './mutators/pcap.js';
import { blocksOf } from './mutators/pcapng.js';
import { reduce } from './reduce.js';

/** @param {string} name */
const fixture = (name) => Uint8Array.from(readFileSync(new URL(`../../fixtures/pcaps/${name}`, import.meta.url)));
/** @param {Uint8Array} bytes of a capture @param {string} text @returns {boolean} whether a frame holds it */
const holds = (bytes, text) => readFrames(bytes).frames.some((frame) => Buffer.from(frame.bytes).includes(text));

test('of a pcap file the record that matters is left, and of that the bytes', async () => {
  const reduced = await reduce(fixture('node-keep-alive.pcap'), async (bytes) => holds(bytes, 'HTTP/1.1 200'));
  expect(recordsOf(reduced)).toHaveLength(1);
  expect(holds(reduced, 'HTTP/1.1 200')).toBe(true);
  expect(holds(reduced, 'Content-Type')).toBe(false);
});

test('of a pcapng file the block is left', async () => {
  const reduced = await reduce(fixture('handshake-get.pcapng'), async (bytes) => holds(bytes, 'GET / HTTP'));
  expect(blocksOf(reduced).map(({ type }) => type)).toEqual([0x0a0d0d0a, 1, 6]);
});

test('of what is no capture some bytes are left', async () => {
  const bytes = new Uint8Array(5000).fill(1);
  bytes[1234] = 77;
  const reduced = await reduce(bytes, async (some) => some.includes(77));
  expect(reduced.length).toBeLessThanOrEqual(16);
});

test('it ends after so many trials, with the smallest that still failed', async () => {
  let trials = 0;
  const reduced = await reduce(
    fixture('node-keep-alive.pcap'),
    async (bytes) => {
      trials++;
      return holds(bytes, 'HTTP/1.1 200');
    },
    { trials: 10 },
  );
  expect(trials).toBe(10);
  expect(holds(reduced, 'HTTP/1.1 200')).toBe(true);
});
