/** What a user says that connections carry. */
import { DecodeAs, DecodeAsError, MAX_DECODE_AS_RULES } from '../../lib/protocols/decode-as.js';
import { MessageAnalysis } from '../../lib/protocols/message-analysis.js';
import { Conversation, http1 } from './support/conversation.js';

/** @param {string[]} rules @param {string[]} steps @param {number} [port] of the server */
function converse(rules, steps, port = 50_051) {
  const decodeAs = rules.length === 0 ? null : DecodeAs.of(rules);
  const before = new Conversation();
  const flows = Object.assign(before.roles, {
    endpoint: (/** @type {number} */ _, /** @type {0|1} */ e) => ({ port: e === 1 ? port : 4000 }),
  });
  const analysis = new MessageAnalysis({ keep: true, flows, http1, decodeAs });
  const conversation = new Conversation({ analysis });
  conversation.roles = before.roles;
  return conversation.run(steps);
}

/** A HEADERS frame of HTTP/2 with `:method GET` and `:path /` by the static table, on stream 1. */
const HEADERS = '\0\0\x02\x01\x05\0\0\0\x01\x82\x84';

test('rules of one port, of several, and of a connection; the last that fits counts', () => {
  const rules = DecodeAs.of(['tcp.port == 50051,http2', ' tcp.port eq 60-70 , TLS', 'tcp.stream==3,http']);
  expect(rules.protocolOf(0, [4000, 50_051])?.names[0]).toBe('http/2');
  expect(rules.protocolOf(0, [61, 4000])?.names[0]).toBe('tls');
  expect(rules.protocolOf(3, [61, 4000])?.names[0]).toBe('http/1.1');
  expect(rules.protocolOf(4, [4000, 71])).toBeNull();
});

test.each([
  '',
  'tcp.port == 80',
  'udp.port == 80,http',
  'tcp.port == 80,nothing',
  'tcp.port == 70000,http',
  'tcp.port == 9-3,http',
])('no rule: %j', (text) => {
  expect(() => DecodeAs.of([text])).toThrow(DecodeAsError);
});

test('so many rules are too many', () => {
  expect(() => DecodeAs.of(Array.from({ length: MAX_DECODE_AS_RULES + 1 }, () => 'tcp.port == 80,http'))).toThrow(
    DecodeAsError,
  );
});

test('frames that would not be enough to tell HTTP/2 are read as such', () => {
  const steps = [`c ${HEADERS}`, 'c.fin', 's.fin'];
  expect(converse([], steps).messages).toEqual([]);
  const { messages, analysis } = converse(['tcp.port == 50051,http2'], steps);
  expect(messages.map(({ protocol, method, target }) => [protocol, method, target])).toEqual([['http/2', 'GET', '/']]);
  expect([analysis.protocolOf(0), analysis.openConnections]).toEqual(['http/2', 0]);
});

test('what looks like HTTP/1 is what the user says, and the other way round', () => {
  const GET = 'c GET / HTTP/1.1\r\n\r\n';
  expect(converse(['tcp.stream == 0,tls'], [GET]).messages).toEqual([]);
  expect(converse(['tcp.stream == 1,tls'], [GET]).messages).toHaveLength(1);
  const found = converse(
    ['tcp.port == 50051,http'],
    [`c \x16\x03\x01 text\r\n${GET.slice(2)}`, 's HTTP/1.1 204 \r\n\r\n'],
  );
  expect(found.lines).toEqual(['c 10+18+0 GET / -> 1', 's 0+17+0 204 -> 0']);
});

test('a gap before the first byte', () => {
  const { messages } = converse(['tcp.port == 50051,http2'], ['s~20', `c ${HEADERS}`]);
  expect(messages.map(({ target }) => target)).toEqual(['/']);
});
