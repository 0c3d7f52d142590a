import express from 'express';

import { MAX_LANE_BINS, MAX_LANES } from '../../lib/overview/limits.js';
import { MAX_DENSITY_BINS, MAX_DENSITY_ROWS } from '../../lib/shared/captures/density-bounds.js';
import { MAX_IO_BINS } from '../../lib/shared/captures/io-bins.js';
import { MAX_STRIP_BINS } from '../../lib/shared/captures/strip.js';
import { PLOTTED } from '../../lib/shared/filter/plotted.js';
import { flowOfText } from '../../lib/shared/quic-flow.js';
import { RequestError } from '../errors.js';
import { asking } from './asking.js';
import { filterText, flowNumber, LATEST_NS, nanoseconds, oneOf, wholeNumber } from './read-query.js';

const FIGURES = PLOTTED.map(({ id }) => id);

/**
 * Views of all connections of a capture at once: lanes, plots.
 * @param {import('./captures.js').Parts} parts
 * @returns {import('express').Router}
 */
export function overviewRoutes(parts) {
  const { limits } = parts;
  const { json, frame } = asking(parts);
  const router = express.Router();

  router.get('/:id/lanes/order', async (request, response) => {
    const text = filterText(request.query.text, limits.textLength);
    await frame(response, 'overviewOrder', { text });
  });

  router.get('/:id/lanes/arcs', async (_request, response) => {
    await frame(response, 'overviewArcs', {});
  });

  router.get('/:id/lanes/density', async ({ query }, response) => {
    await frame(response, 'overviewDensity', {
      text: filterText(query.text, limits.textLength),
      rows: Math.max(1, wholeNumber(query.rows, { name: 'rows', fallback: 256, max: MAX_DENSITY_ROWS })),
      bins: Math.max(1, wholeNumber(query.bins, { name: 'bins', fallback: 64, max: MAX_DENSITY_BINS })),
    });
  });

  router.get('/:id/lanes', async (request, response) => {
    await frame(response, 'overviewLanes', { flows: flowsOf(request.query.flows), ...windowOf(request.query) });
  });

  addPlots(router, parts);

  router.get('/:id/find', async (request, response) => {
    const { text } = request.query;
    if (typeof text !== 'string' || text.length > limits.textLength) {
      throw new RequestError(
        400,
        'bad_request',
        `"text" must be given once, with at most ${limits.textLength} characters.`,
      );
    }
    await json(response, 'findPackets', { text });
  });

  router.get('/:id/waterfall', async (request, response) => {
    await frame(response, 'pageWaterfall', { page: pageOf(request.query.page) });
  });

  router.get('/:id/connections/:flow/waterfall', async (request, response) => {
    const flow = flowNumber(request.params.flow);
    await frame(response, 'connectionWaterfall', { flow });
  });

  router.get('/:id/connections/:flow/messages/:message', async (request, response) => {
    const flow = flowNumber(request.params.flow);
    const message = wholeNumber(request.params.message, { name: 'message', fallback: 0 });
    await json(response, 'exchange', { flow, message });
  });

  return router;
}

/**
 * Connections as points, and over time.
 * @param {import('express').Router} router
 * @param {import('./captures.js').Parts} parts
 */
function addPlots(router, parts) {
  const { limits } = parts;
  const { json, frame } = asking(parts);

  router.get('/:id/points', async ({ query }, response) => {
    const [x, y] = /** @type {const} */ (['x', 'y']).map((name) => oneOf(query[name], { name, among: FIGURES }));
    const by = oneOf(query.by, { name: 'by', among: /** @type {const} */ (['none', 'finding', 'limit']) });
    await frame(response, 'connectionPoints', { text: filterText(query.text, limits.textLength), x, y, by });
  });

  router.get('/:id/strip', async ({ query }, response) => {
    await frame(response, 'connectionStrip', {
      text: filterText(query.text, limits.textLength),
      bins: Math.max(1, wholeNumber(query.bins, { name: 'bins', fallback: 256, max: MAX_STRIP_BINS })),
    });
  });

  router.get('/:id/io', async ({ query }, response) => {
    const direction = oneOf(query.direction, {
      name: 'direction',
      among: /** @type {const} */ (['both', 'client', 'server']),
    });
    await frame(response, 'ioGraph', {
      text: filterText(query.text, limits.textLength),
      startNs: nanoseconds(query.start, { name: 'start', fallback: 0 }),
      endNs: query.end === undefined ? null : nanoseconds(query.end, { name: 'end', fallback: 0 }),
      bins: Math.max(1, wholeNumber(query.bins, { name: 'bins', fallback: 100, max: MAX_IO_BINS })),
      direction,
      hasTrips: oneOf(query.rtt, { name: 'rtt', among: /** @type {const} */ (['0', '1']) }) === '1',
    });
  });

  router.get('/:id/span', async ({ query }, response) => {
    await json(response, 'spanFigures', {
      text: filterText(query.text, limits.textLength),
      startNs: nanoseconds(query.start, { name: 'start', fallback: 0 }),
      endNs: nanoseconds(query.end, { name: 'end', fallback: LATEST_NS }),
    });
  });
}

/** @param {unknown} value "3", "all" or nothing @returns {number|'all'|null} */
function pageOf(value) {
  return value === undefined || value === 'all' ? (value ?? null) : wholeNumber(value, { name: 'page', fallback: 0 });
}

/** @param {unknown} value "0,5,q17" @returns {number[]} */
function flowsOf(value) {
  const flows = typeof value === 'string' ? value.split(',').map(flowOfText) : [null];
  if (!flows.every((flow) => flow !== null)) {
    throw new RequestError(400, 'bad_request', '"flows" must be connection numbers separated by commas.');
  }
  if (flows.length > MAX_LANES) {
    throw new RequestError(400, 'bad_request', `"flows" may name ${MAX_LANES} connections at most.`);
  }
  return flows;
}

/** @param {Record<string, unknown>} query */
function windowOf(query) {
  const startNs = nanoseconds(query.start, { name: 'start', fallback: 0 });
  const endNs = nanoseconds(query.end, { name: 'end', fallback: LATEST_NS });
  const bins = wholeNumber(query.bins, { name: 'bins', fallback: 1024, max: MAX_LANE_BINS });
  return { startNs, endNs, bins };
}
