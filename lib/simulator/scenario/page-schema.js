import { DEFAULT_WINDOW_BYTES, LARGEST_FRAME_BYTES } from '../applications/http2/http2-bytes.js';
import { LARGEST_MUX_VALUE } from '../applications/mux/mux-bytes.js';
import { refuse } from './check.js';
import { PAGE_PROXY } from './proxy-schema.js';
import { BYTES, MILLISECONDS } from './rules.js';

/** @typedef {import('./check.js').Rule} Rule */

/** Servers of a page: each has an address of its own. */
export const MAX_PAGE_ORIGINS = 200;
const MAX_STREAMS = 1000;
const LARGEST_WINDOW = 2 ** 31 - 1;
/** What RFC 1123 calls a host name, or a little more. */
const HOST_NAME = /^[A-Za-z0-9.-]{1,253}$/;

/** @type {Rule} */
const DEPENDENCY = {
  type: 'object',
  required: ['object'],
  fields: {
    object: { type: 'integer', min: 0 },
    when: { type: 'string', values: ['first', 'last', 'bytes'] },
    bytes: BYTES,
  },
  also: ({ when, bytes }, path) => {
    if ((when === 'bytes') !== (bytes !== undefined)) {
      refuse(`${path}.bytes`, 'must be there with when "bytes", and only then');
    }
  },
};

/** @type {Rule} */
const OBJECT = {
  type: 'object',
  required: ['responseBytes'],
  fields: {
    requestBytes: { ...BYTES, max: 65_536 },
    responseBytes: BYTES,
    serverMs: MILLISECONDS,
    gapMs: MILLISECONDS,
    urgency: { type: 'integer', min: 0, max: 7 },
    incremental: { type: 'boolean' },
    origin: {
      type: 'string',
      also: (value, path) => {
        if (!HOST_NAME.test(value)) refuse(path, 'must be a host name');
      },
    },
    after: { type: 'list', items: DEPENDENCY },
  },
};

/** @type {Rule} */
export const PAGE = {
  type: 'object',
  required: ['kind', 'protocol', 'objects'],
  fields: {
    kind: { type: 'string' },
    protocol: { type: 'string', values: ['http/1.0', 'http/1.1', 'mux', 'http/2'] },
    connections: { type: 'integer', min: 1, max: 1000 },
    pipelining: { type: 'integer', min: 1, max: 1000 },
    startMs: MILLISECONDS,
    readMs: MILLISECONDS,
    thinkMs: MILLISECONDS,
    objects: { type: 'list', minItems: 1, items: OBJECT },
    proxy: PAGE_PROXY,
    mux: {
      type: 'object',
      fields: {
        format: { type: 'string', values: ['1996', '1998'] },
        creditBytes: { type: 'integer', min: 1, max: LARGEST_MUX_VALUE },
        fragmentBytes: { type: 'integer', min: 1, max: LARGEST_MUX_VALUE },
        writeBufferBytes: { type: 'integer', min: 16, max: 2 ** 24 },
      },
    },
    http2: {
      type: 'object',
      fields: {
        streamWindowBytes: { type: 'integer', min: 1, max: LARGEST_WINDOW },
        connectionWindowBytes: { type: 'integer', min: DEFAULT_WINDOW_BYTES, max: LARGEST_WINDOW },
        frameBytes: { type: 'integer', min: 1, max: LARGEST_FRAME_BYTES },
        maxStreams: { type: 'integer', min: 1, max: MAX_STREAMS },
      },
    },
  },
  also: checkPage,
};

/** @param {import('../applications/page/page.js').PageTraffic} page @param {string} path */
function checkPage({ protocol, objects, pipelining, mux, http2 }, path) {
  objects.forEach(({ after = [] }, index) =>
    after.forEach((dependency, place) => {
      const at = `${path}.objects[${index}].after[${place}]`;
      const on = objects[dependency.object];
      if (dependency.object >= index) refuse(`${at}.object`, 'must be the number of an object before it, from 0');
      if ((dependency.bytes ?? 0) > on.responseBytes) {
        refuse(`${at}.bytes`, `must not be more than the ${on.responseBytes} bytes of the object`);
      }
    }),
  );
  if (new Set(objects.map(({ origin }) => origin)).size > MAX_PAGE_ORIGINS) {
    refuse(`${path}.objects`, `must not have more than ${MAX_PAGE_ORIGINS} origins`);
  }
  if (mux !== undefined && protocol !== 'mux') refuse(`${path}.mux`, 'goes with protocol "mux"');
  if (http2 !== undefined && protocol !== 'http/2') refuse(`${path}.http2`, 'goes with protocol "http/2"');
  if (pipelining !== undefined && protocol !== 'http/1.1') {
    refuse(`${path}.pipelining`, 'goes with protocol "http/1.1"');
  }
}
