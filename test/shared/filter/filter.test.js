import { readFileSync } from 'node:fs';

import { compileFilter } from '../../../lib/shared/filter/compile.js';
import { completeFilter } from '../../../lib/shared/filter/complete.js';
import { FIELDS } from '../../../lib/shared/filter/fields.js';
import { FilterError } from '../../../lib/shared/filter/lex.js';
import { wiresharkFilter } from '../../../lib/shared/filter/wireshark.js';
import fc from '../../support/properties.js';

/** @typedef {import('../../../lib/shared/filter/compile.js').Known} Value */

/** @type {Record<string, Value>} */
const WEB = {
  flow: 3,
  client: '10.0.0.2',
  server: '192.0.2.80',
  address: ['10.0.0.2', '192.0.2.80'],
  'client.port': 50000,
  'server.port': 443,
  port: [50000, 443],
  state: 'closed',
  protocol: 'http/1.1',
  host: ['example.org', 'static.example.org'],
  target: ['/', '/a?x=1&y=2'],
  guessed: false,
  packets: 100,
  retransmissions: 3,
  'server.retransmissions': 3,
  bytes: 120_000,
  rtt: 0.02,
  'rtt.max': null,
  start: 1.5,
  duration: 2,
  rate: 480_000,
  stream: 3,
  method: ['GET', 'POST'],
  status: [200, 404],
  'tls.sni': null,
  'tcp.analysis.retransmission': true,
  'tcp.analysis.zero_window': false,
};
const FRAMES = [3, 7, 12];
const TEXT = '10.0.0.2:50000\n192.0.2.80:443\nclosed\nexample.org /';

/** @param {string} filter @param {Record<string, Value>} [values] */
const fits = (filter, values = WEB) =>
  compileFilter(filter)({
    reader: (name) => () => values[name] ?? null,
    whole: () => () => 100,
    text: () => TEXT,
    hasFrame: (_, from, to) => FRAMES.some((frame) => frame >= from && frame <= to),
  })(0);

test.each([
  [''],
  ['  '],
  ['example'],
  ['EXAMPLE.org'],
  [':443'],
  ['"192.0.2.80:443"'],
  ['example closed'],
  ['retransmissions > 2 %'],
  ['retransmissions > 2%'],
  ['retransmissions >= 3'],
  ['retransmissions > 2 % && server.port == 443'],
  ['client == 10.0.0.2'],
  ['client == 10.0.0.0/8'],
  ['address == 192.0.2.0/24'],
  ['server != 10.0.0.0/8'],
  ['port == 443'],
  ['port in {80, 443}'],
  ['port in { 80 443 }'],
  ['rtt <= 20ms'],
  ['rtt <= 20 ms'],
  ['rtt == 0.02'],
  ['rtt > 19999us'],
  ['duration < 1 min'],
  ['bytes > 100 kB'],
  ['bytes > 0.1MiB'],
  ['rate < 1 Mbit/s'],
  ['host contains static'],
  ['host == example.org'],
  ['target contains "x=1&y"'],
  ['state == CLOSED'],
  ['protocol in {http/1.1 tls}'],
  ['!guessed'],
  ['not guessed and flow == 3'],
  ['flow == 1 || flow == 3'],
  ['flow == 1 or (flow == 3 and !guessed)'],
  ['!(flow == 1)'],
  ['! ! example'],
  ['/a?x=1 || closed'],
  ['tcp.stream eq 3'],
  ['tcp.port == 443 and ip.addr == 10.0.0.0/8'],
  ['tcp.port in {80, 440..443}'],
  ['http.host == "static.example.org"'],
  ['http.request.method'],
  ['http.request.method in {POST, PUT} && http.response.code ge 400'],
  ['status in {400..499}'],
  ['http.host matches "^static\\.EXAMPLE"'],
  ['http.host ~ "org$"'],
  ['tcp.analysis.retransmission'],
  ['tcp.analysis.retransmission == 1 && tcp.analysis.zero_window == false'],
  ['!tcp.analysis.zero_window'],
  ['guessed == 0'],
  ['frame.number == 7'],
  ['frame.number in {1..2, 12}'],
  ['frame < 4 && frame.number gt 11 && frame != 8'],
])('%s fits', (filter) => {
  expect(fits(filter)).toBe(true);
});

