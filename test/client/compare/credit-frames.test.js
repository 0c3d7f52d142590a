import { creditOnlyFrames } from '../../../client/views/compare/credit-frames.js';

/**
 * @param {[frame: number, lastFrame: number, direction: number, type: number][]} fragments
 * @param {string} [protocol]
 */
const lanes = (fragments, protocol = 'webmux') => ({
  kind: 'lanes',
  rows: fragments.length,
  meta: { protocol, types: ['data', 'AddCredit', 'SendCredit', 'SetMSS'] },
  columns: {
    frame: Uint32Array.from(fragments, ([frame]) => frame),
    lastFrame: Uint32Array.from(fragments, ([, last]) => last),
    direction: Uint8Array.from(fragments, ([, , direction]) => direction),
    type: Uint8Array.from(fragments, ([, , , type]) => type),
  },
});

test('packets with credit and nothing else, of one direction', () => {
  const frame = lanes([
    [4, 4, 1, 0],
    [7, 7, 0, 1],
    [9, 9, 0, 1],
    [9, 10, 0, 0],
    [12, 12, 0, 2],
    [12, 12, 0, 3],
    [14, 14, 0, 1],
    [14, 14, 0, 2],
    [20, 20, 1, 1],
  ]);
  expect([...creditOnlyFrames(frame, 0)]).toEqual([7, 14]);
  expect([...creditOnlyFrames(frame, 1)]).toEqual([20]);
  expect(creditOnlyFrames(lanes([[7, 7, 0, 1]], 'http/2'), 0).size).toBe(0);
});
