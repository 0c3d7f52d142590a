/**
 * Compiles the engine's four cores (AssemblyScript) and writes each as a JavaScript module in `bytes/`, which needs
 * neither a file system nor a build at run time. Run it as `npm run build:core` after a change of a .ts file; a test
 * compares.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { main } from 'assemblyscript/asc';
import binaryen from 'assemblyscript/binaryen';

const HERE = fileURLToPath(new URL('.', import.meta.url));
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
  { entry: join(HERE, 'track/track.ts'), output: join(HERE, 'bytes/tracker.js'), memory: [...MEMORY, ...SHARED] },
  {
    entry: join(HERE, 'verdicts/classify-connection.ts'),
    output: join(HERE, 'bytes/verdicts.js'),
    memory: [...MEMORY, ...SHARED],
  },
  { entry: join(HERE, 'sender/passes.ts'), output: join(HERE, 'bytes/sender.js'), memory: MEMORY },
  { entry: join(HERE, 'inference/senders.ts'), output: join(HERE, 'bytes/inference.js'), memory: MEMORY },
]);

/** @param {typeof CORES[number]} core @returns {Promise<string>} the text of a module for the current sources */
export async function compileCore({ entry, memory }) {
  const folder = await mkdtemp(join(tmpdir(), 'selfclock-core-'));
  try {
    const output = join(folder, 'core.wasm');
    const { error, stderr } = await main([
      entry,
      '--outFile',
      output,
      '-O3',
      '--converge',
      '--noAssert',
      '--runtime',
      'stub',
      ...memory,
    ]);
    if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
    return moduleText(Buffer.from(inlined(await readFile(output))).toString('base64'));
  } finally {
    await rm(folder, { recursive: true });
  }
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
  return `/** Compiled by lib/engine/build.js from the .ts files; not edited by hand. */\nexport const CORE_BASE64 = \`\n${lines.join('\n')}\n\`;\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const core of CORES) await writeFile(core.output, await compileCore(core));
}
