import { CORE_BASE64 } from '../../engine/bytes/inference.js';
import { bytesOf, ColumnRoom } from '../../engine/columns.js';
import { coreModule } from '../../engine/compile.js';
import { Bursts } from './bursts.js';
import { LIMITS } from './limits.js';
import { PACINGS } from './pacing.js';

/** @typedef {import('../../tcpflow/sender/sender-order.js').SenderOrder['method']} Method */

/**
 * What the compiled inference exports (lib/engine/inference/senders.ts); numbers that name places are byte offsets into
 * its memory.
 * @typedef {object} SendersCore
 * @property {(count: number) => number} takeBursts
 * @property {() => number} inferredRoom
 * @property {() => number} resultsRoom
 * @property {(mss: number, rttNs: number, baseNs: number, clockedNs: number, method: number, isSpaced: boolean) =>
 *   void} infer
 * @property {{ value: number }} exhausted 1: it trapped for want of memory
 */

/**
 * What a direction's sender did and what limited it, after each of its bursts.
 * @typedef {object} Inferred
 * @property {Bursts} bursts
 * @property {Float64Array} cwnd congestion window, segments
 * @property {Uint8Array} starved 1: in recovery, and it had nothing to send
 * @property {Uint8Array} limits values of `LIMIT`: what limited the next byte
 * @property {Float64Array} limitNs how long each of `LIMITS` applied
 * @property {boolean} isFixed what `limits` calls the send buffer may as well be the stack's own limit on its window
 * @property {Int32Array} restarts bursts that begin with data after an idle period
 * @property {import('./pacing.js').Paced} paced
 */

/** By the engine's numbers (lib/engine/inference/pacing.ts). */
const METHODS = /** @type {readonly Method[]} */ (['captured', 'shifted', 'echoes']);
/** As lib/engine/inference lays them out: of each burst (inferred.ts), and before the times of limits (senders.ts). */
const LAYOUT = Object.freeze({ columns: 4, bytes: 14 });
const RESULTS = 8;

/** Directions of up to so many bursts share one memory; a longer one gets its own, which is freed with it. */
const MAX_SHARED_BURSTS = 2 ** 17;
/** Pages of 64 KiB: what the core is built with (lib/engine/build.js). */
const INITIAL_PAGES = 32;
const MAX_PAGES = 65536;

/** @typedef {{ core: SendersCore, memory: WebAssembly.Memory }} Machine */

/** @type {Machine | undefined} */
let shared;

/** @returns {Machine} */
function makeMachine() {
  const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAX_PAGES });
  const { exports } = new WebAssembly.Instance(coreModule('inference', CORE_BASE64), { env: { memory } });
  return { core: /** @type {SendersCore} */ (/** @type {unknown} */ (exports)), memory };
}

/**
 * Infers windows, limits and pacing from a direction's bursts, of which the core gets a copy.
 * @param {Bursts} bursts
 * @param {object} known
 * @param {number} known.mss payload of a full segment
 * @param {number} known.rttNs usual round trip
 * @param {number} known.baseRttNs the shortest
 * @param {Method} known.method how the order of its packets at the sender was found
 * @param {boolean} known.isSpaced whether segments came to the capture point spaced by a bottleneck, as far as shows;
 *   of no account where they were captured
 *   at the sender
 * @returns {Inferred} of no bursts where there is no memory left
 */
export function inferredOf(bursts, { mss, rttNs, baseRttNs, method, isSpaced }) {
  const { core, memory } = bursts.count > MAX_SHARED_BURSTS ? makeMachine() : (shared ??= makeMachine());
  try {
    const at = core.takeBursts(bursts.count);
    new Uint8Array(memory.buffer, at).set(bytesOf(bursts.startNs, bursts.packet));
    core.infer(mss, rttNs, baseRttNs, bursts.clockedNs, METHODS.indexOf(method), isSpaced);
  } catch (error) {
    if (core.exhausted.value === 0) throw error;
    return inferredFrom(
      new Bursts(0),
      new ColumnRoom(0, LAYOUT.columns, LAYOUT.bytes),
      new Float64Array(RESULTS + LIMITS.length),
    );
  }
  return inferredFrom(
    bursts,
    new ColumnRoom(bursts.count, LAYOUT.columns, LAYOUT.bytes, memory.buffer, core.inferredRoom()),
    new Float64Array(memory.buffer, core.resultsRoom(), RESULTS + LIMITS.length).slice(),
  );
}

/** @param {Bursts} bursts @param {ColumnRoom} room @param {Float64Array} results @returns {Inferred} */
function inferredFrom(bursts, room, results) {
  const [pacing, isSure, gapNs, late, answers, answerNs, restarts, isFixed] = results;
  return {
    bursts,
    cwnd: room.float64(),
    starved: room.uint8(),
    limits: room.uint8(),
    restarts: room.int32().subarray(0, restarts),
    limitNs: results.subarray(RESULTS),
    isFixed: isFixed === 1,
    paced: { pacing: PACINGS[pacing], isSure: isSure === 1, gapNs, late, answers, answerNs },
  };
}
