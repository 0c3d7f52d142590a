import { MAX_STREAM_DEPTH } from '../../../lib/protocols/stream-parser.js';
import { converse } from '../support/conversation.js';

const GET = 'c GET /a HTTP/1.1\r\n\r\n';

test.each([
  ['SIP', 'c OPTIONS sip:a@b SIP/2.0\r\nVia: x\r\n\r\n'],
  ['RTSP', 'c DESCRIBE rtsp://a/b RTSP/1.0\r\nCSeq: 1\r\n\r\n'],
  ['what begins like the preface of HTTP/2', 'c PRI * HTTP/2.0\r\n\r\nSN\r\n\r\n'],
  ['HTTP/0.9', 'c GET /\r\n'],
  ['SSH', 'c SSH-2.0-OpenSSH_9.2\r\n'],
  ['a log line that quotes a request', 'c host - - "GET / HTTP/1.1" 200\r\n'],
  ['a request line without a target', 'c GET  HTTP/1.1\r\n\r\n'],
  ['a method of 33 characters', `c ${'M'.repeat(33)} / HTTP/1.1\r\n\r\n`],
  ['a request line with a binary first field', 'c GET / HTTP/1.1\r\n\0\x01\x02: x\r\n\r\n'],
  ['two spaces in a target of an unknown method', 'c the text GET / HTTP/1.1\r\n\r\n'],
])('%s is no HTTP/1 request', (_name, step) => {
  const { messages, analysis } = converse([step, 'c.fin', 's.fin']);
  // what is named has turns
  expect(messages.filter(({ protocol }) => protocol !== analysis.protocolOf(0))).toEqual([]);
  expect(analysis.protocolOf(0) ?? '').not.toMatch(/http|tls/);
  expect(analysis.openConnections).toBe(0);
});

const RESPONSE = 's HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const TEXT_HEADER = 'PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\n';
const BINARY_HEADER = '\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\x01\x02\x03\x04\x05\x06\x07\x08\0\x50\0\x51';
const LOCAL_HEADER = '\r\n\r\n\0\r\nQUIT\n\x20\0\0\0';

describe('a header of the PROXY protocol is passed over', () => {
  const WHOLE = [TEXT_HEADER, 'PROXY UNKNOWN\r\n', BINARY_HEADER, LOCAL_HEADER];

  test.each(WHOLE)('%j before HTTP/1', (header) => {
    const { messages, analysis } = converse([
      `c ${header}GET /a HTTP/1.1\r\n\r\n`,
      RESPONSE,
      GET,
      RESPONSE,
      'c.fin',
      's.fin',
    ]);
    expect(messages.map(({ target, status, bodyBytes, complete }) => target ?? [status, bodyBytes, complete])).toEqual([
      '/a',
      [200, 2, true],
      '/a',
      [200, 2, true],
    ]);
    expect([analysis.protocolOf(0), analysis.openConnections]).toEqual(['http/1.1', 0]);
  });

  test('and tells whose connection it is', () => {
    const V6 = '\r\n\r\n\0\r\nQUIT\n\x21\x21\0\x26' + `${'\x20\x01\x0d\xb8'}${'\0'.repeat(11)}`;
    const long = `${V6}\x01${'\0'.repeat(15)}\x01\x12\x34\0\x50${'\x20\0'}`;
    const of = (/** @type {string} */ header) =>
      converse([`c ${header}GET /a HTTP/1.1\r\n\r\n`, RESPONSE]).analysis.proxiedOf(0);
    expect(WHOLE.map(of)).toEqual([
      { client: { ip: '192.0.2.1', port: 56324 }, server: { ip: '192.0.2.2', port: 443 } },
      null,
      { client: { ip: '1.2.3.4', port: 80 }, server: { ip: '5.6.7.8', port: 81 } },
      null,
    ]);
    expect(of(long)).toEqual({ client: { ip: '2001:db8::1', port: 4660 }, server: { ip: '::1', port: 80 } });
  });

  test.each(WHOLE)('%j, in pieces', (header) => {
    for (const size of [1, 5, 11]) {
      const sent = `${header}GET /a HTTP/1.1\r\n\r\n`;
      const pieces = [];
      for (let at = 0; at < sent.length; at += size) pieces.push(`c ${sent.slice(at, at + size)}`);
      expect(converse([...pieces, RESPONSE]).messages.map(({ target, status }) => target ?? status)).toEqual([
        '/a',
        200,
      ]);
    }
  });

  test('before TLS', () => {
    expect(converse([`c ${TEXT_HEADER}\x16\x03\x01\x02\x00\x01rest`]).analysis.protocolOf(0)).toBe('tls');
    expect(converse([`c ${BINARY_HEADER}`, 'c \x16\x03\x01\x02\x00\x01rest']).analysis.protocolOf(0)).toBe('tls');
  });

  test('once; in mid-connection it is none', () => {
    expect(converse([`c ${TEXT_HEADER}${TEXT_HEADER}GET /a HTTP/1.1\r\n\r\n`, 'c.fin', 's.fin']).messages).toEqual([]);
    expect(converse([`c ${BINARY_HEADER}`, 'c.fin', 's.fin'], { guessed: true }).analysis.openConnections).toBe(0);
  });

  test('nothing that only resembles one is', () => {
    for (const step of [
      'c PROXY /a HTTP/1.1\r\n\r\n',
      'c \r\n\r\nGET /a HTTP/1.1\r\n\r\n',
      'c PROX /a HTTP/1.1\r\n\r\n',
    ]) {
      expect(converse([step, RESPONSE]).messages.map(({ target, status }) => target ?? status)).toEqual(['/a', 200]);
    }
  });
});

