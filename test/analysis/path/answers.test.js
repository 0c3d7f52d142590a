/** What is said of captures of one path: changes, findings that others refute, and input that does not fit. */
import { disguised, fileOf, pathOf, simulated } from './support/captures.js';

/** @typedef {import('./support/captures.js').Scenario} Scenario */

const LINK = { delayMs: 10, rateKbps: 20_000, queueBytes: 30_000 };

/** @param {Partial<Scenario>} [more] @param {object} [up] of the link to the server @returns {Scenario} */
const scenario = (more = {}, up = {}) => ({
  seed: 5,
  path: [{ name: 'link', clientToServer: { ...LINK, ...up }, serverToClient: LINK }],
  traffic: [{ kind: 'bulk', from: 'client', bytes: 300_000 }],
  taps: [{ at: 'client' }, { at: 'server' }],
  ...more,
});

/** The bytes of options in a TCP header, by kind. @param {Uint8Array} tcp @param {number} kind @returns {number} −1 */
function optionAt(tcp, kind) {
  for (let at = 20; at < tcp.length; at += tcp[at] <= 1 ? 1 : tcp[at + 1]) if (tcp[at] === kind) return at;
  return -1;
}

/** In an Ethernet frame; IPsec's payload. */
const TRAFFIC_CLASS_AT = 15;
const IP_PROTOCOL_AT = 23;
const ESP = 50;

const isSyn = (/** @type {Uint8Array} */ tcp) => (tcp[13] & 2) !== 0;

test('what a middlebox changes is named, with the place and what it costs', async () => {
  const [one, other] = simulated(scenario());
  const header = (/** @type {Uint8Array} */ tcp) => {
    if (!isSyn(tcp)) return;
    const mss = optionAt(tcp, 2);
    new DataView(tcp.buffer, tcp.byteOffset).setUint16(mss + 2, 1360);
    const sack = optionAt(tcp, 4);
    if (sack > 0) tcp.fill(1, sack, sack + 2);
  };
  const hidden = disguised(other, { header, nat: true, hops: 2, sequence: [1000, 77] });
  const path = await pathOf([fileOf(one), fileOf(hidden.frames)]);
  const [{ changes }] = [...path.connections()];
  const said = changes.map(({ direction, what, from, to }) => `${direction} ${what} ${from} ${to}`);
  expect(said).toContain('clientToServer option SACK permitted null');
  expect(said).toContain('clientToServer mss 1460 1360');
  expect(said).toContain('clientToServer ttl 64 62');
  expect(said.some((one) => one.startsWith('clientToServer client_port '))).toBe(true);
  expect(said.filter((one) => one.includes('sequence_numbers'))).toHaveLength(2);
  expect(said.some((one) => /timestamps|identification|window/.test(one))).toBe(false);
  const messages = path.findings().map(({ message }) => message);
  expect(messages).toContain(
    'From a to b, the option SACK permitted is taken out of the SYN: losses are repaired one a round trip (1 connection).',
  );
  expect(path.verdict().sentence).toContain('the option SACK permitted is taken out of the SYN');
});

test('DSCP that is cleared on the way', async () => {
  const [one, other] = simulated(scenario());
  const marked = (/** @type {import('./support/captures.js').Frame[]} */ frames, /** @type {number} */ dscp) =>
    frames.map(({ bytes, ...frame }) => ({ ...frame, bytes: bytes.with(TRAFFIC_CLASS_AT, dscp << 2) }));
  const path = await pathOf([fileOf(marked(one, 46)), fileOf(marked(other, 0))]);
  const [{ changes }] = [...path.connections()];
  expect(changes.filter(({ what }) => what === 'dscp')).toMatchObject([
    { direction: 'clientToServer', from: 46, to: 0, between: [0, 1] },
    { direction: 'serverToClient', from: 0, to: 46, between: [1, 0] },
  ]);
  expect(changes.some(({ what }) => what === 'ecn')).toBe(false);
});

test('a path that changes nothing is said to change nothing', async () => {
  const path = await pathOf(simulated(scenario()).map(fileOf));
  expect([...path.connections()].flatMap(({ changes }) => changes)).toEqual([]);
});

