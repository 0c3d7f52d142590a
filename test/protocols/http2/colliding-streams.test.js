import { HTTP2_PREFACE } from '../../../lib/protocols/http2/signature.js';
import { collidingIds, longestChainOf } from '../../support/map-chains.js';
import { Conversation } from '../support/conversation.js';

const SETTINGS = 4;
const HEADERS = 1;
const WINDOW_UPDATE = 8;
const DATA = 0;
const END_HEADERS = 4;
/** GET / of host a, by the static table. */
const HEAD = [0x82, 0x84, 0x86, 0x41, 1, 0x61];

/** @param {number} type @param {number} flags @param {number} stream @param {number[]} payload */
const frame = (type, flags, stream, payload) => [
  0,
  payload.length >> 8,
  payload.length & 0xff,
  type,
  flags,
  stream >>> 24,
  (stream >> 16) & 0xff,
  (stream >> 8) & 0xff,
  stream & 0xff,
  ...payload,
];

test('streams whose identifiers V8 hashes alike are told apart without searching all of them', () => {
  const ids = collidingIds(1000, 11);
  const conversation = new Conversation();
  const chain = longestChainOf(() => {
    const sent = [
      ...HTTP2_PREFACE,
      ...frame(SETTINGS, 0, 0, []),
      ...ids.flatMap((id) => frame(HEADERS, END_HEADERS, id, HEAD)),
      ...ids.flatMap((id) => [...frame(WINDOW_UPDATE, 0, id, [0, 0, 0, 1]), ...frame(DATA, 0, id, [id & 0xff])]),
    ];
    conversation.bytes(0, Uint8Array.from(sent));
    for (const endpoint of /** @type {const} */ ([0, 1])) conversation.end(endpoint, 'fin');
  });
  expect(chain).toBeLessThan(20);
  expect(conversation.messages.map(({ stream }) => stream)).toEqual(ids);
  expect(conversation.messages.every(({ bodyBytes }) => bodyBytes === 1)).toBe(true);
});
