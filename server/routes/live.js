import express from 'express';

import { listInterfaces } from '../../lib/capture/live/interfaces.js';
import { samplingProblem } from '../../lib/capture/live/sample-sockets.js';
import { interfaceTraffic } from '../../lib/capture/live/traffic.js';
import { RequestError } from '../errors.js';

/** A ring's files are counted in millions of bytes by tcpdump. */
const MIN_RING_BYTES = 5_000_000;

/** @typedef {import('./captures.js').Parts & { live: import('../live/live-captures.js').LiveCaptures }} LiveParts */

/**
 * `/api/interfaces`, `/api/live`, and stopping a live capture.
 * @param {LiveParts} parts
 * @returns {import('express').Router}
 */
export function liveRoutes({ captures, live }) {
  const router = express.Router();

  router.get('/interfaces', async (_request, response) => {
    const [list, socketsProblem] = await Promise.all([listInterfaces(), samplingProblem()]);
    response.json({ ...list, socketsProblem });
  });

  router.get('/interfaces/traffic', async (_request, response) => {
    response.json({ interfaces: await interfaceTraffic() });
  });

  router.post('/live', express.json({ limit: '16kb' }), async (request, response) => {
    const capture = await live.start(readRequest(request.body ?? {}));
    response.status(201).json({ capture });
  });

  router.post('/captures/:id/stop', async (request, response) => {
    const { capture } = captures.get(request.params.id);
    await live.stop(capture.id);
    response.json(capture);
  });

  return router;
}

/**
 * @param {any} body
 * @returns {import('../live/live-captures.js').LiveRequest}
 * @throws {RequestError} 400
 */
function readRequest(body) {
  if (typeof body.interface !== 'string' || body.interface === '') {
    throw bad('"interface" must name one of the interfaces listed.');
  }
  if (typeof (body.filter ?? '') !== 'string') throw bad('"filter" must be a string.');
  const ringBytes = limit(body, 'ringBytes');
  if (ringBytes !== null && ringBytes < MIN_RING_BYTES) {
    throw bad(`"ringBytes" must be at least ${MIN_RING_BYTES}, or null.`);
  }
  return {
    interface: body.interface,
    filter: (body.filter ?? '').trim(),
    ringBytes,
    snapLength: limit(body, 'snapLength'),
    maxBytes: limit(body, 'maxBytes'),
    maxSeconds: limit(body, 'maxSeconds'),
    withSockets: body.withSockets === true,
  };
}

/**
 * @param {any} body
 * @param {string} name
 * @returns {number|null}
 */
function limit(body, name) {
  const value = body[name] ?? null;
  if (value !== null && !(typeof value === 'number' && Number.isFinite(value) && value > 0)) {
    throw bad(`"${name}" must be a number above 0, or null.`);
  }
  return value;
}

/** @param {string} message */
const bad = (message) => new RequestError(400, 'bad_request', message);