test('a cause that one capture infers is withdrawn where the pair refutes it', async () => {
  const traffic = /** @type {Scenario['traffic']} */ ([{ kind: 'bulk', from: 'client', bytes: 2_000_000 }]);
  // a queue that overflows: congestion, which nothing refutes
  const full = await pathOf(simulated(scenario({ traffic }, { queueBytes: 30_000 })).map(fileOf));
  const [loss] = full.findings().filter(({ code }) => code === 'congestion_loss');
  expect(loss).toMatchObject({ direction: 'clientToServer', withdrawn: null });
  // the same captures, in which the receiver's is said to have what the sender's lost
  const [one, other] = simulated(scenario({ traffic }, { queueBytes: 30_000 }));
  const arrived = other.map((frame) => ({ ...frame }));
  const seen = new Set(arrived.map(({ bytes }) => Buffer.from(bytes).toString('latin1')));
  const missing = one.filter(({ bytes }) => !seen.has(Buffer.from(bytes).toString('latin1')));
  const all = [...arrived, ...missing.map(({ ns, ...frame }) => ({ ...frame, ns: ns + 20e6 }))].sort(
    (a, b) => a.ns - b.ns,
  );
  const path = await pathOf([fileOf(one), fileOf(all)]);
  const refuted = path.findings().filter(({ code }) => code === 'congestion_loss');
  expect(refuted.length).toBeGreaterThan(0);
  for (const { withdrawn } of refuted) expect(withdrawn).toBe('no packet was lost between the captures at both ends');
  expect(path.verdict().sentence).toMatch(
    /“Congestion loss”, as .* alone would say, does not hold: no packet was lost/,
  );
});

test('a host is told from the network: the server answers when it answers, wherever one waits', async () => {
  const traffic = [{ kind: 'http', requests: [{ responseBytes: 3000, serverMs: 150 }] }];
  const path = await pathOf(simulated(scenario({ traffic: /** @type {any} */ (traffic) })).map(fileOf));
  const [{ hosts }] = [...path.connections()];
  expect(hosts.server.at).toBe(1);
  expect(hosts.server.answer?.median).toBeCloseTo(0.15, 2);
});

describe('input that does not fit gets a sentence', () => {
  const [one, other] = simulated(scenario());

  test('captures that share nothing', async () => {
    const [foreign] = simulated(scenario({ traffic: [{ kind: 'bulk', from: 'server', bytes: 77_000 }], seed: 9 }));
    const path = await pathOf([
      fileOf(one),
      fileOf(disguised(foreign, { nat: true, sequence: [5, 9], stamps: [3, 3] }).frames),
    ]);
    expect(path.verdict().sentence).toBe('The captures share no connection');
    expect(path.notes()).toEqual(['a shares no connection with the others', 'b shares no connection with the others']);
    expect([...path.packets()].every(({ frames }) => frames.includes(null))).toBe(true);
  });

  test('the same capture twice', async () => {
    const path = await pathOf([fileOf(one), fileOf(one)]);
    expect(path.notes()).toEqual(['a and b are the same capture']);
  });

  test('clocks a day apart', async () => {
    const path = await pathOf([fileOf(one), fileOf(disguised(other, { clock: (ns) => ns - 86_400e9 }).frames)]);
    expect(path.notes()).toEqual(['The clock of b is 86400 s behind']);
    expect(path.segments()[0].lost).toBe(0);
  });

  test('no handshake in one, though its numbers are rewritten', async () => {
    const cut = disguised(other, { sequence: [1e9, 2e9], isMissed: (index) => index < 60 });
    const path = await pathOf([fileOf(one), fileOf(cut.frames)]);
    const [first] = path.segments();
    expect(first.arrived).toBeGreaterThan(100);
    expect(first.lost).toBe(0);
  });

  test('one direction alone at one point', async () => {
    const fromClient = other.filter(
      ({ bytes }) => new DataView(bytes.buffer).getUint16(36) === 5001 || bytes[37] === 80,
    );
    const portOf = (/** @type {Uint8Array} */ bytes) => new DataView(bytes.buffer).getUint16(34);
    const port = portOf(one[0].bytes);
    const half = other.filter(({ bytes }) => portOf(bytes) === port);
    expect(fromClient.length).toBeLessThanOrEqual(other.length);
    const path = await pathOf([fileOf(one), fileOf(half)]);
    expect(path.notes()).toEqual(['Between a and b packets of one way alone are in both: delays are not known']);
    expect(path.segments()[0].arrived).toBe(half.length);
  });

  test('an overlap of a tenth', async () => {
    const end = one[one.length - 1].ns;
    const early = one.filter(({ ns }) => ns < end * 0.55);
    const late = other.filter(({ ns }) => ns > end * 0.5);
    const path = await pathOf([fileOf(early), fileOf(late)]);
    expect(path.notes()).toContainEqual(expect.stringMatching(/^a and b overlap for .* ms only$/));
  });

  test('points in another order than they lie in', async () => {
    const taps = simulated({
      ...scenario(),
      path: [
        ...scenario().path,
        { name: 'far', ...{ clientToServer: { delayMs: 5 }, serverToClient: { delayMs: 5 } } },
      ],
      taps: [{ at: 'client' }, { at: 'link' }, { at: 'server' }],
    });
    const [client, link, server] = taps.map(fileOf);
    const path = await pathOf([server, client, link]);
    expect(path.points().map(({ order }) => order)).toEqual([2, 0, 1]);
    expect(path.notes()).toEqual(["Clients' packets pass b, then c, then a"]);
  });

  test('an encrypted tunnel at one point', async () => {
    const sealed = one.map(({ bytes, ...frame }) => ({ ...frame, bytes: bytes.with(IP_PROTOCOL_AT, ESP) }));
    const path = await pathOf([fileOf(one), fileOf(sealed)]);
    expect(path.notes()).toEqual([
      'a shares no connection with the others',
      'b is of an encrypted tunnel: its packets cannot be matched with those inside it',
    ]);
    expect(path.verdict().sentence).toBe('The captures share no connection');
    expect(path.sharedConnections(5).count).toBe(0);
  });

  test('a capture without TCP', async () => {
    const path = await pathOf([fileOf(one), fileOf([])]);
    expect(path.notes()).toContain('b has no TCP connection, or an encrypted tunnel hides them');
  });
});

