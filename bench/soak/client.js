/** One of the soak's clients: does one thing after the other, whatever becomes of the server. */
import { setTimeout as wait } from 'node:timers/promises';

import { io } from 'socket.io-client';

import { digest } from './ledger.js';
import { ask } from './requests.js';

/** All that can be asked of a connection, and of a capture. */
const OF_CONNECTION = [
  '',
  '/findings',
  '/packets',
  '/packets?sketch=1',
  '/packets?measured=0',
  '/rtt',
  '/flight',
  '/sender',
  '/lanes',
  '/messages',
  '/messages/0',
  '/waterfall',
  '/messages/1/body',
  '/messages/1/body?decoded=1',
  '/messages/0/body',
  '/export/packets.pcap',
  '/export/packets.csv',
  '/export/rtt.csv',
  '/export/sender-rtt.csv',
  '/export/flight.csv',
  '/export/xplot.tar',
];
const OF_CAPTURE = [
  '',
  '/connections',
  '/connections?sort=bytes&order=desc&limit=500',
  '/connections?text=port%2080',
  '/wireshark-filter?text=',
  '/findings',
  '/pages',
  '/lanes/order',
  '/lanes/arcs',
  '/lanes?flows=0',
  '/find?text=rst',
  '/find?text=item',
  '/waterfall',
  '/waterfall?page=all',
  '/notes',
  '/file',
  '/whatif?initcwnd=30',
  '/whatif?rtt=100ms&draft=1',
  '/whatif?loss=1%25&draft=1&flow=0',
];
const ELSEWHERE = ['/', '/client/main.js', '/api/captures', '/api/studies', '/api/examples', '/api/interfaces'];
/** Broken off or read slowly: what is large. */
const LARGE = [
  '/file',
  '/connections/0/packets',
  '/connections/0/export/packets.csv',
  '/connections/0/export/packets.pcap',
  '/connections/0/messages/1/body?decoded=1',
];
const LISTEN_MS = 3000;

/** @typedef {import('./requests.js').Manner} Manner */

export class Client {
  #parts;
  #random;

  /**
   * @param {{ server: import('./server-process.js').ServerProcess, ledger: import('./ledger.js').Ledger, tally:
   *   import('./tally.js').Tally,
   *   captures: import('./captures.js').SoakCapture[], maxHeld: number, pauseMs: number }} parts
   * @param {() => number} random
   */
  constructor(parts, random) {
    this.#parts = parts;
    this.#random = random;
  }

  /** @param {AbortSignal} signal */
  async run(signal) {
    const { server, pauseMs } = this.#parts;
    while (!signal.aborted) {
      await wait(2 * this.#random() * pauseMs, undefined, { signal }).catch(() => null);
      if (signal.aborted) return;
      if (server.isUp) await this.#act();
    }
  }

  async #act() {
    const { ledger, maxHeld } = this.#parts;
    const dice = this.#random();
    if (ledger.size > maxHeld * (0.5 + 0.5 * this.#random())) return this.#remove();
    if (dice < 0.12 || ledger.size === 0) return this.#upload();
    if (dice < 0.16) return this.#breakOffUpload();
    if (dice < 0.22) return this.#listen();
    if (dice < 0.3) return this.#ask('broken off', this.#of(LARGE), { reading: 'broken off' });
    if (dice < 0.38) return this.#ask('slow reader', this.#of(LARGE), { reading: 'slowly' });
    if (dice < 0.42) return this.#note();
    if (dice < 0.45) return this.#ask('compare', `/api/compare?of=${this.#id()}&of=${this.#id()}`);
    if (dice < 0.5) return this.#ask('page', this.#one(ELSEWHERE));
    if (dice < 0.7) return this.#ask('of capture', this.#of(OF_CAPTURE));
    return this.#ask(
      'of connection',
      this.#of(OF_CONNECTION.map((path) => `/connections/${Math.floor(this.#random() * 2)}${path}`)),
    );
  }

  /** @template T @param {T[]} list @returns {T} */
  #one(list) {
    return list[Math.floor(this.#random() * list.length)];
  }

  #id() {
    return this.#one(this.#parts.ledger.ids());
  }

  /** @param {string[]} paths */
  #of(paths) {
    return `/api/captures/${this.#id()}${this.#one(paths)}`;
  }

  async #upload() {
    const { name, bytes } = this.#one(this.#parts.captures);
    const answer = await this.#ask('upload', `/api/captures?name=${name}`, { method: 'POST', body: bytes });
    if (answer?.status === 201) this.#parts.ledger.add(/"id":"(\w+)"/.exec(answer.text)?.[1] ?? '', digest(bytes));
  }

  async #breakOffUpload() {
    const { name, bytes } = this.#one(this.#parts.captures);
    await this.#ask('upload broken off', `/api/captures?name=${name}`, {
      method: 'POST',
      body: bytes,
      sendShare: 0.9 * this.#random(),
    });
  }

  async #remove() {
    const id = this.#id();
    this.#parts.ledger.forget(id);
    await this.#ask('delete', `/api/captures/${id}`, { method: 'DELETE' });
  }

  async #note() {
    const body = JSON.stringify({ flow: null, time: 0, frame: null, text: 'soak' });
    const headers = { 'content-type': 'application/json' };
    await this.#ask('note', `/api/captures/${this.#id()}/notes`, { method: 'POST', body, headers });
  }

  async #listen() {
    const { server, tally } = this.#parts;
    const socket = io(server.address, { transports: ['websocket'], reconnection: false, forceNew: true });
    const beganMs = performance.now();
    let acknowledges = this.#random() < 0.7;
    socket.onAny((_event, _payload, done) => acknowledges && done?.());
    socket.on('connect_error', (error) =>
      tally.disconnected('listen', '', error, server.killedMs > beganMs || !server.isUp),
    );
    socket.on('connect', () => {
      tally.answered('listen', 200, '', (performance.now() - beganMs) / 1000);
      socket.emit('watch', { id: this.#parts.ledger.ids()[0] ?? '', flow: 0 });
    });
    await wait(LISTEN_MS * this.#random());
    acknowledges = true;
    socket.close();
  }

  /** @param {string} kind @param {string} path @param {Manner} [manner] */
  async #ask(kind, path, manner) {
    const { server, tally, ledger } = this.#parts;
    const beganMs = performance.now();
    try {
      const answer = await ask(server.address, path, manner);
      if (answer === null) tally.brokenOff(kind);
      else {
        tally.answered(
          kind,
          answer.status,
          `${answer.text.slice(0, 300)} (${path})`,
          (performance.now() - beganMs) / 1000,
        );
      }
      return answer;
    } catch (error) {
      tally.disconnected(kind, path, error, server.killedMs > beganMs || !server.isUp || ledger.isGone(path));
      return null;
    }
  }
}
