/** Damaged streams of each protocol: nothing is thrown, nothing hangs, and how the bytes are cut changes nothing. */
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { HpackDecoder } from '../../lib/protocols/http2/hpack.js';
import { MAX_HEADER_LIST_BYTES } from '../../lib/protocols/http2/limits.js';
import { HTTP2_PREFACE } from '../../lib/protocols/http2/signature.js';
import { TlsConnection, WaitingBudget } from '../../lib/protocols/tls/connection.js';
import { KeyLog } from '../../lib/protocols/tls/key-log.js';
import { TrialPool } from '../../lib/protocols/tls/number-search.js';
import { fuzz, FUZZ_INPUTS } from '../support/fuzz.js';
import { muxStream } from '../support/mux.js';
import { tlsSession } from '../support/tls/tls-session.js';
import { http2Session } from './http2/http2-session.js';
import { bytesOf, Conversation } from './support/conversation.js';
import { joined, mutatedBytes } from './support/mutate.js';
import { exchange, textOf } from './support/streams.js';

/** Of so many TLS connections one is decrypted. */
const DECRYPTED = 100;

/** @param {{ endpoint: 0|1, bytes: Uint8Array }[]} sent @returns {Uint8Array[]} a stream each way */
const streamsOf = (sent) =>
  [0, 1].map((endpoint) =>
    Uint8Array.from(sent.filter((piece) => piece.endpoint === endpoint).flatMap(({ bytes }) => [...bytes])),
  );

/** Connections that share their tables. */
const SHARING = 500;
let shared = new Conversation();
let flow = 0;

/** One direction after the other. @param {Uint8Array[][]} pieces by direction */
function converse(pieces) {
  if (++flow === SHARING) [shared, flow] = [new Conversation(), 0];
  const conversation = new Conversation({ analysis: shared.analysis, flow });
  const { onWake, onTellGaps, progressOf } = conversation.roles;
  Object.assign(shared.roles, { onWake, onTellGaps, progressOf });
  for (const endpoint of /** @type {const} */ ([0, 1])) {
    for (const piece of pieces[endpoint]) conversation.bytes(endpoint, piece);
  }
  for (const endpoint of /** @type {const} */ ([0, 1])) conversation.end(endpoint, 'fin');
  if (conversation.analysis.openConnections !== 0) throw new Error('something stays open');
  return conversation;
}

/** What does not depend on the frames in which the bytes came. @param {Conversation} conversation */
const found = ({ messages, analysis, flow: number }) =>
  JSON.stringify([
    analysis.protocolOf(number),
    analysis.warningsOf(number),
    analysis.counts(number),
    messages.map((message) => ({
      ...message,
      flow: 0,
      index: 0,
      pair: message.pair === null ? null : message.pair - messages[0].index,
      start: 0,
      end: 0,
      firstFrame: 0,
      lastFrame: 0,
      ...(message.reset && { reset: { ...message.reset, at: 0 } }),
    })),
  ]);

/**
 * @param {Uint8Array[][]} corpus streams each way
 * @param {number} seed
 * @param {number} [fixed] bytes at the client's start that are left alone
 * @returns {number} messages that were found
 */
function fuzzMessages(corpus, seed, fixed = 0) {
  let count = 0;
  fuzz({
    seed,
    corpus,
    mutate: ([client, server], next) => [
      joined(client.subarray(0, fixed), mutatedBytes(client.subarray(fixed), next)),
      mutatedBytes(server, next),
    ],
    read(pieces, input) {
      const conversation = converse(pieces);
      count += conversation.analysis.messagesOf(conversation.flow).length;
      if (input % 20 > 0) return undefined;
      for (const { streamOffset, endStreamOffset } of conversation.messages) {
        if (!(streamOffset <= endStreamOffset)) throw new Error(`input ${input}: a message ends before its start`);
      }
      // A response without a request is looked for behind lost framing only where a segment begins (docs/metrics.md).
      const isLost = conversation.analysis.warningsOf(conversation.flow).some(({ code }) => code === 'framing_lost');
      return isLost ? 'framing lost' : found(conversation);
    },
  });
  return count;
}

test(`HTTP/1: ${FUZZ_INPUTS} inputs`, () => {
  const corpus = Array.from({ length: 200 }, (_, seed) => exchange(seed)).map(({ requests, responses }) => [
    bytesOf(textOf(requests)),
    bytesOf(textOf(responses)),
  ]);
  expect(fuzzMessages(corpus, 1)).toBeGreaterThan(FUZZ_INPUTS);
}, 180_000);

test(`HTTP/2: ${FUZZ_INPUTS} inputs`, async () => {
  const request = (/** @type {string} */ path) => ({
    headers: { ':path': path, ':method': 'POST', 'x-a': 'b' },
    body: 'body',
  });
  const corpus = [
    streamsOf(await http2Session([request('/1')], 'answer')),
    streamsOf(await http2Session([request('/3')], '')),
  ];
  expect(fuzzMessages(corpus, 2, HTTP2_PREFACE.length)).toBeGreaterThan(FUZZ_INPUTS);
}, 180_000);

test(`WebSocket: ${FUZZ_INPUTS} inputs`, () => {
  const upgrade = bytesOf('GET /chat HTTP/1.1\r\nUpgrade: websocket\r\n\r\n');
  const frames = [0x81, 0x83, 1, 2, 3, 4, 0x40, 0x41, 0x42, 0x89, 0x80, 1, 2, 3, 4, 0x88, 0x82, 0, 0, 0, 0, 3, 0xe8];
  const server = [
    ...bytesOf('HTTP/1.1 101 OK\r\nUpgrade: websocket\r\n\r\n'),
    0x01,
    3,
    1,
    2,
    3,
    0x8a,
    0,
    0x80,
    2,
    4,
    5,
    0x82,
    0x7e,
    0,
    200,
    ...new Uint8Array(200),
  ];
  expect(
    fuzzMessages([[Uint8Array.of(...upgrade, ...frames), Uint8Array.from(server)]], 3, upgrade.length),
  ).toBeGreaterThan(FUZZ_INPUTS);
}, 180_000);

