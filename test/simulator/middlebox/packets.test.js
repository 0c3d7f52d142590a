/** Boxes that change or drop packets one by one, and how hosts refuse them. */
import { around, of } from '../support/around.js';

test('routers count the TTL down, and say so where it ends', () => {
  const { before, after } = around({ kind: 'router', routers: 5 });
  expect([before[0].ttl, after[0].ttl]).toEqual([64, 59]);
  const loop = around({ kind: 'router', routers: 64 }, { seconds: 1 });
  expect(loop.before[1]).toMatchObject({ from: 'router', flags: 'icmp 11.0' });
  expect(loop.after).toEqual([]);
});

describe('a link that takes smaller packets', () => {
  const traffic = { kind: 'service', clientLimitMs: 5000, requests: [{ responseBytes: 20_000 }] };

  test('is named with its MTU (RFC 1191)', () => {
    const { before, after } = around({ kind: 'router', mtuBytes: 1400 }, { traffic });
    const error = after.find(({ from }) => from === 'router');
    expect(error).toMatchObject({ flags: 'icmp 3.4', quoted: { length: 1500, mtu: 1400 } });
    expect(Math.max(...before.map(({ length }) => length))).toBeLessThan(1400);
  });

  test('or is a black hole', () => {
    const { before, after } = around({ kind: 'router', mtuBytes: 1400, isSilent: true }, { traffic });
    expect(after.some(({ from }) => from === 'router')).toBe(false);
    expect(of(before, 'server').every(({ length }) => length < 1400)).toBe(true);
  });
});

test('a router with receive offload joins a burst, and names a length that was never sent', () => {
  const { before, after, summary } = around(
    { kind: 'joining-router' },
    { traffic: { kind: 'service', requests: [{ responseBytes: 60_000 }] } },
  );
  const error = after.find(({ from }) => from === 'router');
  expect(error).toMatchObject({ flags: 'icmp 3.4' });
  expect(error?.quoted?.mtu).toBe(1500);
  expect(error?.quoted?.length).toBeGreaterThan(2 * 1448);
  expect(Math.max(...after.map(({ length }) => length))).toBeLessThanOrEqual(1460);
  expect(of(before, 'server').length).toBeLessThan(of(after, 'server').length);
  expect(summary.complete).toBe(true); // one by one the repeats pass
});

test('the MSS of SYNs is lowered, and never raised', () => {
  const { before, after } = around({ kind: 'mss-clamp', mss: 1200 }, { clientTcp: { mss: 1000 } });
  expect([before[0], after[0]].map(({ options }) => options.mss)).toEqual([[1000], [1000]]);
  expect(of(after, 'server')[0].options.mss).toEqual([1460]);
  expect(of(before, 'server')[0].options.mss).toEqual([1200]);
  expect(Math.max(...of(before, 'server').map(({ length }) => length))).toBeLessThanOrEqual(1000);
});

test('options are taken out of SYNs: neither end uses them', () => {
  const options = ['windowScale', 'sackPermitted', 'timestamps'];
  const { before, after, summary } = around({ kind: 'option-strip', options });
  expect(Object.keys(before[0].options).sort()).toEqual(['mss', 'sackOk', 'scale', 'timestamps']);
  expect(Object.keys(after[0].options)).toEqual(['mss']);
  expect(after.slice(1).every((packet) => !packet.options.timestamps)).toBe(true);
  expect(Math.max(...after.map(({ length }) => length))).toBe(1460);
  expect(summary.complete).toBe(true);
});

test('the scale taken out of the SYN-ACK only: the client reads the server’s window as bytes', () => {
  const { after, summary } = around(
    { kind: 'option-strip', options: ['windowScale'], of: 'synAck' },
    { traffic: { kind: 'bulk', from: 'client', bytes: 50_000 } },
  );
  expect(of(after, 'server')[0].options.scale).toHaveLength(1);
  const edges = of(after, 'server');
  const data = of(after, 'client').filter(({ length }) => length > 0);
  // after the SYN-ACK, whose window is never scaled, no more is in flight than the field says
  const later = data.filter(({ ms }) => ms > edges[3].ms + 21);
  expect(later.length).toBeGreaterThan(5);
  for (const { seq, length, ms } of later) {
    const known = edges.filter((edge) => edge.ms <= ms - 20);
    expect(seq + length).toBeLessThanOrEqual(Math.max(...known.map(({ ack, window }) => ack + Math.max(window, 1460))));
  }
  expect(summary.complete).toBe(true);
});

