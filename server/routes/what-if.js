import express from 'express';
import { settingNames } from '../../lib/whatif/settings.js';
import { RequestError } from '../errors.js';
import { oneOf, wholeNumber } from './read-query.js';
import { send } from './send.js';

/**
 * `/api/captures/:id/whatif`: what a capture would have cost under other conditions.
 * @param {import('./captures.js').Parts} parts
 * @returns {import('express').Router}
 */
export function whatIfRoutes({ captures, limits }) {
  const router = express.Router();

  router.get('/:id/whatif', async (request, response) => {
    const { flow, draft, ahead, ...query } = request.query, gone = new AbortController();
    response.once('close', () => gone.abort());
    const answer = await captures.ask(request.params.id, 'whatIf', {
      flow: flow === undefined ? null : wholeNumber(flow, { name: 'flow', fallback: 0 }), settings: settingsOf(query),
      isDraft: oneOf(draft, { name: 'draft', among: ['0', '1'] }) === '1', ahead: aheadOf(ahead, limits.whatIfAhead),
    }, gone.signal);
    send(response, 'application/json', answer);
  });

  return router;
}

/** @param {Record<string, unknown>} query @returns {string[]} as the command line has them */
function settingsOf(query) {
  return settingNames().filter((name) => typeof query[name] === 'string').map((name) => `${name}=${query[name]}`);
}

/** @param {unknown} ahead one or several of the query, each a query of its own @param {number} max @returns {string[][]|null} */
function aheadOf(ahead, max) {
  if (ahead === undefined) return null;
  const texts = [ahead].flat();
  if (texts.length > max) throw new RequestError(400, 'bad_request', `"ahead" must not be there more than ${max} times.`);
  return texts.map((text) => settingsOf(Object.fromEntries(new URLSearchParams(String(text)))));
}
