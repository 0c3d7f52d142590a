/**
 * An acknowledged packet: when it was sent and when its acknowledgement came, in nanoseconds since the session's start.
 * @typedef {{ sentNs: number, ackedNs: number, bytes: number }} Sample
 */

/**
 * The measures of the XUDP study, for any flow of acknowledged packets.
 * @typedef {object} Measures
 * @property {number} ackedBytes
 * @property {number} seconds from the session's start to the last acknowledgement
 * @property {number} goodputBps bytes acknowledged in a second
 * @property {number} meanRttMs
 * @property {number} medianRttMs
 * @property {number} p95RttMs
 * @property {number} minRttMs
 * @property {number} windowByTime packets in flight, averaged over time
 * @property {number} windowByPacket the same, averaged over acknowledged packets: in flight when the acknowledgement
 *   came
 * @property {number} littlePackets packets in flight by Little's law: rate times mean RTT
 */

/** @param {Sample[]} samples @returns {{ timeNs: number, packets: number }[]} packets in flight from each time on */
export function flightSteps(samples) {
  const events = samples
    .flatMap(({ sentNs, ackedNs }) => [
      { timeNs: sentNs, change: 1 },
      { timeNs: ackedNs, change: -1 },
    ])
    .sort((a, b) => a.timeNs - b.timeNs);
  /** @type {{ timeNs: number, packets: number }[]} */
  const steps = [];
  let packets = 0;
  for (const { timeNs, change } of events) {
    packets += change;
    const last = steps.at(-1);
    if (last?.timeNs === timeNs) last.packets = packets;
    else steps.push({ timeNs, packets });
  }
  return steps;
}

/** @param {{ timeNs: number, packets: number }[]} steps @returns {number} */
function meanOverTime(steps) {
  let area = 0;
  for (let index = 1; index < steps.length; index++) {
    area += steps[index - 1].packets * (steps[index].timeNs - steps[index - 1].timeNs);
  }
  return area / (steps[steps.length - 1].timeNs - steps[0].timeNs);
}

/**
 * In flight just before each acknowledgement.
 * @param {Sample[]} samples
 * @param {{ timeNs: number, packets: number }[]} steps
 * @returns {number}
 */
function meanOverPackets(samples, steps) {
  const before = new Map(steps.map(({ timeNs }, index) => [timeNs, index === 0 ? 0 : steps[index - 1].packets]));
  return samples.reduce((sum, { ackedNs }) => sum + (before.get(ackedNs) ?? 0), 0) / samples.length;
}

/** @param {Sample[]} samples in the order of their acknowledgements, two or more @returns {Measures} */
export function measure(samples) {
  const ackedBytes = samples.reduce((sum, { bytes }) => sum + bytes, 0);
  const seconds = samples[samples.length - 1].ackedNs / 1e9;
  const steps = flightSteps(samples);
  const rtts = samples.map(({ sentNs, ackedNs }) => (ackedNs - sentNs) / 1e6).sort((a, b) => a - b);
  const meanRttMs = rtts.reduce((sum, rtt) => sum + rtt, 0) / rtts.length;
  const quantile = (/** @type {number} */ share) => rtts[Math.min(rtts.length - 1, Math.floor(share * rtts.length))];
  return {
    ackedBytes,
    seconds,
    goodputBps: ackedBytes / seconds,
    meanRttMs,
    medianRttMs: quantile(0.5),
    p95RttMs: quantile(0.95),
    minRttMs: rtts[0],
    windowByTime: meanOverTime(steps),
    windowByPacket: meanOverPackets(samples, steps),
    littlePackets: ((samples.length / seconds) * meanRttMs) / 1e3,
  };
}
