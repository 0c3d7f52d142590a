/**
 * Bundles the page that needs no server: its scripts, its styles, and the Web Worker that reads captures. `site.js`
 * lays them out as files, `file.js` puts them into one.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);

/** The latin subset: the whole of Inter has 350 KB. */
const FONTS = new Map(
  Object.entries({
    '/vendor/fonts/inter.woff2': 'inter-ui/variable-latin/InterVariable-subset.woff2',
    '/vendor/fonts/jetbrains-mono.woff2':
      '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  }),
);
/** Styles of views that only a server fills. */
const SERVERS = /styles\/studies\//;
const STYLESHEET = /<link rel="stylesheet" href="\/([^"]+)">/g;
/** What of the server's page asks for files. */
const ASSETS = /^ *<(?:link|script)\b[^\n]*\n/gm;

/** Views that only a server fills. @type {import('esbuild').Plugin} */
const withoutServer = {
  name: 'without-server',
  setup({ onResolve }) {
    onResolve({ filter: /views\/(studies|fleet)\/index\.js$/ }, () => ({ path: `${ROOT}client/local/no-server.js` }));
  },
};

/** What the server's page has of packages as addresses. @type {import('esbuild').Plugin} */
const ofPackages = {
  name: 'of-packages',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /client\/vendor\/d3\.js$/ }, () => ({
      contents: "export * from 'd3';",
      resolveDir: dirname(require.resolve('d3')),
    }));
    onResolve({ filter: /^\/vendor\/fonts\// }, ({ path }) => ({
      path: require.resolve('inter-ui').replace(/inter-ui\/.*/, String(FONTS.get(path))),
    }));
  },
};

/**
 * The engine's WebAssembly as text of one character a byte, which packs better than Base64, by a quarter.
 * @type {import('esbuild').Plugin}
 */
const coresAsBytes = {
  name: 'cores-as-bytes',
  setup({ onLoad }) {
    onLoad({ filter: /lib\/engine\/bytes\/\w+\.js$/ }, async ({ path }) => {
      const { CORE_BASE64 } = await import(path);
      const bytes = Buffer.from(CORE_BASE64, 'base64').toString('latin1');
      return { contents: `export const CORE_BASE64 = btoa(${JSON.stringify(bytes)});` };
    });
  },
};

/** @type {import('esbuild').BuildOptions} */
const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  target: 'es2023',
  legalComments: 'none',
  charset: 'utf8',
  logLevel: 'warning',
  loader: { '.wasm': 'binary' },
  alias: { pako: 'pako/browser/inflate' }, // all of it packs, too
  plugins: [ofPackages, withoutServer, coresAsBytes],
  write: false,
};

/**
 * A file of a bundle.
 * @typedef {{ name: string, contents: Uint8Array, from: string|null, needs: string[] }} BundledFile `from`: the source
 *   that it was made for; `needs`: names of the files that it imports at once
 */

/**
 * @param {import('esbuild').BuildOptions} options
 * @returns {Promise<BundledFile[]>}
 */
async function bundled(options) {
  const outdir = `${ROOT}dist/site`;
  const plugins = [...(COMMON.plugins ?? []), ...(options.plugins ?? [])];
  const { outputFiles = [], metafile } = await build({ ...COMMON, outdir, metafile: true, ...options, plugins });
  return outputFiles.map(({ path, contents }) => {
    const about = metafile?.outputs[relative(ROOT, path)];
    const needs = (about?.imports ?? []).filter(({ kind }) => kind === 'import-statement');
    return {
      name: relative(outdir, path),
      contents,
      from: about?.entryPoint ?? null,
      needs: needs.map((needed) => relative(outdir, `${ROOT}${needed.path}`)),
    };
  });
}

/**
 * @param {string} entry of the page
 * @param {import('esbuild').BuildOptions} options
 */
export const bundleScripts = (entry, options) => bundled({ entryPoints: [entry], format: 'esm', ...options });

/**
 * With `splitting`, what few ask for (`import()`) is fetched when it is needed.
 * @param {import('esbuild').BuildOptions} options
 */
export const bundleWorker = ({ splitting = false, ...options }) =>
  bundled({ entryPoints: ['lib/browser/worker.js'], format: splitting ? 'esm' : 'iife', splitting, ...options });

/** All of the page's stylesheets as one. @param {import('esbuild').BuildOptions} options */
export async function bundleStyles(options) {
  const html = await readFile(`${ROOT}client/index.html`, 'utf8');
  const paths = Array.from(html.matchAll(STYLESHEET), ([, path]) => path).filter((path) => !SERVERS.test(path));
  const contents = paths.map((path) => `@import './${path}';`).join('\n');
  return bundled({ stdin: { contents, loader: 'css', resolveDir: ROOT, sourcefile: 'styles.css' }, ...options });
}

/** Runs before the first paint, in any browser. */
export const earlyScript = async () =>
  (
    await Promise.all(
      ['client/base/early-theme.js', 'client/local/old-browser.js'].map((path) => readFile(ROOT + path, 'utf8')),
    )
  ).join('');

export const mark = () => readFile(`${ROOT}client/mark.svg`, 'utf8');

/**
 * The server's page with other files.
 * @param {{ policy: Record<string, string>, head: string, body?: string }} parts `policy`: content security
 */
export async function pageHtml({ policy, head, body = '' }) {
  const html = await readFile(`${ROOT}client/index.html`, 'utf8');
  const rules = Object.entries({ 'default-src': "'none'", 'base-uri': "'none'", 'form-action': "'none'", ...policy });
  const text = rules.map(([name, value]) => `${name} ${value}`).join('; ');
  return html
    .replace(ASSETS, '')
    .replace('<meta charset="utf-8">', `$&\n    <meta http-equiv="Content-Security-Policy" content="${text}">`)
    .replace('  </head>', () => `${head}\n  </head>`)
    .replace('  </body>', () => `${body}  </body>`);
}
