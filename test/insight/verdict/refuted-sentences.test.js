/** First sentences whose usual sign was there, and something in the packets that refutes it. */
import { analysed } from '../../simulator/support/run.js';
import { connectionOf } from '../../support/packets/connection.js';
import { merge, pcap, script } from '../../support/packets/packets.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];
const GET = (path = '/a') => `client PSH "GET ${path} HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n"`;
const HEAD = (bytes = 2000, more = '') =>
  `server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: ${bytes}\\r\\n${more}\\r\\n"`;
const POST = (bytes = 500, more = '', pauseMs = 1) =>
  `+${pauseMs}ms client PSH "POST /a HTTP/1.1\\r\\nHost: a.test\\r\\nContent-Length: ${bytes}\\r\\n${more}\\r\\n"`;

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();

/** @param {string[]} lines */
function said(...lines) {
  const { analysis } = connectionOf(...SHAKE, ...lines);
  const { verdict, summary } = /** @type {any} */ (analysis.findings.ofCapture());
  return { sentence: verdict.sentence, summary };
}

describe('a server that waits to be asked', () => {
  const asked = (/** @type {number} */ pauseMs, /** @type {number} */ thinkMs) =>
    repeat(12, () => [
      `+${pauseMs}ms ${GET()}`,
      '+40ms server ACK',
      `+${thinkMs}ms ${HEAD()}`,
      'server data 2x1000',
      '+50us client ACK',
    ]);

  test('has no application that is slow', () => {
    expect(said(...asked(1, 1).slice(0, 5), ...asked(1500, 1)).sentence).toBe('Nothing wrong');
  });

  test('its own time to answer is its own', () => {
    expect(said(...asked(1, 90)).sentence).toMatch(/^Application limited/);
  });

  test('a client that asks nothing holds nothing back, though its requests are larger than the answers', () => {
    const posts = (/** @type {number} */ pauseMs) =>
      repeat(12, () => [POST(500, '', pauseMs), 'client PSH data 500', `+41ms ${HEAD(0)}`, '+1ms client ACK']);
    expect(said(...posts(1).slice(0, 4), ...posts(1500)).sentence).toBe('Nothing wrong');
  });

  test('what it writes in pieces is told before the wait for the first piece', () => {
    const pieces = repeat(10, () => ['+300ms server PSH data 1000', '+50us client ACK']);
    const asking = [`+1ms ${GET()}`, '+40ms server ACK', `+299ms ${HEAD(10_000)}`];
    expect(said(...asking, ...pieces).sentence).toMatch(/^Application limited · [23]\.\d+ of 3\.\d+ s/);
  });
});

describe('what failed', () => {
  const cut = [`+1ms ${GET()}`, `+40ms ${HEAD(9_000_000)}`];
  const flights = [10, 20, 40, 80].flatMap((n) => [`+39ms server data ${n}x1448`, '+20us client ACK']);

  test('is said before what limited the part that came', () => {
    expect(said(...cut, ...flights, '+39ms server FIN', 'client ACK').sentence).toBe('Response cut short');
  });

  test('a client that has enough is named behind it', () => {
    const steady = repeat(30, () => ['+39ms server data 20x1448', '+20us client ACK']);
    const { sentence } = said(...cut, ...flights, ...steady, 'client FIN', 'client RST-ACK');
    expect(sentence).toMatch(/^\S+.* limited · .* · Response cut short$/);
  });

  test('a reset that cuts an upload is not "after every request had been answered"', () => {
    const upload = [POST(90_000), ...repeat(3, () => ['+1ms client data 4x1448', '+40ms server ACK'])];
    const refusal = `server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nno"`;
    const { sentence, summary } = said(...upload, refusal, 'server RST-ACK');
    expect(sentence).toBe('Reset within a request');
    expect(summary).toMatch(/before it had received the whole request/);
  });

  test('a refusal without content is whole, though only a reset ends it', () => {
    const large = `+1ms client PSH "GET / HTTP/1.1\\r\\nHost: a.test\\r\\nCookie: ${'x'.repeat(1440)}\\r\\n\\r\\n"`;
    const refused = '+41ms server PSH "HTTP/1.1 431 Too Large\\r\\nConnection: close\\r\\n\\r\\n"';
    expect(said(large, refused, 'server RST-ACK').sentence).toBe('Large requests · refused with status 431');
    const found = '+41ms server PSH "HTTP/1.1 200 OK\\r\\nConnection: close\\r\\n\\r\\n"';
    expect(said(large, found, 'server RST-ACK').sentence).not.toMatch(/refused/);
  });
});

