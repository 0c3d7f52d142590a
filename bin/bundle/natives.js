import { setFlagsFromString } from 'node:v8';

/**
 * A function of V8's own that scripts have no other way to: browsers keep the machine code of WebAssembly by such, Node offers nothing for it. V8's options
 * are the same before and behind, so that code which was kept under them is not refused.
 * @param {string} parameters @param {string} expression of them
 * @returns {Function}
 * @throws {SyntaxError} this release of V8 has no such function
 */
export function withNatives(parameters, expression) {
  setFlagsFromString('--allow-natives-syntax');
  try {
    return new Function(parameters, `return ${expression}`);
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}
