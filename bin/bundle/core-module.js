/** What `lib/tcpflow/core/core-module.js` is in the bundle: the cores come with the machine code that keep-cores.js had V8 make of them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withNatives } from './natives.js';

/** @typedef {import('../../lib/tcpflow/core/core-module.js').CoreName} CoreName */

/** @type {readonly CoreName[]} */
export const CORE_NAMES = Object.freeze(['tracker', 'judge', 'walks']);
const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

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
 * @returns {WebAssembly.Module|undefined} undefined: another release of V8, its options or the processor differ from those that the code was made with
 */
export function withCode(name) {
  try {
    return deserialize(new Uint8Array(readFileSync(`${DIST}core-${name}.code`)).buffer, bytesOf(name));
  } catch {
    return undefined;
  }
}

/** @param {ArrayBuffer} code @param {Uint8Array} bytes */
const deserialize = (code, bytes) => withNatives('code, bytes', '%DeserializeWasmModule(code, bytes)')(code, bytes);
