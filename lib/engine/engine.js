import { coreModule } from './compile.js';
import { CORE_BASE64 } from './bytes/tracker.js';

/** Pages of 64 KiB: what the core is built with (build.js). */
const INITIAL_PAGES = 32;
const MOST_PAGES = 65536;

/**
 * What the core exports; numbers that name places are byte offsets into its memory.
 * @typedef {object} TrackerCore
 * @property {WebAssembly.Memory} memory shared, so that views on it stay valid when it grows
 * @property {WebAssembly.Module} module
 * @property {() => void} start by the first instance on a memory, when `hashSecrets` are there
 * @property {{ value: number }} hashSecrets see keyed-hash.ts
 * @property {{ value: number }} HASH_SECRETS
 * @property {(first: number, second: number, third: number) => number} hashOfThree
 * @property {(first: number, second: number, last: number) => number} hashOfNine
 * @property {(bytes: number) => number} allocate
 * @property {() => number} memoryBytes
 * @property {(batch: number, count: number) => void} track follows the segments of a batch, see track.ts
 * @property {(batch: number, i: number, count: number, bytes: number) => number} pass passes on what was followed, up to the first segment
 *   whose bytes somebody may have to see, see streams.ts
 * @property {(block: number) => number} streamBlock
 * @property {{ value: number }} needle see skim.ts
 * @property {{ value: number }} recentBytes see recent.ts
 * @property {{ value: number }} MAX_RECENT_BYTES
 * @property {{ value: number }} recentStretches
 * @property {{ value: number }} MAX_RECENT_STRETCHES
 * @property {{ value: number }} recentBuckets
 * @property {{ value: number }} RECENT_BUCKETS
 * @property {{ value: number }} recentWritten
 * @property {(direction: number, start: number, from: number, length: number, frame: number) => void} keepRecent
 * @property {(direction: number, start: number, length: number, frame: number) => number} roomForRecent
 * @property {(base: number, end: number, expected: number, commonMethodOnly: number) => number} scanHead see head.ts
 * @property {{ value: number }} head
 * @property {(length: number) => void} setNeedle
 * @property {() => void} readPlainHttp from now on plain HTTP/1 is read by the core, see plain-http.ts
 * @property {(stream: number) => void} leavePlain lets go of a connection that it reads; where its endpoint 1's stream is
 * @property {(client: number, stream: number) => number} enterPlain reads a connection on that JavaScript has read; its place, −1: there is none
 * @property {() => number} openPlain connections that it reads
 * @property {{ value: number }} plainPlaces
 * @property {{ value: number }} MAX_PLAIN_CONNECTIONS
 * @property {{ value: number }} PLAIN_BYTES
 * @property {{ value: number }} httpLog see http-log.ts
 * @property {{ value: number }} httpLogCount
 * @property {{ value: number }} httpHeads
 * @property {() => number} flowCount
 * @property {() => number} streamCount
 * @property {() => number} searchDetours slots and connections that searches looked at in vain, see flows.ts
 * @property {(from: number, to: number, what: number, leastPackets: number) => number} nextFlow see survey.ts
 * @property {(block: number) => number} intBlock
 * @property {(block: number) => number} floatBlock
 * @property {() => number} rowCount
 * @property {(block: number) => number} rowBlock
 * @property {(first: number, end: number) => number} listRows see gather.ts
 * @property {(end: number) => number} listNext
 * @property {(first: number, end: number) => number} countRows
 * @property {() => number} countedBlocks
 * @property {(listed: number, client: number, clientScale: number, serverScale: number, clientBase: number, serverBase: number, first: number,
 *   sackStart: number) => number} gather
 * @property {{ value: number }} gatherRoom
 * @property {{ value: number }} gatherEdges
 * @property {{ value: number }} gatherLists
 * @property {{ value: number }} occurrences see occurrences.ts
 * @property {{ value: number }} OCCURRENCE_WORDS
 * @property {{ value: number }} GATHERED_ROWS rows of a piece
 * @property {{ value: number }} GATHERED_BLOCKS SACK blocks that these may have
 * @property {{ value: number }} rowBlocks where the addresses of all blocks lie
 * @property {{ value: number }} sackBlocks
 * @property {() => number} sackBlockCount
 * @property {(block: number) => number} sackBlock
 * @property {{ value: number }} jsonBuffer
 * @property {{ value: number }} JSON_BYTES
 * @property {(start: number, flow: number) => number} writeFlow see json.ts
 * @property {{ value: number }} INT_BYTES_PER_FLOW
 * @property {{ value: number }} FLOAT_BYTES_PER_FLOW
 *
 * @typedef {TrackerCore & import('./batches.js').DecoderCore} Core
 */

/**
 * One for each capture, with a memory of its own.
 * @param {(secrets: BigUint64Array<ArrayBuffer>) => BigUint64Array} [draw] fills the secrets of the flow table's hash; tests give them
 * @returns {Core}
 */
export function createCore(draw = (secrets) => crypto.getRandomValues(secrets)) {
  const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MOST_PAGES, shared: true });
  const core = joinCore(coreModule('tracker', CORE_BASE64), memory), { hashSecrets, HASH_SECRETS } = core;
  new BigUint64Array(memory.buffer, hashSecrets.value, HASH_SECRETS.value).set(draw(new BigUint64Array(HASH_SECRETS.value)));
  core.start();
  return core;
}

/**
 * Another instance on a core's memory, for another thread: what the two share lies there.
 * @param {WebAssembly.Module} module @param {WebAssembly.Memory} memory
 */
export function joinCore(module, memory) {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return /** @type {Core} */ (/** @type {unknown} */ ({ ...exports, module, memory, buffer: memory.buffer }));
}

/** The memory as it is now. Where another thread let it grow, V8 tells this one at the next turn of a loop. @param {Core} core */
export function grownBuffer({ memory, memoryBytes }) {
  while (memory.buffer.byteLength < memoryBytes());
  return memory.buffer;
}
