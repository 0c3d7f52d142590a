import { applicationLimited, nagleDelayedAck } from './application.js';
import { captureDrops, duplicatesInCapture } from './capture.js';
import { halfOpen, handshakeLoss, keepAlive, reset } from './connection.js';
import { SEVERITIES, finding } from './finding.js';
import { losses, spuriousRetransmission, tailLossTimeout } from './loss.js';
import { sackOff, windowScalingMissing } from './options.js';
import { queueingDelay, reordering } from './path.js';
import { receiveWindowLimited } from './receive-window.js';
import { restartAfterIdle } from './restart-after-idle.js';
import { slowStartDominates } from './slow-start.js';
import { zeroWindow } from './zero-window.js';

/** @typedef {import('./finding.js').Finding} Finding */
/** @typedef {import('./context.js').Context} Context */

/** @type {readonly import('./finding.js').Detector[]} */
const DETECTORS = Object.freeze([
  handshakeLoss, reset, halfOpen, keepAlive, zeroWindow, receiveWindowLimited, windowScalingMissing, nagleDelayedAck, applicationLimited, tailLossTimeout, losses,
  spuriousRetransmission, reordering, queueingDelay, sackOff, slowStartDominates, restartAfterIdle, captureDrops, duplicatesInCapture,
]);

/** What is ill with a connection, worst first: by severity, then by the time that it cost. Nothing ill is a finding too. @param {Context} context @returns {Finding[]} */
export function findingsOf(context) {
  const found = DETECTORS.flatMap((detect) => detect(context)), { startNs, endNs } = context;
  if (found.every(({ severity }) => severity === 'note')) {
    found.push(finding({ code: 'all_well', severity: 'note', direction: null, startNs, endNs, costNs: null, message: 'Nothing is wrong with this connection.', advice: '' }, {}));
  }
  return found.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || (b.costSeconds ?? 0) - (a.costSeconds ?? 0));
}

/** Sentences of a summary. */
const MOST_SENTENCES = 3;

/** A connection in at most three sentences, worst first. @param {Finding[]} findings worst first */
export function summaryOf(findings) {
  const bad = findings.filter(({ severity }) => severity !== 'note'), notes = findings.filter(({ code }) => code === 'all_well');
  return [...bad, ...notes].slice(0, MOST_SENTENCES).map(({ message }) => message).join(' ');
}
