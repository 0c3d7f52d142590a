import { refuse } from './check.js';
import { BYTES, MAX_SCENARIO_BYTES, MILLISECONDS, PROBABILITY } from './rules.js';

/** @typedef {import('./check.js').Rule} Rule */

/** Opportunities of a rate's trace. */
export const MAX_RATE_TRACE = 1_000_000;
/** Pauses of a link, or of a reader; stalls of a link. */
export const MAX_PAUSES = 10_000;
const SMALLEST_QUEUE_BYTES = 1500;

/** @type {Rule} */
const ORDINALS = { type: 'list', items: { type: 'integer', min: 1 } };
/** @type {Rule} */
const RATE_KBPS = { type: 'number', isPositive: true, max: 1e9 };

/** Stretches of time in order, of a link or an application. @type {Rule} */
export const PAUSES = {
  type: 'list',
  items: { type: 'object', fields: { atMs: MILLISECONDS, forMs: MILLISECONDS }, required: ['atMs', 'forMs'] },
  also: checkPauses,
};

/** An application that does not always read at once. @type {Rule} */
export const READER = {
  type: 'object',
  fields: { bytes: BYTES, everyMs: { ...MILLISECONDS, min: 0.001 }, pauses: PAUSES },
  also: checkReader,
};

/** @param {import('../tcp/slow-reading.js').Reader} value @param {string} path */
function checkReader({ bytes, everyMs, pauses }, path) {
  if ((bytes === undefined) !== (everyMs === undefined)) refuse(path, 'must have both bytes and everyMs, or neither');
  if (bytes === undefined && pauses === undefined) refuse(path, 'must have bytes and everyMs, or pauses');
}

/** One direction of a link. @type {Rule} */
export const LINK = {
  type: 'object',
  fields: {
    delayMs: MILLISECONDS,
    jitterMs: MILLISECONDS,
    rateKbps: RATE_KBPS,
    rateTrace: { type: 'list', minItems: 1, items: { ...MILLISECONDS, type: 'integer' }, also: checkRateTrace },
    queueBytes: { type: 'integer', min: SMALLEST_QUEUE_BYTES },
    queuePackets: { type: 'integer', min: 1 },
    markBytes: { type: 'integer', min: 0 },
    codel: {
      type: 'object',
      fields: {
        targetMs: { ...MILLISECONDS, min: 0.001 },
        intervalMs: { ...MILLISECONDS, min: 0.001 },
        marks: { type: 'boolean' },
      },
    },
    overheadBytes: { type: 'integer', min: 0, max: 1000 },
    policer: {
      type: 'object',
      fields: { rateKbps: RATE_KBPS, burstBytes: { type: 'integer', min: 1500, max: MAX_SCENARIO_BYTES } },
      required: ['rateKbps', 'burstBytes'],
    },
    loss: PROBABILITY,
    burstLoss: {
      type: 'object',
      fields: { enter: PROBABILITY, leave: PROBABILITY, loss: PROBABILITY },
      required: ['enter', 'leave'],
    },
    dropPackets: ORDINALS,
    dropData: ORDINALS,
    pauses: PAUSES,
    stalls: PAUSES,
    reorder: {
      type: 'object',
      fields: { share: PROBABILITY, delayMs: MILLISECONDS, spreadMs: MILLISECONDS },
      required: ['share', 'delayMs'],
    },
    duplicate: PROBABILITY,
  },
  also: ({ rateKbps, rateTrace }, path) => {
    if (rateKbps !== undefined && rateTrace !== undefined) refuse(path, 'must not have both rateKbps and rateTrace');
  },
};

/** @param {number[]} times @param {string} path */
function checkRateTrace(times, path) {
  if (times.length > MAX_RATE_TRACE) refuse(path, `must not have more than ${MAX_RATE_TRACE} entries`);
  const index = times.findIndex((time, at) => at > 0 && time < times[at - 1]);
  if (index >= 0) refuse(`${path}[${index}]`, 'must not be less than the one before');
  if (times[times.length - 1] === 0) {
    refuse(`${path}[${times.length - 1}]`, 'must be above 0: it is the length of the trace');
  }
}

/** @param {{ atMs: number, forMs: number }[]} pauses @param {string} path */
function checkPauses(pauses, path) {
  if (pauses.length > MAX_PAUSES) refuse(path, `must not have more than ${MAX_PAUSES} entries`);
  const index = pauses.findIndex(({ atMs }, at) => at > 0 && atMs < pauses[at - 1].atMs + pauses[at - 1].forMs);
  if (index >= 0) refuse(`${path}[${index}].atMs`, 'must not be before the end of the pause before');
}