describe('a proxy that ends TCP between the points', () => {
  const turns = [
    { from: 'client', bytes: 300 },
    { from: 'server', bytes: 20_000, after: 300 },
    { from: 'client', bytes: 450, after: 20_000 },
    { from: 'server', bytes: 7000, after: 450 },
  ];
  /** @param {number} delayMs @param {number} startMs @param {number} seed @returns {Scenario} one side of it */
  const side = (delayMs, startMs, seed) => ({
    seed,
    path: [{ name: 'link', clientToServer: { ...LINK, delayMs }, serverToClient: { ...LINK, delayMs } }],
    traffic: /** @type {any} */ ([{ kind: 'dialogue', turns, startMs }]),
    taps: [{ at: 'client' }],
  });
  /** Between other ends. @param {import('./support/captures.js').Frame[]} frames */
  const others = (frames) => disguised(frames, { nat: true, sequence: [500_000, 77], stamps: [9999, 12_345] }).frames;

  test('is told by what is said on both of its connections, with the time between', async () => {
    const [[one], [other]] = [simulated(side(20, 0, 1)), simulated(side(3, 43, 2))];
    const path = await pathOf([fileOf(one), fileOf(others(other))]);
    expect(path.sharedConnections(5).count).toBe(0);
    const [finding] = path.findings();
    expect(finding).toMatchObject({ code: 'proxied', between: [0, 1], from: [0, 1], connection: 0 });
    expect(finding.message).toMatch(
      /^a's connection 0 and b's 0 carry the same conversation: a proxy between them ends TCP, and b's begins \d[\d.]* ms after a's first byte, by their clocks\. Their 4 turns are of the same lengths \(confidence 0\.95\)\.$/,
    );
    const sentence = path.verdict().sentence;
    expect(sentence).toMatch(
      /^A proxy between a and b ends TCP: 1 connection of each carries the same conversation, and /,
    );
    expect(path.notes()).toEqual([sentence]);
  });

  test('is not seen where conversations differ, or nobody answers', async () => {
    const [[one], [other]] = [simulated(side(20, 0, 1)), simulated(scenario())];
    const path = await pathOf([fileOf(one), fileOf(others(other))]);
    expect(path.verdict().code).toBe('nothing_shared');
    expect(path.findings()).toEqual([]);
  });
});
