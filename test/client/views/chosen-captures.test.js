/** Which captures of the library can be laid beside others. */
import { isComparable } from '../../../client/views/dashboard/chosen.js';
import { newCapture } from '../../../lib/shared/captures/capture-record.js';

const capture = newCapture({ id: 'a', name: 'a.pcap', source: 'upload', state: 'ready' });

test('those with connections of either transport, once they have been read', () => {
  expect(isComparable(capture)).toBe(false);
  expect(isComparable({ ...capture, connections: 1 })).toBe(true);
  expect(isComparable({ ...capture, quicConnections: 1 })).toBe(true);
  expect(isComparable({ ...capture, quicConnections: 1, state: 'reading' })).toBe(false);
});
