import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { io } from 'socket.io-client';

import { startServer } from '../../../server/main.js';

export { httpCapture } from './http-capture.js';

// Every test starts a server and at least one thread; on a busy machine that takes its time.
jest.setTimeout(60_000);

/** @typedef {import('../../../lib/shared/captures/capture-record.js').Capture} Capture */
/** @typedef {{ status: number, headers: import('node:http').IncomingHttpHeaders, bytes: Buffer, json: any }} Answer */

/** A server of the test's own on a free port, with a library of its own. */
export class TestServer {
  /** @type {import('socket.io-client').Socket[]} */
  #sockets = [];

  /**
   * @param {{ url: string, close: () => Promise<void> }} running
   * @param {string} dataDirectory
   * @param {boolean} keepData
   */
  constructor(running, dataDirectory, keepData) {
    this.running = running;
    this.dataDirectory = dataDirectory;
    this.keepData = keepData;
    this.url = new URL(running.url);
    this.origin = this.url.origin;
  }

  /**
   * @param {string} path
   * @param {{ method?: string, headers?: Record<string, string>, body?: Uint8Array|string }} [options]
   * @returns {Promise<Answer>}
   */
  ask(path, { method = 'GET', headers = {}, body } = {}) {
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port: this.url.port, path, method, headers: { host: this.url.host, ...headers } },
        (answer) => {
          /** @type {Buffer[]} */
          const chunks = [];
          answer.on('data', (chunk) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => resolve(describe(answer, Buffer.concat(chunks))));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /**
   * @param {string} name
   * @param {Uint8Array} bytes
   * @param {Record<string, string>} [headers]
   */
  upload(name, bytes, headers = {}) {
    return this.ask(`/api/captures?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(bytes.length), ...headers },
    });
  }

  /**
   * A request whose body the test sends bit by bit.
   * @param {string} name
   * @param {Record<string, string|number>} [headers]
   */
  beginUpload(name, headers = {}) {
    return request({
      host: '127.0.0.1',
      port: this.url.port,
      method: 'POST',
      path: `/api/captures?name=${name}`,
      headers: { host: this.url.host, ...headers },
    });
  }

  /** @returns {Promise<Capture[]>} */
  async captures() {
    return (await this.ask('/api/captures')).json.captures;
  }

  /**
   * @param {{ headers?: Record<string, string>, acknowledge?: boolean }} [options]
   * @returns {Promise<import('socket.io-client').Socket>} connected; acknowledges each event unless told otherwise
   */
  async connect({ headers = {}, acknowledge = true } = {}) {
    const socket = io(this.origin, {
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: headers,
      forceNew: true,
    });
    this.#sockets.push(socket);
    if (acknowledge) socket.onAny((_event, _payload, done) => done?.());
    await new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(undefined));
      socket.once('connect_error', reject);
    });
    return socket;
  }

  /**
   * @param {(captures: Capture[]) => boolean} done
   * @returns {Promise<Capture[]>} the list when `done` says so, looked at whenever an event comes
   */
  async until(done) {
    const socket = await this.connect();
    try {
      for (;;) {
        const changed = new Promise((resolve) => socket.once('captures', resolve));
        const captures = await this.captures();
        if (done(captures)) return captures;
        await changed;
      }
    } finally {
      socket.close();
    }
  }

  /**
   * @param {string} id
   * @param {Capture['state'][]} [states]
   * @returns {Promise<Capture>} when it is in one of the states, and if it is ready has been judged
   */
  async settled(id, states = ['ready', 'failed']) {
    const find = (/** @type {Capture[]} */ captures) => captures.find((capture) => capture.id === id);
    const captures = await this.until((all) => {
      const { state, connections, verdict } = find(all) ?? {};
      return (
        state !== undefined && states.includes(state) && (state !== 'ready' || connections === 0 || verdict !== null)
      );
    });
    return /** @type {Capture} */ (find(captures));
  }

  async close() {
    for (const socket of this.#sockets) socket.close();
    await this.running.close();
    if (!this.keepData) await rm(this.dataDirectory, { recursive: true, force: true, maxRetries: 9 });
  }
}

/** @param {import('node:http').IncomingMessage} answer @param {Buffer} bytes @returns {Answer} */
function describe(answer, bytes) {
  const isJson = answer.headers['content-type']?.startsWith('application/json') ?? false;
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    bytes,
    json: isJson ? JSON.parse(bytes.toString()) : undefined,
  };
}

/** @type {TestServer[]} */
const running = [];

/**
 * @param {import('../../../server/main.js').ServerOptions} [options]
 * @returns {Promise<TestServer>}
 */
export async function start(options = {}) {
  const dataDirectory = options.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'selfclock-server-')));
  const server = new TestServer(
    await startServer({ port: 0, ...options, dataDirectory }),
    dataDirectory,
    options.dataDirectory !== undefined,
  );
  running.push(server);
  return server;
}

/** To be called after each test. */
export async function closeAll() {
  await Promise.all(running.splice(0).map((server) => server.close()));
}

/** @returns {Promise<string>} an empty folder, which the test removes */
export function emptyFolder() {
  return mkdtemp(join(tmpdir(), 'selfclock-library-'));
}
