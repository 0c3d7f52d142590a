/**
 * Bundles the command line and the server's threads into `dist/cli/`, if what lies there is not up to date: `prepare`,
 * which `npm ci` in a checkout and `npm pack` run. Node loads a few chunks sooner than some hundred modules: a small
 * capture takes half the time. Other threads run from the sources, which are in the package too.
 */
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { isFresh } from '../bin/fresh-bundle.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUNDLE = `${ROOT}dist/cli/`;
/** By their names in the bundle. */
const ENTRIES = { run: 'bin/commands/run.js', worker: 'server/worker/main.js' };
const OWN_URL = /new URL\('([^']+)', import\.meta\.url\)|import\.meta\.url/g;

/**
 * What a module finds beside its source, such as the page's files, it finds there from the bundle too; a thread that is
 * in the bundle it finds in the bundle.
 * @type {import('esbuild').Plugin}
 */
const besideSources = {
  name: 'beside-sources',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(OWN_URL, (url, beside) => {
        const target = relative(ROOT, join(path, '..', beside ?? ''));
        const entry = Object.entries(ENTRIES).find(([, source]) => source === target)?.[0];
        if (beside && entry) return `new URL('./${entry}.js', import.meta.url)`;
        return url.replace('import.meta.url', `new URL('../../${relative(ROOT, path)}', import.meta.url).href`);
      }),
    })),
};

/** @param {import('esbuild').Metafile} metafile @returns {Promise<string>} size and time of each source, as JSON */
async function sourcesOf({ inputs }) {
  const paths = Object.keys(inputs).sort();
  const stats = await Promise.all(paths.map((path) => stat(`${ROOT}${path}`)));
  return JSON.stringify(paths.map((path, k) => [path, stats[k].size, stats[k].mtimeMs]));
}

/** Whole or not at all: a command may be running from it. @param {typeof import('esbuild').build} build */
async function bundle(build) {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES,
    outdir: 'dist/cli.new',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    plugins: [besideSources],
    metafile: true,
    logLevel: 'warning',
  });
  await writeFile(`${ROOT}dist/cli.new/sources.json`, await sourcesOf(metafile));
  const old = await mkdtemp(`${ROOT}dist/cli.old-`);
  await rename(BUNDLE, `${old}/cli`).catch(() => {});
  await rename(`${ROOT}dist/cli.new`, BUNDLE);
  await rm(old, { recursive: true });
}

if (!isFresh(ROOT)) {
  // Without development dependencies a checkout runs its sources.
  const esbuild = await import('esbuild').catch(() => null);
  if (esbuild !== null) await bundle(esbuild.build);
}