test("the version named is the first response's", () => {
  const conversation = converse([GET]);
  expect(conversation.analysis.protocolOf(0)).toBe('http/1.1');
  conversation.run(['s HTTP/1.0 200 OK\r\n\r\n']);
  expect(conversation.analysis.protocolOf(0)).toBe('http/1.0');
});

test('TLS is named by its first record, in pieces too', () => {
  const whole = converse(['c \x16\x03\x01\x02\x00\x01rest']);
  expect(whole.analysis.protocolOf(0)).toBe('tls');
  const pieces = converse(['c \x16', 'c \x03\x01', 'c \x02\x00\x01', 's \x16\x03\x03']);
  expect(pieces.analysis.protocolOf(0)).toBe('tls');
  expect(converse(['c \x16\x03\x09\x02\x00\x01']).analysis.protocolOf(0)).toBeNull();
  expect(converse(['c \x17\x03\x03\x02\x00\x99'], { guessed: true }).analysis.protocolOf(0)).toBe('tls');
  expect(converse(['c \x17\x03\x03\x02\x00\x99']).analysis.protocolOf(0)).toBeNull();
});

test("without a handshake the request's direction is the client's", () => {
  const { roles, lines } = converse(['s GET /a HTTP/1.1\r\n\r\n', 'c HTTP/1.1 204 \r\n\r\n'], { guessed: true });
  expect(roles.client).toBe(1);
  expect(lines).toEqual(['c 0+19+0 GET /a -> 1', 's 0+17+0 204 -> 0']);
});

test("a handshake's roles stay", () => {
  expect(converse(['s GET /a HTTP/1.1\r\n\r\n']).roles.client).toBe(0);
});

test('a start in mid-connection: the next plausible start line', () => {
  const { lines } = converse(
    ['s tail of a body HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx', GET, 's HTTP/1.1 204 \r\n\r\n'],
    { guessed: true },
  );
  expect(lines).toEqual(['s 15+38+1 200', 'c 0+19+0 GET /a -> 2', 's 54+17+0 204 -> 1']);
});

test('the search in mid-connection ends after its limit', () => {
  const { wanted, analysis } = converse([`s ${'\0'.repeat(70_000)}`, 'c.fin'], { guessed: true });
  expect(wanted[1]).toBe(Infinity);
  expect(analysis.openConnections).toBe(0);
});

test('bodies cost nothing where messages are only counted', () => {
  const conversation = converse([GET, 's HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n'], { keep: false });
  expect(conversation.wanted[1]).toBe(43 + 100_000 - 1);
  const before = conversation.handedIn;
  for (let i = 0; i < 99; i++) conversation.run([`s ${'x'.repeat(1000)}`]);
  expect(conversation.handedIn).toBe(before);
  conversation.run([`s ${'x'.repeat(1000)}HTTP/1.1 204 \r\n\r\n`]);
  expect(conversation.analysis.counts(0)).toEqual({
    requests: 1,
    responses: 2,
    pipelinedRequests: 0,
    maxPipelineDepth: 1,
  });
});

test('tunnels within tunnels are followed only so far', () => {
  const { messages, wanted } = converse(
    Array.from({ length: 100 }, () => ['c CONNECT a:80 HTTP/1.1\r\n\r\n', 's HTTP/1.1 200 OK\r\n\r\n']).flat(),
  );
  expect(messages).toHaveLength(2 * (MAX_STREAM_DEPTH + 1));
  expect(wanted).toEqual([Infinity, Infinity]);
});

test('a tunnel that opens when one direction has ended does not stay open', () => {
  const { lines, analysis } = converse(['c GET / HTTP/1.1\r\n\r\n', 'c.fin', 's HTTP/1.1 101 OK\r\n\r\n', 's.fin']);
  expect(lines).toEqual(['c 0+18+0 GET / -> 1', 's 0+19+0 101 -> 0']);
  expect(analysis.openConnections).toBe(0);
});

test('what begins like a request and is none does not hide the responses', () => {
  const steps = ['c GET /a HTTP/1x\r\n\r\n', 's HTTP/1.1 204 \r\n\r\n', 'c.fin', 's.fin'];
  for (const pieces of [
    steps,
    steps.flatMap((step) => (step[1] === ' ' ? [...step.slice(2)].map((byte) => `${step[0]} ${byte}`) : [step])),
  ]) {
    expect(converse(pieces).lines).toEqual(['s 0+17+0 204']);
  }
});

test('a message that is under way is described as far as its body has come', () => {
  const conversation = converse([GET, 's HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nab', 's cdefg', 's hij']);
  expect(conversation.handedIn).toBeLessThan(70);
  expect(conversation.messages[1]).toMatchObject({
    bodyBytes: 10,
    lastFrame: 4,
    end: 0.004,
    complete: false,
    endStreamOffset: 50,
  });
  expect(conversation.run(['s~80', 's 1234567890']).messages[1]).toMatchObject({
    bodyBytes: 100,
    complete: false,
    notes: ['bytes_missing'],
    endStreamOffset: 140,
  });
});
