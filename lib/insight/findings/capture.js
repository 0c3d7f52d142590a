import { ANALYSIS } from '../../tcpflow/analysis-flags.js';
import { VERDICT } from '../../tcpflow/verdict.js';
import { packetsOf } from './connection.js';
import { finding } from './finding.js';

/** @typedef {import('./finding.js').Detector} Detector */

const LEAST_DROPS = 2;
const LEAST_DUPLICATES = 2;

/** Acknowledged, but never seen: the capture lacks packets. @type {Detector} */
export const captureDrops = (context) => {
  const drops = packetsOf(context, (i) => (context.packets.analysis[i] & ANALYSIS.ack_lost_segment) !== 0);
  if (drops.count < LEAST_DROPS) return [];
  return [finding({ code: 'capture_drops', severity: 'warning', direction: null, startNs: drops.startNs, endNs: drops.endNs, costNs: null,
    message: `${drops.count} acknowledgements are for data that is not in the capture: it lost packets, or saw one way only.`,
    advice: 'Capture with a larger buffer (-B) or a shorter snap length (-s), or nearer; losses told of here may be the capture\'s own.' }, { acknowledgements: drops.count, frames: drops.frames })];
};

/** @type {Detector} */
export const duplicatesInCapture = (context) => {
  const copies = packetsOf(context, (i) => context.packets.verdict[i] === VERDICT.DUPLICATE_IN_CAPTURE);
  if (copies.count < LEAST_DUPLICATES) return [];
  return [finding({ code: 'duplicates_in_capture', severity: 'note', direction: null, startNs: copies.startNs, endNs: copies.endNs, costNs: null,
    message: `${copies.count} packets are in the capture more than once: copied on the way, or captured at two interfaces.`,
    advice: 'Capture at one interface; if the path copies packets, look for a loop or a mirror port.' }, { packets: copies.count, frames: copies.frames })];
};
