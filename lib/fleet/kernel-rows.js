import { NS_PER_SECOND } from '../shared/text/quantities.js';
/** Rows of the table `kernel`: what a sender's own kernel recorded, a second at a time. */

/** @typedef {import('../library/capture.js').KernelSamples} KernelSamples */

/**
 * A second of a connection in which its sender's socket was sampled. Of what a sample may lack, the last that has it.
 * @typedef {object} KernelRow
 * @property {number} connection
 * @property {number} second since the capture's first packet
 * @property {KernelSamples['direction']} direction of the data
 * @property {string|null} congestionControl
 * @property {number} samples
 * @property {number} appLimitedSamples those of them that the kernel marks so
 * @property {number|null} windowBytes
 * @property {number|null} thresholdBytes
 * @property {number|null} unackedBytes at most
 * @property {number|null} srttSeconds
 * @property {number|null} deliveryRate bytes a second
 * @property {number} retransmittedBytes since the sample before the second
 * @property {number} busySeconds the same
 * @property {number} receiveWindowSeconds
 * @property {number} sendBufferSeconds
 */

const BITS_PER_BYTE = 8;

/** @param {KernelSamples} kernel of one sender @returns {KernelRow[]} */
export function kernelBySecond({ connection, direction, rows, columns, names: { mss, congestionControl } }) {
  /** @type {KernelRow[]} */
  const seconds = [];
  const bytes = (/** @type {number} */ segments) => (mss === null ? NaN : Math.round(segments * mss));
  const grown = {
    retransmittedBytes: growth(columns.retransmitted),
    busySeconds: growth(columns.busy, NS_PER_SECOND),
    receiveWindowSeconds: growth(columns.receiveWindowLimited, NS_PER_SECOND),
    sendBufferSeconds: growth(columns.sendBufferLimited, NS_PER_SECOND),
  };
  for (let i = 0; i < rows; i++) {
    const second = Math.floor(columns.time[i] / NS_PER_SECOND);
    if (seconds.at(-1)?.second !== second) seconds.push({ ...EMPTY, connection, second, direction, congestionControl });
    const row = seconds[seconds.length - 1];
    row.samples++;
    row.appLimitedSamples += columns.appLimited[i];
    row.windowBytes = known(bytes(columns.cwnd[i])) ?? row.windowBytes;
    row.thresholdBytes = known(bytes(columns.ssthresh[i])) ?? row.thresholdBytes;
    row.unackedBytes = atMost(row.unackedBytes, known(bytes(columns.unacked[i])));
    row.srttSeconds = known(columns.srtt[i] / NS_PER_SECOND) ?? row.srttSeconds;
    row.deliveryRate = known(columns.deliveryRate[i] / BITS_PER_BYTE) ?? row.deliveryRate;
    for (const [name, of] of Object.entries(grown)) row[/** @type {keyof typeof grown} */ (name)] += of(i);
  }
  return seconds;
}

const EMPTY = {
  ...{ samples: 0, appLimitedSamples: 0, windowBytes: null, thresholdBytes: null, unackedBytes: null },
  ...{ srttSeconds: null, deliveryRate: null, retransmittedBytes: 0, busySeconds: 0 },
  ...{ receiveWindowSeconds: 0, sendBufferSeconds: 0 },
};

/** @param {number} value @returns {number|null} */
const known = (value) => (Number.isFinite(value) ? value : null);

/** @param {number|null} most @param {number|null} value */
const atMost = (most, value) => (most === null || value === null ? (most ?? value) : Math.max(most, value));

/**
 * Of a counter since the first sample; one of a closed socket says nothing.
 * @param {Float64Array} values @param {number} [unit]
 * @returns {(i: number) => number} by how much it ran up to a sample, asked in their order
 */
function growth(values, unit = 1) {
  let highest = values[0];
  return (i) => {
    const grew = Math.max(0, values[i] - highest);
    highest += grew;
    return grew / unit;
  };
}
