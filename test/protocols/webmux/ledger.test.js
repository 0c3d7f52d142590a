/** Credit: balances, where the first credit is known from, and what counts as a stall. */
import { assumedCredit, sessionLedgers } from '../../../lib/protocols/webmux/ledger.js';
import { muxTotals } from '../../../lib/protocols/webmux/summary.js';
import { muxStream } from '../../support/mux.js';
import { Reading } from './support/reading.js';

/** @typedef {import('../../support/mux.js').Message} Message */

const OPEN_1996 = { session: 3, syn: 80, filler: true };
const OPEN_1998 = { session: 2, syn: 80 };
const data = (/** @type {number} */ length, /** @type {Message} */ rest = {}) => ({
  session: 3,
  payload: 'x'.repeat(length),
  ...rest,
});

/**
 * Each step is a frame, 1 ms after the one before.
 * @param {'1996'|'1998'} format
 * @param {[0|1, ...Message[]][]} steps
 */
function converse(format, steps) {
  const reading = new Reading(format);
  for (const [endpoint, ...messages] of steps) reading.push(endpoint, muxStream(format, ...messages));
  return reading.end('capture_end');
}

/** @param {Reading} reading @param {number} [credit] */
const books = ({ table, record }, credit) => sessionLedgers(table, record, credit);

test('the balance is initial credit, plus what the peer granted, less payload; headers and padding are free', () => {
  const [
    {
      directions: [client, server],
    },
  ] = books(
    converse('1996', [
      [0, OPEN_1996, data(101)],
      [1, data(1000), data(513)],
      [0, { session: 3, credit: 1513 }],
    ]),
  );
  expect(client).toMatchObject({
    fragments: 1,
    bytes: 101,
    creditMessages: 0,
    initialCredit: 4096,
    initialCreditFrom: 'assumed',
    balance: 3995,
    lowestBalance: 3995,
  });
  expect(server).toMatchObject({
    fragments: 2,
    bytes: 1513,
    creditMessages: 1,
    creditBytes: 1513,
    balance: 4096,
    lowestBalance: 2583,
  });
});

test('payload of a SYN counts, the reason of a reset does not', () => {
  const [
    {
      directions: [client],
    },
  ] = books(
    converse('1998', [
      [0, { session: 2, syn: 80, long: true, payload: 'abcdef' }, { session: 2, rst: true, payload: 'urn:x\0no\0' }],
    ]),
  );
  expect(client).toMatchObject({ bytes: 6, balance: 16378, ended: 'rst' });
});

test.each(
  /** @type {['1996'|'1998', Message[], number][]} */ ([
    ['1996', [OPEN_1996], 4096],
    ['1998', [OPEN_1998, { session: 2, payload: 'abc' }], 16384],
    [
      '1998',
      [
        { session: 2, syn: 80, long: true, payload: 'abc', padTo: 8 },
        { session: 2, fin: true },
      ],
      65536,
    ],
    [
      '1998',
      [
        { session: 2, syn: 80, long: true, payload: 'abc' },
        { session: 2, fin: true },
      ],
      16384,
    ],
  ]),
)('the first credit is assumed by format and padding: %s %j', (format, messages, expected) => {
  expect(assumedCredit(converse(format, [[0, ...messages]]).record)).toBe(expected);
});

test('the user may say what it is', () => {
  const [
    {
      directions: [client],
    },
  ] = books(converse('1996', [[0, OPEN_1996, data(100)]]), 2048);
  expect(client).toMatchObject({ initialCredit: 2048, initialCreditFrom: 'given', balance: 1948 });
});

test("SetDefaultCredit counts for sessions opened later, in the other end's direction", () => {
  const [before, after] = books(converse('1998', [[0, OPEN_1998, { code: 4, value: 40000 }, { session: 4, syn: 80 }]]));
  expect(before.directions.map(({ initialCredit }) => initialCredit)).toEqual([16384, 16384]);
  expect(after.directions.map(({ initialCredit, initialCreditFrom }) => [initialCredit, initialCreditFrom])).toEqual([
    [16384, 'assumed'],
    [40000, 'set'],
  ]);
});

test('credit that comes before the SYN is kept for the session', () => {
  const [
    {
      directions: [, server],
    },
  ] = books(converse('1998', [[0, { session: 2, credit: 5000 }, OPEN_1998]]));
  expect(server).toMatchObject({ creditMessages: 1, balance: 21384 });
});

