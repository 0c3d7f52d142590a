import express from 'express';

import { MAX_LADDER_BINS, MAX_PATH_POINTS } from '../../lib/shared/path/bounds.js';
import { RequestError } from '../errors.js';
import { goneSignal } from './asking.js';
import { nanoseconds, oneOf, wholeNumber } from './read-query.js';

/**
 * `/api/path`: captures of one path, laid over each other, and a report of them. The first one's analysis reads the
 * others.
 * @param {import('./captures.js').Parts} parts
 * @returns {import('express').Router}
 */
export function pathRoutes({ captures, deliveries }) {
  const router = express.Router();

  /** @param {import('express').Request['query']} query @returns {import('../../lib/session/path.js').PathQuestion} */
  const questionOf = ({ of, clocks }) => ({
    captures: idsOf(of).map((id) => {
      const { capture, path, spool } = captures.get(id);
      return {
        id,
        name: capture.name,
        revision: String(capture.sizeBytes),
        sizeBytes: capture.sizeBytes,
        source: { path, spool: spool?.() ?? null },
      };
    }),
    clocks: oneOf(clocks, { name: 'clocks', among: /** @type {const} */ (['estimated', 'synchronised']) }),
  });

  router.get('/', async ({ query }, response) => {
    const question = questionOf(query);
    const [{ id }] = question.captures;
    await deliveries.json(response, () => captures.askWhole(id, 'path', question));
  });

  router.get('/ladder', async ({ query }, response) => {
    const { bins, connection, start, end } = query;
    const question = {
      ...questionOf(query),
      startNs: nanoseconds(start, { name: 'start', fallback: 0 }),
      endNs: end === undefined ? null : nanoseconds(end, { name: 'end', fallback: 0 }),
      bins: Math.max(1, wholeNumber(bins, { name: 'bins', fallback: 500, max: MAX_LADDER_BINS })),
      connection: connection === undefined ? null : wholeNumber(connection, { name: 'connection', fallback: 0 }),
      between: betweenOf(query.between),
    };
    const [{ id }] = question.captures;
    const gone = goneSignal(response);
    await deliveries.frame(response, id, () => captures.askWhole(id, 'ladder', question, gone));
  });

  router.post('/report', express.json({ limit: '64kb' }), async ({ body }, response) => {
    const { isRedacted = true, keepsPaths = false } = body ?? {};
    if (typeof isRedacted !== 'boolean' || typeof keepsPaths !== 'boolean') {
      throw new RequestError(400, 'bad_request', '"isRedacted" and "keepsPaths" must be true or false.');
    }
    const question = questionOf(body ?? {});
    const states = question.captures.map(({ id }) => captures.get(id).capture.state);
    if (states.some((state) => state !== 'ready')) {
      throw new RequestError(409, 'not_ready', 'A report can be made once all captures have been read.');
    }
    const [{ id }] = question.captures;
    const { decodeAs } = captures.get(id).capture;
    const asked = { ...question, decodeAs, isRedacted, keepsPaths };
    const gone = goneSignal(response);
    await deliveries.json(
      response,
      () => /** @type {Promise<Uint8Array>} */ (captures.askWhole(id, 'pathReports', asked, gone)),
    );
  });

  return router;
}

/** @param {unknown} of one or several of the query @returns {string[]} @throws {RequestError} 400 */
function idsOf(of) {
  const ids = of === undefined ? [] : [of].flat().map(String);
  if (ids.length < 2 || ids.length > MAX_PATH_POINTS || new Set(ids).size < ids.length) {
    throw new RequestError(
      400,
      'bad_request',
      `"of" must be given 2 to ${MAX_PATH_POINTS} times, each another capture.`,
    );
  }
  return ids;
}

/** @param {unknown} between "0-1" or nothing @returns {[number, number]|null} */
function betweenOf(between) {
  if (between === undefined) return null;
  const match = /^(\d)-(\d)$/.exec(String(between));
  if (match === null || match[1] === match[2]) {
    throw new RequestError(400, 'bad_request', '"between" must be two places in the list of captures, such as 0-1.');
  }
  return [Number(match[1]), Number(match[2])];
}
