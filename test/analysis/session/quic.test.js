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
