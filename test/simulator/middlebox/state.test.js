/** Boxes that keep state of connections, or decide about them: what real ones do, packet by packet. */
import { around, of } from '../support/around.js';

const MIB = 2 ** 20;

test('a firewall that reads windows unscaled drops only what ends beyond the acknowledgement plus the field', () => {
  const { before, after } = around(
    { kind: 'unscaled-window' },
    { traffic: { kind: 'service', requests: [{ responseBytes: 300_000 }] } },
  );
  const passed = new Set(of(before, 'server').map(({ seq, ms }) => `${seq} ${Math.round(ms)}`));
  const sent = of(after, 'server').filter(({ length }) => length > 0);
  const stopped = sent.filter(({ seq, ms }) => !passed.has(`${seq} ${Math.round(ms)}`));
  expect(stopped.length).toBeGreaterThan(2);
  for (const packet of sent) {
    const edges = of(after.slice(0, after.indexOf(packet)), 'client').map(
      ({ flags, ack, window }) => (flags === 'S' ? of(after, 'server')[0].seq + 1 : ack) + window,
    );
    const isBeyond = packet.seq + packet.length > Math.max(...edges);
    expect([packet.ms, stopped.includes(packet)]).toEqual([packet.ms, isBeyond]);
  }
});

test('a SYN proxy answers with window 0, connects behind, then opens the window and shifts the sequence numbers', () => {
  const { before, after, summary } = around({ kind: 'syn-proxy' });
  expect(before.slice(0, 3).map(({ from, flags, window }) => [from, flags, window > 0])).toEqual([
    ['client', 'S', true],
    ['server', 'SA', false],
    ['client', 'A', true],
  ]);
  // its own round trip to the client: the server is 10 ms farther
  expect(before[1].ms).toBe(0);
  expect(after.slice(0, 3).map(({ from, flags }) => [from, flags])).toEqual([
    ['client', 'S'],
    ['server', 'SA'],
    ['client', 'A'],
  ]);
  const opened = of(before, 'server')[1];
  expect([opened.flags, opened.length, opened.window > 0]).toEqual(['A', 0, true]);
  const shift = (before[1].seq - after[1].seq + 2 ** 32) % 2 ** 32;
  expect(shift).toBeGreaterThan(0);
  const data = (/** @type {import('../support/around.js').Seen[]} */ list) =>
    of(list, 'server').filter(({ length }) => length > 0);
  expect(data(before).map(({ seq }) => (seq - shift + 2 ** 32) % 2 ** 32)).toEqual(data(after).map(({ seq }) => seq));
  const lastAck = (/** @type {import('../support/around.js').Seen[]} */ list) => of(list, 'client').slice(-1)[0].ack;
  expect((lastAck(before) - shift + 2 ** 32) % 2 ** 32).toBe(lastAck(after));
  expect(summary.complete).toBe(true);
});

describe('a firewall that shifts sequence numbers', () => {
  const upload = { kind: 'bulk', from: 'client', bytes: 200_000 };
  const sackOf = (/** @type {import('../support/around.js').Seen[]} */ list) =>
    of(list, 'server').filter(({ options }) => options.sack);

  test('and SACK blocks: each side sees its own numbers', () => {
    const { before, after } = around({ kind: 'sequence-shift' }, { traffic: upload, up: { dropData: [5] } });
    const [own, theirs] = [before[0].seq, after[0].seq];
    expect(own).not.toBe(theirs);
    const blocks = sackOf(before);
    expect(blocks.length).toBeGreaterThan(0);
    expect(blocks.map(({ options, ack }) => options.sack[0] - ack)).toEqual(
      sackOf(after).map(({ options, ack }) => options.sack[0] - ack),
    );
  });

  test('but not SACK blocks: they are beyond all that was sent, and the sender does without them', () => {
    const { before, after, summary } = around(
      { kind: 'sequence-shift', sack: false },
      { traffic: upload, up: { dropData: [5] } },
    );
    const blocks = sackOf(before);
    expect(blocks.map(({ options }) => options.sack)).toEqual(sackOf(after).map(({ options }) => options.sack));
    const highest = Math.max(...of(before, 'client').map(({ seq, length }) => seq + length));
    const lowest = Math.min(...of(before, 'client').map(({ seq }) => seq));
    expect(blocks.every(({ options: { sack } }) => sack[0] > highest || sack[1] < lowest)).toBe(true);
    expect(summary.complete).toBe(true);
  });
});

