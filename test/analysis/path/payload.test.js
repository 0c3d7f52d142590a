/** Payloads that a middlebox rewrites: compared in a second reading of both captures. */
import { MAX_PAYLOADS_A_WAY } from '../../../lib/path/payloads/payload-samples.js';
import { pcap, script } from '../../support/packets/packets.js';
import { pathWithPayloads } from './support/captures.js';

const CLIENT = '10.0.0.10:40000';
const OUTSIDE = '20.0.0.10:40000';
const SERVER = '198.51.100.7:21';

/** @typedef {{ client?: string, clientIsn?: number, port?: string, words?: string, joined?: boolean }} Session */

/**
 * Of FTP, with a repetition of the last two commands in one piece or in two.
 * @param {Session} [session] `words` of the PORT command's line
 */
const session = ({ client = CLIENT, clientIsn = 1000, port = '10,0,0,10', words = '', joined = false } = {}) =>
  pcap(
    script(
      { client, server: SERVER, clientIsn },
      'client SYN mss 1460',
      '+20ms server SYN-ACK mss 1460',
      '+1ms client ACK',
      '+20ms server PSH "220 ready\\r\\n"',
      `+1ms client PSH "PORT ${port},156,64\\r\\n" ${words}`,
      '+20ms server PSH "200 done\\r\\n"',
      '+1ms client PSH "TYPE I\\r\\n" lost',
      '+1ms client PSH "LIST\\r\\n" lost',
      ...(joined ? ['+300ms client PSH seq 24 "TYPE I\\r\\nLIST\\r\\n"'] : ['+300ms client again 2', 'client again 3']),
      '+20ms server PSH "150 list\\r\\n"',
    ),
  );

/** @param {Uint8Array[]} files */
async function payloadChanges(...files) {
  const path = await pathWithPayloads(files);
  const changes = [...path.connections()].flatMap(({ changes: all }) => all.filter(({ what }) => what === 'payload'));
  const messages = path.findings().flatMap(({ code, message }) => (code === 'changed_between' ? [message] : []));
  return { changes, messages, sentence: path.verdict().sentence };
}

test('an address that a gateway rewrites in an FTP command is a change, with the frames and the bytes', async () => {
  const { changes, messages, sentence } = await payloadChanges(
    session(),
    session({ client: OUTSIDE, port: '20,0,0,10' }),
  );
  expect(changes).toEqual([
    {
      between: [0, 1],
      direction: 'clientToServer',
      what: 'payload',
      from: '31 30 2c 30 2c 30 2c 31',
      to: '32 30 2c 30 2c 30 2c 31',
      packets: 1,
      compared: 5,
      frames: [5, 5],
      offset: 5,
      confidence: 0.95,
    },
  ]);
  expect(messages).toEqual([
    'From a to b, payload is rewritten: first in frame 5, which is frame 5 of the other, from byte 5 on (1 connection).',
  ]);
  expect(sentence).toContain('payload is rewritten');
});

test.each(
  /** @type {[string, Session, number][]} */ ([
    ['addresses and sequence numbers are rewritten', { client: OUTSIDE, clientIsn: 77_000 }, 0.95],
    ['a snap length cuts the command', { words: 'snap 70' }, 0.6],
    ['a retransmission has other boundaries', { joined: true }, 0.95],
  ]),
)('where %s, payload is changed only if its bytes are', async (_, other, confidence) => {
  expect((await payloadChanges(session(), session(other))).changes).toEqual([]);
  const { changes, messages } = await payloadChanges(session(), session({ ...other, port: '20,0,0,10' }));
  expect(changes).toMatchObject([{ offset: 5, frames: [5, 5], packets: 1, confidence }]);
  expect(messages).toHaveLength(confidence > 0.9 ? 1 : 0);
});

test('a segment whose checksum is wrong was damaged, not rewritten', async () => {
  const { changes } = await payloadChanges(session(), session({ port: '20,0,0,10', words: 'badsum' }));
  expect(changes).toEqual([]);
});

test.each([
  [0, 1],
  [1, 0],
])('of a direction the first packets are compared: the last of them + %i makes %i change', async (beyond, found) => {
  const lines = (/** @type {string} */ last) => [
    'client SYN mss 1460',
    '+20ms server SYN-ACK mss 1460',
    '+1ms client ACK',
    ...new Array(MAX_PAYLOADS_A_WAY + beyond - 1).fill('+1ms client PSH "same"'),
    `+1ms client PSH "${last}"`,
  ];
  const files = ['this', 'that'].map((last) => pcap(script({ client: CLIENT, server: SERVER }, ...lines(last))));
  expect((await payloadChanges(...files)).changes).toHaveLength(found);
});
