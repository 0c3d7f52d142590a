import * as z from 'zod';

import { UnpredictableError, whatIf as predict } from '../../../../lib/whatif/predict.js';
import { readSettings, SettingError } from '../../../../lib/whatif/settings.js';
import { WhatIfError, workloadOf } from '../../../../lib/whatif/workload.js';
import { answer, ToolError } from '../answer.js';
import { captureId, tcpConnection } from '../schemas.js';
import { indexOf } from './tool.js';

/** @typedef {import('./tool.js').Tool} Tool */

/** @type {Tool} */
export const whatIf = {
  name: 'what_if',
  title: 'What if the conditions were others',
  description:
    "Replays the capture's traffic in a simulator under other conditions. Settings: initcwnd=30, rtt=100ms, " +
    'rate=10Mbit, loss=1%, buffer=64kB, protocol=http/2, connections=6, pipelining=8, proxy=4, proxy-at=80%. The error ' +
    'of an unchanged replay says how far to trust it.',
  input: z.object({
    capture: captureId(),
    connection: tcpConnection().optional(),
    settings: z.array(z.string().max(100)).max(20),
  }),
  output: z.object({
    observedSeconds: z.number(),
    replayErrorShare: z.number().describe('of an unchanged replay'),
    confidence: z.string(),
    predictedSeconds: z.number().nullable(),
    lowSeconds: z.number().nullable(),
    highSeconds: z.number().nullable(),
    reason: z.string().nullable().describe('why there is no prediction'),
    assumptions: z.array(z.string()),
  }),
  async run({ captures }, { capture, connection, settings }) {
    const open = captures.get(capture);
    const index = connection === undefined ? null : indexOf(open, connection);
    return answer(predicted(open.analysis, index, settings));
  },
};

/**
 * @param {import('../../../../lib/analysis/opened-analysis.js').OpenedAnalysis} analysis
 * @param {number | null} index @param {string[]} settings
 */
function predicted({ ingest }, index, settings) {
  try {
    const { replay, prediction, assumptions } = predict(workloadOf(ingest, index), readSettings(settings));
    const { seconds, low, high } = prediction;
    return {
      ...toldReplay(replay),
      confidence: replay.confidence,
      reason: null,
      assumptions: [...assumptions],
      ...{ predictedSeconds: seconds, lowSeconds: low, highSeconds: high },
    };
  } catch (error) {
    if (error instanceof UnpredictableError) {
      const none = { predictedSeconds: null, lowSeconds: null, highSeconds: null };
      return {
        ...toldReplay(error.replay),
        confidence: 'not_to_be_trusted',
        reason: error.message,
        assumptions: [],
        ...none,
      };
    }
    if (error instanceof SettingError || error instanceof WhatIfError) throw new ToolError(error.message);
    throw error;
  }
}

/** @param {{ observed: number, error: number }} replay */
const toldReplay = ({ observed, error }) => ({ observedSeconds: observed, replayErrorShare: error });
