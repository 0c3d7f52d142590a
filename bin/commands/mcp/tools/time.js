import * as z from 'zod';

import { takeExaminer } from '../../../../lib/analysis/take-examiner.js';
import { answer, pageOfList } from '../answer.js';
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
    'the rule by which it was found, the frames that prove it, and a confidence. Without connection, the sums of all.',
  input: z.object({ capture: captureId(), connection: tcpConnection().optional(), ...paging }),
  output: z.object({
    seconds: z.number(),
    waitedSeconds: z.number().nullable().describe('in which something was waited for'),
    owners: owners(),
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
    const { opened, connections } = open.analysis;
    if (connection === undefined) {
      const { connectionSeconds } = await sums(open.analysis, connections.count);
      const { seconds, owners: ofAll, waits } = connectionSeconds;
      const { rows, ...rest } = pageOfList([], asked);
      return answer({ seconds, waitedSeconds: null, owners: ofAll, waits, intervals: rows, ...rest });
    }
    const told = opened.time(indexOf(open, connection));
    const { rows, ...rest } = pageOfList(told?.intervals ?? [], asked);
    return answer({
      seconds: told?.seconds ?? 0,
      waitedSeconds: told?.waited ?? null,
      owners: told?.owners ?? {},
      waits: told?.waits ?? {},
      intervals: rows.map(({ start, end, owner, rule, frames, confidence }) => ({
        startSeconds: start,
        endSeconds: end,
        ...{ owner, rule, frames: [...frames], confidence },
      })),
      ...rest,
    });
  },
};

/** @param {import('../../../../lib/analysis/opened-analysis.js').OpenedAnalysis} analysis @param {number} count */
async function sums(analysis, count) {
  const { findings } = analysis;
  if (findings.times === null) await takeExaminer(analysis, false, { withTime: true });
  const times = /** @type {NonNullable<typeof findings.times>} */ (findings.times);
  for (let index = 0; index < count; index++) {
    findings.verdict(index);
    times.describe(index);
  }
  return times.describeCapture();
}
