/** Has V8 make its best code of the cores, and keeps it: a process that takes it (core-module.js) has none of them to compile, first quickly and then well. */
import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { CORE_BASE64 as SENDERS } from '../../lib/engine/bytes/inference.js';
import { CORE_BASE64 as JUDGE } from '../../lib/engine/bytes/verdicts.js';
import { CORE_BASE64 as TRACKER } from '../../lib/engine/bytes/tracker.js';
import { CORE_BASE64 as WALKS } from '../../lib/engine/bytes/sender.js';
import { withNatives } from './natives.js';

/** All of each core at once, by the optimising compiler alone; and as V8 has it of itself, which code is only taken under. */
const AT_ONCE = ['--no-liftoff', '--no-wasm-lazy-compilation', '--no-wasm-dynamic-tiering'], OF_ITSELF = AT_ONCE.map((flag) => flag.replace('--no-', '--'));

/** @param {string} folder to which two files are written for each core: its module, and where V8 lets it be had the code for it; and what there is of it */
export function keepCores(folder) {
  /** @type {import('./core-module.js').KeptCores} */
  const kept = { node: process.version, bytes: {} };
  for (const [name, base64] of Object.entries({ tracker: TRACKER, judge: JUDGE, walks: WALKS, senders: SENDERS })) {
    const bytes = new Uint8Array(Buffer.from(base64, 'base64')), code = codeOf(bytes);
    writeFileSync(`${folder}/core-${name}.wasm`, bytes);
    if (code === undefined) continue;
    writeFileSync(`${folder}/core-${name}.code`, code);
    kept.bytes[/** @type {import('./core-module.js').CoreName} */ (name)] = code.length;
  }
  writeFileSync(`${folder}/cores.json`, JSON.stringify(kept));
}

/** @param {Uint8Array<ArrayBuffer>} bytes of a module @returns {Uint8Array|undefined} undefined: this release of V8 does not give it */
function codeOf(bytes) {
  try {
    const serialize = withNatives('module', '%SerializeWasmModule(module)'), code = serialize(compiledAtOnce(bytes));
    return code && new Uint8Array(code);
  } catch {
    return undefined;
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {WebAssembly.Module} */
function compiledAtOnce(bytes) {
  AT_ONCE.forEach(setFlagsFromString);
  try {
    return new WebAssembly.Module(bytes);
  } finally {
    OF_ITSELF.forEach(setFlagsFromString);
  }
}