test.each([
  ['nowhere'],
  ['example nowhere'],
  ['retransmissions > 3'],
  ['retransmissions > 3 %'],
  ['client == 10.0.0.0/31'],
  ['client == 10.0.0.3'],
  ['client == ::1'],
  ['port != 443'],
  ['server == 192.0.2.81 && closed'],
  ['rtt < 20ms'],
  ['rtt.max > 0'],
  ['rtt.max <= 0'],
  ['rtt.max != 5'],
  ['host != example.org'],
  ['guessed'],
  ['!example'],
  ['flow == 1 || flow == 2'],
  ['flow == 3 && (flow == 1 || flow == 2)'],
  ['target contains "/b"'],
  ['tls.handshake.extensions_server_name'],
  ['tcp.analysis.zero_window'],
  ['tcp.analysis.retransmission != 1'],
  ['http.request.method == PUT'],
  ['status in {500..599}'],
  ['http.host ~ "^org"'],
  ['frame.number == 8'],
  ['frame.number > 12'],
  ['frame != 7'],
])('%s does not fit', (filter) => {
  expect(fits(filter)).toBe(false);
});

test.each([
  ['2001:db8::/32', '2001:db8:1::5', true],
  ['2001:db8::5', '2001:db8:0:0:0:0:0:5', true],
  ['::/0', '::1', true],
  ['2001:db8::/32', '2001:db9::5', false],
  ['0.0.0.0/0', '::1', false],
])('network %s holds %s: %s', (network, address, expected) => {
  expect(fits(`client == ${network}`, { client: address })).toBe(expected);
});

