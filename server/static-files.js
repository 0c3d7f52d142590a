import express from 'express';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageFiles } from './page-files.js';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('..', import.meta.url));

/** What the page takes from packages, one by one: address, package (and of which it is a part), file. */
const VENDOR = /** @type {const} */ ([
  ['/vendor/d3-array.js', 'd3/d3-array', 'dist/d3-array.min.js'],
  ['/vendor/socket.io.js', 'socket.io', 'client-dist/socket.io.esm.min.js'],
  ['/vendor/fonts/inter.woff2', 'inter-ui', 'variable/InterVariable.woff2'],
  ['/vendor/fonts/jetbrains-mono.woff2', '@fontsource-variable/jetbrains-mono', 'files/jetbrains-mono-latin-wght-normal.woff2'],
]);

/** Pure folders of `lib/` that the page takes too. */
const SHARED = ['lib/columns', 'lib/filter'];

const PAGES = [
  '/', '/compare', '/studies', '/studies/:name', '/captures/:id', '/captures/:id/lanes', '/captures/:id/waterfall', '/captures/:id/whatif', '/captures/:id/connections/:flow', '/captures/:id/connections/:flow/messages',
];

/** Whatever else can be typed as an address of the page. */
const NO_PAGES = /^\/(?!(?:api|client|lib|vendor)(?:\/|$))/;

/** No dots but one before the ending, nothing encoded. */
const PLAIN_PATH = /^(\/[\w-]+)+\.\w+$/;

/** Names bear no hash, so the browser asks each time; an unchanged file costs a 304. */
const CACHE = 'no-cache';

/** @param {() => Promise<void>} work @returns {() => void} begins it the first time that it is called */
function once(work) {
  /** @type {Promise<void>|null} */
  let begun = null;
  // What cannot be read now fails again, and is told, when it is asked for.
  return () => void (begun ??= work().catch(() => undefined));
}

/** The page's scripts: whoever opens a page is going to need them, and compressing takes longer than sending. @param {string} folder @returns {string[]} paths */
const scriptsOf = (folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js')).map((name) => join(folder, name));

/** @param {string} path name of an installed package, or of one that it brings, after a slash; scopes are no such path @returns {string} its folder, whether or not it exports its package.json */
function packageFolder(path) {
  const [name, part] = path.startsWith('@') ? [path] : path.split('/');
  const found = folderFrom(require, name), inner = part === undefined || found === undefined ? found : folderFrom(createRequire(join(found, 'package.json')), part);
  if (inner === undefined) throw new Error(`The package ${part ?? name} is missing; run npm ci in Selfclock's folder.`);
  return inner;
}

/** @param {NodeJS.Require} from @param {string} name @returns {string|undefined} */
const folderFrom = (from, name) => (from.resolve.paths(name) ?? []).map((modules) => join(modules, name)).find((folder) => existsSync(folder));

/** The first diagram of a connection calls nearly all of their functions, some 590, which took 29 ms to compile one by one. */
const DRAWING = ['client/plot', 'client/views/connection', 'lib/columns'].map((folder) => join(root, folder) + sep);

/** @param {string} file path @returns {boolean} */
const draws = (file) => DRAWING.some((folder) => file.startsWith(folder));

/**
 * The page itself: `client/`, the pure folders of `lib/` that it shares, and what it takes from packages.
 * Nothing else of the checkout is reachable.
 * @returns {{ router: import('express').Router, prepare: () => void }} `prepare` begins to compress the scripts, once; else the first page that is opened does
 */
export function staticFiles() {
  const router = express.Router();
  const options = { index: false, redirect: false, cacheControl: false, setHeaders: setCaching };
  const own = pageFiles({ compilesOnLoad: draws }), others = pageFiles({ keepsComments: true }), prepare = once(() => own.prepare(scriptsOf(join(root, 'client'))));
  for (const folder of ['client', ...SHARED]) {
    router.use(`/${folder}`, compressed(own.send, join(root, folder)));
    router.use(`/${folder}`, express.static(join(root, folder), options));
  }
  for (const [address, name, file] of VENDOR) {
    const folder = packageFolder(name);
    router.get(address, async (request, response) => {
      if (!await others.send(join(folder, file), request, response)) response.sendFile(file, { root: folder, cacheControl: false, headers: { 'Cache-Control': CACHE } });
    });
  }
  const sendPage = (/** @type {import('express').Response} */ response) => {
    prepare();
    response.sendFile('index.html', { root: join(root, 'client'), cacheControl: false, headers: { 'Cache-Control': CACHE } });
  };
  router.get(PAGES, (_request, response) => sendPage(response));
  // Who mistypes an address reads so in the page; programs get the error's shape.
  router.get(NO_PAGES, (request, response, next) => {
    if (request.accepts(['json', 'html']) === 'html') sendPage(response.status(404));
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
  if (!isPlain || !await sendPageFile(join(folder, request.path), request, response)) next();
};

/** @param {import('node:http').ServerResponse} response */
function setCaching(response) {
  response.setHeader('Cache-Control', CACHE);
}
