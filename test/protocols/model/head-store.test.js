import { HeadStore, MAX_KEPT_HEAD_BYTES } from '../../../lib/protocols/model/head-store.js';

const BLOCK_BYTES = 1024 * 1024;

test('heads come back as they were, each in one piece', () => {
  const store = new HeadStore();
  const heads = [10, BLOCK_BYTES - 5, BLOCK_BYTES, 1, 7].map((length, i) => new Uint8Array(length).fill(i + 1));
  const places = heads.map((head) => store.add(head, 0, head.length));
  heads.forEach((head, i) => expect(Buffer.compare(store.read(places[i], head.length), head)).toBe(0));
});

test.each([BLOCK_BYTES + 1, 2 * BLOCK_BYTES, MAX_KEPT_HEAD_BYTES + 1])(
  'a head of %i bytes is not kept, and those behind it are',
  (length) => {
    const store = new HeadStore();
    expect(store.add(new Uint8Array(16), 0, length)).toBe(-1);
    expect(store.addAll(new Uint8Array(BLOCK_BYTES + 1))).toBe(-1);
    const at = store.add(Uint8Array.of(1, 2, 3), 1, 2);
    expect([...store.read(at, 2)]).toEqual([2, 3]);
    expect(store.heldBytes).toBe(BLOCK_BYTES);
  },
);
