import express from 'express';

import { captureOf } from '../../lib/simulator/example-capture.js';
import { EXAMPLES } from '../../lib/simulator/examples.js';
import { RequestError } from '../errors.js';
import { adoptBytes } from '../library/adopt.js';

/**
 * `/api/examples`: example captures.
 * @param {import('./captures.js').Parts} parts
 * @returns {import('express').Router}
 */
export function exampleRoutes(parts) {
  const { captures } = parts;
  const router = express.Router();

  router.get('/', (_request, response) => {
    response.json({ examples: EXAMPLES.map(({ name, title, words, isPage }) => ({ name, title, words, isPage })) });
  });

  router.post('/:name', async (request, response) => {
    const example = EXAMPLES.find(({ name }) => name === request.params.name);
    if (!example) throw new RequestError(404, 'no_example', 'There is no example with this name.');
    const name = `example-${example.name}.pcap`;
    const there = captures.list().find((capture) => capture.name === name && capture.state === 'ready');
    const { id } = there ?? (await adoptBytes(captureOf(example), name, parts));
    const entry = captures.get(id);
    await entry.analysed;
    response.status(there ? 200 : 201).json({ capture: entry.capture });
  });

  return router;
}
