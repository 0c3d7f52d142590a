/** Texts out of bytes and back, by the ways that are taken for short and plain ones. */
import { namesOf, packNames } from '../../../lib/protocols/commands/head.js';
import { latin1 } from '../../../lib/protocols/model/latin1.js';
import { MessageTable } from '../../../lib/protocols/model/message-table.js';
import fc from '../../support/properties.js';

test('a character for each byte, however often and in whichever order texts are asked for', () => {
  // few bytes, so that texts recur and share their hashes
  const text = fc.uint8Array({ max: 3, maxLength: 30 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), fc.nat(3), (all, from) => {
      for (const bytes of all) {
        const expected = Buffer.from(bytes.subarray(from)).toString('latin1');
        expect(latin1(bytes, Math.min(from, bytes.length))).toBe(expected);
      }
    }),
  );
});

test('names and texts are kept as they are, in any script', () => {
  const table = new MessageTable();
  const row = table.append(0);
  const word = fc
    .string({ unit: 'grapheme', maxLength: 20 })
    .map((text) => text.replaceAll('\n', ''))
    .filter(({ length }) => length <= 40);
  fc.assert(
    fc.property(word, word, (name, text) => {
      const packed = packNames(name, text);
      table.headAt[row] = table.heads.add(packed, 0, packed.length);
      table.headBytes[row] = packed.length;
      expect(namesOf(table, row)).toEqual({ name, text });
    }),
  );
});
