import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { TICK } from '../../../lib/shared/columns/tick-kinds.js';
import { flowOfText, flowText, isQuicFlow, QUIC_FLOWS } from '../../../lib/shared/quic-flow.js';
import { http3Capture, quicCapture } from '../../quicflow/capture.js';
import { conversation } from '../../quicflow/conversation.js';
import { clientHello, crypto, initial, seal } from '../../quicflow/seal.js';
import { script } from '../../support/packets/packets.js';
import { readSession } from './support/ask.js';

/** Of TCP: one connection with a request. */
const tcpFrames = () =>
  script(
    'client SYN',
    'server SYN ACK',
    'client ACK',
    String.raw`client "GET / HTTP/1.1\r\nHost: tcp.example\r\n\r\n"`,
  ).map(({ bytes }) => bytes);

const { capture: mixed } = http3Capture({ frames: tcpFrames() });
const { capture: closed, keyLog } = http3Capture({ hasSecrets: false });
/** @param {Uint8Array} bytes */
const frameOf = (bytes) => decodeColumnFrame(/** @type {ArrayBuffer} */ (bytes.slice().buffer));

const view = { sort: 'flow', descending: false, text: '', offset: 0, limit: 10 };
/** @typedef {Awaited<ReturnType<typeof readSession>>} Asked */

/** @param {Asked} asked @param {object} [changes] of the view @returns {Promise<string[]>} */
const listed = async ({ ask }, changes = {}) =>
  (await ask('rows', { ...view, ...changes })).rows.map((/** @type {{ flow: number }} */ { flow }) => flowText(flow));

