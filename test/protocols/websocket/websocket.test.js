import { HTTP2_PREFACE } from '../../../lib/protocols/http2/signature.js';
import fc from '../../support/properties.js';
import { bytesOf, Conversation } from '../support/conversation.js';

const UPGRADE = 'GET /chat HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
const SWITCHING = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n\r\n';

/**
 * A frame as RFC 6455 section 5.2 draws it.
 * @param {{ opcode: number, payload?: string, fin?: boolean, rsv?: number, mask?: number[] }} frame
 */
function frame({ opcode, payload = '', fin = true, rsv = 0, mask }) {
  const { length } = payload;
  const low = [(length >> 8) & 255, length & 255];
  let size = [length];
  if (length >= 65_536) size = [127, 0, 0, 0, 0, length >>> 24, (length >> 16) & 255, ...low];
  else if (length >= 126) size = [126, ...low];
  if (mask) size[0] |= 128;
  return Uint8Array.of(
    (fin ? 128 : 0) | (rsv << 4) | opcode,
    ...size,
    ...(mask ?? []),
    ...bytesOf(payload).map((byte, i) => byte ^ (mask?.[i & 3] ?? 0)),
  );
}

/** An upgraded connection. */
function upgraded() {
  const conversation = new Conversation();
  conversation.bytes(0, bytesOf(UPGRADE));
  conversation.bytes(1, bytesOf(SWITCHING));
  return conversation;
}

/** @param {Conversation} conversation */
const lines = (conversation) =>
  conversation.messages
    .slice(2)
    .map((m) =>
      [
        m.direction === 'clientToServer' ? 'c' : 's',
        m.opcode,
        m.bodyBytes,
        m.complete ? '' : 'incomplete',
        ...m.notes,
        m.closeCode,
        m.closeReason,
      ]
        .filter((part) => part !== '' && part !== undefined && part !== null)
        .join(' '),
    );

const MASK = [1, 2, 3, 4];

test('messages, fragments with a ping between them, and a close with its reason', () => {
  const conversation = upgraded();
  conversation.bytes(0, frame({ opcode: 1, payload: 'Hello', mask: MASK }));
  conversation.bytes(1, frame({ opcode: 2, payload: 'x'.repeat(300), fin: false }));
  conversation.bytes(1, frame({ opcode: 9, payload: 'ping' }));
  conversation.bytes(1, frame({ opcode: 0, payload: 'y'.repeat(70_000) }));
  conversation.bytes(0, frame({ opcode: 10, payload: 'ping', mask: MASK }));
  conversation.bytes(1, frame({ opcode: 1, payload: 'deflated', rsv: 4 }));
  conversation.bytes(0, frame({ opcode: 8, payload: '\x03\xe8bye', mask: MASK }));
  conversation.bytes(1, frame({ opcode: 8 }));
  expect(lines(conversation)).toEqual([
    'c text 5',
    's binary 70300',
    's ping 4',
    'c pong 4',
    's text 8 compressed',
    'c close 5 1000 bye',
    's close 0',
  ]);
  expect(conversation.analysis.protocolOf(0)).toBe('websocket');
  expect(conversation.messages[2]).toMatchObject({
    kind: 'request',
    protocol: 'websocket',
    headerBytes: 6,
    streamOffset: 0,
    endStreamOffset: 11,
    status: null,
  });
});

test('a gap within a message leaves it incomplete, one over a header costs what it touches', () => {
  const conversation = upgraded();
  const long = frame({ opcode: 1, payload: 'z'.repeat(1000) });
  conversation.bytes(1, long.slice(0, 500));
  conversation.gap(1, 100);
  conversation.bytes(1, long.slice(600));
  conversation.bytes(1, frame({ opcode: 1, payload: 'after' }));
  conversation.gap(1, 3);
  conversation.bytes(1, frame({ opcode: 1, payload: 'cut' }).slice(1));
  const packed = frame({ opcode: 2, payload: 'packed', rsv: 4 });
  conversation.bytes(1, Uint8Array.of(...frame({ opcode: 9 }), ...frame({ opcode: 1, payload: 'next' }), ...packed));
  conversation.bytes(1, packed);
  expect(lines(conversation)).toEqual([
    's text 1000 incomplete bytes_missing',
    's text 5',
    's ping 0',
    's text 4',
    's binary 6 compressed bytes_missing_before',
    's binary 6 compressed',
  ]);
});

test('what is not framed as its end has to is not taken for a frame behind missing bytes', () => {
  const conversation = upgraded();
  conversation.gap(1, 3);
  conversation.bytes(1, frame({ opcode: 1, payload: 'masked', mask: MASK }));
  conversation.bytes(1, frame({ opcode: 3, payload: 'unknown' }));
  conversation.bytes(1, frame({ opcode: 1, payload: 'too long' }).slice(0, -1));
  conversation.bytes(1, Uint8Array.of(0x81));
  expect(lines(conversation)).toEqual([]);
});

test('a message of which only a part came is there, and incomplete: its connection ended, or a gap goes on over the next header', () => {
  const long = frame({ opcode: 2, payload: 'z'.repeat(1000), mask: MASK });
  const reset = upgraded();
  const gapped = upgraded();
  reset.bytes(0, frame({ opcode: 1, payload: 'first', fin: false, mask: MASK }));
  reset.bytes(0, long.slice(0, 300));
  reset.end(0, 'rst');
  expect(lines(reset)).toEqual(['c text 5 incomplete', 'c binary 292 incomplete']);
  expect(reset.analysis.warningsOf(0)).toEqual([]);
  gapped.bytes(0, long.slice(0, 308));
  gapped.gap(0, 900);
  gapped.bytes(0, bytesOf('anything'));
  expect(lines(gapped)).toEqual(['c binary 300 incomplete bytes_missing']);
  expect(gapped.analysis.warningsOf(0).map(({ code }) => code)).toEqual(['bytes_missing']);
});

