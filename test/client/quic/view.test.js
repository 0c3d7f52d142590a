import { framesWords } from '../../../client/views/quic/packets/words.js';
import { queryOf, stateFrom } from '../../../client/views/quic/state.js';

test('the address keeps what is shown, and a packet by its frame and its place in it', () => {
  const query = { dir: 'c2s', by: '4', frame: '12.1' };
  expect(stateFrom(query)).toEqual({ direction: 0, by: 4, packet: { frame: 12, index: 1 } });
  expect(queryOf(stateFrom(query))).toEqual(query);
  expect(queryOf(stateFrom({ dir: 'up', by: 'x', frame: '-1' }))).toEqual({});
});

test('frames are told in words, a long list cut', () => {
  const frames = [
    {
      type: 'ack',
      ranges: [
        [5, 9],
        [2, 2],
      ],
      ecn: null,
    },
    { type: 'stream', stream: 4, offset: 1200, length: 100, fin: true },
    { type: 'max_data', limit: 70000 },
    { type: 'connection_close', layer: 'application', code: 256, reason: 'bye' },
  ];
  expect(framesWords(frames).replace(/\s/g, ' ')).toBe(
    'ACK 5–9, 2, STREAM 4 1 200–1 299 FIN, MAX_DATA limit 70 000, CONNECTION_CLOSE application 256 “bye”',
  );
  expect(framesWords(new Array(20).fill({ type: 'ping' }))).toMatch(/and 8 more$/);
});
