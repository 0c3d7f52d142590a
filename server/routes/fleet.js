import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

import express from 'express';

import { connectionsBehind, QUESTIONS } from '../../lib/fleet/questions.js';
import { healthOfAll } from '../../lib/fleet/watch/health.js';
import { isLoopback } from '../access.js';
import { RequestError } from '../errors.js';
import { goneSignal } from './asking.js';
import { followed, watched } from './watched.js';

/** @typedef {{ day: string, capture: string }[]} Only captures that are asked */
/**
 * @typedef {object} FleetParts
 * @property {string|null} tables folder of tables; null: none was named
 * @property {import('../questions.js').Questions} questions
 * @property {string} host that the server is bound to
 * @property {boolean} allowsSql SQL queries from anyone who may open the page, also beyond loopback
 * @property {import('../captures.js').Captures} captures
 * @property {import('../live/live-captures.js').LiveCaptures} live
 */

const KEY = /^[0-9a-f]{32}$/;

/**
 * `/api/fleet`: queries of the tables of many captures.
 * @param {FleetParts} parts
 * @returns {import('express').Router}
 */
export function fleetRoutes({ tables, questions, host, allowsSql, captures, live }) {
  const takesSql = allowsSql || isLoopback(host);
  const router = express.Router();
  router.get('/', async (_request, response) => {
    const named = Object.entries(QUESTIONS).map(([name, { title, plot = null, behind }]) => ({
      name,
      title,
      plot,
      behind: behind ? { by: behind.by, figures: Object.keys(behind.figures) } : null,
    }));
    const watches = tables === null ? [] : await healthOfAll(tables);
    response.json({ tables: tables === null ? null : basename(tables), takesSql, questions: named, watches });
  });

  router.get('/questions/:name', async (request, response) => {
    response.json(await questions.ask(questionOf(request.params.name).sql, { gone: goneSignal(response) }));
  });

  router.get('/questions/:name/connections', async ({ params, query }, response) => {
    const { behind } = questionOf(params.name);
    const { of, figure } = query;
    if (!behind || typeof figure !== 'string' || !Object.hasOwn(behind.figures, figure)) {
      throw new RequestError(404, 'no_figure', 'No figure of this question counts connections by this name.');
    }
    const sql = connectionsBehind(behind, cellsOf(of, behind.by.length), figure);
    response.json(await questions.ask(sql, { gone: goneSignal(response) }));
  });

  router.get('/watches/:name', async ({ params, query }, response) => {
    const stretch = { from: Number(query.from), to: Number(query.to) };
    const gone = goneSignal(response);
    const answer = (/** @type {string} */ sql, /** @type {Only} */ only) => questions.ask(sql, { only, gone });
    response.json(await watched(questions.folder, params.name, stretch, answer));
  });

  router.post('/watches/:name/follow', async ({ params }, response) => {
    response.status(201).json({ capture: await followed(questions.folder, params.name, live) });
  });

  router.post('/query', express.json({ limit: '64kb' }), async (request, response) => {
    if (!takesSql) {
      throw new RequestError(403, 'no_sql', 'This server accepts SQL from other machines only with --allow-sql.');
    }
    const { sql } = request.body ?? {};
    if (typeof sql !== 'string') throw new RequestError(400, 'bad_request', '"sql" must be a string.');
    response.json(await questions.ask(sql, { gone: goneSignal(response) }));
  });

  router.post('/captures/:key', async (request, response) => {
    const { key } = request.params;
    if (!KEY.test(key)) throw new RequestError(400, 'bad_request', 'A capture is named by 32 hexadecimal digits.');
    const sql = `SELECT path FROM captures WHERE capture = '${key}' LIMIT 1`;
    const { rows } = await questions.ask(sql, { gone: goneSignal(response) });
    if (rows.length === 0) throw new RequestError(404, 'no_capture', 'The tables have no such capture.');
    response.json({ capture: await opened(String(rows[0][0]), key, captures) });
  });

  return router;
}

/** @param {string} name of a question */
function questionOf(name) {
  if (Object.hasOwn(QUESTIONS, name)) return QUESTIONS[name];
  throw new RequestError(404, 'no_question', 'No question has this name.');
}

/**
 * @param {unknown} text JSON of so many cells @param {number} count
 * @returns {import('../../lib/fleet/database.js').Cell[]}
 */
function cellsOf(text, count) {
  const cells = parsed(text);
  const isCell = (/** @type {unknown} */ cell) => cell === null || ['string', 'number'].includes(typeof cell);
  if (Array.isArray(cells) && cells.length === count && cells.every(isCell)) return cells;
  throw new RequestError(400, 'bad_request', `"of" must be a JSON list of ${count} texts, numbers or nulls.`);
}

/** @param {unknown} text @returns {unknown} null: it is no JSON */
function parsed(text) {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
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
