/**
 * What the kernel of the sender in view recorded, in the side column: how far what is inferred is from it, and the
 * time that it counts as limited beside that which is inferred.
 */
import { el } from '../../../base/dom.js';
import { formatBytes, formatNumber, missing } from '../../../base/format.js';
import { spanWords } from '../../timeline/times.js';
import { factLines, factSection } from './fact-section.js';
import { sideTable } from './side-table.js';

/** @typedef {import('../data/kernel-data.js').KernelFacts} KernelFacts */
/** @typedef {import('../data/model.js').Model} Model */

/** @param {KernelFacts} facts @returns {[label: string, value: string][]} */
export const kernelLines = ({ samples, clock, congestionControl, bytesRetransmitted, difference }) => [
  ['Samples', formatNumber(samples)],
  ['Clock', clockWords(clock)],
  ['Congestion control, kernel', congestionControl ?? missing],
  ['cwnd, difference', difference.cwnd === null ? 'not observable here' : differenceWords(difference.cwnd, samples)],
  ['SRTT, difference', differenceWords(difference.srtt, samples)],
  ['Retransmitted, kernel', formatBytes(bytesRetransmitted)],
];

/** @param {{ offset: number, uncertainty: number|null }|null} clock seconds */
export function clockWords(clock) {
  if (clock === null) return 'as recorded: too few samples to align it';
  const { offset, uncertainty } = clock;
  const sign = offset < 0 ? '−' : '+';
  const doubt = uncertainty === null ? '' : ` ± ${spanWords(uncertainty * 1e9)}`;
  return `${sign}${spanWords(Math.abs(offset) * 1e9)}${doubt}`;
}

/** @param {KernelFacts['difference']['cwnd']} difference @param {number} samples in all */
export function differenceWords(difference, samples) {
  if (difference === null) return missing;
  const { median, p95, samples: compared } = difference;
  const words = `median ${formatNumber(median * 100, 1)}\u00a0%, p95 ${formatNumber(p95 * 100, 0)}\u00a0%`;
  return compared === samples ? words : `${words} of ${formatNumber(compared)} samples`;
}

/**
 * Seconds that the kernel counts from its first sample to its last, and those inferred of the same time.
 * @param {KernelFacts} facts
 * @param {import('../data/sender-data.js').SenderData} inferred
 * @returns {[label: string, recorded: string, inferred: string][]}
 */
export function limitRows({ limits, cwnd: { time } }, inferred) {
  const range = { startNs: time[0] * 1e9, endNs: time[time.length - 1] * 1e9 };
  const sums = new Map(inferred.sums(range).map(({ cause, seconds }) => [cause, seconds]));
  const seconds = (/** @type {number} */ value) => `${formatNumber(value, value < 10 ? 2 : 1)}\u00a0s`;
  const of = (/** @type {string[]} */ ...causes) =>
    seconds(causes.reduce((sum, cause) => sum + (sums.get(cause) ?? 0), 0));
  return [
    ['Busy', seconds(limits.busy), missing],
    ['rwnd_limited', seconds(limits.receiveWindow), of('receive_window', 'zero_window')],
    ['sndbuf_limited', seconds(limits.sendBuffer), of('send_buffer', 'fixed_window')],
    ['app_limited', `${formatNumber(limits.applicationShare * 100, 0)}\u00a0%`, of('application')],
  ];
}

export function createKernelFacts() {
  const section = factSection('Sender, by its kernel');
  return {
    element: section.element,
    /** @param {Model} model @param {number} direction */
    update({ sender }, direction) {
      const kernel = sender?.kernels[direction];
      if (!sender || !kernel) return section.show('', () => []);
      const { facts } = kernel;
      section.show(`${direction} ${facts.samples} ${sender.of[direction].causes.name.length}`, () => [
        factLines(kernelLines(facts)),
        limitTable(limitRows(facts, sender.of[direction])),
      ]);
    },
  };
}

/** @param {ReturnType<typeof limitRows>} rows */
const limitTable = (rows) =>
  sideTable(
    ['kernel', 'inferred'],
    rows.map(([label, ...figures]) => ({ label, cells: figures.map((text) => el('td', { text })) })),
  );