test('a damaged checksum: the receiver drops the packet before TCP, without a word', () => {
  const { after, summary } = around({ kind: 'damage', which: 'syn', most: 2 });
  expect(after.slice(0, 4).map(({ flags, isDamaged, from }) => [from, flags, isDamaged])).toEqual([
    ['client', 'S', true],
    ['client', 'S', true],
    ['client', 'S', false],
    ['server', 'SA', false],
  ]);
  expect(summary.complete).toBe(true);
});

test('a timestamp that goes back is refused with an acknowledgement (PAWS), and taken when it is right again', () => {
  const { before, summary } = around(
    { kind: 'timestamp-shift', atMs: 45, forMs: 400, backMs: 1000 },
    { traffic: { kind: 'service', requests: [{ responseBytes: 100_000 }] }, tcp: { initialWindowSegments: 2 } },
  );
  const at = before.findIndex(({ from, ms, length }) => from === 'server' && ms > 45 && length > 0);
  const known = of(before.slice(0, at), 'client').slice(-1)[0].ack;
  const answers = of(before, 'client').filter(({ ms }) => ms > before[at].ms && ms < 400);
  expect(answers.length).toBeGreaterThan(0);
  expect(answers.every(({ ack }) => ack <= known + 2 * 1448)).toBe(true);
  expect(summary.complete).toBe(true);
});

describe('TCP MD5 signatures (RFC 2385)', () => {
  const traffic = { kind: 'service', clientLimitMs: 4000, requests: [{ responseBytes: 3000 }] };
  const box = { kind: 'router' };
  const timestamps = { timestamps: false };

  test('with one key on both sides each segment bears one', () => {
    const { before, summary } = around(box, { traffic, tcp: { md5Key: 3, ...timestamps } });
    expect(before.every(({ options }) => options.md5)).toBe(true);
    expect(summary.complete).toBe(true);
  });

  test.each([
    [3, 0],
    [0, 3],
    [3, 4],
  ])('keys %d and %d: silence', (client, server) => {
    const clientTcp = { md5Key: client, ...timestamps };
    const { before } = around(box, { traffic, clientTcp, serverTcp: { md5Key: server, ...timestamps } });
    expect(before.length).toBeGreaterThan(1);
    expect(before.every(({ from, flags }) => from === 'client' && flags === 'S')).toBe(true);
  });
});

test('TCP_DEFER_ACCEPT: the SYN-ACK is repeated although acknowledged, until data come', () => {
  const traffic = { kind: 'service', requests: [{ responseBytes: 100, gapMs: 4000 }] };
  const { before, summary } = around({ kind: 'router' }, { traffic, serverTcp: { deferAccept: true } });
  const answers = of(before, 'server').filter(({ flags }) => flags === 'SA');
  expect(answers.length).toBeGreaterThan(1);
  expect(answers.every(({ ms }) => ms < 4020)).toBe(true);
  expect(summary.complete).toBe(true);
});

test('filters drop, refuse as a closed port does, or send ICMP', () => {
  const traffic = { kind: 'service', clientLimitMs: 2500, requests: [{ responseBytes: 100 }] };
  const [drop, reset, prohibited] = ['drop', 'reset', 'prohibited'].map((fate) =>
    around({ kind: 'filter', fate }, { traffic }),
  );
  expect(drop.before.every(({ flags }) => flags === 'S')).toBe(true);
  expect(reset.before[1]).toMatchObject({ from: 'server', flags: 'RA', ack: reset.before[0].seq + 1 });
  expect(prohibited.before[1]).toMatchObject({ from: 'router', flags: 'icmp 3.13' });
  const outage = around({ kind: 'filter', atMs: 25, forMs: 500 }, {});
  expect(outage.summary.complete).toBe(true);
  expect(of(outage.before, 'server').some(({ ms }) => ms > 30 && ms < 500)).toBe(false);
});
