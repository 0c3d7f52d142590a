/** Whatever is written between two looks at `isFull` arrives, though the buffer has no room for it. */
import { JsonBytes, fragment } from '../../lib/tcpflow/flow-json-bytes.js';

const BUFFER_BYTES = 32 * 1024;
const LONG = 'x'.repeat(4000);

/** @type {[string, (json: JsonBytes) => void, string][]} */
const WRITES = [
  ['strings', (json) => json.string(LONG), JSON.stringify(LONG)],
  ['fragments', (json) => json.text(fragment(LONG)), LONG],
  ['bytes', (json) => json.copy(new TextEncoder().encode(LONG)), LONG],
  ['values', (json) => json.value([LONG]), JSON.stringify([LONG])],
  ['integers', (json) => { for (let i = 0; i < 400; i++) json.integer(1234567890); }, '1234567890'.repeat(400)],
];

test.each(WRITES)('%s beyond the end of the buffer', (_name, write, expected) => {
  const json = new JsonBytes(new Uint8Array(BUFFER_BYTES));
  for (let i = 0; i < 20; i++) write(json);
  expect(Buffer.from(json.take()).toString()).toBe(expected.repeat(20));
});
