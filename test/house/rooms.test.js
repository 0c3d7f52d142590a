/** Holds the house to docs/architecture.md: who may import whom, and that lib/ runs wherever JavaScript does. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { engineModules } from '../../scripts/generate-layout.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Files, processes, ciphers, Node's or a browser's. */
const WITH_NODE = [
  'lib/threads/',
  'lib/capture/live/',
  'lib/capture/file/',
  'lib/node/',
  'lib/browser/',
  'lib/export/file/',
  'lib/files/',
  'lib/studies/run/',
  'lib/studies/given-load/',
  'lib/library/',
  'lib/fleet/',
];

/** Packages that run wherever JavaScript does. */
const ANYWHERE = ['d3', 'fzstd', 'mime-db'];

/** Which rooms a room may import, besides itself. @type {Map<string, string[]>} */
const MAY_IMPORT = new Map(
  Object.entries({
    'lib/shared': [],
    'lib/files': [],
    'lib/capture': ['lib/files', 'lib/shared'],
    'lib/engine': ['lib/capture', 'lib/shared'],
    'lib/transport': ['lib/engine', 'lib/shared'],
    'lib/packet': ['lib/capture', 'lib/engine', 'lib/shared'],
    'lib/tcpflow': ['lib/engine', 'lib/packet', 'lib/transport', 'lib/shared'],
    // QUIC carries TLS's handshake, and is opened with its key log.
    'lib/quicflow': ['lib/packet', 'lib/transport', 'lib/protocols', 'lib/shared'],
    'lib/name-resolution': ['lib/shared', 'lib/capture'],
    'lib/protocols': ['lib/engine', 'lib/transport', 'lib/shared'],
    'lib/node': ['lib/protocols', 'lib/shared'],
    'lib/report': [
      'lib/shared',
      'lib/analysis',
      'lib/engine',
      'lib/packet',
      'lib/protocols',
      'lib/tcpflow',
      'lib/transport',
    ],
    'lib/session': [
      'lib/report',
      'lib/shared',
      'lib/analysis',
      'lib/export',
      'lib/compare',
      'lib/overview',
      'lib/path',
      'lib/protocols',
      'lib/transport',
      'lib/whatif',
    ],
    'lib/insight': ['lib/packet', 'lib/transport', 'lib/protocols', 'lib/shared'],
    'lib/export': ['lib/capture', 'lib/packet', 'lib/transport', 'lib/protocols', 'lib/shared'],
    'lib/compare': ['lib/packet', 'lib/transport', 'lib/protocols', 'lib/shared'],
    'lib/path': ['lib/capture', 'lib/packet', 'lib/transport', 'lib/shared'],
    'lib/overview': ['lib/packet', 'lib/transport', 'lib/protocols', 'lib/shared'],
    'lib/analysis': [
      'lib/shared',
      'lib/capture',
      'lib/packet',
      'lib/transport',
      'lib/insight',
      'lib/export',
      'lib/protocols',
      'lib/overview',
      'lib/compare',
      'lib/name-resolution',
    ],
    'lib/threads': ['lib/analysis', 'lib/capture', 'lib/engine', 'lib/node', 'lib/packet', 'lib/tcpflow'],
    'lib/simulator': ['lib/capture', 'lib/shared'],
    'lib/studies': ['lib/capture', 'lib/files', 'lib/insight', 'lib/library', 'lib/shared', 'lib/simulator'],
    'lib/library': ['lib/analysis', 'lib/capture', 'lib/node', 'lib/path', 'lib/protocols'],
    'lib/browser': ['lib/capture', 'lib/compare', 'lib/protocols', 'lib/session', 'lib/shared', 'lib/simulator'],
    'lib/fleet': ['lib/capture', 'lib/files', 'lib/insight', 'lib/library', 'lib/shared'],
    'lib/whatif': ['lib/simulator', 'lib/insight', 'lib/transport', 'lib/protocols', 'lib/packet', 'lib/shared'],
    // The page of one file, where the checkout is there to make it.
    server: [
      'scripts',
      'lib/fleet',
      'lib/session',
      'lib/analysis',
      'lib/node',
      'lib/shared',
      'lib/capture',
      'lib/packet',
      'lib/tcpflow',
      'lib/protocols',
      'lib/export',
      'lib/compare',
      'lib/overview',
      'lib/simulator',
      'lib/studies',
      'lib/whatif',
    ],
    client: ['lib/shared'],
    bin: [
      'lib/session',
      'lib/quicflow',
      'lib/files',
      'lib/report',
      'lib/fleet',
      'lib/threads',
      'lib/analysis',
      'lib/node',
      'lib/shared',
      'lib/capture',
      'lib/engine',
      'lib/packet',
      'lib/tcpflow',
      'lib/protocols',
      'lib/export',
      'lib/compare',
      'lib/path',
      'lib/insight',
      'lib/simulator',
      'lib/studies',
      'lib/whatif',
      'server',
    ],
  }),
);

