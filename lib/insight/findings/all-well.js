import { kindOfOutcome, outcomeText } from '../verdict/outcome.js';
import { SHOWS } from './define-kind.js';
import { mayHaveLimited } from './evidence/window-limit.js';
import { counted, finding, receiverName } from './finding.js';
import { hasShown } from './shows.js';
import { wellFinding } from './summary-text.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./finding.js').Finding} Finding */

/**
 * That a connection achieved nothing, whatever its packets look like: "nothing wrong" needs something that worked.
 * @param {import('../verdict/outcome.js').Outcome} outcome of a connection, or of several together
 * @param {number} connections
 * @param {{ startNs: number, endNs: number }} when
 * @returns {Finding}
 */
export function outcomeFinding(outcome, connections, { startNs, endNs }) {
  const { code, severity } = outcome;
  const detail = outcomeText(outcome);
  const where = connections === 1 ? '' : ` in ${connections} connections`;
  const message = `${OUTCOMES[code].message}${where}${detail === '' ? '' : `: ${detail}`}.`;
  const described = { kind: kindOfOutcome(code), severity, startNs, endNs, message, advice: OUTCOMES[code].advice };
  return finding(described, { outcome: detail, connections });
}

const OUTCOMES = Object.freeze({
  syn_unanswered: {
    message: 'No SYN got an answer in this capture',
    advice:
      'Look for a firewall on the path, a wrong address, or a server that is down; capture at the server to see whether the SYNs arrive.',
  },
  one_way: {
    message: "Only one end's packets are in the capture: loss, RTT and responses cannot be judged",
    advice: 'Capture where both directions pass, or at an end.',
  },
  no_data: { message: 'No data was sent', advice: '' },
  request_unanswered: { message: 'No request got a response in this capture', advice: '' },
  response_cut: { message: 'No response is complete', advice: '' },
  requests_failed: {
    message: 'Every response reports an error',
    advice: "Check the server's log for why it refused or failed.",
  },
});

/**
 * Nothing above a note was found. Where a receive window that may have been the limit cannot be read, no more is
 * claimed than what was seen; `untold` of the evidence then says so.
 * @param {Context} context @param {boolean} hasNotes @returns {Finding}
 */
export function allWell(context, hasNotes) {
  const { ways, startNs, endNs } = context;
  const hidden = ways
    .filter((way) => !hasShown(context, SHOWS.SCALE, way.direction) && mayHaveLimited(way))
    .map(({ direction }) => receiverName(direction));
  const open = openQuestions(context);
  if (!hasShown(context, SHOWS.WHOLE)) open.push('packets are missing from the capture');
  const windows = hidden.length === 1 ? `the ${hidden[0]}'s receive window` : 'the receive windows';
  return wellFinding(
    { startNs, endNs, of: 'this connection', hasNotes, evidence: {} },
    [...open, ...(hidden.length === 0 ? [] : [`whether ${windows} limited the data is not observable`])].join('; ') ||
      null,
  );
}

/**
 * Questions that have no answer, or not all of it, when the capture ends.
 * @param {Context} context @returns {string[]} none or one
 */
function openQuestions({ messages }) {
  const open = messages?.exchanges.filter(({ isAnswered, mayHang }) => !isAnswered && !mayHang).length ?? 0;
  return open === 0 ? [] : [`${counted(open, 'request')} had no whole response yet when it ended`];
}
