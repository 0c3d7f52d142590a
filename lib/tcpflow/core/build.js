/**
 * Compiles the cores (AssemblyScript), and writes each as a module that needs neither a file system nor a build where it is used: what is
 * done for every packet as `core-bytes.js`, the judge as `../judge/core/core-bytes.js`, the walks over a connection as
 * `../flight/core/core-bytes.js`, what is inferred of its senders as `../../insight/core/core-bytes.js`. Run as `npm run build:core` after a
 * change of a .ts file; a test holds them together.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from 'assemblyscript/asc';
import binaryen from 'assemblyscript/binaryen';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const BYTES_A_LINE = 156;

/** The most that a WebAssembly memory can be. */
const MEMORY = ['--importMemory', '--enable', 'threads', '--enable', 'simd', '--initialMemory', '32', '--maximumMemory', '65536'];
/** That of a capture's tables is shared, so that its growing leaves the views on it valid; one that is copied out of is not, as that takes twice as long. */
const SHARED = ['--sharedMemory'];

/** What the modules use of WebAssembly beyond its first version. */
const { Atomics: SHARED_MEMORY, SIMD128, BulkMemory, BulkMemoryOpt, MutableGlobals, SignExt, NontrappingFPToInt } = binaryen.Features;
const FEATURES = SHARED_MEMORY | SIMD128 | BulkMemory | BulkMemoryOpt | MutableGlobals | SignExt | NontrappingFPToInt;

/**
 * Sizes up to which Binaryen puts a function into its callers: into its only one, into each, and into each where it has neither loops nor calls. The compiler's
 * own limits leave a dozen calls for each packet, and V8 inlines none.
 */
const INLINED = Object.freeze({ INTO_ONE: 100_000, ALWAYS: 40, IF_FLAT: 200 });

/** The file that exports what a core offers, and the module that is made of it. */
export const CORES = Object.freeze([
  { entry: join(HERE, 'track.ts'), output: join(HERE, 'core-bytes.js'), memory: [...MEMORY, ...SHARED] },
  { entry: join(HERE, '../judge/core/judge.ts'), output: join(HERE, '../judge/core/core-bytes.js'), memory: [...MEMORY, ...SHARED] },
  { entry: join(HERE, '../flight/core/walks.ts'), output: join(HERE, '../flight/core/core-bytes.js'), memory: MEMORY },
  { entry: join(HERE, '../../insight/core/senders.ts'), output: join(HERE, '../../insight/core/core-bytes.js'), memory: MEMORY },
]);

/** @param {typeof CORES[number]} core @returns {Promise<string>} the text of a module for the sources as they are */
export async function compileCore({ entry, memory }) {
  const folder = await mkdtemp(join(tmpdir(), 'selfclock-core-'));
  try {
    const output = join(folder, 'core.wasm');
    const { error, stderr } = await main([entry, '--outFile', output, '-O3', '--converge', '--noAssert', '--runtime', 'stub', ...memory]);
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
  return `/** Compiled from the .ts files beside it by build.js; not edited by hand. */\nexport const CORE_BASE64 = \`\n${lines.join('\n')}\n\`;\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const core of CORES) await writeFile(core.output, await compileCore(core));
}
