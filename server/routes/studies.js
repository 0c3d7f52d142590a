import express from 'express';

import { SettingError } from '../../lib/simulator/setting-text.js';
import { figureCsv, tableCsv } from '../../lib/studies/figures/figure-csv.js';
import { figureSvg } from '../../lib/studies/figures/figure-svg.js';
import { readOwnSettings } from '../../lib/studies/own-load/settings.js';
import { DEFAULT_SEED } from '../../lib/studies/study.js';
import { RequestError } from '../errors.js';
import { adoptFile } from '../library/adopt.js';
import { linger } from '../library/upload.js';
import { receiveLoad } from '../studies/given-load.js';

/** @typedef {import('./captures.js').Parts & { studies: import('../studies/studies.js').Studies }} StudyParts */

/** Loads other than captures: the study's own, and the uploaded file. */
const PUBLISHED = 'published';
const GIVEN = 'file';

/**
 * `/api/studies`: the published studies, run here.
 * @param {StudyParts} parts
 * @returns {import('express').Router}
 */
export function studyRoutes(parts) {
  const { studies } = parts;
  const router = express.Router();

  router.get('/', (_request, response) => void response.json({ studies: studies.list() }));

  router.get('/:name', async (request, response) => {
    const { name } = request.params;
    const [result, load] = [await studies.result(name), await studies.givenName(name)];
    response.json({ study: studies.get(name), result, load });
  });

  router.put('/:name/load', async (request, response) => {
    const { name } = request.params;
    response.on('finish', () => linger(request));
    await receiveLoad(request, studies.loadFolder(name), parts);
    response.json({ load: await studies.givenName(name) });
  });

  router.post('/:name/start', express.json({ limit: '8kb' }), async (request, response) => {
    const { seed = DEFAULT_SEED, draft = false, set = [], load = PUBLISHED } = request.body ?? {};
    if (!Number.isSafeInteger(seed) || seed < 0 || typeof draft !== 'boolean') {
      throw new RequestError(400, 'bad_request', '"seed" must be a whole number of 0 or more, "draft" true or false.');
    }
    const { name } = request.params;
    checkSettings(set);
    const file = load === PUBLISHED ? null : await fileOf(name, load);
    response.status(202).json({ study: studies.start(name, { seed, draft, set, file }) });
  });

  /** @param {string} name of a study @param {unknown} load `file`, or a capture's id */
  async function fileOf(name, load) {
    studies.loadFolder(name);
    if (load === GIVEN) return studies.givenFile(name);
    const { capture, path, spool } = parts.captures.get(String(load));
    if (spool) throw new RequestError(409, 'still_live', 'This capture is still running; stop it first.');
    return { path, name: capture.name };
  }

  router.post(
    '/:name/cancel',
    async (request, response) => void response.json({ study: await studies.cancel(request.params.name) }),
  );

  router.get('/:name/figures/:file', async (request, response) => {
    const { name, file } = request.params;
    const [, id, kind] = /^(.+)\.(svg|csv)$/.exec(file) ?? [];
    const figure = (await studies.result(name))?.figures.find((/** @type {{ id: string }} */ one) => one.id === id);
    if (!figure) throw new RequestError(404, 'no_figure', 'The study has no figure with this name.');
    if (request.query.inline !== '1') response.attachment(file);
    response
      .type(kind === 'svg' ? 'image/svg+xml' : 'text/csv')
      .send(kind === 'svg' ? figureSvg(figure, drawnAs(request.query)) : figureCsv(figure));
  });

  router.get('/:name/tables/:file', async (request, response) => {
    const { name, file } = request.params;
    const index = Number(/^(\d{1,3})\.csv$/.exec(file)?.[1] ?? NaN) - 1;
    const table = (await studies.result(name))?.tables[index];
    if (!table) throw new RequestError(404, 'no_table', 'The study has no table with this number.');
    response.attachment(`${name}-table-${file}`).type('text/csv').send(tableCsv(table));
  });

  router.post('/:name/captures/:capture', async (request, response) => {
    const { name, capture } = request.params;
    const { path, sizeBytes } = await studies.capture(name, capture);
    response
      .status(201)
      .json({
        capture: await adoptFile(
          path,
          { name: `${name}-${capture}.pcap`.replace(`${name}-${name}-`, `${name}-`), sizeBytes },
          parts,
        ),
      });
  });

  return router;
}

/** @param {unknown} set NAME=VALUE each @throws {RequestError} 400 */
function checkSettings(set) {
  try {
    if (!Array.isArray(set)) throw new SettingError('"set" must be a list of NAME=VALUE');
    readOwnSettings(set.map(String));
  } catch (error) {
    if (error instanceof SettingError) throw new RequestError(400, 'bad_setting', `${error.message}.`);
    throw error;
  }
}

/** @param {{ inline?: unknown, width?: unknown }} query @returns {{ standalone: boolean, width?: number }} */
function drawnAs({ inline, width }) {
  const isNarrow = typeof width === 'string' && /^\d{3}$/.test(width);
  return { standalone: inline !== '1', ...(isNarrow ? { width: Number(width) } : {}) };
}
