/**
 * Beside the clients: a watch on an interface that vanishes and comes back, its collector that dies and comes back, and
 * storage that answers 503 for a while, all three over and over. Nothing may be lost, and each outage is told once.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { ask } from '../../../lib/fleet/database.js';
import { MAX_OUTAGE_MS, RETRY_MS } from '../../../lib/fleet/outage.js';
import { folderOf, readHealth } from '../../../lib/fleet/watch/health.js';
import { WatchProcess } from '../../watch-soak/watch-process.js';
import { Collector } from './collector.js';
import { NAME, VanishingInterface } from './interface.js';
import { SoakedStore } from './object-store.js';

const WATCH = 'soak';
const FILE_SECONDS = 5;
/** From one capture that is indexed into storage to the next. */
const INDEX_PAUSE_MS = 5000;
/** Packets around the interface's end and start that its tool may have held: a block of the kernel's buffer, 1 s. */
const EDGE_MS = 3000;
/** For spans to come when the collector is back: a pause between attempts, and the files that wait, seconds each. */
const MAX_RECOVERY_SECONDS = 90;
const POLL_MS = 500;

/** @typedef {import('../report.js').Check} Check */

export class Outages {
  #tables;
  #watch;
  #collector = new Collector();
  #interface = new VanishingInterface();
  #store;
  #hasStore = false;
  #count = 0;
  /** Seconds from the collector's return to the last span that waited. @type {number[]} */
  #recoveries = [];

  /** @param {string} home a folder of its own */
  constructor(home) {
    this.#tables = join(home, 'tables');
    this.#store = new SoakedStore(join(home, 'store'));
    mkdirSync(join(home, 'store'), { recursive: true });
    this.#watch = new WatchProcess([]);
  }

  /** @returns {Promise<string|null>} why they are not possible here */
  async start() {
    if (!this.#interface.make()) return 'an interface cannot be made: they need root';
    await this.#collector.start();
    const options = ['-i', NAME, '-f', 'tcp', '-o', this.#tables, '--name', WATCH];
    this.#watch = new WatchProcess([
      ...options,
      ...['--file-seconds', String(FILE_SECONDS), '--otlp', this.#collector.url],
    ]);
    await this.#watch.start();
    this.#watch.yieldToOthers();
    this.#interface.begin();
    this.#hasStore = await this.#store.start();
    return null;
  }

  /** @param {number} everySeconds an outage begins, of a third of that time @param {AbortSignal} signal ends them */
  async run(everySeconds, signal) {
    const pause = (/** @type {number} */ ms) => wait(ms, undefined, { signal }).catch(() => undefined);
    const thirdMs = Math.min(everySeconds * 1000, 2 * MAX_OUTAGE_MS) / 3;
    const indexing = this.#hasStore ? this.#indexAll(signal) : Promise.resolve();
    while (!signal.aborted) {
      await pause(2 * thirdMs);
      if (signal.aborted) break;
      this.#count++;
      this.#interface.vanish();
      this.#collector.die();
      this.#store.isOut = true;
      await pause(thirdMs);
      await this.#comeBack();
    }
    await indexing;
  }

  async #comeBack() {
    this.#interface.make();
    this.#interface.begin();
    this.#store.isOut = false;
    await this.#collector.start();
    this.#recoveries.push(await this.#recovery());
  }

