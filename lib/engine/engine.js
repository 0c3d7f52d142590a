import { CORE_BASE64 } from './bytes/tracker.js';
import { coreModule } from './compile.js';

/** Pages of 64 KiB: what the core is built with (scripts/build-core.js). */
export const INITIAL_PAGES = 32;
export const MAX_PAGES = 65536;

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
 * @property {(batch: number, count: number) => void} track tracks the segments of a batch, see track.ts
 * @property {(batch: number, i: number, count: number, bytes: number) => number} pass delivers what was tracked, up to
 *   the first segment whose bytes JavaScript may need, see track/deliver.ts
 * @property {(block: number) => number} streamBlock
 * @property {{ value: number }} needle see skim.ts
 * @property {{ value: number }} recentBytes see base/overlap-window.ts
 * @property {{ value: number }} MAX_RECENT_BYTES
 * @property {{ value: number }} recentStretches
 * @property {{ value: number }} MAX_RECENT_STRETCHES
 * @property {{ value: number }} recentBuckets
 * @property {{ value: number }} RECENT_BUCKETS
 * @property {{ value: number }} recentWritten
 * @property {(direction: number, start: number, from: number, length: number, frame: number) => void} keepRecent
 * @property {(direction: number, start: number, length: number, frame: number) => number} roomForRecent
 * @property {(length: number) => void} setNeedle
 * @property {(listener: Http1Listener) => void} hearHttp1 from now on the listener is called by the parser of HTTP/1,
 *   see http1/events.ts
 * @property {() => void} http1ReadStreams see http1/direct.ts
 * @property {(flow: number, bits: number) => number} http1Open this and what follows: see http1/calls.ts
 * @property {(connection: number, endpoint: number, maySearch: number) => void} http1OpenDirection
 * @property {(connection: number, endpoint: number) => number} http1IsOpen
 * @property {(connection: number, endpoint: number, offset: number, from: number, length: number, frame: number,
 *   timeNs: number, deliveredFrame: number,
 *   deliveredNs: number) => number} http1Push
 * @property {(connection: number, endpoint: number, offset: number, length: number) => number} http1Gap
 * @property {(connection: number, endpoint: number, position: number, frame: number, timeNs: number) => void}
 *   http1CatchUp
 * @property {(connection: number, endpoint: number, isFin: number) => void} http1End
 * @property {(connection: number) => void} http1Close
 * @property {(connection: number, isRead: number) => void} http1BeginTunnel
 * @property {(connection: number, endpoint: number) => void} http1Leave
 * @property {(connection: number, endpoint: number) => void} http1GiveUp
 * @property {(connection: number, endpoint: number) => void} http1SkipBody
 * @property {(connection: number, endpoint: number) => number} http1PartialHead
 * @property {(connection: number, endpoint: number) => void} http1Progress
 * @property {(connection: number, endpoint: number) => number} http1State
 * @property {(connection: number, endpoint: number) => number} http1Position
 * @property {(connection: number) => number} http1IsConfirmed
 * @property {(connection: number, endpoint: number) => number} http1NextNeeded
 * @property {(connection: number, endpoint: number) => number} http1Wishes
 * @property {{ value: number }} http1Scratch
 * @property {{ value: number }} MAX_START_LINE_BYTES limits of the parser, for tests
 * @property {{ value: number }} MAX_METHOD_BYTES
 * @property {{ value: number }} MAX_HEAD_BYTES
 * @property {{ value: number }} MAX_GAPS_SEARCHED
 * @property {{ value: number }} http1Event
 * @property {{ value: number }} http1Heads
 * @property {{ value: number }} http1HeadBytes
 * @property {() => number} flowCount
 * @property {() => number} findQuoted see flows.ts
 * @property {{ value: number }} quoted
 * @property {() => number} streamCount
 * @property {() => number} searchDetours slots and connections probed without a match, see flows.ts
 * @property {(from: number, to: number, what: number, leastPackets: number) => number} nextFlow see find-flows.ts
 * @property {(block: number) => number} intBlock
 * @property {(block: number) => number} floatBlock
 * @property {() => number} rowCount
 * @property {(block: number) => number} rowBlock
 * @property {(first: number, end: number) => number} listRows see extract-connection.ts
 * @property {(end: number) => number} listNext
 * @property {(first: number, end: number) => number} countRows
 * @property {() => number} countedBlocks
 * @property {(listed: number, client: number, clientScale: number, serverScale: number, clientBase: number, serverBase:
 *   number, first: number,
 *   sackStart: number) => number} gather
 * @property {{ value: number }} gatherRoom
 * @property {{ value: number }} gatherEdges
 * @property {{ value: number }} gatherLists
 * @property {{ value: number }} occurrences see occurrences.ts
 * @property {{ value: number }} GATHERED_ROWS rows of a piece
 * @property {{ value: number }} GATHERED_BLOCKS SACK blocks that these may have
 * @property {{ value: number }} rowBlocks address of the list of all blocks
 * @property {{ value: number }} sackBlocks
 * @property {() => number} sackBlockCount
 * @property {(block: number) => number} sackBlock
 * @property {{ value: number }} jsonBuffer
 * @property {{ value: number }} JSON_BYTES
 * @property {(start: number, flow: number) => number} writeFlow see json/flow.ts
 *
 * Callbacks of the parser of HTTP/1 (http1/events.ts).
 * @typedef {object} Http1Listener
 * @property {(connection: number, flow: number, endpoint: number) => void} onOpen
 * @property {(connection: number, endpoint: number) => number} onHead
 * @property {(connection: number, endpoint: number, from: number, length: number) => void} onBody
 * @property {(connection: number, endpoint: number, from: number, length: number) => void} onTrailer
 * @property {(connection: number, endpoint: number) => void} onEnd
 * @property {(connection: number, endpoint: number) => void} onLose
 * @property {(connection: number, from: number, length: number) => void} onTunnel
 * @property {(connection: number, warning: number) => void} onWarn
 * @property {(connection: number, over: number, isOneSided: number) => void} onClose
 * @property {() => void} onHeadsFull
 * @property {(connection: number) => number} areAllAnswered
 *
 * @typedef {TrackerCore & import('./batches.js').DecoderCore} Core
 */

