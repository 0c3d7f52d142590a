/**
 * The four captures of the bench, as plans for the simulation. Every flow has a random source of its own, seeded by the
 * capture and its number, so that a capture at a tenth of the scale is the first tenth of the flows.
 */
import { Random } from './random.js';

/**
 * @typedef {import('./flow.js').FlowPlan} FlowPlan
 * @typedef {import('./flow.js').Batch} Batch
 * @typedef {import('./byte-stream.js').ByteStream} ByteStream
 * @typedef {{ name: string, title: string, seed: number, snapLength: number, flows: (scale: number) => number,
 *   plan: (index: number, random: Random, scale: number) => FlowPlan }} CaptureDefinition
 */

const FULL = 262144;
const HEADERS_ONLY = 96;
const CHUNK_BYTES = 8192;
const PLAIN_PATHS = [
  '/index.html',
  '/news',
  '/search?q=tcp',
  '/style.css',
  '/app.js',
  '/photo.raw',
  '/api/items?page=2',
  '/fonts/inter.woff2',
];
const TYPES = ['text/html; charset=utf-8', 'application/json', 'font/woff2', 'text/css', 'application/octet-stream'];

/**
 * @param {Random} random
 * @param {number} low
 * @param {number} high
 * @returns {number} as likely between 1 k and 2 k as between 10 k and 20 k
 */
function logarithmic(random, low, high) {
  return Math.round(low * (high / low) ** random.fraction());
}

/** @param {string} path @param {number} host @returns {string} */
function request(path, host) {
  return `GET ${path} HTTP/1.1\r\nHost: www${host}.example\r\nUser-Agent: bench/1.0\r\nAccept: */*\r\nAccept-Encoding: identity\r\n\r\n`;
}

/** @param {ByteStream} stream @param {number} bodyBytes @param {string} type @param {boolean} chunked */
function answer(stream, bodyBytes, type, chunked) {
  const head = `HTTP/1.1 200 OK\r\nServer: bench\r\nContent-Type: ${type}\r\nCache-Control: max-age=3600\r\n`;
  if (!chunked) {
    stream.addText(`${head}Content-Length: ${bodyBytes}\r\n\r\n`);
    stream.addFiller(bodyBytes);
    return;
  }
  stream.addText(`${head}Transfer-Encoding: chunked\r\n\r\n`);
  for (let left = bodyBytes; left > 0; left -= CHUNK_BYTES) {
    const size = Math.min(left, CHUNK_BYTES);
    stream.addText(`${size.toString(16)}\r\n`);
    stream.addFiller(size);
    stream.addText('\r\n');
  }
  stream.addText('0\r\n\r\n');
}

/** @param {Random} random @param {number} bodyBytes @returns {import('./flow.js').Exchange} */
function exchange(random, bodyBytes) {
  const type = random.pick(TYPES);
  const chunked = random.chance(0.25);
  if (random.chance(0.04)) {
    return {
      request: request('/missing', 1),
      respond: (stream) =>
        stream.addText('HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\nNot found\n'),
    };
  }
  return {
    request: request(random.pick(PLAIN_PATHS), random.between(1, 9)),
    respond: (stream) => answer(stream, bodyBytes, type, chunked),
  };
}

/** @param {Random} random @param {number[]} sizes of the bodies @returns {Batch[]} one in ten connections pipelines */
function batches(random, sizes) {
  const exchanges = sizes.map((size) => exchange(random, size));
  const depth = random.chance(0.1) ? 4 : 1;
  const all = [];
  for (let at = 0; at < exchanges.length; at += depth) {
    all.push({
      thinkNs: at === 0 ? 100_000 : logarithmic(random, 1e6, 500e6),
      exchanges: exchanges.slice(at, at + depth),
    });
  }
  return all;
}

/** @param {number} index @param {Random} random @returns {FlowPlan['identity']} */
function identity(index, random) {
  const ipv6 = random.chance(0.3);
  return {
    ipv6,
    timestamps: random.chance(0.8),
    sackPermitted: true,
    windowScale: 7,
    mss: ipv6 ? 1440 : 1460,
    clientIsn: random.bits(),
    serverIsn: random.bits(),
    tuple: index,
    serverPort: random.pick([80, 80, 80, 8080, 8000]),
  };
}

