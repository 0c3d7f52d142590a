import { notReadSentence, notReadText } from '../../lib/shared/not-read-text.js';

/** @param {...number} packets of layers A, B, … */
const layers = (...packets) => packets.map((count, at) => ({ layer: String.fromCharCode(65 + at), packets: count }));

test.each([
  [[2407], '2407 packets in A were not read.'],
  [[1], '1 packet in A was not read.'],
  [[5, 1], '5 packets in A and 1 in B were not read.'],
  [[5, 4, 3, 2], '5 packets in A, 4 in B, 3 in C and 2 in D were not read.'],
  [[5, 4, 3, 2, 1], '5 packets in A, 4 in B, 3 in C and 3 in 2 other layers were not read.'],
])('%j', (packets, text) => {
  expect(notReadSentence(layers(...packets))).toBe(text);
});

test('numbers are written as the reader of the text writes them', () => {
  expect(notReadText(layers(2407, 3), (count) => `<${count}>`)).toBe('<2407> packets in A and <3> in B');
});
