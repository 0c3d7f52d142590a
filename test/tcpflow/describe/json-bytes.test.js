/** Whatever is written between two looks at `isFull` arrives, though the buffer has no room for it. */
import { JsonBytes } from '../../../lib/tcpflow/describe/json-bytes.js';

const BUFFER_BYTES = 32 * 1024;

test.each([1, 400, 4000, BUFFER_BYTES - 1, BUFFER_BYTES, 3 * BUFFER_BYTES])(
  'texts of %d bytes beyond the end of the buffer',
  (length) => {
    const json = new JsonBytes(new Uint8Array(BUFFER_BYTES));
    const text = 'x'.repeat(length);
    const times = 20 + Math.ceil(BUFFER_BYTES / length);
    for (let i = 0; i < times; i++) json.write(text);
    expect(Buffer.concat(json.take()).toString()).toBe(text.repeat(times));
  },
);
