import express from 'express';

import { differenceOf } from '../../lib/compare/differences.js';
import { flowOfText } from '../../lib/shared/quic-flow.js';
import { RequestError } from '../errors.js';

/** A capture, or one connection of it. */
const MEMBER = /^([^/]+?)(?:\/(q?\d{1,12}))?$/;

/** @typedef {{ id: string, flow: number|null }} Member */

/**
 * `/api/compare`: what captures cost, side by side, as `selfclock compare --json` prints it.
 * @param {import('./captures.js').Parts} parts
 * @returns {import('express').Router}
 */
export function compareRoutes({ captures, limits }) {
  const router = express.Router();

  router.get('/', async (request, response) => {
    const members = membersOf(request.query.of, limits.compared);
    const known = members.map((member) => ({ ...member, name: captures.get(member.id).capture.name }));
    const summaries = await Promise.all(members.map(({ id, flow }) => captures.askWhole(id, 'cost', { flow })));
    const [first] = summaries;
    response.json({
      compared: known.map((member, i) => ({
        ...member,
        summary: summaries[i],
        difference: i === 0 ? null : differenceOf(first, summaries[i]),
      })),
    });
  });

  return router;
}

/**
 * @param {unknown} of one or several of the query
 * @param {number} max
 * @returns {Member[]}
 * @throws {RequestError} 400
 */
function membersOf(of, max) {
  const texts = of === undefined ? [] : [of].flat();
  if (texts.length === 0 || texts.length > max) {
    throw new RequestError(400, 'bad_request', `"of" must be given 1 to ${max} times.`);
  }
  return texts.map((text) => {
    const match = MEMBER.exec(String(text));
    if (match === null) {
      throw new RequestError(400, 'bad_request', '"of" must be a capture\'s id, or id/number of a connection.');
    }
    return { id: match[1], flow: match[2] === undefined ? null : flowOfText(match[2]) };
  });
}
