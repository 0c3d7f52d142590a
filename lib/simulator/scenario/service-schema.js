import { READER } from './link-schema.js';
import { BYTES, MILLISECONDS } from './rules.js';

/** @typedef {import('./check.js').Rule} Rule */

/** @type {Rule} */
const REQUEST = {
  type: 'object',
  required: ['responseBytes'],
  fields: {
    requestBytes: { ...BYTES, max: 65_536 },
    responseBytes: BYTES,
    serverMs: MILLISECONDS,
    status: { type: 'integer', min: 200, max: 599 },
    outcome: { type: 'string', values: ['answer', 'silent', 'cut', 'reset', 'close'] },
    parts: { type: 'integer', min: 1, max: 1000 },
    partMs: MILLISECONDS,
    gapMs: MILLISECONDS,
  },
};

/** @type {Rule} */
export const SERVICE = {
  type: 'object',
  required: ['kind', 'requests'],
  fields: {
    kind: { type: 'string' },
    protocol: { type: 'string', values: ['http', 'opaque'] },
    requests: { type: 'list', items: REQUEST },
    connections: { type: 'integer', min: 1, max: 1000 },
    startMs: MILLISECONDS,
    clientLimitMs: { ...MILLISECONDS, min: 1 },
    resets: { type: 'boolean' },
    serverIdleMs: { ...MILLISECONDS, min: 1 },
    greetingMs: MILLISECONDS,
    keepAliveMs: { ...MILLISECONDS, min: 1 },
    staysOpen: { type: 'boolean' },
    reader: READER,
    splitAt: { type: 'string' },
  },
};
