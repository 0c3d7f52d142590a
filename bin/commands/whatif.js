import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { counted } from '../../lib/shared/text/quantities.js';
import { UnpredictableError, whatIf } from '../../lib/whatif/predict.js';
import { readSettings, SettingError } from '../../lib/whatif/settings.js';
import { WhatIfError, workloadOf } from '../../lib/whatif/workload.js';
import { flowIndex, flowNumber } from './input/flow-index.js';
import { pathOf } from './input/paths.js';
import { readDecodeAs } from './input/read-decode-as.js';
import { readKeyLog } from './input/read-key-log.js';
import { analyzeNamed } from './input/read-named.js';
import { print } from './output.js';
import { progressLine, statusLine } from './progress.js';
import { UsageError } from './usage-error.js';

/** @typedef {import('../../lib/whatif/predict.js').WhatIf} WhatIf */

/** @param {import('./options/parse.js').Given<'whatif'>} given @returns {Promise<number>} exit status */
export async function whatif({ values, positionals }) {
  if (positionals.length !== 1) throw new UsageError('whatif takes one FILE');
  const settings = settingsFrom(values.set ?? []);
  const flow = values.flow === undefined ? null : flowNumber(values.flow, '--flow');
  const given = await readKeyLog(pathOf(values.keylog));
  const decodeAs = await readDecodeAs(values['decode-as']);
  const progress = progressLine();
  const analysis = await analyzeNamed(
    pathOf(positionals[0]),
    (_, keyLog = given) => new OpenedAnalysis({ ciphers: nodeCiphers, keyLog, decodeAs }),
    { onProgress: progress.show },
  );
  progress.clear();
  const replaying = statusLine();
  replaying.show('replaying the traffic');
  const answer = answerTo(analysis, flow === null ? null : flowIndex(analysis, flow), settings);
  replaying.clear();
  await print(values.json ? `${JSON.stringify(answer)}\n` : inWords(answer));
  return 0;
}

/**
 * A replay with too large an error gives only the reason.
 * @typedef {import('../../lib/whatif/predict.js').Replay & { confidence: 'not_to_be_trusted' }} FarOff
 * @typedef {{ replay: FarOff, reason: string, prediction: null, chained: null, assumptions: [] }} NoPrediction
 */

/** @param {string[]} texts */
function settingsFrom(texts) {
  try {
    return readSettings(texts);
  } catch (error) {
    if (error instanceof SettingError) throw new UsageError(`--set: ${error.message}`);
    throw error;
  }
}

/**
 * @param {OpenedAnalysis} analysis
 * @param {number|null} only
 * @param {import('../../lib/whatif/settings.js').Settings} settings
 * @returns {WhatIf|NoPrediction}
 */
function answerTo(analysis, only, settings) {
  try {
    return whatIf(workloadOf(analysis.ingest, only), settings);
  } catch (error) {
    if (error instanceof UnpredictableError) {
      const replay = { ...error.replay, confidence: /** @type {const} */ ('not_to_be_trusted') };
      return { replay, reason: error.message, prediction: null, chained: null, assumptions: [] };
    }
    if (error instanceof SettingError || error instanceof WhatIfError) throw new Error(error.message, { cause: error });
    throw error;
  }
}

/** @param {WhatIf|NoPrediction} answer */
function inWords(answer) {
  if (answer.prediction === null) return `${answer.reason}\n`;
  const { replay, scope, prediction, chained, assumptions } = answer;
  const { seconds, low, high, roundTrips } = prediction;
  const band = low === high ? '' : ` (${low.toFixed(3)} to ${high.toFixed(3)} s)`;
  return [
    ...(scope === null ? [] : [scope]),
    `${seconds.toFixed(3)} s${band}, ${counted(roundTrips, 'round trip')}; it took ${replay.observed.toFixed(3)} s.`,
    ...(chained === null
      ? []
      : [
          `${chained.seconds.toFixed(3)} s, ${counted(chained.roundTrips, 'round trip')}, ` +
            'if requests sent when a connection became free depended on its previous response.',
        ]),
    `Replay: ${replay.replayed.toFixed(3)} s, replay error ${(replay.error * 100).toFixed(1)} %, ` +
      `${replay.confidence}.`,
    'Assumed:',
    ...assumptions.filter((line) => line !== scope).map((line) => `  ${line}`),
    '',
  ].join('\n');
}
