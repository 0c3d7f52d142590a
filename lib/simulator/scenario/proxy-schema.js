import { MIN_REQUEST_BYTES, MIN_RESPONSE_BYTES } from '../applications/proxy/proxy-text.js';
import { SELECTION_RULES } from '../applications/proxy/selection.js';
import { refuse } from './check.js';
import { BYTES, MILLISECONDS } from './rules.js';

/** `proxy` traffic. @type {import('./check.js').Rule} */
export const PROXY = {
  type: 'object',
  required: ['kind', 'requests'],
  fields: {
    kind: { type: 'string' },
    connections: { type: 'integer', min: 0, max: 1000 },
    at: { type: 'string' },
    selection: { type: 'string', values: SELECTION_RULES },
    requestOverheadBytes: { type: 'integer', min: 0, max: 1000 },
    requests: {
      type: 'list',
      minItems: 1,
      items: {
        type: 'object',
        required: ['responseBytes'],
        fields: {
          atMs: MILLISECONDS,
          requestBytes: { ...BYTES, min: MIN_REQUEST_BYTES },
          responseBytes: { ...BYTES, min: MIN_RESPONSE_BYTES },
          serverMs: MILLISECONDS,
        },
      },
    },
  },
};

/** The proxies of `page` traffic. @type {import('./check.js').Rule} */
export const PAGE_PROXY = {
  type: 'object',
  required: ['connections'],
  fields: {
    connections: { type: 'integer', min: 1, max: 1000 },
    at: { type: 'string' },
    selection: { type: 'string', values: SELECTION_RULES },
  },
};

/** Between a second proxy and the servers there is a link. @param {import('./run.js').Scenario} scenario */
export function checkProxies({ traffic, path }) {
  const places = path.slice(0, -1).map(({ name }) => name);
  for (const [index, one] of traffic.entries()) {
    const proxy = one.kind === 'page' ? one.proxy : one;
    if (proxy === undefined || ('kind' in proxy && proxy.kind !== 'proxy') || proxy.connections === 0) continue;
    if (places.length === 0) refuse('path', 'must have two links or more, as a proxy is between them');
    if (proxy.at !== undefined && !places.includes(proxy.at)) {
      refuse(`traffic[${index}]${one.kind === 'page' ? '.proxy' : ''}.at`, `must be one of: ${places.join(', ')}`);
    }
  }
}
