import express from 'express';

import { DECODE_AS_NAMES } from '../../lib/protocols/decode-as.js';
import { cleanName, cleanTags, MAX_TAGS } from '../../lib/shared/captures/capture-record.js';
import { readKeyLog } from '../check-key-log.js';
import { RequestError } from '../errors.js';
import { linger, receiveUpload } from '../library/upload.js';
import { sendFileAt } from './send-file.js';

/**
 * @typedef {object} Parts What the routes are built on.
 * @property {import('../captures.js').Captures} captures
 * @property {import('../limits.js').Limits} limits
 * @property {() => Promise<number>} freeBytes
 * @property {import('../library/disk-space.js').DiskSpace} disk
 * @property {import('../deliveries.js').Deliveries} deliveries
 */

/**
 * `/api/captures`: list, upload, rename, tag, delete, download.
 * @param {Parts} parts
 * @returns {import('express').Router}
 */
export function captureRoutes(parts) {
  const { captures, limits, freeBytes } = parts;
  const router = express.Router();

  router.get('/', async (_request, response) => {
    const storage = {
      usedBytes: captures.usedBytes(),
      freeBytes: await freeBytes().catch(() => null),
      uploadLimitBytes: limits.uploadBytes,
    };
    response.json({ captures: captures.list(), storage });
  });

  router.post('/', async (request, response) => {
    response.on('finish', () => linger(request));
    const { name } = request.query;
    const capture = await receiveUpload(request, typeof name === 'string' ? name : '', parts);
    response.status(201).json({ capture });
  });

  router.get('/:id', (request, response) => {
    response.json(captures.get(request.params.id).capture);
  });

  router.patch('/:id', express.json({ limit: '16kb' }), async (request, response) => {
    const { capture } = captures.get(request.params.id);
    await captures.describe(capture.id, descriptionIn(request.body));
    response.json(capture);
  });

  router.put('/:id/keys', express.raw({ limit: limits.keyLogBytes, type: () => true }), async (request, response) => {
    const { id } = captures.get(request.params.id).capture;
    await captures.addKeys(id, readKeyLog(request.body, limits.keyLogBytes));
    response.json(captures.get(id).capture);
  });

  router.put(
    '/:id/host-log',
    express.raw({ limit: limits.hostLogBytes, type: () => true }),
    async (request, response) => {
      const { id } = captures.get(request.params.id).capture;
      await captures.takeHostLog(id, Buffer.isBuffer(request.body) ? request.body : new Uint8Array());
      response.json(captures.get(id).capture);
    },
  );

  router.get('/:id/decode-as', (request, response) => {
    response.json({ rules: captures.get(request.params.id).capture.decodeAs, protocols: DECODE_AS_NAMES });
  });

  router.put('/:id/decode-as', express.json({ limit: '16kb' }), async (request, response) => {
    const { id } = captures.get(request.params.id).capture;
    await captures.decodeAs(id, request.body?.rules);
    response.json(captures.get(id).capture);
  });

  router.post('/:id/read', async (request, response) => {
    await captures.readAgain(request.params.id);
    response.json(captures.get(request.params.id).capture);
  });

  router.delete('/:id', async (request, response) => {
    await captures.remove(request.params.id);
    response.status(204).end();
  });

  router.get('/:id/file', (request, response, next) => {
    const { capture, path, spool } = captures.get(request.params.id);
    if (spool) throw new RequestError(409, 'still_live', 'This capture is still running; stop it to get its file.');
    response.attachment(downloadName(capture));
    response.type('application/octet-stream');
    sendFileAt(path, response, next);
  });

  return router;
}

/**
 * @param {any} body
 * @returns {{ name?: string, tags?: string[] }}
 * @throws {RequestError} 400
 */
function descriptionIn(body) {
  const { name, tags } = body ?? {};
  if (tags === undefined && (typeof name !== 'string' || name.trim() === '')) {
    throw new RequestError(400, 'bad_request', 'The new name must be a non-empty string.');
  }
  if (tags === undefined) return { name: cleanName(name) };
  const isList = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');
  const clean = isList ? cleanTags(tags) : [];
  if (!isList || clean.length > MAX_TAGS || name !== undefined) {
    throw new RequestError(400, 'bad_request', `Give either a name, or tags: a list of ${MAX_TAGS} words at most.`);
  }
  return { tags: clean };
}

/**
 * @param {import('../../lib/shared/captures/capture-record.js').Capture} capture
 * @returns {string} its name without what separates folders, with an ending that capture tools know
 */
function downloadName({ name, format }) {
  const plain = name.replace(/[/\\]/g, '_').replace(/^\.+/, '_');
  return /\.\w{1,7}$/.test(plain) ? plain : `${plain}.${format ?? 'pcap'}`;
}
