import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';

import express from 'express';

import { CaptureError } from '../../lib/capture/capture-error.js';
import { askGuarded } from '../../lib/fleet/guarded-question.js';
import { QUESTIONS } from '../../lib/fleet/questions.js';
import { healthOfAll } from '../../lib/fleet/watch/health.js';
import { isLoopback } from '../access.js';
import { RequestError } from '../errors.js';
import { followed, watched } from './watched.js';

/**
 * @typedef {object} FleetParts
 * @property {string|null} tables folder of tables; null: none was named
 * @property {string} host that the server is bound to
 * @property {boolean} allowsSql SQL queries from anyone who may open the page, also beyond loopback
 * @property {import('../captures.js').Captures} captures
 * @property {import('../live/live-captures.js').LiveCaptures} live
 */

/** Queries that run at a time: each may take a core and a gigabyte. */
const MAX_RUNNING = 2;
const KEY = /^[0-9a-f]{32}$/;

/**
 * `/api/fleet`: queries of the tables of many captures.
 * @param {FleetParts} parts
 * @returns {import('express').Router}
 */
export function fleetRoutes({ tables, host, allowsSql, captures, live }) {
  const takesSql = allowsSql || isLoopback(host);
  const router = express.Router();
  let running = 0;

  /** @param {string} sql @param {{ day: string, capture: string }[]} [only] of captures */
  async function answer(sql, only) {
    if (running >= MAX_RUNNING) {
      throw new RequestError(503, 'busy', 'Other queries are running; try again in a few seconds.');
    }
    running++;
    try {
      return await askGuarded(folder(), sql, false, only);
    } catch (error) {
      if (error instanceof CaptureError) throw new RequestError(400, error.code, error.message);
      throw error;
    } finally {
      running--;
    }
  }

  function folder() {
    if (tables !== null) return tables;
    throw new RequestError(404, 'no_tables', 'No tables are open: start the server with --tables DIR.');
  }

  router.get('/', async (_request, response) => {
    const questions = Object.entries(QUESTIONS).map(([name, { title, plot = null }]) => ({ name, title, plot }));
    const watches = tables === null ? [] : await healthOfAll(tables);
    response.json({ tables: tables === null ? null : basename(resolve(tables)), takesSql, questions, watches });
  });

  router.get('/questions/:name', async (request, response) => {
    const { name } = request.params;
    if (!Object.hasOwn(QUESTIONS, name)) throw new RequestError(404, 'no_question', 'No question has this name.');
    response.json(await answer(QUESTIONS[name].sql));
  });

  router.get('/watches/:name', async ({ params, query }, response) => {
    const stretch = { from: Number(query.from), to: Number(query.to) };
    response.json(await watched(folder(), params.name, stretch, answer));
  });

  router.post('/watches/:name/follow', async ({ params }, response) => {
    response.status(201).json({ capture: await followed(folder(), params.name, live) });
  });

  router.post('/query', express.json({ limit: '64kb' }), async (request, response) => {
    if (!takesSql) {
      throw new RequestError(403, 'no_sql', 'This server accepts SQL from other machines only with --allow-sql.');
    }
    const { sql } = request.body ?? {};
    if (typeof sql !== 'string') throw new RequestError(400, 'bad_request', '"sql" must be a string.');
    response.json(await answer(sql));
  });

  router.post('/captures/:key', async (request, response) => {
    const { key } = request.params;
    if (!KEY.test(key)) throw new RequestError(400, 'bad_request', 'A capture is named by 32 hexadecimal digits.');
    const { rows } = await answer(`SELECT path FROM captures WHERE capture = '${key}' LIMIT 1`);
    if (rows.length === 0) throw new RequestError(404, 'no_capture', 'The tables have no such capture.');
    response.json({ capture: await opened(String(rows[0][0]), key, captures) });
  });

  return router;
}

/**
 * Opens a capture of the tables in place, if it is unchanged.
 * @param {string} path @param {string} key @param {import('../captures.js').Captures} captures
 */
async function opened(path, key, captures) {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) {
    throw new RequestError(410, 'file_gone', 'Its file is not on this machine, or was deleted since it was read.');
  }
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) hash.update(chunk);
  if (!hash.digest('hex').startsWith(key)) {
    throw new RequestError(410, 'file_changed', 'Its file has changed since it was read into the tables.');
  }
  const entry = await captures.openFile(path, found);
  await entry.analysed; // a connection of it is going to be asked for
  return entry.capture;
}
