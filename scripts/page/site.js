/** Makes `dist/site/`: the page as static files that any host serves under any path, offline after the first visit. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';

import { bundleScripts, bundleStyles, bundleWorker, earlyScript, mark, pageHtml, ROOT } from './bundle.js';
import { singleFile } from './file.js';
import { smaller } from './smaller.js';

/** Captures by `?url=` come from anywhere over TLS, or from this machine. */
const SOURCES = "'self' https: http://localhost:* http://127.0.0.1:*";
const POLICY = {
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' data:",
  'manifest-src': "'self'",
  'connect-src': SOURCES,
};
const MANIFEST = {
  name: 'Selfclock',
  short_name: 'Selfclock',
  description: 'Packet captures as tables and time-sequence diagrams',
  start_url: './',
  display: 'standalone',
  icons: [{ src: 'mark.svg', sizes: 'any', type: 'image/svg+xml' }],
};

/** @param {string|Uint8Array} contents */
const hashOf = (contents) => createHash('sha256').update(contents).digest('hex').slice(0, 8);

/**
 * @param {string} folder replaced when the site is complete
 * @param {(step: string) => void} [tell] what is being done
 * @returns {Promise<void>}
 */
export async function buildSite(folder, tell = () => undefined) {
  const names = { entryNames: '[name]-[hash]', chunkNames: 'part-[hash]', assetNames: '[name]-[hash]' };
  const maps = { ...names, sourcemap: /** @type {const} */ ('linked') };
  const nameOf = (/** @type {{ name: string, from: string|null }[]} */ files, /** @type {RegExp} */ pattern) =>
    String(files.find(({ name, from }) => pattern.test(from ?? name))?.name);
  tell('1 of 3: bundling the page and its worker');
  const [scripts, worker, styles, early] = await Promise.all([
    bundleScripts('client/local/main.js', { ...maps, splitting: true }).then((made) => smaller(made, { module: true })),
    bundleWorker({ ...maps, chunkNames: '[name]-[hash]', loader: { '.wasm': 'file' }, splitting: true }).then((made) =>
      smaller(made, { module: true }),
    ),
    bundleStyles({ ...names, loader: { '.woff2': 'file' } }),
    earlyScript(),
  ]);
  const earlyFile = { name: `early-${hashOf(early)}.js`, contents: Buffer.from(early), from: null };
  const main = nameOf(scripts, /local\/main\.js$/);
  const html = await pageHtml({
    policy: POLICY,
    head: `    <link rel="icon" type="image/svg+xml" href="mark.svg">
    <link rel="manifest" href="manifest.webmanifest">
    <script src="${earlyFile.name}"></script>
    <link rel="stylesheet" href="${nameOf(styles, /\.css$/)}">
    <link id="worker" rel="prefetch" href="${nameOf(worker, /worker\.js$/)}">
    <script type="module" src="${main}"></script>
${linksToNeeds('modulepreload', scripts, main)}
${linksToNeeds('prefetch', worker, nameOf(worker, /worker\.js$/))}`,
  });
  tell('2 of 3: making the page in one file');
  const files = [
    // What reports are laid in; it is fetched when one is made.
    { name: 'selfclock.html', contents: Buffer.from(await singleFile()) },
    ...scripts,
    ...worker,
    ...styles,
    earlyFile,
    { name: 'mark.svg', contents: Buffer.from(await mark()) },
    { name: 'manifest.webmanifest', contents: Buffer.from(JSON.stringify(MANIFEST)) },
    { name: 'index.html', contents: Buffer.from(html) },
  ];
  tell(`3 of 3: writing ${files.length} files`);
  const part = `${folder.replace(/\/+$/, '')}.part`;
  await rm(part, { recursive: true, force: true });
  try {
    await mkdir(part, { recursive: true });
    for (const { name, contents } of files) await writeFile(`${part}/${name}`, contents);
    await writeFile(`${part}/service-worker.js`, await serviceWorker(files));
    await rm(folder, { recursive: true, force: true });
    await rename(part, folder);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/**
 * Links to all that a script imports at once, so that none waits for another to be read.
 * @param {'modulepreload'|'prefetch'} rel @param {import('./bundle.js').BundledFile[]} scripts @param {string} main
 */
function linksToNeeds(rel, scripts, main) {
  const needed = new Set([main]);
  for (const name of needed) {
    for (const next of scripts.find((script) => script.name === name)?.needs ?? []) needed.add(next);
  }
  needed.delete(main);
  return Array.from(needed, (name) => `    <link rel="${rel}" href="${name}">`).join('\n');
}

/** @param {{ name: string, contents: Uint8Array }[]} files @returns {Promise<string>} that keeps them */
async function serviceWorker(files) {
  const kept = files.filter(({ name }) => !name.endsWith('.map') && name !== 'selfclock.html');
  const version = hashOf(kept.map(({ name, contents }) => name + hashOf(contents)).join());
  const site = { version, files: kept.map(({ name }) => (name === 'index.html' ? './' : name)) };
  const source = await readFile(`${ROOT}client/local/service-worker.js`, 'utf8');
  return `globalThis.site = ${JSON.stringify(site)};\n${source}`;
}
