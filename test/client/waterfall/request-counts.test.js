/** One count of requests: in the table, in JSON, in the connection's view and among its messages. */
import { messageWords } from '../../../client/views/connection/panes/pane-heads.js';
import { waterfallFrom } from '../../../client/views/waterfall/waterfall-rows.js';
import { sentenceOf } from '../../../client/views/waterfall/waterfall-words.js';
import { encodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { analysed } from '../../simulator/support/run.js';
import { connectionOf } from '../../support/packets/connection.js';
import { ACK, Conversation, pcap, PSH, SYN } from '../../support/packets/packets.js';

const OPEN = ['client SYN mss 1460', '+20ms server SYN-ACK mss 1460', '+20us client ACK'];
const command = (/** @type {string[]} */ ...words) =>
  `+1ms client PSH "*${words.length}\\r\\n${words.map((one) => `$${one.length}\\r\\n${one}\\r\\n`).join('')}"`;
const REPLY = '+20ms server PSH "+OK\\r\\n"';

/** @param {ReturnType<typeof analysed>} analysis of one connection */
function countsOf({ connections, messages: all, overview }) {
  const flow = /** @type {any} */ (connections.describe(0));
  const { messages } = all.ofConnection(0, 0, 1000);
  const { rows } = waterfallFrom(
    /** @type {ArrayBuffer} */ (encodeColumnFrame(overview.waterfalls.ofConnection(0)).buffer),
  );
  return {
    table: connections.row(0).requests,
    json: flow.http.requests,
    connection: messageWords(/** @type {any} */ ({ flow, messages })),
    messages: sentenceOf(rows),
  };
}

const counts = (/** @type {string[]} */ ...lines) =>
  countsOf(connectionOf(OPEN[0], ...OPEN.slice(1), ...lines).analysis);

test('commands without a response are requests everywhere, and not unanswered', () => {
  const asked = [command('SET', 'a', '1'), REPLY, command('GET', 'a'), '+20ms server PSH "$1\\r\\n1\\r\\n"'];
  const mute = [command('CLIENT', 'REPLY', 'OFF'), command('SET', 'b', '2'), command('SET', 'c', '3')];
  const told = counts(...asked, ...mute);
  expect(told).toMatchObject({ table: 5, json: 5, connection: '5 requests' });
  expect(told.messages).toMatch(/^5 requests, /);
  expect(told.messages).not.toContain('without a response');
});

test('frames of WebSocket are messages beside the request that opened it', () => {
  const text = (/** @type {string[]} */ ...lines) => new TextEncoder().encode(`${lines.join('\r\n')}\r\n\r\n`);
  const ends = new Conversation();
  const say = (/** @type {'client' | 'server'} */ side, /** @type {Uint8Array} */ payload) =>
    ends.send(side, { flags: PSH, payload, afterNs: 20e6 });
  ends.send('client', { flags: SYN });
  ends.send('server', { flags: SYN | ACK, afterNs: 20e6 });
  const fields = ['Upgrade: websocket', 'Connection: Upgrade'];
  say('client', text('GET /w HTTP/1.1', 'Host: a', ...fields, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='));
  say(
    'server',
    text('HTTP/1.1 101 Switching Protocols', ...fields, 'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo='),
  );
  for (let k = 0; k < 2; k++) say('server', Uint8Array.of(0x81, 2, 104, 105));
  const told = countsOf(analysed(pcap(ends.packets)));
  expect(told).toMatchObject({ table: 1, json: 1, connection: '1 request, 2 messages' });
  expect(told.messages).toMatch(/^1 request, /);
});

test('turns of a protocol that is not dissected are no requests', () => {
  const told = counts(
    '+1ms server PSH "+OK ready\\r\\n"',
    '+1ms client PSH "USER joe\\r\\n"',
    '+20ms server PSH "+OK\\r\\n"',
    '+1ms client PSH "PASS secret\\r\\n"',
    '+20ms server PSH "+OK\\r\\n"',
  );
  expect(told).toMatchObject({ table: 0, json: 0, connection: '2 turns, 1 message' });
  expect(told.messages).toMatch(/^2 turns, /);
});
