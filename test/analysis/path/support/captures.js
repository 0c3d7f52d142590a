/** Captures at several points, simulated, with the truth about each packet, and disguised as second captures are. */
import { CaptureAnalysis } from '../../../../lib/analysis/capture-analysis.js';
import { decodeHere } from '../../../../lib/analysis/capture-decoder.js';
import { takeExaminer } from '../../../../lib/analysis/take-examiner.js';
import { readBytes } from '../../../../lib/capture/file/read-capture.js';
import { PathAnalysis } from '../../../../lib/path/path-analysis.js';
import { pointOf } from '../../../../lib/path/point.js';
import { runScenario } from '../../../../lib/simulator/scenario/run.js';

/** @typedef {import('../../../../lib/simulator/scenario/run.js').Scenario} Scenario */
/** @typedef {import('../../../../lib/path/describe/packet-lines.js').PathPacket} PathPacket */

/** @typedef {{ ns: number, bytes: Uint8Array, wireLength: number }} Frame ns since the simulation's start */

const HEADER_BYTES = 24;
const RECORD_BYTES = 16;
const ETHERNET_BYTES = 14;
const EPOCH_SECONDS = 1_767_225_600;

/** @param {Uint8Array} file of the simulator @returns {Frame[]} */
export function framesOf(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const frames = [];
  for (let at = HEADER_BYTES; at < file.length;) {
    const length = view.getUint32(at + 8, true);
    const ns = (view.getUint32(at, true) - EPOCH_SECONDS) * 1e9 + view.getUint32(at + 4, true);
    const wireLength = view.getUint32(at + 12, true);
    frames.push({ ns, wireLength, bytes: file.slice(at + RECORD_BYTES, at + RECORD_BYTES + length) });
    at += RECORD_BYTES + length;
  }
  return frames;
}

/** @param {readonly Frame[]} frames @returns {Uint8Array} a pcap file with times in nanoseconds */
export function fileOf(frames) {
  const file = new Uint8Array(HEADER_BYTES + frames.reduce((sum, { bytes }) => sum + RECORD_BYTES + bytes.length, 0));
  const view = new DataView(file.buffer);
  view.setUint32(0, 0xa1b23c4d, true);
  view.setUint16(4, 2, true);
  view.setUint16(6, 4, true);
  view.setUint32(16, 262_144, true);
  view.setUint32(20, 1, true);
  let at = HEADER_BYTES;
  for (const { ns, bytes, wireLength } of frames) {
    const seconds = Math.floor(ns / 1e9);
    view.setUint32(at, EPOCH_SECONDS + seconds, true);
    view.setUint32(at + 4, Math.round(ns - seconds * 1e9), true);
    view.setUint32(at + 8, bytes.length, true);
    view.setUint32(at + 12, wireLength, true);
    file.set(bytes, at + RECORD_BYTES);
    at += RECORD_BYTES + bytes.length;
  }
  return file;
}

/**
 * What a second capture differs by.
 * @typedef {object} Disguise
 * @property {(ns: number) => number} [clock] its time
 * @property {boolean} [nat] other addresses and ports
 * @property {[number, number]} [sequence] added to the sequence numbers of both directions, to and from the server
 * @property {[number, number]} [stamps] added to the timestamps
 * @property {number} [identification] added to IPv4's
 * @property {number} [hops] taken off the TTL
 * @property {(tcp: Uint8Array) => void} [header] changes a TCP header, options included
 * @property {(index: number) => boolean} [isMissed] whether the capture misses a packet
 */

/**
 * @param {Frame[]} frames @param {Disguise} disguise
 * @returns {{ frames: Frame[], kept: number[] }} `kept`: indexes in the original
 */
export function disguised(frames, disguise) {
  const { clock = (ns) => ns, isMissed = () => false } = disguise;
  const kept = frames.map((_, index) => index).filter((index) => !isMissed(index));
  return {
    kept,
    frames: kept.map((index) => {
      const { ns, bytes, wireLength } = frames[index];
      return { ns: clock(ns), wireLength, bytes: rewritten(bytes, disguise) };
    }),
  };
}

/** @param {Uint8Array} frame Ethernet, IPv4, TCP @param {Disguise} disguise */
function rewritten(frame, disguise) {
  const { nat = false, sequence = [0, 0], stamps = [0, 0], identification = 0, hops = 0, header } = disguise;
  const bytes = frame.slice();
  const view = new DataView(bytes.buffer);
  const ip = ETHERNET_BYTES;
  const tcp = ip + (bytes[ip] & 15) * 4;
  const fromClient = view.getUint16(tcp) > view.getUint16(tcp + 2);
  const [own, other] = fromClient ? [0, 1] : [1, 0];
  if (identification !== 0) view.setUint16(ip + 4, view.getUint16(ip + 4) + identification);
  bytes[ip + 8] -= hops;
  if (nat) {
    view.setUint32(ip + (fromClient ? 12 : 16), 0xc0a80107);
    view.setUint16(tcp + (fromClient ? 0 : 2), view.getUint16(tcp + (fromClient ? 0 : 2)) - 777);
  }
  view.setUint32(tcp + 4, view.getUint32(tcp + 4) + sequence[own]);
  if ((bytes[tcp + 13] & 0x10) !== 0) view.setUint32(tcp + 8, view.getUint32(tcp + 8) + sequence[other]);
  for (let at = tcp + 20, end = tcp + (bytes[tcp + 12] >> 4) * 4; at < end;) {
    const kind = bytes[at];
    if (kind === 8) {
      view.setUint32(at + 2, view.getUint32(at + 2) + stamps[own]);
      if (view.getUint32(at + 6) !== 0) view.setUint32(at + 6, view.getUint32(at + 6) + stamps[other]);
    }
    for (let edge = at + 2; kind === 5 && edge < at + bytes[at + 1]; edge += 4) {
      view.setUint32(edge, view.getUint32(edge) + sequence[other]);
    }
    at += kind <= 1 ? 1 : bytes[at + 1];
  }
  header?.(bytes.subarray(tcp, tcp + (bytes[tcp + 12] >> 4) * 4));
  bytes.fill(0, tcp + 16, tcp + 18);
  bytes.fill(0, ip + 10, ip + 12);
  return bytes;
}

