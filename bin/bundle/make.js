/**
 * Makes what load.js loads: the modules of the command line joined in `dist/`, with V8's code for them. Run by npm behind an installation (`prepare`), and by
 * hand as `npm run bundle`. What has not been made is not missed: `bin/selfclock.js` takes the sources then, and where one of them has changed (start.js).
 */
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepCores } from './keep-cores.js';
import { warm } from './warm.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url)), DIST = join(ROOT, 'dist');
/** A script for each thread; that of `serve` has the server besides. */
const RUN = 'bin/commands/run.js', THREADS = { 'decoding-thread': 'lib/threads/decoder-thread.js', 'analysis-thread': 'server/worker/main.js' };
const START = 'bin/bundle/start.js', KEEP_CODE = 'bin/bundle/keep-code.js';
/** Where a part of the bundle looks for what lies beside its sources is told by whoever loads it; the script with which it begins is loaded by Node. */
const PART = { banner: '(function (exports, require, module, sourceUrl) {', footer: '})' };
const SCRIPT = { banner: "const sourceUrl = (path) => require('node:url').pathToFileURL(`${__dirname}/../${path}`).href;", footer: '' };
/** Lines are short so that a stack says where. */
const LINE_CHARS = 160;

/** @type {import('esbuild').Plugin} */
const withoutServer = {
  name: 'without-server',
  setup: (build) => build.onResolve({ filter: /\/serve\.js$/ }, ({ path }) => ({ path, external: true })),
};

/** What a module looks for beside its source it finds there from the bundle, too. @type {import('esbuild').Plugin} */
const fromItsPlace = {
  name: 'from-its-place',
  setup(build) {
    build.onResolve({ filter: /\/(loading|core-module)\.js$/ }, ({ path }) => ({ path: join(ROOT, 'bin/bundle', basename(path)) }));
    build.onLoad({ filter: /\/core-bytes\.js$/ }, () => ({ contents: `export const CORE_BASE64 = '';` }));
    build.onLoad({ filter: /\.js$/ }, async ({ path }) => ({
      contents: toThreads(await readFile(path, 'utf8'), path).replaceAll('import.meta.url', `sourceUrl(${JSON.stringify(relative(ROOT, path))})`),
    }));
  },
};

/** @param {string} text of a module @param {string} path @returns {string} the same, where the script of a thread that has a part of its own is that part's */
const toThreads = (text, path) => text.replace(/new URL\('([^']+)', import\.meta\.url\)/g, (all, script) => {
  const [name] = Object.entries(THREADS).find(([, entry]) => join(ROOT, entry) === join(dirname(path), script)) ?? [];
  return name === undefined ? all : `new URL(sourceUrl('dist/begin-${name}.cjs'))`;
});

/** Writes the scripts, each a function of what `load` hands it, where a thread begins, which is a module, and which sources all of that is of. */
async function joinModules() {
  const { 'decoding-thread': decoding, ...others } = THREADS;
  const common = await joined({ start: START, 'keep-code': KEEP_CODE }, SCRIPT, [fromItsPlace]);
  const sources = await joined({ run: RUN, 'decoding-thread': decoding }, PART, [withoutServer, fromItsPlace]);
  const ofServer = await joined({ serve: RUN, ...others }, PART, [fromItsPlace]);
  for (const name of Object.keys(others)) await writeFile(join(DIST, `begin-${name}.cjs`), `require('./start.cjs').load('${name}');\n`);
  await writeSources('run', [...new Set([...common, ...sources])]);
  await writeSources('serve', [...new Set([...common, ...sources, ...ofServer])]);
}

/** @param {string} name of a part to begin with @param {string[]} paths */
async function writeSources(name, paths) {
  const sources = await Promise.all(paths.map(async (path) => {
    const { mtimeMs, size } = await stat(join(ROOT, path));
    return [path, mtimeMs, size];
  }));
  await writeFile(join(DIST, `${name}.json`), JSON.stringify(sources));
}

/**
 * @param {Record<string, string>} entryPoints @param {{ banner: string, footer: string }} around each of them @param {import('esbuild').Plugin[]} plugins
 * @returns {Promise<string[]>} the sources, from the root
 */
async function joined(entryPoints, { banner, footer }, plugins) {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: ROOT, entryPoints, outdir: DIST, outExtension: { '.js': '.cjs' }, bundle: true, format: 'cjs', platform: 'node', target: 'node20',
    packages: 'external', minifyWhitespace: true, lineLimit: LINE_CHARS, legalComments: 'none', logLevel: 'warning', metafile: true, plugins,
    banner: { js: banner }, footer: { js: footer },
  });
  return Object.keys(metafile.inputs);
}

/** @throws {Error} it could not be made; what was there before is gone */
export async function makeBundle() {
  await rm(DIST, { recursive: true, force: true });
  await mkdir(DIST);
  try {
    keepCores(DIST);
    await joinModules();
    await warm();
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
