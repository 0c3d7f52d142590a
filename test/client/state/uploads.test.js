import { matchUploads } from '../../../client/state/uploads.js';

/**
 * @param {number} id
 * @param {string} name
 * @param {number} sizeBytes
 * @param {'waiting' | 'sending' | 'failed'} [state]
 */
const upload = (id, name, sizeBytes, state = 'sending') => ({ id, name, sizeBytes, sentBytes: 0, state, error: null });
/** @param {string} id @param {string} name @param {number} expectedBytes @param {string} [state] @returns {any} */
const capture = (id, name, expectedBytes, state = 'receiving') => ({ id, name, expectedBytes, state });

describe('which capture an upload is becoming', () => {
  test('the one of its size and name', () => {
    const matched = matchUploads(
      [upload(1, 'b.pcap', 10), upload(2, 'a.pcap', 10)],
      [capture('x', 'a.pcap', 10), capture('y', 'b.pcap', 10)],
    );
    expect([...matched].map(([id, { id: uploadId }]) => [id, uploadId])).toEqual([
      ['y', 1],
      ['x', 2],
    ]);
  });

  test('a name that the server changed does not matter', () => {
    expect(matchUploads([upload(1, '../a.pcap', 10)], [capture('x', 'a.pcap', 10)]).get('x')?.id).toBe(1);
  });

  test('never two for one, never one that is not being sent or received', () => {
    const uploads = [upload(1, 'a', 10), upload(2, 'a', 10), upload(3, 'w', 7, 'waiting')];
    expect(matchUploads(uploads, [capture('x', 'a', 10)]).size).toBe(1);
    expect(matchUploads(uploads, [capture('x', 'a', 10, 'ready'), capture('w', 'w', 7)]).size).toBe(0);
  });
});
