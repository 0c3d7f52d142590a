import { signedProtocol } from '../../../lib/protocols/detect/detect.js';
import { bytesOf, converse } from '../support/conversation.js';
import { FIRST_BYTES } from '../support/first-bytes.js';
import { random } from '../support/streams.js';

test.each(FIRST_BYTES)('%s', (name, first) => {
  const bytes = bytesOf(first);
  expect(signedProtocol(bytes, 0, bytes.length)?.names[0]).toBe(name);
  for (const side of ['c', 's']) expect(converse([`${side} ${first}`]).analysis.protocolOf(0)).toBe(name);
  expect(converse(['c hello', `s ${first}`]).analysis.protocolOf(0)).toBe(name);
});

test('what only looks like it is not named; what is dissected has its own name', () => {
  for (const text of [
    '220 ready\r\n',
    'SSH',
    '\0\x10\x12\x34\x01\0\0\x01\0\0\0\0\0\0\x01a\0\0\x01\0\x01',
    '*x\r\n$',
    '\0\0\0\x0c\n8.0',
  ]) {
    expect(signedProtocol(bytesOf(text), 0, text.length)).toBeNull();
  }
  expect(converse(['c GET / HTTP/1.1\r\n\r\n', 's SSH-2.0-x\r\n']).analysis.protocolOf(0)).toBe('http/1.1');
  const next = random(9);
  let named = 0;
  for (let input = 0; input < 5000; input++) {
    named += Number(
      signedProtocol(
        Uint8Array.from({ length: 40 }, () => Math.floor(next() * 256)),
        0,
        40,
      ) !== null,
    );
  }
  expect(named).toBe(0);
});
