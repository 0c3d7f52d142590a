/** Makes an input of another: picks what is changed, from a file's bytes up to the messages in its streams. */
import { concatBytes } from '../support/packets/frames.js';
import { readFrames, writeFrames } from './capture-form.js';
import { mutateBytes } from './mutators/bytes.js';
import { mutateHttp1, newHead } from './mutators/http1.js';
import { hasPreface, mutateHttp2, newHttp2 } from './mutators/http2.js';
import { mutateIp, wrapFrames } from './mutators/ip.js';
import { mutateMux, newMux } from './mutators/mux.js';
import { isPcap, mutatePcap } from './mutators/pcap.js';
import { isPcapng, mutatePcapng } from './mutators/pcapng.js';
import { mutateTcp } from './mutators/tcp.js';
import { isTls, mutateTls, newTls } from './mutators/tls.js';
import { mutateWebSocket, newWebSocketFrame } from './mutators/websocket.js';
import { connectionsIn, framesOf, talkOf } from './streams.js';

/** @typedef {import('./random.js').Random} Random */
/** @typedef {import('./capture-form.js').Capture} Capture */
/** @typedef {import('./streams.js').Talk} Talk */
/** @typedef {'http1'|'http2'|'websocket'|'mux'|'tls'} Protocol */
/** @typedef {{ bytes: Uint8Array, layers: string[] }} Mutant  layers: what was changed, for whoever reads a report */

/** Inputs do not grow beyond: small ones are read faster, and say as much. */
export const MAX_INPUT_BYTES = 64 * 1024;
const MAX_FRAMES = 600;
const PROTOCOLS = /** @type {const} */ (['http1', 'http2', 'websocket', 'mux', 'tls']);
/** What `--only` may name, and how often each is picked without it. @type {Map<string, number>} */
export const LAYERS = new Map(
  Object.entries({ bytes: 1, file: 2, ip: 2, tcp: 3, splice: 1, http1: 2, http2: 3, websocket: 1, mux: 2, tls: 2 }),
);

/** @param {string} layer @returns {layer is Protocol} */
const isProtocol = (layer) => PROTOCOLS.some((name) => name === layer);

/**
 * @param {Uint8Array} bytes an input
 * @param {Random} random
 * @param {{ only?: string, other: () => Uint8Array }} options only: of `LAYERS`; other: another input, to splice with
 * @returns {Mutant}
 */
export function mutate(bytes, random, { only, other }) {
  const layers = Array.from({ length: random.few(3) }, () => only ?? layer(random));
  let result = bytes;
  for (const name of layers) result = change(name, result, random, other);
  return { bytes: result.slice(0, MAX_INPUT_BYTES), layers };
}

/** @param {Random} random @returns {string} */
function layer(random) {
  const weights = [...LAYERS.values()];
  let left = random.below(weights.reduce((sum, weight) => sum + weight, 0));
  for (const [name, weight] of LAYERS) if ((left -= weight) < 0) return name;
  return 'bytes';
}

/**
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {Random} random
 * @param {() => Uint8Array} other
 * @returns {Uint8Array}
 */
function change(name, bytes, random, other) {
  if (name === 'bytes') return mutateBytes(bytes, random);
  if (name === 'file') {
    if (isPcap(bytes)) return mutatePcap(bytes, random);
    return isPcapng(bytes) ? mutatePcapng(bytes, random) : mutateBytes(bytes, random);
  }
  const capture = readFrames(bytes);
  const frames = capture.frames.slice(0, MAX_FRAMES);
  if (name === 'ip') return writeFrames({ ...capture, frames: mutateIp(frames, random) }, random);
  if (name === 'tcp') return writeFrames({ ...capture, frames: mutateTcp(frames, random) }, random);
  if (name === 'splice') return writeFrames(splice({ ...capture, frames }, readFrames(other()), random), random);
  return isProtocol(name) ? writeFrames(withTalk({ ...capture, frames }, name, random), random) : bytes;
}

/**
 * Frames of two captures, one after the other or mixed by time.
 * @param {Capture} one
 * @param {Capture} two
 * @param {Random} random
 * @returns {Capture}
 */
function splice(one, two, random) {
  const part = (/** @type {Capture} */ { frames }) => {
    const from = random.below(frames.length + 1);
    return frames.slice(random.chance(0.5) ? 0 : from, from + random.few(200));
  };
  const frames = [...part(one), ...part(two)].slice(0, MAX_FRAMES);
  return {
    frames: random.chance(0.5) ? frames.sort((a, b) => a.timeNs - b.timeNs) : frames,
    secrets: [one.secrets, two.secrets].filter((secrets) => secrets !== '').join('\n'),
  };
}

