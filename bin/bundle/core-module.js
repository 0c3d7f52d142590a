/** What `lib/engine/compile.js` is in the bundle: the cores come with the machine code that keep-cores.js had V8 make of them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withNatives } from './natives.js';

/** @typedef {import('../../lib/engine/compile.js').CoreName} CoreName */

/**
 * What was kept, and by whom: V8 itself looks at its release and options, and at the processor, but not whether all of the code is there.
 * @typedef {{ node: string, bytes: Partial<Record<CoreName, number>> }} KeptCores bytes: of each core's code
 */

/** @type {readonly CoreName[]} */
export const CORE_NAMES = Object.freeze(['tracker', 'judge', 'walks', 'senders']);
const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
/** Code made without it has no bounds checks of its own; V8 does not count it among the options that code has to agree with. */
const TRAPS_OFF = 'disable-wasm-trap-handler';

/** @type {Map<CoreName, WebAssembly.Module>|undefined} */
let cores;

/**
 * All of them at the first call, as code is refused once V8 has been given other options (bin/commands/late-compiling.js).
 * @param {CoreName} name @returns {WebAssembly.Module}
 */
export function coreModule(name) {
  cores ??= new Map(CORE_NAMES.map((each) => [each, withCode(each) ?? new WebAssembly.Module(bytesOf(each))]));
  return /** @type {WebAssembly.Module} */ (cores.get(name));
}

/** @param {CoreName} name @returns {Uint8Array<ArrayBuffer>} */
const bytesOf = (name) => new Uint8Array(readFileSync(`${DIST}core-${name}.wasm`));

/**
 * @param {CoreName} name
 * @returns {WebAssembly.Module|undefined} undefined: another release, other options or another processor than the code was made with, or not all of it is there
 */
export function withCode(name) {
  if ([...process.execArgv, process.env.NODE_OPTIONS].some((option) => option?.includes(TRAPS_OFF))) return undefined;
  try {
    const code = new Uint8Array(readFileSync(`${DIST}core-${name}.code`)).buffer, kept = keptCores();
    return kept.node === process.version && kept.bytes[name] === code.byteLength ? deserialize(code, bytesOf(name)) : undefined;
  } catch {
    return undefined;
  }
}

/** @returns {KeptCores} */
const keptCores = () => JSON.parse(readFileSync(`${DIST}cores.json`, 'utf8'));

/** @param {ArrayBuffer} code @param {Uint8Array} bytes */
const deserialize = (code, bytes) => withNatives('code, bytes', '%DeserializeWasmModule(code, bytes)')(code, bytes);
