/**
 * Makes what load.js loads: the modules of the command line joined in `dist/`, with V8's code for them. Run by npm behind an installation (`prepare`), and by
 * hand as `npm run bundle`. What has not been made is not missed: `bin/selfclock.js` takes the sources then, and where one of them has changed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { warmCapture } from './warm-capture.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url)), DIST = join(ROOT, 'dist');
/** A script for each thread. */
const ENTRIES = { run: 'bin/commands/run.js', 'decoding-thread': 'lib/ahead/decoding-thread.js' };
/** Enough connections for both threads to write, and enough bytes for both to read (lib/ahead/). */
const WARM = [
  { name: 'curl-head', times: 17_000 },
  ...['curl-parallel', 'curl-post-expect', 'curl-several', 'node-keep-alive', 'node-pipelined'].map((name) => ({ name, times: 66 })),
];

/** What a module looks for beside its source it finds there from the bundle, too. @type {import('esbuild').Plugin} */
const fromItsPlace = {
  name: 'from-its-place',
  setup(build) {
    build.onResolve({ filter: /\/serve\.js$/ }, ({ path }) => ({ path, external: true })); // never asked for here
    build.onResolve({ filter: /\/loading\.js$/ }, () => ({ path: join(ROOT, 'bin/bundle/loading.js') }));
    build.onLoad({ filter: /\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', `sourceUrl(${JSON.stringify(relative(ROOT, path))})`),
    }));
  },
};

/** Writes the scripts, each a function of what `load` hands it, and at last which sources they are of. */
async function joinModules() {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: ROOT, entryPoints: ENTRIES, outdir: DIST, outExtension: { '.js': '.cjs' }, bundle: true, format: 'cjs', platform: 'node', target: 'node20',
    packages: 'external', minifyWhitespace: true, legalComments: 'none', logLevel: 'warning', metafile: true, plugins: [fromItsPlace],
    banner: { js: '(function (exports, require, module, sourceUrl) {' }, footer: { js: '})' },
  });
  const sources = await Promise.all(Object.keys(metafile.inputs).map(async (path) => {
    const { mtimeMs, size } = await stat(join(ROOT, path));
    return [path, mtimeMs, size];
  }));
  await writeFile(join(DIST, 'sources.json'), JSON.stringify(sources));
}

/** Has the bundle analyze a capture, and keeps V8's code for what it needed. */
async function keepCode() {
  const capture = join(DIST, 'warm.pcap'), parts = WARM.map(({ name, times }) => ({ path: join(ROOT, 'fixtures/pcaps', `${name}.pcap`), times }));
  await pipeline(Readable.from(warmCapture(parts)), createWriteStream(capture));
  const keep = join(ROOT, 'bin/bundle/keep-code.js');
  const child = spawn(process.execPath, ['--require', keep, join(ROOT, 'bin/selfclock.js'), 'analyze', capture, '--json'], { stdio: 'ignore' });
  const [status] = await once(child, 'exit');
  await rm(capture);
  if (status !== 0) throw new Error('what came of it does not work');
}

/** @throws {Error} it could not be made; what was there before is gone */
export async function makeBundle() {
  await rm(DIST, { recursive: true, force: true });
  await mkdir(DIST);
  try {
    await joinModules();
    await keepCode();
  } catch (error) {
    await rm(DIST, { recursive: true, force: true });
    throw error;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await makeBundle().catch((/** @type {Error} */ { message }) => {
    process.stderr.write(`The modules of the command line could not be joined, so it starts from its sources, a tenth of a second later: ${message.split('\n')[0]}\n`);
  });
}
