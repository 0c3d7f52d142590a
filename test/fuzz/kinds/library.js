/**
 * Fuzzes the server's data folder: whatever has become of some of its files, the server starts, or says in one sentence
 * why not; it says at most one sentence of each damaged thing; and nothing else is lost.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { STUDIES } from '../../../lib/studies/studies.js';
import { startServer } from '../../../server/main.js';
import { addStray, damageFile } from '../mutators/data-folder.js';

/** @typedef {import('../random.js').Random} Random */
/** @typedef {{ status: number, text: string, json: any }} Answer */
/** @typedef {(path: string, method?: string, body?: unknown) => Promise<Answer>} Ask */
/** @typedef {{ id: string, record: any, notes: any[], bytes: Buffer }} Known what a capture was before */
/** @typedef {{ path: string, id: string|null }} Target of damage: a path in the data folder, and whose it is */
/** @typedef {{ folder: string, known: Known[], targets: Target[], given: string }} Template */

const CAPTURES = ['handshake-get.pcap', 'zero-window.pcap', 'curl-parallel.pcap', 'README.md'];
const GIVEN = 'fast-retransmit.pcap';
const STRAY_ID = 'c00000000000000aa';
const MAX_DAMAGES = 3;
const PCAP_HEADER_BYTES = 24;
/** For captures to be read again, on a busy machine. */
const READ_MS = 60_000;
const STUDY = /** @type {{ name: string }} */ (STUDIES.find(({ settings }) => settings)).name;
/** What the server changes by itself. */
const CHANGING = ['revision', 'version', 'judging', 'examining', 'createdEpoch'];

/** @param {string} name */
const fixture = (name) => fileURLToPath(new URL(`../../../fixtures/pcaps/${name}`, import.meta.url));

