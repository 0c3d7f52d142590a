import express from 'express';

import { flowOfText, isQuicFlow } from '../../lib/shared/quic-flow.js';
import { RequestError } from '../errors.js';
import { asking } from './asking.js';
import { page } from './connections.js';
import { nanoseconds, oneOf, sketchOf, wholeNumber } from './read-query.js';

const ORDINATES = /** @type {const} */ (['data', 'numbers', 'bytes']);
/** By who sends. */
const DIRECTIONS = /** @type {const} */ (['server', 'client']);
const STEPS = /** @type {const} */ (['next', 'previous']);

/**
 * `/api/captures/:id/connections/:flow/quic`: one QUIC connection.
 * @param {import('./captures.js').Parts} parts
 * @returns {import('express').Router}
 */
export function quicRoutes(parts) {
  const { limits } = parts;
  const { json, frame } = asking(parts);
  const router = express.Router();
  const base = '/:id/connections/:flow/quic';

  router.get(base, async (request, response) => {
    await json(response, 'quicFacts', { flow: flowOf(request) });
  });

  router.get(`${base}/packets`, async (request, response) => {
    await frame(response, 'quicPackets', { flow: flowOf(request), ...sketchOf(request.query) });
  });

  router.get(`${base}/rows`, async (request, response) => {
    await json(response, 'quicRows', { flow: flowOf(request), ...page(request.query, limits) });
  });

  router.get(`${base}/sequence`, async (request, response) => {
    const by = ordinateOf(request.query.by);
    await frame(response, 'quicSequence', {
      flow: flowOf(request),
      direction: directionOf(request),
      by,
      ...sketchOf(request.query),
    });
  });

  router.get(`${base}/sender`, async (request, response) => {
    await frame(response, 'quicSender', {
      flow: flowOf(request),
      direction: directionOf(request),
      ...sketchOf(request.query),
    });
  });

  router.get(`${base}/next`, async (request, response) => {
    const { from, start, step, of } = request.query;
    await json(response, 'quicNext', {
      flow: flowOf(request),
      direction: directionOf(request),
      from: from === undefined ? -1 : wholeNumber(from, { name: 'from', fallback: 0 }),
      startNs: nanoseconds(start, { name: 'start', fallback: 0 }),
      step: oneOf(step, { name: 'step', among: STEPS }) === 'next' ? 1 : -1,
      of: oneOf(of, { name: 'of', among: ['packet', 'event'] }),
    });
  });

  router.get(`${base}/row`, async (request, response) => {
    const { frame: number, index } = request.query;
    await json(response, 'quicRowOf', {
      flow: flowOf(request),
      frame: wholeNumber(number, { name: 'frame', fallback: 0 }),
      place: wholeNumber(index, { name: 'index', fallback: 0 }),
    });
  });

  return router;
}

/** @param {import('express').Request} request @returns {number} */
function flowOf({ params }) {
  const flow = flowOfText(String(params.flow));
  if (flow === null || !isQuicFlow(flow)) {
    throw new RequestError(400, 'bad_request', '"flow" must be the number of a QUIC connection, as q0.');
  }
  return flow;
}

/** @param {import('express').Request} request @returns {number} 0: what the client sent */
const directionOf = ({ query }) =>
  Number(oneOf(query.direction, { name: 'direction', among: DIRECTIONS }) === 'server');

/** @param {unknown} value @returns {'data' | 'numbers' | 'bytes' | number} a number: that stream */
function ordinateOf(value) {
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  return oneOf(value, { name: 'by', among: ORDINATES });
}