test('credit of 0 is no limit in the 1998 format', () => {
  const [
    {
      directions: [, server],
    },
  ] = books(
    converse('1998', [
      [0, OPEN_1998, { session: 2, credit: 0 }],
      [1, { session: 2, long: true, payload: 'x'.repeat(100_000) }],
    ]),
  );
  expect(server).toMatchObject({
    isUnlimited: true,
    initialCreditFrom: 'assumed',
    lowestBalance: 16384,
    isBlocked: false,
  });
});

test("late credit is the old session's; the next one with that id starts anew", () => {
  const [first, second] = books(
    converse('1996', [
      [0, OPEN_1996, { session: 3, fin: true }],
      [1, data(600, { fin: true })],
      [0, { session: 3, credit: 600 }, OPEN_1996],
    ]),
  );
  expect([first.useOfId, first.directions[1].balance, second.useOfId, second.directions[1].balance]).toEqual([
    1, 4096, 2, 4096,
  ]);
});

test('more than the assumed credit was sent: it must have been more', () => {
  const reading = converse('1996', [
    [0, OPEN_1996],
    [1, ...new Array(10).fill(data(512))],
    [0, { session: 3, credit: 5120 }],
  ]);
  const [
    {
      directions: [, server],
    },
  ] = books(reading);
  expect(server).toMatchObject({ initialCredit: 9 * 512 + 1, initialCreditFrom: 'inferred', lowestBalance: 1 - 512 });
  const young = converse('1998', [
    [0, OPEN_1998],
    [1, { session: 2, payload: 'x'.repeat(20_000) }],
  ]);
  expect(books(young)[0].directions[1]).toMatchObject({
    initialCredit: 20_000,
    initialCreditFrom: 'inferred',
    lowestBalance: 0,
  });
});

/**
 * A document in fragments of 512, of which a grant releases so many; the first credit is for some more.
 * @param {number} grants
 * @param {number} perGrant
 * @param {number} ahead
 */
function waitsForGrants(grants, perGrant, ahead) {
  const fragments = (/** @type {number} */ count) => Array.from({ length: count }, () => data(512));
  /** @type {[0|1, ...Message[]][]} */
  const steps = [
    [0, OPEN_1996],
    [1, ...fragments(ahead)],
  ];
  for (let i = 0; i < grants; i++) steps.push([0, { session: 3, credit: perGrant * 512 }], [1, ...fragments(perGrant)]);
  return converse('1996', steps);
}

test('a sender that waits for each grant had no more than that: a receiver grants when half of the credit is consumed', () => {
  const [
    {
      directions: [, server],
    },
  ] = books(waitsForGrants(8, 3, 4));
  expect(server).toMatchObject({ initialCredit: 2048, initialCreditFrom: 'inferred', lowestBalance: 0 });
  expect(server.stalls.length).toBe(8);
  expect(books(waitsForGrants(2, 3, 4))[0].directions[1]).toMatchObject({
    initialCredit: 4096,
    initialCreditFrom: 'assumed',
  });
});

test('the credit is the least that allows what was sent, where that is no power of two', () => {
  expect(books(waitsForGrants(8, 3, 5))[0].directions[1]).toMatchObject({
    initialCredit: 4 * 512 + 1,
    initialCreditFrom: 'inferred',
    lowestBalance: 1 - 512,
  });
});

test('a sender of which nothing shows that it waited may have had the assumed credit', () => {
  const /** @type {[0|1, ...Message[]][]} */ steps = [[0, OPEN_1996]];
  for (let i = 0; i < 8; i++) {
    steps.push([1, ...Array.from({ length: 3 }, () => data(512))], [0, { session: 3, credit: 1536 }, data(20)]);
  }
  expect(books(converse('1996', steps))[0].directions[1]).toMatchObject({
    initialCredit: 4096,
    initialCreditFrom: 'assumed',
  });
});

test('above what is assumed a power of two is taken, if it is the only one that the grants allow', () => {
  expect(books(waitsForGrants(8, 9, 15))[0].directions[1]).toMatchObject({
    initialCredit: 8192,
    initialCreditFrom: 'inferred',
  });
});

/**
 * @type {[string, '1996'|'1998', [0|1, ...Message[]][], [number, number, number, number][]][]} start, credit, end in
 *   ms; balance
 */