/** @param {string} url of a server @returns {Ask} */
const asking =
  (url) =>
  async (path, method = 'GET', body = undefined) => {
    const isBytes = body instanceof Uint8Array;
    const answer = await fetch(new URL(path, url), {
      method,
      headers: { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' },
      ...(body !== undefined && { body: /** @type {any} */ (isBytes ? body : JSON.stringify(body)) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: answer.status, text, json: isJson ? JSON.parse(text) : null };
  };

/** @param {Ask} ask @returns {Promise<any[]>} captures, when all have been read */
async function settled(ask) {
  for (const untilMs = Date.now() + READ_MS; ;) {
    const { status, text, json } = await ask('/api/captures');
    if (status !== 200) throw new Error(`the list of captures is answered by ${status} ${text}`);
    const isOver = json.captures.every(
      (/** @type {any} */ { state, judging }) => (state === 'ready' || state === 'failed') && !judging,
    );
    if (isOver) return json.captures;
    if (Date.now() > untilMs) throw new Error(`captures are read for ${READ_MS / 1000} s`);
    await delay(20);
  }
}

/** @param {string} folder @param {string} given path of a file that is read in place */
const start = (folder, given) => startServer({ port: 0, dataDirectory: folder, files: [given] });

/** A data folder with something of everything. @returns {Promise<Template>} */
async function makeTemplate() {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-fuzz-library-'));
  const given = join(folder, GIVEN);
  cpSync(fixture(GIVEN), given);
  const data = join(folder, 'data');
  const server = await start(data, given);
  const ask = asking(server.url);
  for (const name of CAPTURES) await ask(`/api/captures?name=${name}`, 'POST', readFileSync(fixture(name)));
  for (const { id } of await settled(ask)) {
    for (const text of ['one', 'two']) await ask(`/api/captures/${id}/notes`, 'POST', { text, time: 5, flow: 1 });
    await ask(`/api/captures/${id}`, 'PATCH', { tags: ['kept', 'slow'] });
  }
  const known = [];
  for (const record of await settled(ask)) known.push(await knownOf(ask, record));
  await server.close();
  const live = makeLive(data, known);
  const studies = join(data, 'studies', STUDY);
  mkdirSync(studies, { recursive: true });
  writeFileSync(join(studies, 'result.json'), JSON.stringify({ captures: ['one'], figures: [], tables: [] }));
  writeFileSync(join(studies, 'workload-name.txt'), 'load.har');
  writeFileSync(join(data, 'owner.json'), JSON.stringify({ pid: 2 ** 22 + 1, started: 'before' }));
  const ofStudies = ['result.json', 'workload-name.txt'].map((name) => join('studies', STUDY, name));
  const others = ['given', join('studies', STUDY), 'owner.json', ...ofStudies].map((path) => ({ path, id: null }));
  return { folder: data, known, targets: [...known.flatMap(filesOf), ...live, ...others], given };
}

/** @param {Ask} ask @param {any} record @returns {Promise<Known>} */
async function knownOf(ask, record) {
  const { id } = record;
  const [notes, file] = [await ask(`/api/captures/${id}/notes`), await ask(`/api/captures/${id}/file`)];
  return { id, record, notes: notes.json.notes, bytes: Buffer.from(file.text) };
}

/** @param {Known} known */
function filesOf({ id, record }) {
  const folder = record.source === 'file' ? 'given' : 'captures';
  const ends = record.source === 'file' ? ['.json', '.notes.json'] : ['.json', '.notes.json', '.capture'];
  return ends.map((end) => ({ path: join(folder, `${id}${end}`), id }));
}

/**
 * Makes the files that a server leaves that dies while it joins those of a live capture.
 * @param {string} data @param {Known[]} known of which one becomes that capture
 */
function makeLive(data, known) {
  const capture = known.find(({ record }) => record.name === CAPTURES[2]);
  if (capture === undefined) throw new Error('a capture is missing');
  const { id, record } = capture;
  const bytes = readFileSync(join(data, 'captures', `${id}.capture`));
  const first = PCAP_HEADER_BYTES + 16 + bytes.readUInt32LE(PCAP_HEADER_BYTES + 8);
  const folder = join(data, 'captures', `${id}.live`);
  mkdirSync(folder);
  rmSync(join(data, 'captures', `${id}.capture`));
  writeFileSync(join(folder, 'whole'), bytes.subarray(0, first + 7));
  writeFileSync(
    join(folder, 'spool.pcap'),
    Buffer.concat([bytes.subarray(0, PCAP_HEADER_BYTES), bytes.subarray(first)]),
  );
  writeFileSync(join(folder, 'joining.json'), JSON.stringify({ file: 'spool.pcap', bytes: first }));
  const live = { interface: 'lo', filter: '', tool: null, packets: 1, bytes: 1, stopReason: null };
  record.source = 'live';
  record.live = { ...live, drops: { kernel: null, interface: null } };
  const stored = { ...record, state: 'reading' };
  writeFileSync(join(data, 'captures', `${id}.json`), JSON.stringify(stored));
  return ['whole', 'spool.pcap', 'joining.json', ''].map((name) => ({
    path: join('captures', `${id}.live`, name),
    id,
  }));
}

/** What is said on standard error, while something runs. */
class Heard {
  lines = /** @type {string[]} */ ([]);
  #write = process.stderr.write;

  constructor() {
    process.stderr.write = (/** @type {string|Uint8Array} */ text) => {
      this.lines.push(...String(text).split('\n').filter(Boolean));
      return true;
    };
  }

  end() {
    process.stderr.write = this.#write;
  }
}

/**
 * @param {readonly string[]} lines of standard error
 * @param {number} damages
 * @returns {string|null} what is wrong with them
 */
export function faultIn(lines, damages) {
  const stack = lines.find((line) => !line.startsWith('selfclock: ') || /\| at |^\s+at /.test(line));
  if (stack !== undefined) return `a stack, or no sentence: ${stack}`;
  const told = lines.filter((line) => !line.includes('unfinished file'));
  return told.length > damages ? `${told.length} sentences of ${damages} damages: ${told.join(' / ')}` : null;
}

/** @param {any} record */
function steady(record) {
  // Whether one that was coming in is read again depends on how its server ended.
  if (record.source === 'live') return JSON.stringify([record.id, record.name, record.tags, record.sizeBytes]);
  return JSON.stringify({ ...record, ...Object.fromEntries(CHANGING.map((name) => [name, null])) });
}

/**
 * @param {Ask} ask
 * @param {Template} template
 * @param {Set<string|null>} damaged ids of captures of which something is damaged
 * @returns {Promise<string|null>} what was lost of the others
 */
async function lost(ask, { known }, damaged) {
  const captures = await settled(ask);
  for (const { id, record, notes, bytes } of known) {
    if (damaged.has(id)) continue;
    const now = captures.find((one) => one.id === id);
    if (now === undefined) return `"${record.name}" is lost`;
    if (steady(now) !== steady(record)) return `"${record.name}" is changed: ${steady(now)}\n  ${steady(record)}`;
    const again = await knownOf(ask, now);
    if (JSON.stringify(again.notes) !== JSON.stringify(notes)) return `the notes of "${record.name}" are changed`;
    if (!again.bytes.equals(bytes)) return `the bytes of "${record.name}" are changed`;
  }
  return null;
}

/**
 * Does to the damaged captures what users do.
 * @param {Ask} ask @param {Set<string|null>} damaged @param {string} folder
 * @returns {Promise<string|null>} what is wrong with an answer
 */
async function used(ask, damaged, folder) {
  const paths = [...damaged].filter((id) => id !== null).map((id) => `/api/captures/${id}`);
  /** @type {[string, string?, unknown?][]} */
  const questions = [
    ...paths.flatMap(
      (path) =>
        /** @type {[string, string?, unknown?][]} */ ([
          [path],
          [`${path}/notes`],
          [`${path}/notes`, 'POST', { text: 'more', time: 1 }],
          [`${path}/notes/1`, 'DELETE'],
          [`${path}/connections`],
          [`${path}/findings`],
          [`${path}/file`],
          [path, 'PATCH', { tags: ['new'] }],
          [`${path}/read`, 'POST'],
          [path, 'DELETE'],
        ]),
    ),
    ['/api/studies'],
    [`/api/studies/${STUDY}`],
    [`/api/studies/${STUDY}/captures/one`, 'POST'],
    [`/api/studies/${STUDY}/figures/one.svg`],
    [`/api/studies/${STUDY}/tables/1.csv`],
  ];
  for (const [path, method, body] of questions) {
    const { status, text } = await ask(path, method, body);
    if (status === 500) return `${method ?? 'GET'} ${path} is answered by ${status} ${text}`;
    if (text.includes(folder)) return `${method ?? 'GET'} ${path} names the folder: ${text}`;
  }
  return null;
}

/**
 * @param {Template} template
 * @param {string} folder a copy of it
 * @param {Random} random
 * @returns {{ damaged: Set<string|null>, done: string[] }}
 */
function damage({ targets }, folder, random) {
  const damaged = new Set();
  const done = [];
  if (random.chance(0.5)) rmSync(join(folder, 'owner.json'));
  for (let damages = random.few(MAX_DAMAGES); damages > 0; damages--) {
    if (random.chance(0.1)) {
      done.push(addStray(join(folder, 'captures'), STRAY_ID, random));
      continue;
    }
    const { path, id } = random.pick(targets);
    if (path === 'given') for (const { path: other, id: of } of targets) if (other.startsWith('given')) damaged.add(of);
    damaged.add(id);
    done.push(`${path}: ${damageFile(join(folder, path), random)}`);
  }
  return { damaged, done };
}

/**
 * @param {Template} template @param {string} folder @param {Set<string|null>} damaged @param {number} damages
 * @returns {Promise<string|null>} what is wrong
 */
async function faultOf(template, folder, damaged, damages) {
  const heard = new Heard();
  /** @type {Awaited<ReturnType<typeof start>>|null} */
  let server = null;
  try {
    server = await start(folder, template.given);
    const ask = asking(server.url);
    const fault = (await lost(ask, template, damaged)) ?? faultIn(heard.lines, damages);
    return (
      fault ??
      (await used(ask, damaged, folder)) ??
      (await lost(ask, template, damaged)) ??
      faultIn(heard.lines, Infinity)
    );
  } catch (error) {
    return `throws ${/** @type {Error} */ (error).stack}`;
  } finally {
    await server?.close();
    heard.end();
  }
}

/** @returns {Promise<import('./run-kind.js').Kind>} */
export async function prepare() {
  const template = await makeTemplate();
  return {
    check: async (random) => {
      const folder = mkdtempSync(join(tmpdir(), 'selfclock-fuzz-data-'));
      cpSync(template.folder, folder, { recursive: true, preserveTimestamps: true });
      const { damaged, done } = damage(template, folder, random);
      const fault = await faultOf(template, folder, damaged, done.length);
      const names = readdirSync(join(folder, 'captures')).join(' ');
      rmSync(folder, { recursive: true });
      return fault && `${fault}\n  ${done.join('\n  ')}\n  left: ${names}`;
    },
    close: async () => rmSync(join(template.folder, '..'), { recursive: true }),
  };
}