describe('a request of which the client owes the rest', () => {
  const late = '+3s server PSH "HTTP/1.1 408 Request Timeout\\r\\nContent-Length: 0\\r\\n\\r\\n"';

  test('keeps the server waiting, which is no think time', () => {
    const { sentence, summary } = said(POST(500), 'client PSH data 300', '+40ms server ACK', late, 'server FIN');
    expect(sentence).toMatch(/^Request incomplete · 3\.0\d? of/);
    expect(summary).toMatch(/300 bytes of 500 bytes came; .* until the server answered with status 408/);
  });

  test('is the server’s where it has no room for more, or the client had to ask first', () => {
    const full = said(POST(500), 'client PSH data 300', '+40ms server ACK win 0', `${late} win 0`, 'server FIN');
    expect(full.sentence).not.toMatch(/^Request incomplete/);
    const asking = said(POST(500, 'Expect: 100-continue\\r\\n'), '+40ms server ACK', late, 'server FIN');
    expect(asking.sentence).toMatch(/^Server think time/);
  });
});

test('a request whose head comes in parts is the client’s, a server’s wait for the next one is not', () => {
  const [head, rest] = ['"GET /a"', '" HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n"'];
  const answer = ['+40ms server ACK', `+1ms ${HEAD()}`, 'server data 2x1000', '+50us client ACK'];
  const parts = said(`+1ms client PSH ${head}`, '+40ms server ACK', `+1500ms client PSH ${rest}`, ...answer);
  expect(parts.sentence).toMatch(/^Application limited · 1\.5\d? of/);
  expect(parts.summary).toMatch(/the client had nothing to send/);
  expect(said(`+1ms ${GET()}`, ...answer, `+1500ms ${GET()}`, ...answer).sentence).toBe('Nothing wrong');
});

test('that every request failed stands beside what limited an upload', () => {
  const upload = repeat(30, () => ['+50us client data 10x1448', '+40ms server ACK']);
  const refusal = 'server PSH "HTTP/1.1 413 Too Large\\r\\nContent-Length: 0\\r\\n\\r\\n"';
  const { sentence } = said(POST(900_000), ...upload, refusal, 'server FIN', '+50us client ACK', 'client FIN');
  expect(sentence).toMatch(/ · Every request failed$/);
});

describe('a response whose end only the close marks', () => {
  const page = (/** @type {string} */ fields) => [
    `+1ms ${GET()}`,
    `+41ms server PSH "HTTP/1.0 200 OK\\r\\n${fields}\\r\\n"`,
    'server data 2x1000',
    '+50us client ACK',
  ];
  const close = (/** @type {string} */ end) => [`+4s ${end} FIN`, 'client ACK', 'client FIN', '+40ms server ACK'];

  test('is over when the server closes', () => {
    const { sentence, summary } = said(...page('Server: old\\r\\n'), ...close('server'));
    expect(sentence).toMatch(/^Response ended late · 4\.0\d? of 4\.\d+ s/);
    expect(summary).toMatch(/only when the server closed the connection, 4\.00 s after its last byte/);
  });

  test('is not late with a length, or where the client had enough, or for events', () => {
    expect(said(...page('Content-Length: 2000\\r\\n'), ...close('server')).sentence).toBe('Nothing wrong');
    expect(said(...page('Server: old\\r\\n'), ...close('client')).sentence).not.toMatch(/late/);
    expect(said(...page('Content-Type: text/event-stream\\r\\n'), ...close('server')).sentence).not.toMatch(/late/);
  });
});

