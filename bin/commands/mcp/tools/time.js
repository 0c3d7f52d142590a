import { setImmediate as turn } from 'node:timers/promises';

import * as z from 'zod';

import { timeInSteps } from '../../../../lib/session/time-in-steps.js';
import { answer, pageOfList } from '../answer.js';
import { kept } from '../kept.js';
import { captureId, connectionId, paged, paging } from '../schemas.js';
import { anyIndexOf } from './tool.js';

/** @typedef {import('./tool.js').Tool} Tool */
/** @typedef {import('../open-captures.js').OpenCapture} OpenCapture */

const owners = () => z.record(z.string(), z.number()).describe('seconds by owner, most first');

/** @type {Tool} */
export const time = {
  name: 'time',
  title: 'Whose the time was',
  description:
    'A ledger: each interval of a connection has an owner (application, TCP or QUIC of either end, path, capture, unknown), ' +
    'the rule by which it was found, the frames that prove it, and a confidence. Without connection, whose the waits of all were.',
  input: z.object({ capture: captureId(), connection: connectionId().optional(), ...paging }),
  output: z.object({
    seconds: z.number().nullable().describe('of a connection; null: it is too long'),
    waitedSeconds: z.number().nullable().describe('in which a connection, or any of the capture, waited'),
    owners: owners().nullable().describe('of all the time of a connection'),
    waits: owners(),
    intervals: z.array(
      z.object({
        startSeconds: z.number(),
        endSeconds: z.number(),
        owner: z.string(),
        rule: z.string(),
        frames: z.array(z.number()),
        confidence: z.number(),
      }),
    ),
    ...paged,
  }),
  async run({ captures }, { capture, connection, ...asked }) {
    const open = captures.get(capture);
    if (connection === undefined) {
      const whole = await kept(open, 'time of all', null, () => ofCapture(open));
      return answer({ ...whole, ...pageOfIntervals([], asked) });
    }
    const index = anyIndexOf(open, connection);
    const time = kept(open, 'time', index, () => timeOf(open, index));
    return answer({
      seconds: time?.seconds ?? null,
      waitedSeconds: time?.waited ?? null,
      owners: time?.owners ?? null,
      waits: time?.waits ?? {},
      ...pageOfIntervals(time?.intervals ?? [], asked),
    });
  },
};

/** @param {OpenCapture} open @param {number} index of a connection */
function timeOf({ analysis, connections }, index) {
  const ofQuic = connections.quicIndexOf(index);
  return ofQuic < 0 ? analysis.opened.time(index) : connections.quic?.connections.time(ofQuic);
}

/** @param {OpenCapture} open */
async function ofCapture({ analysis, connections }) {
  const time = await timeInSteps(analysis, turn, connections.quic);
  const waits = (time?.waits ?? []).map(({ owner, seconds }) => [owner, seconds]);
  return { seconds: null, waitedSeconds: time?.waited ?? null, owners: null, waits: Object.fromEntries(waits) };
}

/**
 * @param {readonly { start: number, end: number, owner: string, rule: string, frames: readonly number[], confidence:
 *   number }[]} intervals
 * @param {{ cursor?: string, limit?: number }} asked
 */
function pageOfIntervals(intervals, asked) {
  const { rows, ...rest } = pageOfList(intervals, asked);
  const described = rows.map(({ start, end, owner, rule, frames, confidence }) => ({
    startSeconds: start,
    endSeconds: end,
    ...{ owner, rule, frames: [...frames], confidence },
  }));
  return { intervals: described, ...rest };
}