test.each([
  ['retransmisions > 2', 'There is no field “retransmisions”; did you mean retransmissions?', 0, 14],
  ['zebra > 2', 'There is no field “zebra”; F1 lists all fields.', 0, 5],
  ['flow == ', 'A value is missing after “==”.', 5, 7],
  ['flow == x', '“x” is not a number.', 8, 9],
  ['server.port=443', 'To compare, write == with two equal signs.', 11, 12],
  ['rtt > 1 ms & syn', 'To join two conditions, write && with two signs.', 11, 12],
  ['port = 443', 'To compare, write == with two equal signs.', 5, 6],
  ['rtt > 2kB', '“kb” is not a unit here; units are ns, us, µs, ms, s, min, h.', 6, 9],
  ['packets > 2kB', '“kb” is not allowed here: this is a plain number.', 10, 13],
  ['client == 10.0.0.256', '“10.0.0.256” is not an IP address', 10, 20],
  ['client == 10.0.0.0/33', 'The prefix length is 0 to 32 bits.', 10, 21],
  ['client > 10.0.0.1', 'client is not a number', 7, 8],
  ['state < closed', 'state is not a number, so it has no <', 6, 7],
  ['bytes contains 5', 'Only text fields have “contains”', 6, 14],
  ['guessed > 1', 'guessed is true or false; write just guessed, or !guessed.', 8, 9],
  ['guessed == 2', '“2” is neither 1 (true) nor 0 (false).', 11, 12],
  ['http.request.metod == GET', 'did you mean http.request.method?', 0, 18],
  ['tcp.analysis.retransmision', 'did you mean tcp.analysis.retransmission?', 0, 26],
  ['status in {1..2..3}', '“1..2..3” is not a range', 11, 18],
  ['rtt matches 5', 'Only text fields have “matches”', 4, 11],
  ['host matches "("', '“(” is not a regular expression.', 13, 16],
  ['host matches "(a+)+b"', 'none of a group', 13, 21],
  ['host matches ".*.*.*.*b"', 'A pattern can have up to 3 repeats', 13, 24],
  ['port in 80', '“in” needs a list, such as {80, 443}.', 5, 7],
  ['port in {80', 'This list is not closed', 8, 9],
  ['port in {}', 'The list is empty', 8, 10],
  ['(flow == 1', 'This parenthesis is not closed', 0, 1],
  ['flow == 1)', '“)” has nothing before it', 9, 10],
  ['flow == 1 &&', 'The end is missing', 12, 12],
  ['|| flow == 1', 'A field or a word is missing before “||”.', 0, 2],
  ['host == "exam', 'This quote is not closed', 8, 13],
])('%s: %s', (filter, message, from, to) => {
  let thrown = /** @type {unknown} */ (null);
  try {
    compileFilter(filter);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(FilterError);
  const error = /** @type {FilterError} */ (thrown);
  expect(error.message).toContain(message);
  expect([error.from, error.to]).toEqual([from, to]);
});

test('any text is a filter or an error that says where', () => {
  const piece = fc.constantFrom(
    'flow',
    'rtt',
    'host',
    'guessed',
    '==',
    '!=',
    '<',
    'in',
    'contains',
    '&&',
    '||',
    '!',
    '(',
    ')',
    '{',
    '}',
    ',',
    '"',
    '5',
    '2 %',
    '20ms',
    '10.0.0.0/8',
    'word',
    ' ',
    '=',
    'É',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((pieces) => pieces.join(' ')),
        fc.array(piece).map((pieces) => pieces.join('')),
      ),
      (filter) => {
        try {
          expect(typeof fits(filter)).toBe('boolean');
        } catch (error) {
          expect(error).toBeInstanceOf(FilterError);
          const { from, to } = /** @type {FilterError} */ (error);
          expect(from >= 0 && from <= to && to <= filter.length).toBe(true);
        }
        const completion = completeFilter(filter, filter.length);
        expect(completion.from).toBeLessThanOrEqual(completion.to);
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  ['', 'flow', true],
  ['ret', 'retransmissions', true],
  ['ret', 'server.retransmissions', true],
  ['flow ', '==', true],
  ['host ', 'contains', true],
  ['host ', '<', false],
  ['state == ', 'closed', true],
  ['state == cl', 'closed', true],
  ['protocol in {tls, ', 'http/2', true],
  ['flow == 1 ', '&&', true],
  ['flow == 1 && ', 'rtt', true],
  ['guessed ', '==', false],
  ['host == "a', 'flow', false],
  ['rtt > ', 'flow', false],
  ['tcp.a', 'tcp.analysis.retransmission', true],
  ['http.re', 'http.request.method', true],
  ['', 'tcp.stream', false],
  ['method == ', 'POST', true],
])('behind “%s” comes %s: %s', (filter, option, expected) => {
  expect(completeFilter(filter, filter.length).options.some(({ text }) => text === option)).toBe(expected);
});

test('what is completed takes the place of the word that was begun', () => {
  expect(completeFilter('flow == 1 && ret > 5', 16)).toMatchObject({ from: 13, to: 16 });
});

test('every field can be compared with something and be asked for', () => {
  /** @type {Record<string, string>} */
  const example = {
    count: '> 1',
    share: '> 1 %',
    time: '> 1 ms',
    bytes: '> 1 kB',
    rate: '> 1 kbit/s',
    port: '== 80',
    address: '== ::1',
    text: 'contains a',
    truth: '',
    frame: '== 1',
  };
  for (const { name, kind } of FIELDS) expect(() => compileFilter(`${name} ${example[kind]}`)).not.toThrow();
});

test.each([
  [[], null],
  [[4], 'tcp.stream == 4'],
  [[0, 2, 3, 4, 9], 'tcp.stream in {0, 2..4, 9}'],
  [[1, 2], 'tcp.stream in {1..2}'],
  [Array.from({ length: 1001 }, (_, i) => 2 * i), null],
])('connections %j are %s in Wireshark', (flows, expected) => {
  expect(wiresharkFilter({ flows })).toBe(expected);
});

test('every field is explained', () => {
  const page = readFileSync(new URL('../../../docs/filter.md', import.meta.url), 'utf8');
  const isOfDirection = (/** @type {string} */ name) => /^(client|server)\.(retransmissions|reordered)$/.test(name);
  const isFlag = (/** @type {string} */ name) => name.startsWith('tcp.analysis.');
  expect(
    FIELDS.filter(({ name }) => !isOfDirection(name) && !page.includes(`\`${isFlag(name) ? name.slice(13) : name}\``)),
  ).toEqual([]);
});