describe('captured at the receiver, a short segment behind an acknowledgement', () => {
  const ONCE = [`client SYN ${OPTIONS}`, `+20us server SYN-ACK ${OPTIONS}`, '+40ms client ACK'];
  const titled = (/** @type {string[]} */ ...lines) => {
    const { analysis } = connectionOf(...ONCE, ...lines);
    return /** @type {any} */ (analysis.connections.describe(0)).verdict.sentence;
  };

  test('that an answer came along with was not held back', () => {
    const asked = (/** @type {number} */ k) => [
      `+${40_000 + 100 * (k % 3)}us client PSH data 52`,
      '+60us client PSH data 400',
      '+20us server ACK',
      '+70us server PSH data 68',
    ];
    expect(titled(...repeat(20, asked))).not.toMatch(/Nagle/);
  });

  test('that nothing came along with was', () => {
    const held = () => [
      '+40ms client PSH data 52',
      '+45ms server ACK',
      '+40ms client PSH data 400',
      '+1ms server PSH data 68',
    ];
    expect(titled(...repeat(20, held))).toMatch(/^Nagle and delayed ACK/);
  });
});

test('little that the capture lacks does not lead, much does', () => {
  const lacking = (/** @type {number} */ bytes) => [
    ...repeat(40, () => ['+100ms server PSH data 9x1448', 'server PSH data 700', '+20us client ACK']),
    `server data ${bytes} uncaptured`,
    '+20us client ACK',
    ...repeat(2, () => ['+100ms server PSH data 10x1448', '+20us client ACK']),
  ];
  const little = said('+1ms client data 100', ...lacking(1448));
  expect(little.sentence).toMatch(/^Application limited/);
  expect(little.summary).toMatch(/packets are missing from the capture/);
  expect(said('+1ms client data 100', ...lacking(14_480)).sentence).toBe('Packets missing from the capture');
});

describe('a host that is asked, and asks another one meanwhile', () => {
  /** @param {{ startMs: number, thinkMs: number }} other */
  const beside = ({ startMs, thinkMs }) => {
    const ends = { client: '10.0.0.1:40000', server: '10.0.0.2:80' };
    const proxied = script(ends, ...SHAKE, `+1ms ${GET('/p')}`, '+40ms server ACK', `+2s ${HEAD(0)}`, 'client ACK');
    const behind = script(
      { client: '10.0.0.2:50000', server: '10.0.0.3:9000', startNs: startMs * 1e6 },
      ...SHAKE,
      `+1ms ${GET('/upstream')}`,
      '+40ms server ACK',
      `+${thinkMs}ms ${HEAD(0)}`,
      'client ACK',
    );
    return /** @type {any} */ (analysed(pcap(merge(proxied, behind))).findings.ofCapture()).verdict.sentence;
  };

  test('was not what took the time', () => {
    expect(beside({ startMs: 82, thinkMs: 1870 })).toMatch(/^Server think time · 1\.87 s in 1 of 2 .*upstream/);
  });

  test('was where the other one answered sooner, or was asked later', () => {
    expect(beside({ startMs: 82, thinkMs: 900 })).toMatch(/in 2 of 2 connections/);
    expect(beside({ startMs: 900, thinkMs: 1870 })).toMatch(/in 2 of 2 connections/);
  });
});

test('of one direction alone no limit is told', () => {
  const { analysis } = connectionOf(...repeat(60, () => ['+1ms client ACK 1 data 1000', 'server ACK uncaptured']));
  expect(/** @type {any} */ (analysis.findings.ofCapture()).verdict).toMatchObject({ code: 'one_way', limit: null });
});
