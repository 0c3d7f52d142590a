/** Packets found across connections of both transports. */
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { QuicOverview, QuicRows } from '../../lib/analysis/quic/quic-views.js';
import { readBytes } from '../../lib/capture/file/read-capture.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { flowText } from '../../lib/shared/quic-flow.js';
import { http3Capture, lossyQuicCapture } from '../quicflow/capture.js';
import { script } from '../support/packets/packets.js';

/** A packet with data and its repetition. */
const segments = script({}, 'client SYN', 'server SYN-ACK', 'client PSH data 10', '+300ms client again 1');
const lossy = lossyQuicCapture({ frames: segments.map(({ bytes }) => bytes) });

/** @param {Uint8Array} bytes */
async function searched(bytes) {
  const { ingest, overview } = new OpenedAnalysis({ keepMessages: true, ciphers: nodeCiphers });
  await readBytes(bytes, ingest);
  overview.other = new QuicOverview(ingest, new QuicRows(ingest));
  return (/** @type {string} */ text) =>
    overview.findPackets(text).packets.map(({ flow, frame, what }) => `${flowText(flow)} ${frame} ${what}`);
}

const found = await searched(lossy);

test('by frame number, a packet a line, in whatever transport', () => {
  expect(found('2')).toEqual(['0 2 frame 2']);
  expect(found('3')).toEqual(['q0 3 Initial 0: ACK, CRYPTO', 'q0 3 Handshake 0: CRYPTO']);
});

test('by packet number, kind and frames', () => {
  expect(found('pn 6')).toEqual(['q0 15 1-RTT 6: STREAM, MAX_DATA']);
  expect(found('packet number 6')).toEqual(found('pn 6'));
  expect(found('initial').map((words) => words.slice(0, 4))).toEqual(['q0 1', 'q0 3']);
  expect(found('1-RTT')).toHaveLength(9);
  expect(found('max data')).toEqual(found('pn 6'));
  expect(found('stream 4')).toHaveLength(6);
  expect(found('stream 8')).toEqual([]);
  expect(found('connection close')).toEqual([]);
  expect(found('not decrypted')).toEqual([]);
});

test('by what became of them, with segments in the order of frames', () => {
  expect(found('lost')).toEqual(['q0 10 1-RTT 2: lost']);
  expect(found('retransmission')).toEqual(['0 8 retransmission', 'q0 15 1-RTT 6: retransmission']);
  expect(found('spurious')).toEqual([]);
});

test.each([
  ['quic.packet_number == 6', 'pn 6'],
  ['quic.stream.stream_id == 4', 'stream 4'],
  ['quic.frame_type == 0x10', 'max data'],
  ['quic.long.packet_type == 2', 'handshake'],
  ['udp.port == 443', ':443'],
  ['tls.handshake.extensions_server_name == "www.example.test"', 'www.example.test'],
])('%s, as in Wireshark, finds what %s does', (comparison, words) => {
  expect(found(words)).not.toEqual([]);
  expect(found(comparison)).toEqual(found(words));
});

test('by address, by the name that the server was asked for, and by messages', async () => {
  expect(found('10.0.0.1:50000')).toEqual(['q0 1 Initial 0: first packet of the connection']);
  expect(found('example.test')).toEqual(['q0 1 Initial 0: to www.example.test']);
  const inMessages = await searched(http3Capture().capture);
  expect(inMessages('of-quic')).toEqual(['q0 3 GET a.example/of-quic']);
  expect(inMessages('text/plain')).toEqual(['q0 4 content-type: text/plain']);
});

test('what stays closed is found as such', async () => {
  const closed = await searched(http3Capture({ hasSecrets: false }).capture);
  expect(closed('not decrypted')).toEqual(['q0 2 Handshake', 'q0 3 1-RTT', 'q0 4 1-RTT']);
  expect(closed('lost')).toEqual([]);
  expect(closed('stream')).toEqual([]);
});