const STALLS = [
  [
    'nothing left, then credit, then data',
    '1996',
    [
      [0, OPEN_1996],
      [1, data(4096)],
      [0, { session: 3, credit: 2048 }],
      [1, data(512)],
    ],
    [[2, 3, 4, 0]],
  ],
  [
    'overdrawn',
    '1996',
    [
      [0, OPEN_1996],
      [1, data(4000), data(512)],
      [0, { session: 3, credit: 2048 }],
      [1, data(512)],
    ],
    [[2, 3, 4, -416]],
  ],
  [
    'too little left for the next fragment',
    '1998',
    [
      [0, OPEN_1998],
      [1, { session: 2, payload: 'x'.repeat(16_000) }],
      [0, { session: 2, credit: 9000 }],
      [1, { session: 2, payload: 'x'.repeat(1000) }],
    ],
    [[2, 3, 4, 384]],
  ],
  [
    'who overdraws would have sent with anything left',
    '1996',
    [
      [0, OPEN_1996],
      [1, data(4000), data(512)],
      [0, { session: 3, credit: 600 }],
      [1, data(100)],
      [0, { session: 3, credit: 2048 }],
      [1, data(512)],
    ],
    [[2, 3, 4, -416]],
  ],
  [
    'enough was left',
    '1996',
    [
      [0, OPEN_1996],
      [1, data(2000)],
      [0, { session: 3, credit: 2000 }],
      [1, data(512)],
    ],
    [],
  ],
  [
    'no credit came between',
    '1996',
    [
      [0, OPEN_1996],
      [1, data(4095)],
      [1, data(512)],
    ],
    [],
  ],
  [
    'it answered, and was asked again',
    '1996',
    [
      [0, OPEN_1996],
      [1, data(4096)],
      [0, { session: 3, credit: 4096 }],
      [0, data(10)],
      [1, data(512)],
    ],
    [],
  ],
  [
    'it had ended a message',
    '1998',
    [
      [0, OPEN_1998],
      [1, { session: 2, push: true, payload: 'x'.repeat(16_384) }],
      [0, { session: 2, credit: 9000 }],
      [1, { session: 2, payload: 'x' }],
    ],
    [],
  ],
  [
    'until there was no limit',
    '1998',
    [
      [0, OPEN_1998],
      [1, { session: 2, payload: 'x'.repeat(16_384) }],
      [0, { session: 2, credit: 0 }],
      [1, { session: 2, payload: 'x' }],
      [0, { session: 2, credit: 5 }],
      [1, { session: 2, payload: 'x' }],
    ],
    [[2, 3, 4, 0]],
  ],
];

test.each(STALLS)('stall: %s', (_name, format, steps, expected) => {
  const [
    {
      directions: [, server],
    },
  ] = books(converse(format, steps));
  expect(
    server.stalls.map(({ startNs, creditNs, endNs, balance }) => [startNs / 1e6, creditNs / 1e6, endNs / 1e6, balance]),
  ).toEqual(expected);
  expect(server.stalledNs).toBe(expected.reduce((sum, [start, , end]) => sum + (end - start) * 1e6, 0));
});

test('a direction without credit that never ends is blocked', () => {
  const steps = /** @type {[0|1, ...Message[]][]} */ ([
    [0, OPEN_1996],
    [1, data(4096)],
  ]);
  expect(books(converse('1996', steps))[0].directions[1].isBlocked).toBe(true);
  expect(books(converse('1996', [...steps, [1, { session: 3, fin: true }]]))[0].directions[1].isBlocked).toBe(false);
});

test('every byte is payload, header, padding or control', () => {
  const streams = /** @type {const} */ ([
    muxStream(
      '1998',
      { code: 1, payload: 'urn:a' },
      OPEN_1998,
      { session: 2, payload: 'abcde' },
      { session: 2, credit: 5 },
      { session: 2, rst: true, payload: 'urn:x\0no\0' },
    ),
    muxStream('1998', { session: 2 }),
  ]);
  const { table, record } = new Reading('1998').push(0, streams[0]).push(1, streams[1]).end();
  const [client, server] = muxTotals(table, record);
  expect([client.totalBytes, server.totalBytes]).toEqual(streams.map(({ length }) => length));
  expect({ ...client }).toEqual({
    messages: 5,
    dataFragments: 1,
    emptyFragments: 0,
    controlMessages: 2,
    creditMessages: 1,
    payloadBytes: 5,
    headerBytes: 4 + 4 + 4 + 9,
    paddingBytes: 3 + 3,
    controlBytes: 12 + 4,
    creditBytes: 4,
  });
  expect(server).toMatchObject({ messages: 1, emptyFragments: 1, payloadBytes: 0 });
});