/** @type {Http1Listener} */
const NOBODY = {
  onOpen() {},
  onHead: () => 0,
  onBody() {},
  onTrailer() {},
  onEnd() {},
  onLose() {},
  onTunnel() {},
  onWarn() {},
  onClose() {},
  onHeadsFull() {},
  areAllAnswered: () => 0,
};

/**
 * One for each capture, with a memory of its own.
 * @param {(secrets: BigUint64Array<ArrayBuffer>) => BigUint64Array} [draw] fills the secrets of the flow table's hash;
 *   tests give them
 * @returns {Core}
 */
export function createCore(draw = (secrets) => crypto.getRandomValues(secrets)) {
  const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAX_PAGES, shared: true });
  const core = joinCore(coreModule('tracker', CORE_BASE64), memory);
  const { hashSecrets, HASH_SECRETS } = core;
  new BigUint64Array(memory.buffer, hashSecrets.value, HASH_SECRETS.value).set(
    draw(new BigUint64Array(HASH_SECRETS.value)),
  );
  core.start();
  return core;
}

/**
 * Another instance on a core's memory, for another thread: all shared state is there.
 * @param {WebAssembly.Module} module @param {WebAssembly.Memory} memory
 */
export function joinCore(module, memory) {
  /** @type {Http1Listener} */
  let listener = NOBODY;
  const http1 = /** @type {Http1Listener & WebAssembly.ModuleImports} */ ({
    onOpen: (connection, flow, endpoint) => listener.onOpen(connection, flow, endpoint),
    onHead: (connection, endpoint) => listener.onHead(connection, endpoint),
    onBody: (connection, endpoint, from, length) => listener.onBody(connection, endpoint, from, length),
    onTrailer: (connection, endpoint, from, length) => listener.onTrailer(connection, endpoint, from, length),
    onEnd: (connection, endpoint) => listener.onEnd(connection, endpoint),
    onLose: (connection, endpoint) => listener.onLose(connection, endpoint),
    onTunnel: (connection, from, length) => listener.onTunnel(connection, from, length),
    onWarn: (connection, warning) => listener.onWarn(connection, warning),
    onClose: (connection, over, isOneSided) => listener.onClose(connection, over, isOneSided),
    onHeadsFull: () => listener.onHeadsFull(),
    areAllAnswered: (connection) => listener.areAllAnswered(connection),
  });
  const { exports } = new WebAssembly.Instance(module, { env: { memory }, http1 });
  const hearHttp1 = (/** @type {Http1Listener} */ heard) => {
    listener = heard;
  };
  return /** @type {Core} */ (
    /** @type {unknown} */ ({ ...exports, module, memory, buffer: memory.buffer, hearHttp1 })
  );
}

/**
 * The current memory. Where another thread made it grow, V8 updates this one at the next turn of the event loop.
 * @param {Core} core
 */
export function grownBuffer({ memory, memoryBytes }) {
  while (memory.buffer.byteLength < memoryBytes());
  return memory.buffer;
}