/**
 * Rooms that read a transport's connections through lib/transport alone, which any transport can fill, types included;
 * and what of them may know TCP's tables and the engine after all: what puts the parts together, what another tool
 * draws of TCP, the splitter, which decodes by itself, what runs the compiled inference, the type of a setting,
 * and what makes column frames, which is loaded only when they are asked for.
 */
const ABOVE = ['insight', 'analysis', 'overview', 'compare', 'path', 'whatif', 'session', 'export', 'library', 'fleet'];
const BELOW = /^lib\/(engine|tcpflow|quicflow)\//;
const MAY_KNOW_BELOW = [
  'lib/analysis/ingest.js',
  'lib/analysis/quic/',
  'lib/analysis/capture-decoder.js',
  'lib/analysis/opened-connections.js',
  'lib/export/xplot/',
  'lib/export/split/splitter.js',
  'lib/insight/sender/inferred.js',
  'lib/library/capture.js',
  'lib/library/index.js',
];
const mayKnowBelow = (/** @type {string} */ file) => MAY_KNOW_BELOW.some((known) => file.startsWith(known));

/**
 * @param {string} folder
 * @returns {string[]} every source below, JavaScript and the cores' AssemblyScript, from the root
 */
function sources(folder) {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(m?js|ts)$/.test(name))
    .map((name) => `${folder}/${name}`);
}

/** @param {string} file from the root @returns {string} */
function roomOf(file) {
  const [first, second, third] = file.split('/');
  return first === 'lib' && third !== undefined ? `lib/${second}` : first;
}

/**
 * Comments blanked, line by line, so that neither examples nor JSDoc types count.
 * @param {string} text
 * @returns {string}
 */
function withoutComments(text) {
  return text.replace(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|(?<![:\\/])\/\/[^\n]*/g,
    (_all, string) => string ?? '',
  );
}

/**
 * @param {string} text
 * @returns {string[]} what is imported, statically, dynamically, or by `new URL('…', import.meta.url)` of a script
 */
function importsOf(text) {
  const code = withoutComments(text);
  const patterns = [
    /\b(?:import|export)\b[^'";()]*?\bfrom\s*['"]([^'"]+)['"]/g,
    /\bimport\s*['"]([^'"]+)['"]/g,
    /\bimport\s*\(\s*['"]([^'"]+)['"]/g,
    /\bnew URL\(\s*['"]([^'"]+\.m?js)['"]\s*,\s*import\.meta\.url/g,
  ];
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1]));
}

/**
 * @param {string} file
 * @param {string} specifier
 * @returns {string} path from the root for what is ours, else the specifier
 */
function target(file, specifier) {
  if (!specifier.startsWith('.')) return specifier;
  const path = relative(ROOT, join(ROOT, dirname(file), specifier));
  return file.endsWith('.ts') ? `${path}.ts` : path;
}

const inMemory = engineModules();
const files = ['lib', 'server', 'client', 'bin'].flatMap(sources);
const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
const edges = files.flatMap((from) =>
  importsOf(String(texts.get(from))).map((specifier) => ({ from, specifier, to: target(from, specifier) })),
);
const ours = edges.filter(({ specifier }) => specifier.startsWith('.'));
const mayUseNode = (/** @type {string} */ file) => WITH_NODE.some((folder) => file.startsWith(folder));
const pureFiles = files.filter((file) => file.startsWith('lib/') && !mayUseNode(file));