  /** @returns {Promise<number>} seconds until no spans wait, or `MAX_RECOVERY_SECONDS` and more */
  async #recovery() {
    const beganMs = performance.now();
    const seconds = () => (performance.now() - beganMs) / 1000;
    // Health is told every 2 s: what it says at first may be of before.
    while (seconds() < 3 || ((await this.#health())?.waitingSpanFiles ?? 0) > 0) {
      if (seconds() > MAX_RECOVERY_SECONDS) break;
      await wait(POLL_MS);
    }
    return seconds();
  }

  /** @param {AbortSignal} signal */
  async #indexAll(signal) {
    while (!signal.aborted) {
      await this.#store.index();
      await wait(INDEX_PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  #health = () => readHealth(folderOf(this.#tables, WATCH));

  /** @returns {Promise<Check[]>} when all has ended */
  async end() {
    this.#interface.rest();
    await wait(2 * RETRY_MS.most);
    await this.#recovery();
    await this.#watch.end('SIGTERM');
    this.#interface.vanish();
    try {
      return [...(await this.#ofWatch()), ...(await this.#ofSpans()), ...(await this.#ofStore())];
    } finally {
      this.#collector.die();
      this.#store.stop();
    }
  }

  /** @returns {Promise<Check[]>} */
  async #ofWatch() {
    const gaps = ((await this.#health())?.gaps ?? []).map(({ from, to }) => [Date.parse(from), Date.parse(to)]);
    const rows = await this.#rows('SELECT DISTINCT client_port FROM connections');
    const found = new Set(rows.map(([port]) => Number(port)));
    const { knocks, ends } = this.#interface;
    // On a busy machine the watch learns of an end a while after it.
    const stretches = [...gaps, ...ends.map((end) => [end, end])];
    const inGap = (/** @type {number} */ ms) =>
      stretches.some(([from, to]) => ms > from - EDGE_MS && ms < to + EDGE_MS);
    const last = (knocks.at(-1)?.ms ?? 0) - EDGE_MS;
    const told = knocks.filter(({ ms }) => !inGap(ms) && ms < last);
    const missing = told.filter(({ port }) => !found.has(port)).length;
    return [
      {
        isMet: told.length > 0 && missing === 0,
        words: `${knocks.length} connection attempts on an interface that vanished ${this.#count} times: ${knocks.length - told.length} in or beside ${gaps.length} gaps that are told, ${missing} of the others missing`,
      },
      this.#toldOnce('went away', 'the interface'),
    ];
  }

  /** @returns {Promise<Check[]>} */
  async #ofSpans() {
    const rows = await this.#rows('SELECT capture, connection FROM connections');
    const lost = rows.filter(([capture, number]) => !this.#collector.connections.has(`${capture} ${number}`)).length;
    const twice = [...this.#collector.spans.values()].filter((count) => count > 1).length;
    const slowest = Math.max(0, ...this.#recoveries);
    const { droppedSpans = 0, givenUpSpanFiles = 0 } = (await this.#health()) ?? {};
    return [
      {
        isMet: rows.length > 0 && lost === 0 && droppedSpans === 0 && givenUpSpanFiles === 0,
        words: `${rows.length} connections in the tables, ${lost} without a span at the collector; ${twice} of ${this.#collector.spans.size} spans sent twice`,
      },
      {
        isMet: slowest <= MAX_RECOVERY_SECONDS,
        words: `the collector had all that waited ${slowest.toFixed(0)} s after its return at the latest (≤ ${MAX_RECOVERY_SECONDS} s)`,
      },
      this.#toldOnce('Spans could not be sent', 'the collector'),
    ];
  }

  /** @returns {Promise<Check[]>} */
  async #ofStore() {
    if (!this.#hasStore) {
      return [{ isMet: true, words: 'storage was not tried: SELFCLOCK_PYTHON has no moto or httpfs' }];
    }
    const { added, failures, refused, said } = this.#store;
    const there = await this.#store.count();
    const lines = said.map((text) => text.trim().split('\n').length);
    return [
      {
        isMet: added > 0 && there === added && failures.length === 0,
        words: `${added} captures indexed into storage, ${there} there whole; ${refused} requests answered 503${failures.map((words) => `\n         ${words}`).join('')}`,
      },
      {
        isMet: lines.every((count) => count === 1),
        words: `${lines.length} of them met an outage, and told it in ${Math.max(0, ...lines)} sentence at most`,
      },
    ];
  }

  /** @param {string} words of the sentence @param {string} what @returns {Check} */
  #toldOnce(words, what) {
    const count = this.#watch.complaints.filter((line) => line.includes(words)).length;
    return { isMet: count <= this.#count, words: `${count} sentences of ${this.#count} outages of ${what}` };
  }

  /** @param {string} sql */
  async #rows(sql) {
    const rows = [];
    for await (const row of (await ask(this.#tables, sql)).rows) rows.push(row);
    return rows;
  }
}