/**
 * @param {Capture} capture
 * @param {Protocol} protocol
 * @param {Random} random
 * @returns {Capture} with a connection's talk changed, or another put in
 */
function withTalk({ frames, secrets }, protocol, random) {
  const connections = connectionsIn(frames);
  const fitting = [...connections].filter(([, own]) => speaks(talkOf(own), protocol));
  const chosen = fitting.length > 0 && random.chance(0.8) ? random.pick(fitting) : null;
  const talk = chosen === null ? newTalk(protocol, random) : mutateTalk(talkOf(chosen[1]), protocol, random);
  const own = new Set(chosen?.[1]);
  const others = random.chance(0.7) ? [] : frames.filter((frame) => !own.has(frame));
  const made = framesOf(talk, random);
  const all = [...others, ...(random.chance(0.05) ? wrapFrames(made, random) : made)];
  return { frames: all.slice(0, MAX_FRAMES), secrets };
}

/** @param {Talk} talk @param {Protocol} protocol */
function speaks({ turns, port }, protocol) {
  const [first] = turns;
  if (first === undefined) return false;
  const { bytes } = first;
  const isText = bytes[0] >= 0x41 && bytes[0] <= 0x5a;
  switch (protocol) {
    case 'http2':
      return hasPreface(bytes);
    case 'tls':
      return isTls(bytes);
    case 'mux':
      return port === 8007 || port === 8008 || !isText;
    case 'websocket':
      return (
        isText &&
        turns.some(({ bytes }) => bytes.length > 12 && bytes[9] === 0x31 && bytes[10] === 0x30 && bytes[11] === 0x31)
      );
    default:
      return isText && !hasPreface(bytes);
  }
}

/** @param {Talk} talk @param {Protocol} protocol @param {Random} random @returns {Talk} */
function mutateTalk({ port, turns }, protocol, random) {
  const format = random.pick(/** @type {const} */ (['1996', '1998']));
  const changeTurn = (/** @type {Uint8Array} */ bytes, /** @type {0|1} */ side) => {
    switch (protocol) {
      case 'http2':
        return mutateHttp2(bytes, random);
      case 'tls':
        return mutateTls(bytes, random);
      case 'mux':
        return mutateMux(bytes, random, format);
      case 'websocket':
        return mutateWebSocket(bytes, random, side === 0);
      default:
        return mutateHttp1(bytes, random);
    }
  };
  const share = random.pick([0.1, 0.5, 1]);
  const sure = random.below(turns.length);
  const changed = turns.map(({ side, bytes }, i) =>
    i === sure || random.chance(share) ? { side, bytes: changeTurn(bytes, side) } : { side, bytes },
  );
  if (random.chance(0.1)) changed.splice(random.below(changed.length), 1);
  if (random.chance(0.1)) changed.splice(random.below(changed.length + 1), 0, random.pick(turns));
  return { port, turns: changed };
}

const UPGRADE = new TextEncoder().encode(
  'GET /chat HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
);
const UPGRADED = new TextEncoder().encode(
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
);

/** @param {Protocol} protocol @param {Random} random @returns {Talk} a talk from nothing */
function newTalk(protocol, random) {
  const format = random.pick(/** @type {const} */ (['1996', '1998']));
  const text = () => new TextEncoder().encode(newHead(random));
  const say = (/** @type {0|1} */ side) => {
    switch (protocol) {
      case 'http2':
        return newHttp2(random, side === 0);
      case 'tls':
        return newTls(random);
      case 'mux':
        return newMux(random, format, side === 0);
      case 'websocket':
        return concatBytes(
          side === 0 ? UPGRADE : UPGRADED,
          ...Array.from({ length: random.few(8) }, () => newWebSocketFrame(random, side === 0)),
        );
      default:
        return concatBytes(...Array.from({ length: random.few(4) }, text));
    }
  };
  const port = random.pick([80, 443, 8007, 8080, random.between(1, 65535)]);
  return {
    port,
    turns: Array.from({ length: 1 + random.few(5) }, (_, i) => ({
      side: /** @type {0|1} */ (i % 2),
      bytes: say(/** @type {0|1} */ (i % 2)),
    })),
  };
}
