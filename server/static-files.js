import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import express from 'express';

import { preloadHints, withImports } from './module-graph.js';
import { keptBytes, pageFiles, sendKept, TYPES } from './page-files.js';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('..', import.meta.url));

/** Files that the page uses from packages: URL, package, file. */
const VENDOR = /** @type {const} */ ([
  ['/vendor/socket.io.js', 'socket.io', 'client-dist/socket.io.esm.min.js'],
  ['/vendor/fonts/inter.woff2', 'inter-ui', 'variable/InterVariable.woff2'],
  [
    '/vendor/fonts/jetbrains-mono.woff2',
    '@fontsource-variable/jetbrains-mono',
    'files/jetbrains-mono-latin-wght-normal.woff2',
  ],
]);

/** The parts of D3 that the page uses, each after those that it needs: two fifths of the whole. */
const D3_PARTS = [
  ...['array', 'color', 'dispatch', 'ease', 'format', 'selection', 'time', 'timer'],
  ...['interpolate', 'time-format', 'drag', 'scale', 'transition', 'brush', 'zoom'],
];

/** Pure folders of `lib/` that the page uses too. */
const SHARED = ['lib/shared'];

const PAGES = [
  '/',
  '/compare',
  '/path',
  '/fleet',
  '/studies',
  '/studies/:name',
  '/guide',
  '/captures/:id/lanes',
  '/captures/:id/plots',
  '/captures/:id/waterfall',
  '/captures/:id/statements',
  '/captures/:id/whatif',
  '/captures/:id/connections/:flow/messages',
];

/** From these a connection is opened, or is open: they load its view. */
const PAGES_WITH_CONNECTION = ['/captures/:id', '/captures/:id/connections/:flow', '/guide/:lesson'];
const PAGE = 'client/main.js';
const CONNECTION = 'client/views/connection/index.js';

/** Anything else typed as a URL of the page. */
const NO_PAGES = /^\/(?!(?:api|client|lib|vendor)(?:\/|$))/;

/** No dots but one before the ending, nothing encoded. */
const PLAIN_PATH = /^(\/[\w-]+)+\.\w+$/;

/** Names have no hash, so the browser revalidates each time; an unchanged file costs a 304. */
const CACHE = 'no-cache';

/**
 * @template T
 * @param {() => Promise<T>} make
 * @returns {() => Promise<T>} makes it when it is first asked for; what failed is tried again the next time
 */
function once(make) {
  /** @type {Promise<T>|null} */
  let made = null;
  return () =>
    (made ??= make().catch((error) => {
      made = null;
      throw error;
    }));
}

/**
 * The page's scripts, compressed ahead: every page needs them, and compressing takes longer than sending.
 * @param {string} folder
 * @returns {string[]} paths
 */
const scriptsOf = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name));

/**
 * @param {string} name of an installed package
 * @param {NodeJS.Require} [from] whose installed packages count
 * @returns {string} its folder, whether or not it exports its package.json
 */
function packageFolder(name, from = require) {
  const found = (from.resolve.paths(name) ?? [])
    .map((modules) => join(modules, name))
    .find((folder) => existsSync(folder));
  if (found === undefined) throw new Error(`The package ${name} is missing; run npm ci in Selfclock's folder.`);
  return found;
}

/** @returns {Promise<import('./page-files.js').Answer>} D3's parts as one script, which puts them all into `d3` */
async function d3Script() {
  const ofD3 = createRequire(join(packageFolder('d3'), 'package.json'));
  const files = D3_PARTS.map((part) => join(packageFolder(`d3-${part}`, ofD3), `dist/d3-${part}.min.js`));
  return keptBytes(Buffer.from((await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')));
}

/**
 * The first diagram of a connection calls nearly all of their functions, some 590, which took 29 ms to compile one by
 * one.
 */
const DRAWING = ['client/plot', 'client/views/connection', 'lib/shared/columns'].map(
  (folder) => join(root, folder) + sep,
);

/** @param {string} file path @returns {boolean} */
const draws = (file) => DRAWING.some((folder) => file.startsWith(folder));

/**
 * The page, with a hint for each module that it is going to import. Made on the first request: if a file changes
 * later, the hints are outdated, but what is loaded is right.
 * @param {string[]} modules from the root @returns {() => Promise<import('./page-files.js').Answer>}
 */
const hinted = (modules) =>
  once(async () => {
    const [html, files] = await Promise.all([
      readFile(join(root, 'client/index.html'), 'utf8'),
      withImports(root, modules),
    ]);
    return keptBytes(Buffer.from(html.replace('<script type="module"', `${preloadHints(files)}\n    $&`)));
  });

/**
 * The page itself: `client/`, the pure folders of `lib/` that it shares, and what it takes from packages.
 * Nothing else of the checkout is reachable.
 * @returns {{ router: import('express').Router, prepare: () => void }} `prepare` begins to compress the scripts, once;
 *   else the first page opened does
 */
export function staticFiles() {
  const router = express.Router();
  const options = { index: false, redirect: false, cacheControl: false, setHeaders: setCaching };
  const own = pageFiles({ compilesOnLoad: draws });
  const others = pageFiles({ keepsComments: true });
  const page = hinted([PAGE]);
  const withConnection = hinted([PAGE, CONNECTION]);
  const d3 = once(d3Script);
  const prepared = once(async () => {
    await Promise.all([page(), withConnection(), d3()]);
    await own.prepare(scriptsOf(join(root, 'client')));
  });
  // What cannot be read now fails again, and is reported, when it is asked for.
  const prepare = () => void prepared().catch(() => undefined);
  for (const folder of ['client', ...SHARED]) {
    router.use(`/${folder}`, compressed(own.send, join(root, folder)));
    router.use(`/${folder}`, express.static(join(root, folder), options));
  }
  for (const [address, name, file] of VENDOR) {
    const folder = packageFolder(name);
    router.get(address, async (request, response) => {
      if (!(await others.send(join(folder, file), request, response))) {
        response.sendFile(file, { root: folder, cacheControl: false, headers: { 'Cache-Control': CACHE } });
      }
    });
  }
  router.get('/vendor/d3.js', async (request, response) => sendKept(await d3(), TYPES['.js'], request, response));
  /** @param {typeof page} of @param {import('express').Request} request @param {import('express').Response} response */
  const sendPage = async (of, request, response) => {
    prepare();
    await sendKept(await of(), TYPES['.html'], request, response);
  };
  router.get(PAGES, (request, response) => sendPage(page, request, response));
  router.get(PAGES_WITH_CONNECTION, (request, response) => sendPage(withConnection, request, response));
  // A browser gets the page, which says so; programs get JSON.
  router.get(NO_PAGES, async (request, response, next) => {
    if (request.accepts(['json', 'html']) === 'html') await sendPage(page, request, response.status(404));
    else next();
  });
  return { router, prepare };
}

/**
 * @param {import('./page-files.js').PageFiles['send']} sendPageFile @param {string} folder
 * @returns {import('express').RequestHandler} what is no plain path of a text file goes on to whoever comes next
 */
const compressed = (sendPageFile, folder) => async (request, response, next) => {
  const isPlain = ['GET', 'HEAD'].includes(request.method) && PLAIN_PATH.test(request.path);
  if (!isPlain || !(await sendPageFile(join(folder, request.path), request, response))) next();
};

/** @param {import('node:http').ServerResponse} response */
function setCaching(response) {
  response.setHeader('Cache-Control', CACHE);
}
