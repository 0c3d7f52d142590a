import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { QUIC_FLOWS } from '../../../lib/shared/quic-flow.js';
import { quicCapture } from '../../quicflow/capture.js';
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

/** @param {Uint8Array} bytes */
const frameOf = (bytes) => decodeColumnFrame(/** @type {ArrayBuffer} */ (bytes.slice().buffer));

const view = { sort: 'flow', descending: false, text: '', offset: 0, limit: 10 };

test('the table has connections of both transports, each with its own row', async () => {
  const { summary, ask } = await readSession(quicCapture({ frames: tcpFrames() }));
  expect(summary).toMatchObject({ connections: 1, quicConnections: 1 });
  const { total, rows } = await ask('rows', view);
  expect(total).toBe(2);
  expect(rows.map((/** @type {any} */ { flow, transport }) => [flow, transport])).toEqual([
    [0, 'tcp'],
    [QUIC_FLOWS, 'quic'],
  ]);
  expect(rows[1]).toMatchObject({
    serverName: 'www.example.test',
    protocol: 'http/3',
    state: 'established',
    roleGuessed: false,
    verdict: { severity: 'note' },
  });
});

test('a connection of QUIC is answered with its packets, diagram, sender and facts', async () => {
  const { ask } = await readSession(quicCapture());
  const flow = QUIC_FLOWS;
  const facts = await ask('quicFacts', { flow });
  expect(facts).toMatchObject({ flow: 'q0', packets: 6, streamCount: 1 });
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
