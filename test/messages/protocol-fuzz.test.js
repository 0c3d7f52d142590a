/** Damaged TLS, HTTP/2 and WebSocket streams: nothing is thrown, nothing hangs, and how the bytes are cut changes nothing. */
import { nodeCiphers } from '../../lib/ciphers/node-ciphers.js';
import { HTTP2_PREFACE } from '../../lib/messages/sniff.js';
import { TlsConnection, WaitingBudget } from '../../lib/messages/tls/connection.js';
import { KeyLog } from '../../lib/messages/tls/key-log.js';
import { tlsSession } from '../support/tls-session.js';
import { http2Session } from './http2/http2-session.js';
import { bytesOf, Conversation } from './support/conversation.js';
import { cutBytes, joined, mutatedBytes } from './support/mutate.js';
import { random } from './support/streams.js';

const INPUTS = 100_000;
/** Of so many inputs one is read in two ways. */
const COMPARED = 20;
/** Of so many one is decrypted. */
const DECRYPTED = 100;

/** @param {{ endpoint: 0|1, bytes: Uint8Array }[]} sent @returns {Uint8Array[]} a stream each way */
const streamsOf = (sent) => [0, 1].map((endpoint) => Uint8Array.from(sent.filter((piece) => piece.endpoint === endpoint).flatMap(({ bytes }) => [...bytes])));

/** Connections that share their tables. */
const SHARING = 500;
let shared = new Conversation(), flow = 0;

/** One direction after the other. @param {Uint8Array[][]} pieces by direction */
function converse(pieces) {
  if (++flow === SHARING) [shared, flow] = [new Conversation(), 0];
  const conversation = new Conversation({ analysis: shared.analysis, flow });
  for (const endpoint of /** @type {const} */ ([0, 1])) for (const piece of pieces[endpoint]) conversation.bytes(endpoint, piece);
  for (const endpoint of /** @type {const} */ ([0, 1])) conversation.end(endpoint, 'fin');
  return conversation;
}

/** What does not depend on the frames in which the bytes came. @param {Conversation} conversation */
const found = ({ messages, analysis, flow: number }) => JSON.stringify([analysis.protocolOf(number), analysis.warningsOf(number), analysis.counts(number), messages.map((message) => (
  { ...message, flow: 0, index: 0, pair: message.pair === null ? null : message.pair - messages[0].index, start: 0, end: 0, firstFrame: 0, lastFrame: 0 }))]);

/** @param {Uint8Array[][]} corpus streams each way @param {number} seed @param {number} fixed bytes at the client's start that are left alone */
function fuzzMessages(corpus, seed, fixed = 0) {
  const next = random(seed);
  let messages = 0;
  for (let input = 0; input < INPUTS; input++) {
    const [client, server] = corpus[input % corpus.length];
    const streams = [joined(client.subarray(0, fixed), mutatedBytes(client.subarray(fixed), next)), mutatedBytes(server, next)];
    const cut = converse(streams.map((stream) => cutBytes(stream, next, input % COMPARED === 0 ? 3 : 400)));
    messages += cut.analysis.messagesOf(cut.flow).length;
    if (input % COMPARED > 0) continue;
    const whole = converse(streams.map((stream) => [stream]));
    if (found(cut) !== found(whole)) throw new Error(`input ${input} is read in two ways:\n${found(cut)}\n${found(whole)}`);
    for (const { streamOffset, endStreamOffset } of whole.messages) if (!(streamOffset <= endStreamOffset)) throw new Error(`input ${input}: a message ends before its start`);
  }
  return messages;
}

test(`HTTP/2: ${INPUTS} inputs`, async () => {
  const request = (/** @type {string} */ path) => ({ headers: { ':path': path, ':method': 'POST', 'x-a': 'b' }, body: 'body' });
  const corpus = [streamsOf(await http2Session([request('/1')], 'answer')), streamsOf(await http2Session([request('/3')], ''))];
  expect(fuzzMessages(corpus, 2, HTTP2_PREFACE.length)).toBeGreaterThan(INPUTS);
}, 180_000);