test('imports are found in all their forms', () => {
  const text = `import a from './a.js'; export { b } from "./b.js"; import './c.js'; await import('./d.js'); /* import './no.js' */
    // import './no.js'
    new Worker(new URL('./e.js', import.meta.url)); import {\n x,\n y } from 'node:fs'; const link = 'http://example.org'; import f from './f.js';`;
  expect(importsOf(text).sort()).toEqual(
    ['./a.js', './b.js', './c.js', './d.js', './e.js', './f.js', 'node:fs'].sort(),
  );
  expect(ours.length).toBeGreaterThan(0);
});

test('every import of ours exists', () => {
  const isThere = (/** @type {string} */ file) => existsSync(file) || inMemory.has(file);
  expect(ours.filter(({ to }) => !isThere(join(ROOT, to))).map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test('every room is known', () => {
  expect([...new Set(files.map(roomOf))].filter((room) => !MAY_IMPORT.has(room))).toEqual([]);
});

test('arrows between rooms run left to right', () => {
  const wrong = ours.filter(
    ({ from, to }) =>
      roomOf(from) !== roomOf(to) &&
      !MAY_IMPORT.get(roomOf(from))?.includes(roomOf(to)) &&
      !(BELOW.test(to) && mayKnowBelow(from)),
  );
  expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

/** @param {(file: string) => boolean} isMeant @returns {{ from: string, to: string }[]} types included */
function importsWithTypes(isMeant) {
  const inTypes = (/** @type {string} */ text) =>
    [...text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)].map((match) => match[1]);
  return files.filter(isMeant).flatMap((from) => {
    const text = String(texts.get(from));
    return [...importsOf(text), ...inTypes(text)].map((specifier) => ({ from, to: target(from, specifier) }));
  });
}

test('rooms above the messages read connections through lib/transport, types included', () => {
  const isAbove = (/** @type {string} */ file) => ABOVE.some((room) => file.startsWith(`lib/${room}/`));
  const wrong = importsWithTypes((file) => isAbove(file) && !mayKnowBelow(file)).filter(({ to }) => BELOW.test(to));
  expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  expect(MAY_KNOW_BELOW.filter((known) => !existsSync(join(ROOT, known)))).toEqual([]);
});

test('what is inferred of senders works on the path of any transport: it reads none of its own columns, types included', () => {
  const own = /^lib\/transport\/[^/]+\//;
  const wrong = importsWithTypes((file) => file.startsWith('lib/insight/sender/')).filter(({ to }) => own.test(to));
  expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test('no file imports itself through others', () => {
  const next = (/** @type {string} */ file) => ours.filter(({ from }) => from === file);
  /** @type {Map<string, 'open'|'done'>} */
  const seen = new Map();
  /** @type {string[]} */
  const circles = [];
  const visit = (/** @type {string} */ file, /** @type {string[]} */ path) => {
    if (seen.get(file) === 'open') circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (seen.has(file)) return;
    seen.set(file, 'open');
    for (const { to } of next(file)) visit(to, [...path, file]);
    seen.set(file, 'done');
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

test('lib/ imports nothing from outside, but for threads, node, browser, capture/live, capture/file, export/file, files, studies, library and fleet', () => {
  const outside = edges.filter(
    ({ from, specifier }) => from.startsWith('lib/') && !specifier.startsWith('.') && !ANYWHERE.includes(specifier),
  );
  expect(outside.filter(({ from }) => !mayUseNode(from)).map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  const builtin = (/** @type {string} */ specifier) =>
    specifier.startsWith('node:') || builtinModules.includes(specifier);
  const packages = outside
    .filter(({ specifier }) => !builtin(specifier) && specifier !== 'pcap')
    .map(({ from, to }) => `${from} → ${to}`);
  expect(packages).toEqual([
    'lib/browser/brotli.js → brotli-dec-wasm/web',
    ...['aes', 'chacha'].map((part) => `lib/browser/ciphers.js → @noble/ciphers/${part}.js`),
    ...['hmac', 'legacy', 'sha2'].map((part) => `lib/browser/ciphers.js → @noble/hashes/${part}.js`),
    'lib/browser/inflate.js → pako',
    'lib/browser/worker.js → brotli-dec-wasm/web/bg.wasm',
    'lib/fleet/duckdb.js → @duckdb/node-api',
    'lib/fleet/rows.js → d3-array',
    'lib/fleet/table-file.js → hyparquet-writer',
    ...['api', 'sdk-trace-base', 'exporter-trace-otlp-http', 'resources'].map(
      (part) => `lib/fleet/otlp/send-spans.js → @opentelemetry/${part}`,
    ),
    'lib/fleet/watch/metrics.js → prom-client',
  ]);
});

test('no pure file of lib/ reaches one that needs Node', () => {
  expect(
    ours.filter(({ from, to }) => pureFiles.includes(from) && mayUseNode(to)).map(({ from, to }) => `${from} → ${to}`),
  ).toEqual([]);
});

test('lib/ uses no global of Node', () => {
  const globalsOfNode =
    /(?<![.\w$'"-])(Buffer|process|global|setImmediate|clearImmediate|require|__dirname|__filename)(?=\s*[.([])/g;
  const used = pureFiles.flatMap((file) =>
    [...withoutComments(String(texts.get(file))).matchAll(globalsOfNode)].map(([name]) => `${file}: ${name}`),
  );
  expect(used).toEqual([]);
});

test('no detector imports or runs another', () => {
  const isDetector = (/** @type {string} */ file) => file.startsWith('lib/insight/findings/detectors/');
  expect(
    ours.filter(({ from, to }) => isDetector(from) && isDetector(to)).map(({ from, to }) => `${from} → ${to}`),
  ).toEqual([]);
});

test('client/ imports by relative path only, and of lib/ only shared', () => {
  const wrong = edges.filter(
    ({ from, specifier, to }) =>
      from.startsWith('client/') && !(specifier.startsWith('.') && /^(client|lib\/shared)\//.test(to)),
  );
  expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

/** Folders a newcomer walks into first: each says what may live there, how to add one, and which test to run. */
const WITH_README = ['lib/*', 'lib/packet/*', 'client', 'client/views/connection', 'bin', 'server', 'test', 'bench'];
const MAX_README_LINES = 15;
const MAX_ENTRIES = 26;

/** @param {string} pattern a folder, or all in one @returns {string[]} */
function foldersOf(pattern) {
  if (!pattern.endsWith('/*')) return [pattern];
  const folder = pattern.slice(0, -2);
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);
}

/** @param {string} folder @returns {string[]} itself and all below, from the root */
const withAllBelow = (folder) => [
  folder,
  ...readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
];

const folders = ['bin', 'client', 'lib', 'server', 'test'].flatMap(withAllBelow);

test('every room has a README, none longer than a screenful', () => {
  const lines = WITH_README.flatMap(foldersOf).map((folder) => {
    const path = join(ROOT, folder, 'README.md');
    return { folder, lines: existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').length : Infinity };
  });
  expect(lines.filter((room) => room.lines > MAX_README_LINES)).toEqual([]);
});

test('no folder holds more than one can take in', () => {
  const entriesOf = (/** @type {string} */ folder) =>
    readdirSync(join(ROOT, folder)).filter((name) => name !== 'README.md');
  const sizes = folders.map((folder) => ({ folder, entries: entriesOf(folder).length }));
  expect(sizes.filter(({ entries }) => entries > MAX_ENTRIES)).toEqual([]);
});

test('no two sources of a folder share a stem', () => {
  const twins = folders.flatMap((folder) => {
    const stems = readdirSync(join(ROOT, folder))
      .filter((name) => /\.(js|ts)$/.test(name) && !name.endsWith('.test.js'))
      .map((name) => name.replace(/\.(js|ts)$/, ''));
    return stems.filter((stem, index) => stems.indexOf(stem) !== index).map((stem) => `${folder}/${stem}`);
  });
  expect(twins).toEqual([]);
});
