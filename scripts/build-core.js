/**
 * Compiles the engine's four cores (AssemblyScript) and writes each as a JavaScript module in `lib/engine/bytes/`,
 * which needs neither a file system nor a build at run time. Run it as `npm run build:core` after a change of a .ts
 * file; a test compares. The modules that `generate-layout.js` makes for the engine exist in memory only.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { main } from 'assemblyscript/asc';
import binaryen from 'assemblyscript/binaryen';

import { engineModules } from './generate-layout.js';

const ENGINE = fileURLToPath(new URL('../lib/engine/', import.meta.url));
const BYTES_A_LINE = 156;

/** The largest WebAssembly memory. */
const MEMORY = [
  '--importMemory',
  '--enable',
  'threads',
  '--enable',
  'simd',
  '--initialMemory',
  '32',
  '--maximumMemory',
  '65536',
];
/**
 * The memory of a capture's tables is shared, so that views stay valid when it grows; one whose results are copied out
 * is not, as copying from shared memory takes twice as long.
 */
const SHARED = ['--sharedMemory'];

/** WebAssembly features used beyond its first version. */
const {
  Atomics: SHARED_MEMORY,
  SIMD128,
  BulkMemory,
  BulkMemoryOpt,
  MutableGlobals,
  SignExt,
  NontrappingFPToInt,
} = binaryen.Features;
const FEATURES = SHARED_MEMORY | SIMD128 | BulkMemory | BulkMemoryOpt | MutableGlobals | SignExt | NontrappingFPToInt;

/**
 * Sizes up to which Binaryen inlines a function: with a single caller, with several, and with several if it has neither
 * loops nor calls. The default limits leave a dozen calls for each packet, and V8 inlines none.
 */
const INLINED = Object.freeze({ INTO_ONE: 100_000, ALWAYS: 40, IF_FLAT: 200 });

/** A core's entry file, and the module generated from it. */
export const CORES = Object.freeze([
  { entry: join(ENGINE, 'track/track.ts'), output: join(ENGINE, 'bytes/tracker.js'), memory: [...MEMORY, ...SHARED] },
  {
    entry: join(ENGINE, 'verdicts/classify-connection.ts'),
    output: join(ENGINE, 'bytes/verdicts.js'),
    memory: [...MEMORY, ...SHARED],
  },
  { entry: join(ENGINE, 'sender/passes.ts'), output: join(ENGINE, 'bytes/sender.js'), memory: MEMORY },
  { entry: join(ENGINE, 'inference/senders.ts'), output: join(ENGINE, 'bytes/inference.js'), memory: MEMORY },
]);

/** @param {typeof CORES[number]} core @returns {Promise<string>} the text of a module for the current sources */
export async function compileCore({ entry, memory }) {
  const folder = await mkdtemp(join(tmpdir(), 'selfclock-core-'));
  try {
    const output = join(folder, 'core.wasm');
    const options = ['--outFile', output, '-O3', '--converge', '--noAssert', '--runtime', 'stub', ...memory];
    const { error, stderr } = await main([entry, ...options], { readFile: sourceOf });
    if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
    return moduleText(Buffer.from(inlined(await readFile(output))).toString('base64'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const MODULES = engineModules();

/** @param {string} name @param {string} folder @returns {Promise<string|null>} null: there is no such file */
async function sourceOf(name, folder) {
  const path = resolve(folder, name);
  return MODULES.get(path) ?? (await readFile(path, 'utf8').catch(() => null));
}

/** @param {Uint8Array} bytes of a module @returns {Uint8Array} the same with fewer and longer functions */
function inlined(bytes) {
  const module = binaryen.readBinary(bytes);
  module.setFeatures(FEATURES);
  binaryen.setOptimizeLevel(4);
  binaryen.setShrinkLevel(0);
  binaryen.setOneCallerInlineMaxSize(INLINED.INTO_ONE);
  binaryen.setAlwaysInlineMaxSize(INLINED.ALWAYS);
  binaryen.setFlexibleInlineMaxSize(INLINED.IF_FLAT);
  binaryen.setAllowInliningFunctionsWithLoops(false);
  module.runPasses(['inlining-optimizing']);
  module.optimize();
  return module.emitBinary();
}

/** @param {string} base64 */
function moduleText(base64) {
  const lines = base64.match(new RegExp(`.{1,${BYTES_A_LINE}}`, 'g')) ?? [];
  return `/** Compiled by scripts/build-core.js from the .ts files; not edited by hand. */\nexport const CORE_BASE64 = \`\n${lines.join('\n')}\n\`;\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const core of CORES) await writeFile(core.output, await compileCore(core));
}
