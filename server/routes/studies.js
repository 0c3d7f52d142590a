import express from 'express';

import { figureCsv, tableCsv } from '../../lib/simulator/study/figure-csv.js';
import { figureSvg } from '../../lib/simulator/study/figure-svg.js';
import { RequestError } from '../errors.js';
import { adoptFile } from '../library/adopt.js';

/** @typedef {import('./captures.js').Parts & { studies: import('../studies/studies.js').Studies }} StudyParts */

const DEFAULT_SEED = 1;

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
    response.json({ study: studies.get(name), result: await studies.result(name) });
  });

  router.post('/:name/start', express.json({ limit: '1kb' }), (request, response) => {
    const { seed = DEFAULT_SEED, draft = false } = request.body ?? {};
    if (!Number.isSafeInteger(seed) || seed < 0 || typeof draft !== 'boolean') {
      throw new RequestError(400, 'bad_request', '"seed" must be a whole number of 0 or more, "draft" true or false.');
    }
    response.status(202).json({ study: studies.start(request.params.name, { seed, draft }) });
  });

  router.post(
    '/:name/cancel',
    async (request, response) => void response.json({ study: await studies.cancel(request.params.name) }),
  );

  router.get('/:name/figures/:file', async (request, response) => {
    const { name, file } = request.params;
    const [, id, kind] = /^(.+)\.(svg|csv)$/.exec(file) ?? [];
    const figure = (await studies.result(name))?.figures.find((/** @type {{ id: string }} */ one) => one.id === id);
    if (!figure) throw new RequestError(404, 'no_figure', 'The study has no figure of this name.');
    if (request.query.inline !== '1') response.attachment(file);
    response
      .type(kind === 'svg' ? 'image/svg+xml' : 'text/csv')
      .send(kind === 'svg' ? figureSvg(figure, drawnAs(request.query)) : figureCsv(figure));
  });

  router.get('/:name/tables/:file', async (request, response) => {
    const { name, file } = request.params;
    const index = Number(/^(\d{1,3})\.csv$/.exec(file)?.[1] ?? NaN) - 1;
    const table = (await studies.result(name))?.tables[index];
    if (!table) throw new RequestError(404, 'no_table', 'The study has no table of this number.');
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

/** @param {{ inline?: unknown, width?: unknown }} query @returns {{ standalone: boolean, width?: number }} */
function drawnAs({ inline, width }) {
  const isNarrow = typeof width === 'string' && /^\d{3}$/.test(width);
  return { standalone: inline !== '1', ...(isNarrow ? { width: Number(width) } : {}) };
}
