/**
 * Compiles the per-packet core (AssemblyScript) and writes it as `core-bytes.js`, a module that needs neither a file system nor a
 * build where it is used. Run as `npm run build:core` after a change of a .ts file; a test holds the two together.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from 'assemblyscript/asc';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const BYTES_A_LINE = 96;

/** Shared, so that its growing leaves the views on it valid; the most that a WebAssembly memory can be. */
const MEMORY = ['--importMemory', '--sharedMemory', '--enable', 'threads', '--enable', 'simd', '--initialMemory', '32', '--maximumMemory', '65536'];

/** @returns {Promise<string>} the text of `core-bytes.js` for the sources as they are */
export async function compileCore() {
  const folder = await mkdtemp(join(tmpdir(), 'selfclock-core-'));
  try {
    const output = join(folder, 'core.wasm');
    const { error, stderr } = await main([join(HERE, 'track.ts'), '--outFile', output, '-O3', '--converge', '--noAssert', '--runtime', 'stub', ...MEMORY]);
    if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
    return moduleText((await readFile(output)).toString('base64'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @param {string} base64 */
function moduleText(base64) {
  const lines = base64.match(new RegExp(`.{1,${BYTES_A_LINE}}`, 'g')) ?? [];
  return `/** Compiled from the .ts files beside it by build.js; not edited by hand. */\nexport const CORE_BASE64 = \`\n${lines.join('\n')}\n\`;\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(join(HERE, 'core-bytes.js'), await compileCore());
