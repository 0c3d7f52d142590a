import { setImmediate as turn } from 'node:timers/promises';

import * as z from 'zod';

import { timeInSteps } from '../../../../lib/session/time-in-steps.js';
import { answer, pageOfList } from '../answer.js';
import { kept } from '../kept.js';
import { captureId, paged, paging, tcpConnection } from '../schemas.js';
import { indexOf } from './tool.js';

/** @typedef {import('./tool.js').Tool} Tool */

const owners = () => z.record(z.string(), z.number()).describe('seconds by owner, most first');

/** @type {Tool} */
export const time = {
  name: 'time',
  title: 'Whose the time was',
  description:
    'A ledger: each interval of a connection has an owner (application or TCP of either end, path, capture, unknown), ' +
    'the rule by which it was found, the frames that prove it, and a confidence. Without connection, whose the waits of all were.',
  input: z.object({ capture: captureId(), connection: tcpConnection().optional(), ...paging }),
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
      const whole = await kept(open, 'time of all', null, () => ofCapture(open.analysis));
      return answer({ ...whole, ...pageOfIntervals([], asked) });
    }
    const index = indexOf(open, connection);
    const time = kept(open, 'time', index, () => open.analysis.opened.time(index));
    return answer({
      seconds: time?.seconds ?? null,
      waitedSeconds: time?.waited ?? null,
      owners: time?.owners ?? null,
      waits: time?.waits ?? {},
      ...pageOfIntervals(time?.intervals ?? [], asked),
    });
  },
};

/** @param {import('../../../../lib/analysis/opened-analysis.js').OpenedAnalysis} analysis */
async function ofCapture(analysis) {
  const time = await timeInSteps(analysis, turn);
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