describe('a NAT that forgets', () => {
  const traffic = {
    kind: 'service',
    clientLimitMs: 5000,
    requests: [{ responseBytes: 100 }, { responseBytes: 100, gapMs: 20_000 }],
  };

  test('drops what comes after its idle time', () => {
    const { before, after } = around({ kind: 'forgetful-nat', idleMs: 10_000 }, { traffic });
    const late = of(before, 'client').filter(({ ms }) => ms > 15_000);
    expect(late.length).toBeGreaterThan(2);
    expect(after.filter(({ ms }) => ms > 15_000)).toEqual([]);
  });

  test('or resets it, with the sequence number that the other end expects', () => {
    const { before } = around({ kind: 'forgetful-nat', idleMs: 10_000, resets: true }, { traffic });
    const at = before.findIndex(({ flags }) => flags.includes('R'));
    expect(before[at]).toMatchObject({ from: 'server', flags: 'R', seq: before[at - 1].ack });
  });

  test('not before', () => {
    const { summary } = around({ kind: 'forgetful-nat', idleMs: 30_000 }, { traffic });
    expect(summary.complete).toBe(true);
  });
});

test('inspection resets both ends in the name of the other, with its own TTL and right numbers', () => {
  const { before, after } = around({ kind: 'inspecting-reset', ttl: 44 });
  const request = of(before, 'client').find(({ length }) => length > 0);
  const toClient = before.find(({ flags }) => flags.includes('R'));
  const toServer = after.find(({ flags }) => flags.includes('R'));
  expect(toClient).toMatchObject({ from: 'server', ttl: 44, seq: request?.ack });
  expect(toServer).toMatchObject({ from: 'client', ttl: 44, seq: Number(request?.seq) + Number(request?.length) });
});

test('after an anycast shift another host says that it has no such connection: RST without ACK, another TTL', () => {
  const traffic = { kind: 'service', requests: [{ responseBytes: 100 }, { responseBytes: 100, gapMs: 1000 }] };
  const { before, after } = around({ kind: 'anycast-shift', atMs: 500, ttl: 57 }, { traffic });
  const reset = before.find(({ flags }) => flags.includes('R'));
  const asked = of(before, 'client').find(({ ms }) => ms > 500);
  expect(reset).toMatchObject({ from: 'server', flags: 'R', ttl: 57, seq: asked?.ack });
  expect(of(after, 'client').filter(({ ms }) => ms > 500)).toEqual([]);
});

test('a balancer gives connections to servers by turns: the dead one never answers', () => {
  const traffic = { kind: 'service', connections: 4, clientLimitMs: 1500, requests: [{ responseBytes: 100 }] };
  const { before, summary } = around({ kind: 'balancer', servers: ['good', 'dead'] }, { traffic });
  expect(summary.transfers.length).toBe(2);
  expect(of(before, 'server').filter(({ flags }) => flags === 'SA').length).toBe(2);
  const refusing = around({ kind: 'balancer', servers: ['refusing'] }, { traffic });
  expect(refusing.before.slice(0, 2).map(({ flags, seq, ack }) => [flags, seq === ack])).toEqual([
    ['S', false],
    ['RA', false],
  ]);
  expect(refusing.before[1].ack).toBe(refusing.before[0].seq + 1);
});

test('a stray segment far beyond the window is answered by a repeated acknowledgement, and changes nothing', () => {
  const traffic = { kind: 'service', requests: [{ responseBytes: 100_000 }] };
  const { before, summary } = around({ kind: 'stray', atMs: 30, beyondBytes: 50 * MIB }, { traffic });
  const at = before.findIndex(({ from, seq }) => from === 'server' && seq - before[1].seq > 40 * MIB);
  const answer = of(before.slice(at), 'client')[0];
  expect(answer).toMatchObject({ flags: 'A', length: 0 });
  expect(answer.options.sack).toBeUndefined();
  expect(summary.complete).toBe(true);
});

test('a server that has an older connection acknowledges that one; the reset of it lets the SYN through', () => {
  const { before, summary } = around({ kind: 'stale-connection' });
  expect(before.slice(0, 3).map(({ from, flags }) => [from, flags])).toEqual([
    ['client', 'S'],
    ['server', 'A'],
    ['client', 'R'],
  ]);
  expect(before[2].seq).toBe(before[1].ack);
  expect(before[3]).toMatchObject({ from: 'client', flags: 'S', seq: before[0].seq });
  expect(summary.complete).toBe(true);
});

test('a firewall that did not see the SYN-ACK drops what follows the SYN', () => {
  const traffic = { kind: 'service', clientLimitMs: 8000, requests: [{ responseBytes: 100 }] };
  const { before, after } = around({ kind: 'one-sided-firewall' }, { traffic });
  expect(of(after, 'client').map(({ flags }) => flags)).toEqual(['S']);
  expect(of(after, 'server').filter(({ flags }) => flags === 'SA').length).toBeGreaterThan(2);
  expect(of(before, 'client').filter(({ length }) => length > 0).length).toBeGreaterThan(2);
});