test('what is no frame is no message', () => {
  for (const bytes of [
    frame({ opcode: 3, payload: 'a' }),
    frame({ opcode: 1, rsv: 1, payload: 'a' }),
    frame({ opcode: 9, payload: 'p'.repeat(126) }),
    frame({ opcode: 8, fin: false }),
  ]) {
    const conversation = upgraded();
    conversation.bytes(0, bytes);
    expect(lines(conversation)).toEqual([]);
    expect(conversation.wanted[0]).toBe(Infinity);
  }
});

const frames = fc.array(
  fc.record({
    opcode: fc.constantFrom(1, 2, 9),
    payload: fc.string({ maxLength: 400, unit: 'binary-ascii' }).map((text) => text.slice(0, 125)),
  }),
  { minLength: 1, maxLength: 8 },
);

test('any segmentation gives the same messages', () => {
  fc.assert(
    fc.property(frames, fc.array(fc.nat(60), { maxLength: 30 }), (list, cuts) => {
      const bytes = Uint8Array.from(list.flatMap((entry) => [...frame({ ...entry, mask: MASK })]));
      const conversation = upgraded();
      let at = 0;
      for (const cut of cuts) {
        conversation.bytes(0, bytes.slice(at, at + cut));
        at += Math.min(cut, bytes.length - at);
      }
      conversation.bytes(0, bytes.slice(at));
      expect(lines(conversation)).toEqual(
        list.map(({ opcode, payload }) => `c ${['', 'text', 'binary'][opcode] ?? 'ping'} ${payload.length}`),
      );
    }),
  );
});

/**
 * The payload of a DATA frame, and a HEADERS frame of literal fields, of HTTP/2.
 * @param {number} type
 * @param {number} flags
 * @param {number[]|Uint8Array} payload
 */
const http2Frame = (type, flags, payload) =>
  Uint8Array.of(0, payload.length >> 8, payload.length & 255, type, flags, 0, 0, 0, 1, ...payload);
const literals = (/** @type {[string, string][]} */ ...fields) =>
  fields.flatMap((field) => [0, ...field.flatMap((text) => [text.length, ...bytesOf(text)])]);

test('over HTTP/2 (RFC 8441), padded and cut; what comes before the answer is not read', () => {
  const conversation = new Conversation();
  const data = (/** @type {Uint8Array} */ bytes) => http2Frame(0, 8, [2, ...bytes, 0, 0]);
  conversation.bytes(0, Uint8Array.of(...HTTP2_PREFACE, 0, 0, 0, 4, 0, 0, 0, 0, 0));
  conversation.bytes(
    0,
    http2Frame(1, 4, literals([':method', 'CONNECT'], [':protocol', 'websocket'], [':path', '/chat'])),
  );
  conversation.bytes(1, http2Frame(1, 4, literals([':status', '200'])));
  conversation.bytes(0, data(frame({ opcode: 1, payload: 'Hello', mask: MASK })));
  const long = frame({ opcode: 2, payload: 'x'.repeat(300) });
  conversation.bytes(1, http2Frame(0, 0, long.slice(0, 100)));
  conversation.bytes(1, data(long.slice(100)));
  conversation.bytes(0, data(frame({ opcode: 8, payload: '\x03\xe8', mask: MASK })));
  conversation.gap(1, 50);
  conversation.bytes(
    1,
    Uint8Array.of(
      ...http2Frame(6, 0, new Uint8Array(8)).fill(0, 8, 9),
      ...http2Frame(0, 0, frame({ opcode: 1, payload: 'after' })),
    ),
  );
  expect(lines(conversation)).toEqual(['c text 5', 's binary 300', 'c close 2 1000', 's text 5']);
  expect(conversation.messages[2]).toMatchObject({ protocol: 'websocket', carrier: 'tcp', stream: 1, kind: 'request' });
  expect(conversation.analysis.protocolOf(0)).toBe('http/2');
});

test('an HTTP/2 tunnel (CONNECT) carries what it carries', () => {
  const conversation = new Conversation();
  const data = (/** @type {string} */ text) => http2Frame(0, 0, bytesOf(text));
  conversation.bytes(0, Uint8Array.of(...HTTP2_PREFACE, 0, 0, 0, 4, 0, 0, 0, 0, 0));
  conversation.bytes(0, http2Frame(1, 4, literals([':method', 'CONNECT'], [':authority', 'a.example:80'])));
  conversation.bytes(1, http2Frame(1, 4, literals([':status', '200'])));
  conversation.bytes(0, data('GET /inside HTTP/1.1\r\nHost: a\r\n\r\n'));
  conversation.bytes(1, data('HTTP/1.1 204 No Content\r\n\r\n'));
  expect(
    conversation.messages.map(({ protocol, stream, target, status }) => `${protocol} ${stream} ${target ?? status}`),
  ).toEqual(['http/2 1 a.example:80', 'http/2 1 200', 'http/1.1 1 /inside', 'http/1.1 1 204']);
  expect(conversation.analysis.protocolOf(0)).toBe('http/2');
});

test('random bytes: no throw', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 20 }), (parts) => {
      const conversation = upgraded();
      parts.forEach((part, i) =>
        i % 5 === 4 ? conversation.gap(0, part.length) : conversation.bytes(/** @type {0|1} */ (i & 1), part),
      );
      conversation.end(0, 'fin');
      conversation.end(1, 'rst');
      expect(conversation.messages.length).toBeGreaterThanOrEqual(2);
    }),
    { numRuns: 120 },
  );
});
