import { looksLike } from '../../../../lib/transport/tcp/stack/fingerprint.js';
import { STACKS } from '../../../../lib/transport/tcp/stack/stacks.js';
import { connectionOf } from '../../../support/packets/connection.js';

/** @param {string} syn words of the script, which say its options, window and TTL */
const clientOf = (syn) =>
  connectionOf(`client SYN ${syn}`, '+20ms server SYN-ACK order M', 'client ACK').analysis.connections.describe(0).stack
    ?.client;

/** What a SYN looks like. @param {string} syn */
const of = (syn) => clientOf(syn)?.names.join(' or ') ?? null;

test.each([
  ['order MSTNW mss 1460 ws 7 win 64240', 'Linux'],
  ['order MSTNW mss 1460 ws 7 win 29184', 'gVisor'],
  ['order MSTNW mss 1400 ws 8 win 28000 ttl 44', 'Linux'],
  ['order MNWST mss 1460 ws 6 win 65535', 'FreeBSD'],
  ['order MNWNNTSE mss 1460 ws 5 win 65535', 'macOS'],
  ['order MNWSE mss 1460 ws 6 win 65535', 'FreeBSD or macOS'],
  ['order MNWNNS mss 1460 ws 8 win 64240 ttl 113', 'Windows'],
  ['order MNNS mss 1460 win 65535 ttl 128', 'Windows'],
  ['order MNNSNWNNT mss 1460 ws 3 win 16384', 'OpenBSD'],
  ['order STMNW mss 1460 ws 2 win 32806', 'Solaris'],
  ['order MWSE mss 1460 ws 3 win 65535', 'smoltcp'],
  ['order WSE ws 6 win 65535', 'ns-3'],
  ['order MNWNNS mss 1460 ws 2 win 5840 ttl 255', 'lwIP'],
  // an order, a time to live, or both, that no row has; too little to tell
  ['order WNMS mss 1460 ws 7 win 64240', null],
  ['order MNWNNS mss 1460 ws 8 win 64240 ttl 200', null],
  ['order M mss 1460 win 1024', null],
  ['win 1024', null],
])('a SYN with %s looks like %s', (syn, expected) => {
  expect(of(syn)).toBe(expected);
});

test('equal SYNs are looked up once, others for themselves', () => {
  const linux = 'order MSTNW mss 1460 ws 7 win 64240';
  expect(clientOf(linux)).toBe(clientOf(linux));
  expect([60, 64].map((ttl) => clientOf(`${linux} ttl ${ttl}`)?.reason)).toEqual([
    expect.stringContaining('TTL 60'),
    expect.stringContaining('TTL 64'),
  ]);
  expect(of(linux.replace('ws 7', 'ws 9').replace('64240', '29184'))).not.toBe(of(linux));
});

test('options that the snap length cut are no order', () => {
  expect(of('order MSTNW mss 1460 ws 7 win 64240 snap 60')).toBeNull();
});

test('the first SYN counts, and a SYN-ACK has what it was offered', () => {
  const { stack } = connectionOf(
    'client SYN order MNWNNS mss 1460 ws 8 win 64240 ttl 128',
    '+3s client SYN order M mss 1460 win 8192 ttl 128 seq 0',
    '+20ms server SYN-ACK order MNNSNW mss 1460 ws 7 win 64240',
    'client ACK',
  ).analysis.connections.describe(0);
  expect(stack?.client?.names).toEqual(['Windows']);
  expect(stack?.server?.names).toEqual(['Linux']);
  expect(stack?.server?.reason).toContain('SYN options mss,nop,nop,sackOK,nop,wscale; window 64240, shift 7; TTL 64');
});

const FACTS = { order: 'MNWSE', ttl: 64, window: 65535, mss: 1460, scale: 6 };

test('what packets show besides makes a likeness more or less, and tells apart what SYNs do not', () => {
  const plain = looksLike(FACTS)?.confidence ?? 0;
  expect(looksLike({ ...FACTS, clockHz: 1000, initialWindow: 10 })?.confidence).toBeGreaterThan(plain);
  expect(looksLike({ ...FACTS, clockHz: 10, initialWindow: 7 })?.confidence).toBeLessThan(plain);
  expect(looksLike({ ...FACTS, timeoutMs: 90 })?.names).toEqual(['macOS']);
});

test('never sure: every row at its best stays below', () => {
  for (const { orders, ttl, windows = [5840], scales = [0], ids, clocksHz } of STACKS) {
    const facts = { order: orders[0], ttl, window: windows[0], mss: 1460, scale: scales[0] };
    const looks = looksLike({ ...facts, ids: ids?.[0] ?? null, clockHz: clocksHz?.[0] ?? null, initialWindow: 10 });
    expect(looks?.confidence ?? 0).toBeLessThanOrEqual(0.9);
  }
});

/** A download with a loss, between ends whose SYNs say these. @param {string} client @param {string} server */
const download = (client, server) =>
  connectionOf(
    `client SYN mss 1460 ${client}`,
    `+20ms server SYN-ACK mss 1460 ${server}`,
    '+100us client ACK',
    'client "GET / HTTP/1.1\\r\\n\\r\\n"',
    '+20ms server ACK',
    'server data 4x1460',
    'server data 1460 lost',
    'server data 5x1460',
    ...Array.from({ length: 5 }, () => '+1ms client ACK'),
    '+20ms server again 5',
    '+1ms client ACK',
    '+20ms server data 4x1460',
    '+20ms client ACK',
  ).analysis;

test('a likeness is no verdict: nothing else that is said of a connection goes by it', () => {
  const [first, second] = [
    download('ws 7 order MSTNW', 'ws 7 order MSTNW'),
    download('ws 7 order WTSMN', 'ws 7 order WNTSM'),
  ].map((analysis) => {
    const senders = analysis.opened.describeSenders(0);
    return { flow: analysis.connections.describe(0), senders };
  });
  expect(first.flow.stack?.client?.names).toEqual(['Linux']);
  expect(second.flow.stack).toBeUndefined();
  expect({ ...first.flow, stack: undefined }).toEqual(second.flow);
  const without = (/** @type {typeof first} */ { senders }) =>
    senders.map((sender) => ({ ...sender, stack: undefined }));
  expect(without(first)).toEqual(without(second));
});
