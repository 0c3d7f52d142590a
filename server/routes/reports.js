import express from 'express';

import { RequestError } from '../errors.js';
import { oneFilePage } from '../one-file-page.js';
import { send } from './send.js';

/** @typedef {import('../../lib/shared/report/report-page.js').ReportHead} ReportHead */

/** Connections that may be listed for a report; all are included if none is listed. */
export const MAX_REPORT_CONNECTIONS = 100_000;
/** Characters of the place shown first. */
const MAX_PLACE_CHARACTERS = 8192;

/**
 * `/api/captures/:id/report`: the data of a report; `/report-page.html`: the page that it is inserted into.
 * @param {import('./captures.js').Parts} parts
 * @returns {{ data: import('express').Router, page: import('express').Router }}
 */
export function reportRoutes({ captures, limits, deliveries }) {
  const data = express.Router();
  data.post('/:id/report', express.json({ limit: '4mb' }), async (request, response) => {
    const { id, name, sizeBytes, decodeAs } = captures.get(request.params.id).capture;
    const question = { ...readQuestion(request.body), name, sizeBytes, decodeAs };
    await deliveries.json(
      response,
      () => /** @type {Promise<Uint8Array>} */ (captures.askWhole(id, 'report', question)),
    );
  });
  const page = express.Router();
  page.get('/report-page.html', async (_request, response) => {
    await send(response, 'text/plain', Buffer.from(await oneFilePage()), limits.readerIdleMs);
  });
  return { data, page };
}

/**
 * @param {any} body
 * @returns {{ flows: number[]|null } & Pick<ReportHead, 'notes'|'place'|'isRedacted'|'keepsPaths'>}
 * @throws {RequestError} 400
 */
function readQuestion(body) {
  const { flows = null, isRedacted = true, keepsPaths = false, place = '', notes = [] } = body ?? {};
  const isList = Array.isArray(flows) && flows.length <= MAX_REPORT_CONNECTIONS && flows.every(Number.isSafeInteger);
  if (flows !== null && !isList) {
    refuse(`"flows" must be up to ${MAX_REPORT_CONNECTIONS} numbers of connections, or null.`);
  }
  if (typeof isRedacted !== 'boolean') refuse('"isRedacted" must be true or false.');
  if (typeof keepsPaths !== 'boolean') refuse('"keepsPaths" must be true or false.');
  if (typeof place !== 'string' || place.length > MAX_PLACE_CHARACTERS) refuse('"place" must be a short string.');
  if (!Array.isArray(notes) || !notes.every(isNote)) refuse('"notes" must be notes as the capture has them.');
  return { flows, isRedacted, keepsPaths, place, notes };
}

/** @param {any} note */
const isNote = (note) => typeof note === 'object' && note !== null && typeof note.text === 'string';

/** @param {string} message @returns {never} */
function refuse(message) {
  throw new RequestError(400, 'bad_request', message);
}
