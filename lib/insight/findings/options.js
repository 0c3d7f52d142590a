import { OPTION } from '../../packet/segment-batch.js';
import { LIMIT } from '../limits.js';
import { finding } from './finding.js';

/** @typedef {import('./finding.js').Detector} Detector */

/** The largest window without scaling. */
const MAX_UNSCALED = 65535;
const NEAR = 0.75;

/** Without SACK each round trip repairs one loss (RFC 6582). @type {Detector} */
export const sackOff = ({ options: { synOptions: [client, server] }, ways, startNs, endNs }) => {
  if (client === 0 || server === 0 || client & server & OPTION.SACK_PERMITTED) return [];
  const lossy = ways.some(({ episodes }) => episodes.some(({ cause }) => cause === 'loss'));
  return [finding({ code: 'sack_off', severity: lossy ? 'warning' : 'note', direction: null, startNs, endNs, costNs: null,
    message: `${client & OPTION.SACK_PERMITTED ? 'The server' : 'The client'} does not permit selective acknowledgements${lossy ? ', and there were losses' : ''}.`,
    advice: 'Let both ends, and what lies between, pass the option SACK-permitted.' }, {})];
};

/** Without window scaling no more than 64 KiB are under way, however long the path (RFC 7323). @type {Detector} */
export const windowScalingMissing = ({ options: { windowScale, synOptions }, ways }) => ways.flatMap(({ direction, insight: { bursts }, limitNs, activeNs, startNs, endNs }) => {
  if (synOptions[0] === 0 || synOptions[1] === 0 || (windowScale[0] >= 0 && windowScale[1] >= 0)) return [];
  let most = 0;
  for (let b = 0; b < bursts.count; b++) most = Math.max(most, Math.min(bursts.edge[b], bursts.sentEnd[b]) - (bursts.edge[b] - bursts.windowBytes[b]));
  const costNs = limitNs[LIMIT.RECEIVE_WINDOW], felt = most > MAX_UNSCALED * NEAR || costNs > activeNs / 10;
  if (!felt && direction !== ways[0].direction) return [];
  return [finding({ code: 'window_scaling_missing', severity: felt ? 'warning' : 'note', direction, startNs, endNs, costNs: felt ? costNs : null,
    message: `The ends do not use window scaling: no more than ${MAX_UNSCALED} bytes can be under way${felt ? ', and that was reached' : ''}.`,
    advice: 'Let both ends offer the option window scale; look for a middlebox that takes it away.' }, { mostBytes: Math.round(most) })];
});
