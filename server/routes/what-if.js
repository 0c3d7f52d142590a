import express from 'express';

import { replayName } from '../../lib/shared/captures/replay-name.js';
import { settingNames } from '../../lib/whatif/settings.js';
import { RequestError } from '../errors.js';
import { adoptBytes } from '../library/adopt.js';
import { goneSignal } from './asking.js';
import { flowNumber, oneOf } from './read-query.js';

/**
 * `/api/captures/:id/whatif`: what a capture would have cost under other conditions.
 * @param {import('./captures.js').Parts} parts
 * @returns {import('express').Router}
 */
export function whatIfRoutes(parts) {
  const { captures, deliveries } = parts;
  const router = express.Router();

  router.get('/:id/whatif', async (request, response) => {
    const { draft, ...query } = request.query;
    const isDraft = oneOf(draft, { name: 'draft', among: ['0', '1'] }) === '1';
    const question = { ...askedOf(query), isDraft };
    const gone = goneSignal(response);
    await deliveries.json(response, () => captures.askWhole(request.params.id, 'whatIf', question, gone));
  });

  router.post('/:id/whatif/capture', async (request, response) => {
    const { id } = request.params;
    const asked = askedOf(request.query);
    const {
      capture: { name },
    } = captures.get(id);
    const bytes = await captures.askWhole(id, 'whatIfCapture', asked, goneSignal(response));
    response.status(201).json({ capture: await adoptBytes(bytes, replayName(name, asked), parts) });
  });

  return router;
}

/** @param {Record<string, unknown>} query */
function askedOf({ flow, ...query }) {
  return { flow: flow === undefined ? null : flowNumber(flow), settings: settingsOf(query) };
}

/**
 * @param {Record<string, unknown>} query
 * @returns {string[]} as the command line has them
 * @throws {RequestError} 400
 */
function settingsOf(query) {
  const given = settingNames().filter((name) => query[name] !== undefined);
  const twice = given.find((name) => typeof query[name] !== 'string');
  if (twice) throw new RequestError(400, 'bad_request', `"${twice}" must be given once.`);
  return given.map((name) => `${name}=${query[name]}`);
}