/** Bytes of IPv4's length field, less headers. */
const MAX_JOINED_BYTES = 65_000;

/**
 * As a capture shows segments that the network card cuts behind it, or joins before it: consecutive ones of one
 * direction in one piece, as long as the next follows at once.
 * @param {readonly Frame[]} frames of one connection
 * @param {number} withinNs of the first
 * @returns {{ frames: Frame[], of: number[] }} `of`: for each original, the index of the frame that has it
 */
export function offloaded(frames, withinNs) {
  /** @type {Frame[]} */
  const joined = [];
  /** @type {number[]} */
  const of = [];
  /** By direction: the frame that may grow. @type {Map<number, number>} */
  const open = new Map();
  for (const frame of frames) {
    const { port, start, payload } = placeOf(frame.bytes);
    const at = open.get(port);
    const before = at === undefined ? null : joined[at];
    const known = before === null ? null : placeOf(before.bytes);
    const follows =
      known !== null && known.payload.length > 0 && payload.length > 0 && known.start + known.payload.length === start;
    if (before !== null && follows && frame.ns - before.ns <= withinNs && before.bytes.length < MAX_JOINED_BYTES) {
      const bytes = new Uint8Array(before.bytes.length + payload.length);
      bytes.set(before.bytes);
      bytes.set(payload, before.bytes.length);
      new DataView(bytes.buffer).setUint16(ETHERNET_BYTES + 2, bytes.length - ETHERNET_BYTES);
      bytes.fill(0, ETHERNET_BYTES + 10, ETHERNET_BYTES + 12);
      joined[/** @type {number} */ (at)] = { ns: before.ns, bytes, wireLength: bytes.length };
      of.push(/** @type {number} */ (at));
      continue;
    }
    open.set(port, joined.length);
    of.push(joined.length);
    joined.push({ ...frame });
  }
  return { frames: joined, of };
}

/** @param {Uint8Array} bytes of a frame @returns {{ port: number, start: number, payload: Uint8Array }} */
function placeOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const tcp = ETHERNET_BYTES + (bytes[ETHERNET_BYTES] & 15) * 4;
  const payload = bytes.subarray(tcp + (bytes[tcp + 12] >> 4) * 4, ETHERNET_BYTES + view.getUint16(ETHERNET_BYTES + 2));
  return { port: view.getUint16(tcp), start: view.getUint32(tcp + 4), payload };
}

/**
 * Simulates a path.
 * @param {Scenario} scenario its `taps` are the points
 * @returns {Frame[][]} by tap
 */
export const simulated = (scenario) =>
  runScenario(scenario, { withTruth: false }).captures.map(({ bytes }) => framesOf(bytes));

/**
 * Which frames of two points are the same packets: those of the same bytes, the n-th the n-th.
 * @param {readonly Frame[]} one @param {readonly Frame[]} other
 * @returns {(number | null)[]} for each frame of `one`, that of the other
 */
export function sameFrames(one, other) {
  const keyOf = (/** @type {Frame} */ { bytes }) => Buffer.from(bytes).toString('latin1');
  /** @type {Map<string, number[]>} */
  const places = new Map();
  other.forEach((frame, index) => {
    const key = keyOf(frame);
    const list = places.get(key);
    if (list === undefined) places.set(key, [index]);
    else list.push(index);
  });
  return one.map((frame) => places.get(keyOf(frame))?.shift() ?? null);
}

/**
 * @param {readonly Uint8Array[]} files @param {ConstructorParameters<typeof PathAnalysis>[1]} [options]
 */
export async function pathOf(files, options) {
  return new PathAnalysis(await pointsOf(files), options);
}

/**
 * With payloads compared.
 * @param {readonly Uint8Array[]} files
 */
export async function pathWithPayloads(files) {
  const path = new PathAnalysis(await pointsOf(files));
  const payloads = await path.payloads();
  for (const [place, bytes] of files.entries()) {
    const target = payloads.target(place, () => {});
    if (target !== null) await readBytes(bytes, target);
  }
  return path;
}

/** @param {readonly Uint8Array[]} files */
async function pointsOf(files) {
  const points = [];
  for (const [place, bytes] of files.entries()) {
    const analysis = new CaptureAnalysis({ decoder: decodeHere });
    await readBytes(bytes, analysis.ingest);
    await takeExaminer(analysis, false);
    points.push(pointOf(`point.${'abc'[place]}.pcap`, analysis));
  }
  return points;
}