test(`WebSocket: ${INPUTS} inputs`, () => {
  const upgrade = bytesOf('GET /chat HTTP/1.1\r\nUpgrade: websocket\r\n\r\n'), frames = [0x81, 0x83, 1, 2, 3, 4, 0x40, 0x41, 0x42, 0x89, 0x80, 1, 2, 3, 4, 0x88, 0x82, 0, 0, 0, 0, 3, 0xe8];
  const server = [...bytesOf('HTTP/1.1 101 OK\r\nUpgrade: websocket\r\n\r\n'), 0x01, 3, 1, 2, 3, 0x8a, 0, 0x80, 2, 4, 5, 0x82, 0x7e, 0, 200, ...new Uint8Array(200)];
  expect(fuzzMessages([[Uint8Array.of(...upgrade, ...frames), Uint8Array.from(server)]], 3, upgrade.length)).toBeGreaterThan(INPUTS);
}, 180_000);

/** @param {Uint8Array[][]} pieces by direction @param {KeyLog|null} keyLog @returns {string} */
function readTls(pieces, keyLog) {
  const content = ['', ''], at = { frame: 1, timeNs: 1, deliveredFrame: 1, deliveredNs: 1 };
  /** @type {import('../../lib/messages/stream-parser.js').StreamParser} */
  const parser = {
    push(endpoint, offset, bytes, start, end) {
      if (offset !== content[endpoint].length) throw new Error(`content at ${offset} behind ${content[endpoint].length} bytes`);
      content[endpoint] += String.fromCharCode(...bytes.subarray(start, end));
      return offset + end - start;
    },
    gap(endpoint, offset, length) {
      content[endpoint] += '·'.repeat(length);
      return offset + length;
    },
    end() {},
  };
  const waiting = new WaitingBudget(), connection = new TlsConnection({ ciphers: keyLog && nodeCiphers, keyLog, waiting, openContent: () => parser }), offsets = [0, 0];
  for (const endpoint of /** @type {const} */ ([0, 1])) {
    for (const piece of pieces[endpoint]) {
      connection.push(endpoint, offsets[endpoint], piece, 0, piece.length, at);
      offsets[endpoint] += piece.length;
    }
  }
  for (const endpoint of /** @type {const} */ ([0, 1])) connection.end(endpoint, 'fin', at);
  if (waiting.bytes !== 0) throw new Error(`${waiting.bytes} bytes are still counted as waiting`);
  // Which sealed alerts can still be read behind a damaged handshake depends on when the other direction's hello is seen.
  return JSON.stringify([{ ...connection.info, alerts: [] }, content]);
}

test(`TLS: ${INPUTS} inputs, one in ${DECRYPTED} with keys`, async () => {
  const sessions = [await tlsSession({ kind: 'ec' }), await tlsSession({ kind: 'ec', settings: { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256' } })];
  const corpus = sessions.map(({ sent, keyLog: text }) => {
    const keyLog = new KeyLog();
    keyLog.add(text);
    return { streams: streamsOf(sent), keyLog };
  });
  const next = random(4), readings = new Set();
  for (let input = 0; input < INPUTS; input++) {
    const { streams, keyLog } = corpus[input % corpus.length], keys = Math.floor(input / 2) % DECRYPTED === 0 ? keyLog : null, damaged = streams.map((stream) => mutatedBytes(stream, next));
    const cut = readTls(damaged.map((stream) => cutBytes(stream, next, input % COMPARED === 0 ? 20 : 700)), keys);
    readings.add(cut);
    if (input % COMPARED > 0 && keys === null) continue;
    const whole = readTls(damaged.map((stream) => [stream]), keys);
    if (cut.replaceAll('·', '') !== whole.replaceAll('·', '')) throw new Error(`input ${input} is read in two ways:\n${cut}\n${whole}`);
  }
  expect(readings.size).toBeGreaterThan(100);
}, 180_000);
