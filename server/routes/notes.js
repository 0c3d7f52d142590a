import express from 'express';

import { wholeNumber } from './read-query.js';

/**
 * `/api/captures/:id/notes`: users' notes on a capture.
 * @param {{ notes: import('../library/notes.js').Notes }} parts
 * @returns {import('express').Router}
 */
export function noteRoutes({ notes }) {
  const router = express.Router();
  const body = express.json({ limit: '64kb' });
  const numberOf = (/** @type {import('express').Request<{ note: string }>} */ { params }) =>
    wholeNumber(params.note, { name: 'note', fallback: 0 });

  router.get('/:id/notes', async (request, response) => {
    response.json({ notes: await notes.of(request.params.id) });
  });

  router.post('/:id/notes', body, async (request, response) => {
    response.status(201).json({ note: await notes.add(request.params.id, request.body) });
  });

  router.patch('/:id/notes/:note', body, async (request, response) => {
    response.json({ note: await notes.change(request.params.id, numberOf(request), request.body) });
  });

  router.delete('/:id/notes/:note', async (request, response) => {
    await notes.remove(request.params.id, numberOf(request));
    response.status(204).end();
  });

  return router;
}
