import express from 'express';

import { RequestError } from '../errors.js';
import { asking } from './asking.js';
import { filterText, flowNumber, oneOf, sketchOf, wholeNumber } from './read-query.js';

const SORT_KEYS = /** @type {const} */ ([
  'flow',
  'client',
  'server',
  'state',
  'start',
  'duration',
  'packets',
  'bytes',
  'retransmissions',
  'rtt',
  'requests',
  'verdict',
  'end',
  'rate',
  'retransmittedShare',
  'protocol',
  'host',
  'vlan',
  'transport',
]);
const DEFAULT_ROWS = 100;
/** Exports that are read from the capture's file, and their content. */
const READ_AGAIN = new Map([
  ['packets.pcap', 'packets'],
  ['frame.json', 'packets'],
  ['requests.har', 'bodies'],
  ['requests-no-bodies.har', 'bodies'],
  ['stream.txt', 'streams'],
  ['stream-hex.txt', 'streams'],
  ['stream.ndjson', 'streams'],
]);

/**
 * `/api/captures/:id/connections`: the tables of one capture, encoded by its analysis thread.
 * @param {import('./captures.js').Parts} parts
 * @returns {import('express').Router}
 */
export function connectionRoutes(parts) {
  const { captures, limits, deliveries } = parts;
  const { json, frame } = asking(parts);
  const router = express.Router();

  router.get('/:id/connections', async ({ query }, response) => {
    await json(response, 'rows', { ...viewOf(query, limits), ...page(query, limits) });
  });

  router.get('/:id/list/:list', async ({ params: { id, list }, query }, response) => {
    const asked = { list, ...viewOf(query, limits) };
    const what = READ_AGAIN.get(list);
    if (what !== undefined && captures.get(id).spool) throw stillLive(what);
    await deliveries.file(response, list, (take) => captures.export(id, asked, take));
  });

  router.get('/:id/wireshark-filter', async (request, response) => {
    await json(response, 'wiresharkFilter', { text: filterText(request.query.text, limits.textLength) });
  });

  addSummaries(router, { json, limits });

  router.get('/:id/connections/:flow', async (request, response) => {
    await json(response, 'flow', { flow: flowOf(request) });
  });

  router.get('/:id/connections/:flow/findings', async (request, response) => {
    await deliveries.json(response, () => captures.openFindings(request.params.id, flowOf(request)));
  });

  router.get('/:id/connections/:flow/packets', async (request, response) => {
    const { query } = request;
    const measured = oneOf(query.measured, { name: 'measured', among: ['1', '0'] }) === '1';
    await frame(response, 'packets', { flow: flowOf(request), measured, ...sketchOf(query) });
  });

  router.get('/:id/connections/:flow/sender', async (request, response) => {
    await frame(response, 'sender', { flow: flowOf(request), ...sketchOf(request.query) });
  });

  router.get('/:id/connections/:flow/time', async (request, response) => {
    await json(response, 'connectionTime', { flow: flowOf(request) });
  });

  for (const kind of /** @type {const} */ (['rtt', 'flight'])) {
    router.get(`/:id/connections/:flow/${kind}`, async (request, response) => {
      await frame(response, kind, { flow: flowOf(request) });
    });
  }

  router.get('/:id/connections/:flow/lanes', async (request, response) => {
    const connection = wholeNumber(request.query.connection, { name: 'connection', fallback: 0 });
    await frame(response, 'lanes', { flow: flowOf(request), connection });
  });

  router.get('/:id/connections/:flow/messages', async (request, response) => {
    const args = { flow: flowOf(request), ...page(request.query, limits) };
    await json(response, 'messages', args);
  });

  router.get('/:id/connections/:flow/messages/:message/body', async (request, response) => {
    const { id } = request.params;
    const flow = flowOf(request);
    const message = wholeNumber(request.params.message, { name: 'message', fallback: 0 });
    if (captures.get(id).spool) throw stillLive('bodies');
    const decoded = oneOf(request.query.decoded, { name: 'decoded', among: ['0', '1'] }) === '1';
    const name = `message-${message}-body`;
    await deliveries.file(response, name, (take) => captures.export(id, { flow, message, decoded }, take));
  });

  router.get('/:id/connections/:flow/export/:file', async (request, response) => {
    const { id, file } = request.params;
    const flow = flowOf(request);
    const what = READ_AGAIN.get(file);
    if (what !== undefined && captures.get(id).spool) throw stillLive(what);
    const asked = { flow, file, part: streamPart(request.query, limits) };
    await deliveries.file(response, `connection-${flow}-${file}`, (take) => captures.export(id, asked, take));
  });

  return router;
}

/**
 * What sums up a capture as a whole.
 * @param {import('express').Router} router
 * @param {{ json: ReturnType<typeof asking>['json'], limits: import('../limits.js').Limits }} parts
 */
function addSummaries(router, { json, limits }) {
  for (const what of /** @type {const} */ (['findings', 'figures'])) {
    router.get(`/:id/${what}`, async (_request, response) => json(response, what, {}));
  }

  router.get('/:id/time', async (_request, response) => json(response, 'captureTime', {}));

  router.get(['/:id/explanation', '/:id/connections/:flow/explanation'], async (request, response) => {
    await json(response, 'explanation', { flow: request.params.flow === undefined ? null : flowOf(request) });
  });

  router.get('/:id/statements', async ({ query }, response) => {
    const flow = query.flow === undefined ? null : flowNumber(query.flow);
    await json(response, 'statements', { flow });
  });

  router.get('/:id/pages', async (request, response) => {
    await json(response, 'pages', page(request.query, limits));
  });

  router.get('/:id/pages/:page/verdict', async (request, response) => {
    await json(response, 'pageVerdict', { page: wholeNumber(request.params.page, { name: 'page', fallback: 0 }) });
  });
}

/**
 * Part of a stream; without `skip` and `limit` all of it.
 * @param {Record<string, unknown>} query
 * @param {import('../limits.js').Limits} limits
 */
const streamPart = ({ layer, skip, limit, frame }, { streamBytes }) => ({
  frame: wholeNumber(frame, { name: 'frame', fallback: 0 }),
  layer:
    layer === undefined
      ? null
      : oneOf(layer, { name: 'layer', among: /** @type {const} */ (['tcp', 'tls', 'websocket']) }),
  skip: wholeNumber(skip, { name: 'skip', fallback: 0 }),
  limit: wholeNumber(limit, { name: 'limit', fallback: streamBytes, max: streamBytes }),
});

/** @param {string} what */
const stillLive = (what) =>
  new RequestError(409, 'still_live', `This capture is still running; stop it to get ${what} of it.`);

/** @param {{ params: { flow?: unknown } }} request */
function flowOf(request) {
  return flowNumber(request.params.flow);
}

/**
 * Which connections, and in what order.
 * @param {Record<string, unknown>} query
 * @param {import('../limits.js').Limits} limits
 */
const viewOf = ({ sort, order, text }, { textLength }) => ({
  sort: oneOf(sort, { name: 'sort', among: SORT_KEYS }),
  descending: oneOf(order, { name: 'order', among: ['asc', 'desc'] }) === 'desc',
  text: filterText(text, textLength),
});

/**
 * @param {Record<string, unknown>} query
 * @param {import('../limits.js').Limits} limits
 */
export function page(query, limits) {
  return {
    offset: wholeNumber(query.offset, { name: 'offset', fallback: 0 }),
    limit: wholeNumber(query.limit, { name: 'limit', fallback: DEFAULT_ROWS, max: limits.pageRows }),
  };
}
