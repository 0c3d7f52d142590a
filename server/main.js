import { createServer } from 'node:http';
import { join } from 'node:path';

import { bytesText } from '../lib/shared/text/quantities.js';
import { Access } from './access.js';
import { createApp } from './app.js';
import { Captures } from './captures.js';
import { Deliveries } from './deliveries.js';
import { logUnexpected } from './errors.js';
import { PageEvents } from './events/page-events.js';
import { CaptureStore, defaultDataDirectory } from './library/capture-store.js';
import { DiskSpace } from './library/disk-space.js';
import { folderReason } from './library/folders.js';
import { openGiven } from './library/given-files.js';
import { Notes } from './library/notes.js';
import { FolderOwned } from './library/owner.js';
import { LIMITS } from './limits.js';
import { LiveCaptures } from './live/live-captures.js';
import { answerOtherUpgrades } from './other-upgrades.js';
import { Questions } from './questions.js';
import { renewVerdicts } from './renew-verdicts.js';
import { staticFiles } from './static-files.js';
import { Studies } from './studies/studies.js';
import { answerUnreadable } from './unreadable-requests.js';

/** For the headers of a request. Its body may take as long as it keeps arriving. */
const HEAD_MS = 60_000;

/**
 * @typedef {object} ServerOptions
 * @property {string[]} [files] absolute paths to open in place; `-` is standard input
 * @property {number} [port] 0 for any that is free
 * @property {string} [host] beyond loopback, requests need the token that is in the URL
 * @property {string} [dataDirectory] the capture library's, absolute
 * @property {string|null} [tables] folder of tables of many captures, absolute, (docs/fleet.md)
 * @property {boolean} [allowsSql] questions to them in SQL, also beyond loopback
 * @property {import('node:stream').Readable} [standardInput]
 * @property {Partial<import('./limits.js').Limits>} [limits]
 * @property {() => Promise<number>} [freeBytes] of the library's disk; asked of the system by default
 */

/**
 * Starts the dashboard.
 * @param {ServerOptions} [options]
 * @returns {Promise<{ url: string, close: () => Promise<void>, preparePage: () => void,
 *   list: () => import('../lib/shared/captures/capture-record.js').Capture[] }>} `url` with the token, where there is
 *   one; `preparePage`: a page will be opened, so its scripts are compressed ahead; `list`: its captures, newest first
 * @throws {Error} whose message is one sentence for the user
 */
export async function startServer({
  files = [],
  port = 8080,
  host = '127.0.0.1',
  dataDirectory = defaultDataDirectory(),
  tables = null,
  allowsSql = false,
  standardInput = process.stdin,
  limits: given = {},
  freeBytes: givenFreeBytes,
} = {}) {
  const limits = { ...LIMITS, ...given };
  const store = await openStore(dataDirectory);
  const access = new Access(host);
  /** @type {PageEvents|null} */
  let events = null;
  const captures = new Captures({
    store,
    limits,
    isWatched: (id) => events?.isWatched(id) ?? false,
    watchedFlows: (id) => events?.watchedFlows(id) ?? [],
  });
  const freeBytes = givenFreeBytes ?? (() => store.freeBytes());
  const disk = new DiskSpace({ freeBytes, reserveBytes: limits.diskReserveBytes });
  const live = new LiveCaptures({ captures, store, limits, disk });
  const studies = new Studies(join(dataDirectory, 'studies'));
  const questions = new Questions({ tables, limits });
  const { router: page, prepare: preparePage } = staticFiles();
  const parts = {
    page,
    captures,
    limits,
    access,
    ...{ tables, questions, host, allowsSql },
    live,
    studies,
    notes: new Notes({ captures, store, limits }),
    freeBytes,
    disk,
    deliveries: new Deliveries(limits),
  };
  const server = createServer({ requestTimeout: 0, headersTimeout: HEAD_MS }, createApp(parts)).on(
    'clientError',
    answerUnreadable,
  );
  try {
    // A page that finds the server again asks at once which captures it has.
    await captures.load();
    access.port = await listen(server, port, host);
  } catch (error) {
    await captures.close();
    await store.close();
    throw error;
  }
  events = new PageEvents(server, { captures, studies, access, intervalMs: limits.eventIntervalMs });
  answerOtherUpgrades(server);

  let closing = /** @type {Promise<void>|null} */ (null);
  const renewal = new AbortController();
  const close = () => {
    renewal.abort();
    closing ??= shutDown(server, /** @type {PageEvents} */ (events), { captures, live, store, studies, questions });
    return closing;
  };
  try {
    await openGiven(files, standardInput, parts);
  } catch (error) {
    await close();
    throw error;
  }
  renewVerdicts(captures, { limits, signal: renewal.signal }).catch((error) =>
    logUnexpected('renewing verdicts', error),
  );
  return { url: access.url, close, preparePage, list: () => captures.list() };
}

/** @param {string} dataDirectory */
async function openStore(dataDirectory) {
  const store = new CaptureStore(dataDirectory);
  try {
    tellRemoved(await store.open(), dataDirectory);
    return store;
  } catch (cause) {
    if (cause instanceof FolderOwned) {
      throw new Error(
        `Another Selfclock, process ${cause.pid}, uses ${dataDirectory}; open its page, ` +
          'or name another folder with --data.',
        { cause },
      );
    }
    throw new Error(
      `The capture library ${dataDirectory} cannot be used (${folderReason(cause)}); name another folder with --data.`,
      { cause },
    );
  }
}

/** @param {{ files: number, bytes: number }} removed @param {string} dataDirectory */
function tellRemoved({ files, bytes }, dataDirectory) {
  if (files === 0) return;
  const what = files === 1 ? 'an unfinished file' : `${files} unfinished files`;
  process.stderr.write(
    `selfclock: removed ${what} of ${bytesText(bytes)} that an earlier server left in ${dataDirectory}.\n`,
  );
}

/**
 * @param {import('node:http').Server} server
 * @param {number} port
 * @param {string} host
 * @returns {Promise<number>} the port bound
 */
function listen(server, port, host) {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new Error(describeListenError(/** @type {NodeJS.ErrnoException} */ (cause), host, port), { cause })),
    );
    server.listen(port, host, () => resolve(/** @type {import('node:net').AddressInfo} */ (server.address()).port));
  });
}

/**
 * @param {NodeJS.ErrnoException} error
 * @param {string} host
 * @param {number} port
 * @returns {string}
 */
function describeListenError({ code, message }, host, port) {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use, perhaps by another Selfclock; choose another with --port.`;
    case 'EACCES':
      return `Port ${port} on ${host} needs privileges; choose 1024 or above with --port.`;
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${host}; choose another with --host.`;
    case 'ENOTFOUND':
      return `The name ${host} cannot be resolved; choose another with --host.`;
    default:
      return `The server cannot listen on ${host} port ${port}: ${message}.`;
  }
}

/**
 * @param {import('node:http').Server} server
 * @param {PageEvents} events
 * @param {{ captures: Captures, live: LiveCaptures, store: CaptureStore, studies: Studies, questions:
 *   Questions }} parts
 */
async function shutDown(server, events, { captures, live, store, studies, questions }) {
  const closed = new Promise((resolve) => server.close(resolve));
  questions.close();
  await studies.close();
  await captures.close();
  await live.finished();
  await store.settled();
  const eventsClosed = events.close();
  server.closeAllConnections();
  await Promise.all([closed, eventsClosed]);
  await store.close();
}