/**
 * @param {number} index
 * @param {Random} random
 * @param {number} spacingNs between the starts of flows
 * @returns {Omit<FlowPlan, 'batches'>}
 */
function path(index, random, spacingNs) {
  const megabits = logarithmic(random, 10, 500);
  return {
    identity: identity(index, random),
    startNs: index * spacingNs + random.between(0, spacingNs - 1),
    oneWayNs: logarithmic(random, 1e6, 80e6),
    nsPerByte: 8000 / megabits,
    queueNs: random.between(20e6, 100e6),
    lossRate: random.chance(0.4) ? logarithmic(random, 1, 50) / 1e4 : 0,
    reorderRate: random.chance(0.05) ? 0.002 : 0,
    bufferBytes: random.pick([65_536, 262_144, 1 << 20, 3 << 20]),
    readNsPerByte: random.chance(0.02) ? 400 : 0,
    serverDelayNs: logarithmic(random, 100_000, 80e6),
    atServer: random.chance(0.7),
    reset: random.chance(0.02),
  };
}

/** @type {CaptureDefinition[]} */
export const CAPTURES = [
  {
    name: 'a',
    title: '1 M packets, full payload, 2 000 flows, HTTP',
    seed: 1,
    snapLength: FULL,
    flows: (scale) => Math.ceil(2000 * scale),
    plan: (index, random) => {
      const sizes =
        index % 20 < 3
          ? Array.from({ length: random.between(1, 2) }, () => random.between(300_000, 3_500_000))
          : Array.from({ length: random.between(2, 10) }, () => logarithmic(random, 300, 120_000));
      return { ...path(index, random, 30e6), batches: batches(random, sizes) };
    },
  },
  {
    name: 'b',
    title: '5 M packets cut to 96 bytes, 100 000 flows',
    seed: 2,
    snapLength: HEADERS_ONLY,
    flows: (scale) => Math.ceil(100_000 * scale),
    plan: (index, random) => {
      const sizes = Array.from({ length: random.between(1, 4) }, () => logarithmic(random, 200, 92_000));
      return { ...path(index, random, 2e6), batches: batches(random, sizes) };
    },
  },
  {
    name: 'c',
    title: 'one flow of 2 M packets, cut to 96 bytes',
    seed: 3,
    snapLength: HEADERS_ONLY,
    flows: () => 1,
    plan: (index, random, scale) => ({
      ...path(index, random, 1e6),
      identity: { ...identity(index, random), timestamps: true, ipv6: false, mss: 1460 },
      oneWayNs: 10e6,
      nsPerByte: 40,
      queueNs: 20e6,
      lossRate: 0.001,
      reorderRate: 0.0005,
      bufferBytes: 3 << 20,
      readNsPerByte: 0,
      atServer: true,
      reset: false,
      batches: [
        {
          thinkNs: 1e6,
          exchanges: [
            {
              request: request('/image.iso', 1),
              respond: (stream) => answer(stream, Math.round(1.92e9 * scale), 'application/octet-stream', false),
            },
          ],
        },
      ],
    }),
  },
  {
    name: 'd',
    title: '200 000 tiny HTTP connections',
    seed: 4,
    snapLength: FULL,
    flows: (scale) => Math.ceil(200_000 * scale),
    plan: (index, random) => ({
      ...path(index, random, 500_000),
      lossRate: 0,
      reorderRate: 0,
      serverDelayNs: random.between(600_000, 3_000_000),
      readNsPerByte: 0,
      reset: false,
      batches: [{ thinkNs: 100_000, exchanges: [exchange(random, random.between(50, 900))] }],
    }),
  },
];

/**
 * @param {CaptureDefinition} capture
 * @param {number} index
 * @param {number} scale
 * @returns {{ plan: FlowPlan, random: Random }}
 */
export function planFlow(capture, index, scale) {
  const random = new Random(capture.seed * 1_000_003 + index);
  return { plan: capture.plan(index, random, scale), random };
}
