/** Compiles the cores, each once for all captures. */

/** @typedef {'tracker' | 'verdicts' | 'sender' | 'inference'} CoreName */

/** @type {Map<CoreName, WebAssembly.Module>} */
const compiled = new Map();

/**
 * @param {CoreName} name @param {string} base64 of the core with that name, in lines
 * @returns {WebAssembly.Module}
 */
export function coreModule(name, base64) {
  const module = compiled.get(name) ?? new WebAssembly.Module(bytesOf(base64));
  compiled.set(name, module);
  return module;
}

/**
 * A plain loop, as `Uint8Array.from` with a function takes 4 ms for the core, and this 0.9.
 * @param {string} base64 in lines
 */
function bytesOf(base64) {
  const text = atob(base64.replaceAll('\n', ''));
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
