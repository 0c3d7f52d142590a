import { namesInAnswer } from '../../lib/name-resolution/dns-message.js';
import { MAX_DNS_ALIASES, MAX_DNS_RECORDS } from '../../lib/name-resolution/limits.js';
import { join } from '../packet/bytes.js';
import { dnsMessage } from '../support/dns.js';
import fc from '../support/properties.js';

const A = [192, 0, 2, 1];
const B = [192, 0, 2, 2];
const V6 = [0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9];
/** @param {Uint8Array} message */
const read = (message) =>
  namesInAnswer(join([7, 7, 7], message, [9]), 3, 3 + message.length).map(({ address, name }) => `${address} ${name}`);

/** @typedef {Parameters<typeof dnsMessage>[0]} Message */
/** @type {[what: string, message: Message, names: string[]][]} */
const MESSAGES = [
  [
    'an address',
    { question: 'a.example', records: [{ name: 'a.example', type: 'A', data: A }] },
    ['192.0.2.1 a.example'],
  ],
  [
    'compressed names',
    {
      question: 'a.example',
      records: [
        { name: '@12', type: 'A', data: A },
        { name: 'www@14', type: 'AAAA', data: V6 },
      ],
    },
    ['192.0.2.1 a.example', '2001:db8::9 www.example'],
  ],
  [
    'aliases lead to what was asked for, in whatever order',
    {
      question: 'www.example',
      records: [
        { name: 'edge.cdn.example', type: 'A', data: A },
        { name: 'edge.cdn.example', type: 'A', data: B },
        { name: 'www.example', type: 'CNAME', data: 'cdn.example' },
        { name: 'cdn.example', type: 'CNAME', data: 'edge.cdn.example' },
      ],
    },
    ['192.0.2.1 www.example', '192.0.2.2 www.example'],
  ],
  [
    'aliases of each other',
    {
      records: [
        { name: 'a', type: 'CNAME', data: 'b' },
        { name: 'b', type: 'CNAME', data: 'a' },
        { name: 'a', type: 'A', data: A },
      ],
    },
    [`192.0.2.1 ${MAX_DNS_ALIASES % 2 ? 'b' : 'a'}`],
  ],
  [
    'case is no part of a name; odd bytes are written by number',
    {
      question: 'wWw.eX',
      records: [
        { name: 'wWw.eX', type: 'A', data: A },
        { name: 'a b.\xe9', type: 'A', data: B },
      ],
    },
    ['192.0.2.1 www.ex', '192.0.2.2 a\\032b.\\233'],
  ],
  [
    'reverse look-ups',
    {
      records: [
        { name: '1.2.0.192.in-addr.arpa', type: 'PTR', data: 'host.example' },
        { name: '300.2.0.192.in-addr.arpa', type: 'PTR', data: 'no.example' },
        { name: `9.0.0.0.${'0.'.repeat(20)}8.b.d.0.1.0.0.2.ip6.arpa`, type: 'PTR', data: 'six.example' },
        { name: '_http._tcp.local', type: 'PTR', data: 'printer.local' },
      ],
    },
    ['192.0.2.1 host.example', '2001:db8::9 six.example'],
  ],
  [
    'multicast DNS: additional records',
    { flags: 0x8400, additional: [{ name: 'printer.local', type: 'A', data: A }] },
    ['192.0.2.1 printer.local'],
  ],
  [
    'other types, and addresses of another length',
    {
      records: [
        { name: 'a', type: 'TXT', data: A },
        { name: 'a', type: 'A', data: V6 },
        { name: '', type: 'A', data: A },
      ],
    },
    [],
  ],
  ['a query', { flags: 0x0100, question: 'a', records: [{ name: 'a', type: 'A', data: A }] }, []],
  ['an error', { flags: 0x8183, question: 'a', records: [{ name: 'a', type: 'A', data: A }] }, []],
  [
    'a pointer to itself, and forward',
    {
      records: [
        { name: '@12', type: 'A', data: A },
        { name: 'b', type: 'A', data: A },
      ],
    },
    [],
  ],
];

test.each(MESSAGES)('%s', (_what, message, names) => {
  expect(read(dnsMessage(message))).toEqual(names);
});

test('a message that is cut gives what comes before', () => {
  const whole = dnsMessage({
    records: [
      { name: 'a.example', type: 'A', data: A },
      { name: 'b.example', type: 'A', data: B },
    ],
  });
  expect(read(whole.slice(0, whole.length - 1))).toEqual(['192.0.2.1 a.example']);
  for (let length = 0; length < whole.length; length++) expect(read(whole.slice(0, length)).length).toBeLessThan(2);
});

test('records are read up to a limit', () => {
  expect(
    read(dnsMessage({ records: new Array(MAX_DNS_RECORDS + 5).fill({ name: 'a', type: 'A', data: A }) })),
  ).toHaveLength(MAX_DNS_RECORDS);
});

test('any bytes: no throw, no endless name', () => {
  const hostile = fc.array(fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0xc0, 0, 12, 1, 28)), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(hostile, (bytes) => {
      const names = read(join([0, 0, 0x80, 0, 0, 2, 0, 9, 0, 0, 0, 3], bytes));
      expect(names.every((name) => name.length < 4 * 255 + 50)).toBe(true);
    }),
    { numRuns: 1000, seed: 4 },
  );
});
