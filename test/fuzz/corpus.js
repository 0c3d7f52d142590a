/**
 * Inputs to begin with: the fixtures, sessions that are made here, and captures beside the checkout where there are
 * some; each cut to what a fuzzer needs of it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { http2Session } from '../protocols/http2/http2-session.js';
import { CANARY_INPUTS } from '../report/support/canary-inputs.js';
import { hostileStreams } from '../support/hostile-streams.js';
import { pcap } from '../support/packets/packets.js';
import { repeatedPackets } from '../support/packets/repeated-packets.js';
import { sentCapture } from '../support/packets/sent-capture.js';
import { wrapped, WRAPPINGS } from '../support/packets/wrap-capture.js';
import { tlsCapture } from '../support/tls/tls-capture.js';
import { readFrames, writeFrames } from './capture-form.js';
import { DENSE_SEEDS } from './dense-seeds.js';
import { connectionsIn } from './streams.js';

/** @typedef {import('./random.js').Random} Random */
/** @typedef {{ name: string, load: (random: Random) => Uint8Array|Promise<Uint8Array> }} Seed */

const FIXTURES = fileURLToPath(new URL('../../fixtures/pcaps/', import.meta.url));
const PROGRAMS = fileURLToPath(new URL('../../fixtures/programs/', import.meta.url));
const SHARED = fileURLToPath(new URL('../../../shared/pcaps/', import.meta.url));
const CAPTURE = /\.(pcap|pcapng|cap|snoop|dump)(\.gz)?$/;
const MAX_BYTES = 24 * 1024;
const MAX_CONNECTIONS = 3;
const MAX_FILE_BYTES = 32e6;
const REPEATED_PACKETS = 100;

/** @param {string} folder @returns {string[]} paths of captures below it */
function capturesIn(folder) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => CAPTURE.test(name))
    .sort()
    .map((name) => `${folder}${name}`);
}

/** @param {string} path @param {Random} random */
function loadFile(path, random) {
  const raw = readFileSync(path);
  const bytes = Uint8Array.from(path.endsWith('.gz') ? gunzipSync(raw) : raw);
  const keys = path.replace(CAPTURE, '.keys');
  const secrets = existsSync(keys) ? readFileSync(keys, 'latin1') : '';
  return cut(bytes.subarray(0, MAX_FILE_BYTES), secrets, random);
}

/**
 * A small capture is taken as it is, of a large one its beginning or some of its connections.
 * @param {Uint8Array} bytes @param {string} secrets of a key log that lies beside it @param {Random} random
 */
export function cut(bytes, secrets, random) {
  if (bytes.length <= MAX_BYTES && secrets === '') return bytes;
  const capture = readFrames(bytes);
  const all = connectionsIn(capture.frames);
  const connections = [...all.values()];
  const start = random.below(Math.max(1, connections.length - MAX_CONNECTIONS));
  const isIn = inAny(connections.slice(start, start + MAX_CONNECTIONS));
  const isWhole = connections.length === 0 || random.chance(0.5);
  const some = isWhole ? capture.frames : capture.frames.filter(isIn);
  let left = MAX_BYTES;
  const frames = some.filter(({ bytes: { length } }) => (left -= length + 16) >= 0);
  return writeFrames(
    {
      frames,
      secrets: [capture.secrets, secrets]
        .filter((text) => text !== '')
        .join('\n')
        .slice(0, MAX_BYTES),
    },
    random,
  );
}

/** @param {import('./capture-form.js').Frame[][]} connections */
function inAny(connections) {
  const frames = new Set(connections.flat());
  return (/** @type {import('./capture-form.js').Frame} */ frame) => frames.has(frame);
}

/** @type {Seed[]} */
const MADE = [
  {
    name: 'HTTP/2 session',
    load: async () =>
      sentCapture(
        await http2Session(
          [{ headers: { ':path': '/1', ':method': 'POST', 'x-a': 'b' }, body: 'body' }, { headers: { ':path': '/2' } }],
          'answer',
        ),
      ),
  },
  {
    name: 'HTTP/2 session with long answers',
    load: async () =>
      sentCapture(await http2Session([{ headers: { ':path': '/3' } }], 'x'.repeat(5000), { initialWindowSize: 1000 })),
  },
  { name: 'hostile streams', load: (random) => pcap(hostileStreams({ seed: random.seed(), streams: 6 })) },
  {
    name: 'hostile streams, times run backwards',
    load: (random) => pcap(hostileStreams({ seed: random.seed(), streams: 6, backwards: true })),
  },
  {
    name: 'packets captured again, in a tunnel',
    load: (random) => wrapped(pcap(repeated(random)), random.pick(Object.values(WRAPPINGS))),
  },
  { name: 'packets captured again', load: (random) => pcap(repeated(random)) },
  { name: 'TLS 1.3 session', load: (random) => tlsSeed('TLSv1.3', random) },
  { name: 'TLS 1.2 session', load: (random) => tlsSeed('TLSv1.2', random) },
];

/** As long as the lengths in the conversations say. */
const WORD = 'swallow';

/** What is said in each protocol of the registry. @type {Seed[]} */
const SAID = CANARY_INPUTS.flatMap(([name, input]) =>
  input((prefix = '') => prefix + WORD).map((said, i) => ({
    name: `${name}, conversation ${i + 1}`,
    load: () =>
      sentCapture(said.map(([endpoint, text]) => ({ endpoint, bytes: Uint8Array.from(Buffer.from(text, 'latin1')) }))),
  })),
);

/** @param {Random} random */
const repeated = (random) => repeatedPackets((below) => random.below(below), REPEATED_PACKETS);

/** @param {'TLSv1.2'|'TLSv1.3'} version @param {Random} random */
async function tlsSeed(version, random) {
  const requests = ['GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'x'.repeat(2000)];
  const settings = { minVersion: version, maxVersion: version };
  const { capture, keyLog } = await tlsCapture({ kind: 'ec', requests, settings });
  return cut(capture, keyLog, random);
}

/** @returns {{ own: Seed[], shared: Seed[] }} */
export function seeds() {
  const files = (/** @type {string} */ folder) =>
    capturesIn(folder).map((path) => ({ name: path, load: (/** @type {Random} */ random) => loadFile(path, random) }));
  return { own: [...files(FIXTURES), ...files(PROGRAMS), ...MADE, ...SAID, ...DENSE_SEEDS], shared: files(SHARED) };
}