test(`WebMUX: ${FUZZ_INPUTS} inputs`, () => {
  const request = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n';
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi';
  const corpus = [
    [
      muxStream('1998', { session: 2, syn: 80, long: true, payload: request, padTo: 8 }),
      muxStream('1998', { session: 2, syn: 80 }, { session: 2, payload: answer }, { session: 2, credit: 4096 }),
    ],
    [
      muxStream(
        '1996',
        { session: 3, syn: 80, filler: true },
        { session: 3, payload: request, long: true, push: true },
      ),
      muxStream('1996', { session: 3, syn: 80, filler: true }, { session: 3, payload: answer, long: true }),
    ],
  ];
  expect(fuzzMessages(corpus, 5, 8)).toBeGreaterThan(FUZZ_INPUTS / 2);
}, 180_000);

test(`HPACK: ${FUZZ_INPUTS} inputs`, () => {
  const blocks = [
    '828684418cf1e3c2e5f23a6ba0ab90f4ff',
    '828684be5886a8eb10649cbf',
    '828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf',
    '3fe10148826402588 5aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff',
  ];
  const corpus = blocks.map((hex) => [Uint8Array.from(Buffer.from(hex.replace(/ /g, ''), 'hex'))]);
  let decoder = new HpackDecoder();
  let decoded = 0;
  fuzz({
    seed: 6,
    corpus,
    read([pieces], input) {
      if (input % 50 === 0) decoder = new HpackDecoder();
      const { fields } = decoder.decode(pieces.reduce(joined, new Uint8Array(0)));
      const characters = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
      if (characters > MAX_HEADER_LIST_BYTES) throw new Error(`input ${input}: ${characters} characters`);
      if (fields.length > 0) decoded++;
      return undefined;
    },
  });
  expect(decoded).toBeGreaterThan(FUZZ_INPUTS / 2);
}, 180_000);

/** @param {Uint8Array[][]} pieces by direction @param {KeyLog|null} keyLog */
function readTls(pieces, keyLog) {
  const content = ['', ''];
  const at = { frame: 1, timeNs: 1, deliveredFrame: 1, deliveredNs: 1 };
  /** @type {import('../../lib/protocols/stream-parser.js').StreamParser} */
  const parser = {
    push(endpoint, offset, bytes, start, end) {
      if (offset !== content[endpoint].length) {
        throw new Error(`content at ${offset} behind ${content[endpoint].length} bytes`);
      }
      content[endpoint] += String.fromCharCode(...bytes.subarray(start, end));
      return offset + end - start;
    },
    gap(endpoint, offset, length) {
      content[endpoint] += '·'.repeat(length);
      return offset + length;
    },
    end() {},
  };
  const waiting = new WaitingBudget();
  const trials = new TrialPool();
  const connection = new TlsConnection({
    ciphers: keyLog && nodeCiphers,
    keyLog,
    waiting,
    trials,
    openContent: () => parser,
  });
  const offsets = [0, 0];
  for (const endpoint of /** @type {const} */ ([0, 1])) {
    for (const piece of pieces[endpoint]) {
      connection.push(endpoint, offsets[endpoint], piece, 0, piece.length, at);
      offsets[endpoint] += piece.length;
    }
  }
  for (const endpoint of /** @type {const} */ ([0, 1])) connection.end(endpoint, 'fin', at);
  if (waiting.bytes !== 0) throw new Error(`${waiting.bytes} bytes are still counted as waiting`);
  return { info: connection.info, content };
}

/**
 * What does not depend on how the bytes were cut. Behind a damaged hello that is only what it says: which sealed
 * records and alerts can still be read depends on when the other direction's is seen.
 * @param {ReturnType<typeof readTls>} reading @param {ReturnType<typeof readTls>['info']} sound
 */
function comparable({ info, content }, sound) {
  const isSound = info.version === sound.version && info.cipher === sound.cipher;
  return JSON.stringify(
    isSound ? [{ ...info, alerts: [] }, content] : [info.version, info.cipher, info.sni, info.alpn],
  );
}

test(`TLS: ${FUZZ_INPUTS} inputs, one in ${DECRYPTED} with keys`, async () => {
  const sessions = [
    await tlsSession({ kind: 'ec' }),
    await tlsSession({ kind: 'ec', settings: { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256' } }),
  ];
  const keyLogs = sessions.map(({ keyLog: text }) => {
    const keyLog = new KeyLog();
    keyLog.add(text);
    return keyLog;
  });
  const corpus = sessions.map(({ sent }) => streamsOf(sent));
  const sound = corpus.map(
    (streams, i) =>
      readTls(
        streams.map((stream) => [stream]),
        keyLogs[i],
      ).info,
  );
  const readings = new Set();
  const isDecrypted = (/** @type {number} */ input) => Math.floor(input / 2) % DECRYPTED === 0;
  fuzz({
    seed: 4,
    corpus,
    isCompared: (input) => input % 20 === 0 || isDecrypted(input),
    read(pieces, input) {
      const reading = comparable(readTls(pieces, isDecrypted(input) ? keyLogs[input % 2] : null), sound[input % 2]);
      readings.add(reading);
      return reading.replaceAll('·', '');
    },
  });
  expect(readings.size).toBeGreaterThan(100);
}, 180_000);