test('a number of a connection is read as it is written', () => {
  for (const flow of [0, 12, 3_000_000_001, QUIC_FLOWS, QUIC_FLOWS + 12]) expect(flowOfText(flowText(flow))).toBe(flow);
  expect(flowText(QUIC_FLOWS + 3)).toBe('q3');
  expect([flowOfText('q'), flowOfText('q99999999'), flowOfText('-1'), flowOfText('x')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(isQuicFlow(5_000_000_000)).toBe(false);
});

test('the table has connections of both transports, each with its own row', async () => {
  const { summary, ask } = await readSession(mixed);
  expect(summary).toMatchObject({
    connections: 1,
    quicConnections: 1,
    requests: 2,
    encryption: { tls: 1, decrypted: 1 },
  });
  expect(
    summary.activity.serverToClient.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b),
  ).toBeGreaterThan(0);
  const { total, rows } = await ask('rows', view);
  expect(total).toBe(2);
  expect(rows).toMatchObject([
    { flow: 0, transport: 'tcp', stream: 0 },
    {
      flow: QUIC_FLOWS,
      transport: 'quic',
      stream: null,
      serverName: 'www.example.test',
      protocol: 'http/3',
      state: 'established',
      roleGuessed: false,
      packets: [2, 3],
      retransmissions: [0, 0],
      requests: 1,
      firstTarget: '/of-quic',
      verdict: { code: 'all_well', severity: 'note' },
    },
  ]);
});

test('both are sorted, filtered and plotted together', async () => {
  const asked = await readSession(mixed);
  expect(await listed(asked, { sort: 'flow', descending: true })).toEqual(['q0', '0']);
  expect(await listed(asked, { sort: 'transport' })).toEqual(['q0', '0']);
  expect(await listed(asked, { sort: 'start', descending: true })).toEqual(['q0', '0']);
  expect(await listed(asked, { limit: 1, offset: 1 })).toEqual(['q0']);
  const of = async (/** @type {string} */ text) => (await listed(asked, { text })).join(' ');
  for (const text of [
    'transport == quic',
    'flow == q0',
    'protocol == h3',
    'protocol == http/3',
    'sni == www.example.test',
    'host contains example.test',
    'target == /of-quic',
    'status == 200',
    'tls.version == "TLS 1.3"',
    'client.bytes > 1 kB',
    'frame == 6',
    'handshake == complete && packets == 5',
    'of-quic',
  ]) {
    expect([text, await of(text)]).toEqual([text, 'q0']);
  }
  expect(await of('transport == tcp')).toBe('0');
  expect(await of('retransmissions == 0')).toBe('0 q0');
  expect(await of('tcp.flags.syn')).toBe('0');
  expect(await of('duration > 0 s')).toBe('0 q0');
  const points = await asked.ask('connectionPoints', { text: '', x: 'packets', y: 'bytes', by: 'finding' });
  expect(points).toBeInstanceOf(Uint8Array);
});

/** @param {Asked} asked @param {string} list @param {object} [changes] of the view @returns {Promise<string>} */
async function listOf({ ask }, list, changes = {}) {
  const number = await ask('listBegin', { list, ...view, ...changes });
  const pieces = [];
  for (let piece = await ask('exportNext', { number }); piece !== null; piece = await ask('exportNext', { number })) {
    pieces.push(piece instanceof Uint8Array ? new TextDecoder().decode(piece) : JSON.stringify(piece));
  }
  return pieces.join('');
}

test('lists are written of both, with the numbers that users see', async () => {
  const asked = await readSession(mixed);
  const connections = (await listOf(asked, 'connections.csv')).split('\n');
  expect(connections[0]).toMatch(/^flow,transport,stream,/);
  expect(connections.slice(1, 3).map((line) => line.slice(0, 8))).toEqual(['0,tcp,0,', 'q0,quic,']);
  expect(JSON.parse(await listOf(asked, 'connections.json', { text: 'transport == quic' }))).toMatchObject([
    { flow: 'q0', protocol: 'http/3', requests: 1, verdict: { code: 'all_well' } },
  ]);
  const requests = JSON.parse(await listOf(asked, 'requests.json'));
  expect(requests).toMatchObject([
    { request: { flow: 0, target: '/' }, response: null },
    { request: { flow: 'q0', target: '/of-quic' }, response: { status: 200 } },
  ]);
  expect(JSON.parse(await listOf(asked, 'findings.json')).length).toBeGreaterThan(0);
  const statements = JSON.parse(await listOf(asked, 'statements.json', { text: 'flow == q0' }));
  expect(statements).toMatchObject([
    { protocol: 'http/3', count: 1, slowest: { flow: 'q0', message: requests[1].request.index } },
  ]);
});

test('the HAR of all shown has the exchanges of both, with their bodies', async () => {
  const { log } = JSON.parse(await listOf(await readSession(mixed), 'requests.har'));
  const entries = log.entries.map((/** @type {any} */ { request, response, connection }) => [
    ...[request.url, connection, response.content.text ?? null],
  ]);
  expect(entries).toEqual([
    ['http://tcp.example/', '0', null],
    ['https://a.example/of-quic', 'q0', 'hello'],
  ]);
});

/**
 * The first packet of another connection between the same ends.
 * @param {import('../../quicflow/seal.js').Secrets} secrets
 */
const otherInitial = ({ random }) =>
  seal({
    ...{ type: 'initial', dcid: '1111111111111111', scid: 'd1d2d3d4', pn: 0, secret: initial('1111111111111111', 0) },
    frames: [...crypto(clientHello(random, 'www.example.test')), ...new Array(1000).fill(0)],
  });

test('a Wireshark filter finds both: QUIC by its ends, or by number where connections share these', async () => {
  const ends = 'ip.addr == 10.0.0.1 and udp.port == 50000 and ip.addr == 10.0.0.2 and udp.port == 443';
  const filterOf = async (/** @type {Uint8Array} */ capture) =>
    (await readSession(capture)).ask('wiresharkFilter', { text: '' });
  expect(await filterOf(mixed)).toEqual({ filter: `tcp.stream == 0 or (${ends})`, matched: 2, unknownToWireshark: 0 });
  const again = (/** @type {import('../../quicflow/seal.js').Secrets} */ secrets) => [
    ...conversation(secrets),
    { from: /** @type {const} */ ('client'), packets: [otherInitial(secrets)] },
  ];
  expect(await filterOf(quicCapture({ datagramsOf: again }))).toMatchObject({
    filter: 'quic.connection.number in {0..1}',
    matched: 2,
  });
});

test('statements are of both, each at its slowest request', async () => {
  const { ask } = await readSession(mixed);
  const { statements } = await ask('statements', { flow: null });
  expect(statements.map((/** @type {any} */ { protocol, slowest }) => [protocol, flowText(slowest.flow)])).toEqual([
    ['http/3', 'q0'],
    ['http/1.1', '0'],
  ]);
  const [{ slowest }] = (await ask('statements', { flow: QUIC_FLOWS })).statements;
  expect((await ask('exchange', slowest)).request.target).toBe('/of-quic');
});

test('lanes have a lane of each, grouped by server, with packets, messages and arcs', async () => {
  const { ask } = await readSession(mixed);
  const order = frameOf(await ask('overviewOrder', { text: '' }));
  expect([order.meta.total, [...order.columns.flow], [...order.columns.group]]).toEqual([2, [0, QUIC_FLOWS], [0, 1]]);
  const window = { startNs: 0, endNs: 1e9, bins: 100 };
  const { meta, columns } = frameOf(await ask('overviewLanes', { flows: [QUIC_FLOWS, 0], ...window }));
  expect([...columns.flow]).toEqual([QUIC_FLOWS, 0]);
  expect(meta.connections[0]).toMatchObject({ flow: QUIC_FLOWS, transport: 'quic', serverName: 'www.example.test' });
  expect([columns.start[0], columns.handshakeEnd[0], columns.whole[0]]).toEqual([4e6, 6e6, 1]);
  expect([columns.tickCount[0], columns.messageCount[0]]).toEqual([5, 2]);
  expect([...columns.tickDirection.subarray(0, 5)]).toEqual([0, 1, 1, 0, 1]);
  expect([...columns.tickKinds.subarray(0, 5)]).toEqual([TICK.SYN, TICK.SYN, TICK.SYN, TICK.DATA, TICK.DATA]);
  const { messages } = await ask('messages', { flow: QUIC_FLOWS, offset: 0, limit: 2 });
  expect([...columns.messageIndex.subarray(0, 2)]).toEqual(messages.map((/** @type {any} */ { index }) => index));
  expect([...columns.messagePair.subarray(0, 2)]).toEqual([messages[1].index, messages[0].index]);
  const density = frameOf(await ask('overviewDensity', { text: '', rows: 2, bins: 1 }));
  expect([...density.columns.packets]).toEqual([4, 5]);
});

test('what was sent over time, and what a span holds, counts both', async () => {
  const { ask } = await readSession(mixed);
  const asked = { text: '', startNs: 0, endNs: null, bins: 1, direction: 'both', hasTrips: true };
  const ofQuic = { ...asked, text: 'transport == quic' };
  expect(frameOf(await ask('ioGraph', asked)).columns.packets[0]).toBe(9);
  const { columns } = frameOf(await ask('ioGraph', ofQuic));
  const { rows } = await ask('rows', { ...view, text: 'transport == quic' });
  expect([columns.packets[0], columns.bytes[0]]).toEqual([5, rows[0].bytes[0] + rows[0].bytes[1]]);
  expect(frameOf(await ask('ioGraph', { ...ofQuic, direction: 'client' })).columns.packets[0]).toBe(2);
  expect(await ask('spanFigures', { text: '', startNs: 0, endNs: 1e9 })).toMatchObject({
    connections: 2,
    packets: [5, 4],
    requests: 2,
  });
});

test('what if says plainly that QUIC is not replayed', async () => {
  const { ask } = await readSession(mixed);
  const { refusal } = await ask('whatIf', { flow: QUIC_FLOWS, settings: ['rtt=50ms'], isDraft: true });
  expect(refusal).toMatch(/^Connections of QUIC are not replayed: the simulator has .* of TCP/);
  const alone = await readSession(quicCapture());
  expect((await alone.ask('whatIf', { flow: null, settings: [], isDraft: true })).refusal).toBe(refusal);
});

test('what a connection cost, and a capture of both', async () => {
  const { ask } = await readSession(mixed);
  const [ofQuic, ofTcp, all] = await Promise.all([QUIC_FLOWS, 0, null].map((flow) => ask('cost', { flow })));
  expect(ofQuic).toMatchObject({ flows: 1, requests: 1, seconds: 0.001 });
  expect(ofQuic.clientToServer).toMatchObject({ packets: 2, fullSegments: null, retransmissions: 0 });
  expect(ofQuic.serverToClient.uniqueBytes).toBeGreaterThan('hello'.length);
  expect(all).toMatchObject({ flows: 2, requests: 2 });
  for (const name of ['packets', 'payloadBytes', 'uniqueBytes']) {
    expect(all.clientToServer[name]).toBe(ofQuic.clientToServer[name] + ofTcp.clientToServer[name]);
  }
});

test('messages, their bodies and the waterfall are of both', async () => {
  const { ask } = await readSession(mixed);
  const { total, messages } = await ask('messages', { flow: QUIC_FLOWS, offset: 0, limit: 10 });
  expect(total).toBe(2);
  const [request, response] = messages;
  expect([request.kind, request.target, request.pair]).toEqual(['request', '/of-quic', response.index]);
  const found = await ask('exchange', { flow: QUIC_FLOWS, message: response.index });
  expect([found.request.target, found.response.status]).toEqual(['/of-quic', 200]);
  await expect(ask('exchange', { flow: QUIC_FLOWS, message: 0 })).rejects.toThrow('Connection q0 has no message 0');
  const number = await ask('bodyBegin', { flow: QUIC_FLOWS, message: response.index, decoded: true });
  expect(new TextDecoder().decode(await ask('exportNext', { number }))).toBe('hello');
  const waterfall = new TextDecoder().decode(await ask('pageWaterfall', { page: 'all' }));
  expect(waterfall).toContain('"/of-quic"');
  expect(waterfall).toContain('"protocols":["http/1.1","http/3"]');
});

test('what stays closed is said, with the secrets that are missing, and opened by a key log', async () => {
  const { summary, ask } = await readSession(closed);
  expect(summary.encryption).toEqual({ tls: 1, decrypted: 0 });
  const { rows } = await ask('rows', view);
  expect(rows[0]).toMatchObject({
    retransmissions: [null, null],
    verdict: { code: 'quic_not_decrypted', sentence: 'Not decrypted · 3 packets, no keys' },
  });
  const { findings, verdict } = await ask('findings', {});
  expect(verdict.code).toBe('quic_not_decrypted');
  expect(findings).toMatchObject([{ code: 'quic_not_decrypted', flows: [QUIC_FLOWS] }]);
  expect(findings[0].message).toMatch(/the key log has no .*SERVER_TRAFFIC_SECRET_0.* for client random 0102/);
  expect((await ask('explanation', { flow: QUIC_FLOWS })).sections[0].title).toBe('Not decrypted');
  const opened = await readSession(closed, keyLog);
  expect(opened.summary).toMatchObject({ requests: 1, encryption: { tls: 1, decrypted: 1 } });
  expect((await opened.ask('findings', {})).verdict.code).toBe('all_well');
  expect((await opened.ask('verdict', {})).sentence).toBe('Nothing wrong');
});

test('what is computed of TCP alone refuses a connection of QUIC in words', async () => {
  const { ask } = await readSession(mixed);
  await expect(ask('rtt', { flow: QUIC_FLOWS })).rejects.toMatchObject({ code: 'not_of_quic', status: 404 });
  await expect(ask('flow', { flow: QUIC_FLOWS + 1 })).rejects.toThrow('The capture has no connection q1');
});

test('a connection of QUIC is answered with its packets, diagram, sender and facts', async () => {
  const { ask } = await readSession(quicCapture());
  const flow = QUIC_FLOWS;
  const facts = await ask('quicFacts', { flow });
  expect(facts).toMatchObject({ flow: 'q0', packets: 6, streamCount: 1 });
  expect(facts.summary).toMatch(/^Nothing wrong.*\. QUIC 1 with /);
  expect(facts.streams[0]).toMatchObject({ stream: 0, openedBy: 'client' });
  const packets = frameOf(await ask('quicPackets', { flow }));
  expect(packets.meta.isOpen).toEqual([true, true]);
  const rows = await ask('quicRows', { flow, offset: 2, limit: 2 });
  expect([packets.rows, rows.total, rows.rows.length, rows.rows[0].frame]).toEqual([6, 6, 2, packets.columns.frame[2]]);
  const sequence = frameOf(await ask('quicSequence', { flow, direction: 1, by: 'data' }));
  expect([sequence.meta.by, Array.from(sequence.columns.barHigh).at(-1)]).toEqual(['data', 2]);
  const sender = frameOf(await ask('quicSender', { flow, direction: 1 }));
  expect(sender.columns.flightTime.length).toBeGreaterThan(0);
  await expect(ask('quicFacts', { flow: flow + 7 })).rejects.toMatchObject({ status: 404 });
});

test('without keys its datagrams remain, and nothing that is not known', async () => {
  const { ask } = await readSession(quicCapture({ areSecretsMissing: true }));
  const flow = QUIC_FLOWS;
  expect(await ask('quicFacts', { flow })).toMatchObject({ streams: [] });
  const sequence = frameOf(await ask('quicSequence', { flow, direction: 0, by: 'data' }));
  expect([sequence.meta.by, sequence.columns.ackRow.length]).toEqual(['bytes', 0]);
  const sender = frameOf(await ask('quicSender', { flow, direction: 0 }));
  expect(Object.keys(sender.columns)).toEqual(['spinTime', 'spinNs']);
});
