import { flightSteps } from './measures.js';

/** @typedef {import('./measures.js').Sample} Sample */
/** @typedef {import('../study.js').Figure} Figure */
/** @typedef {{ name: string, samples: Sample[], color: string }} Line */

const QUANTUM_MS = 20;
const TIME = 'time since the session began, ms';
const milliseconds = (/** @type {number} */ ns) => ns / 1e6;

/** Bytes acknowledged so far, a point for each time at which some were. @param {Line[]} lines @returns {Figure} */
function acknowledged(lines) {
  return {
    id: 'figure-8-1',
    title: '8.1  Bytes acknowledged',
    xLabel: TIME,
    yLabel: 'acknowledged, kB',
    series: lines.map(({ name, samples, color }) => {
      let bytes = 0;
      /** @type {Map<number, number>} */
      const byTime = new Map([[0, 0]]);
      for (const sample of samples) byTime.set(milliseconds(sample.ackedNs), (bytes += sample.bytes) / 1e3);
      return { name, points: [...byTime], style: { kind: 'steps', color } };
    }),
  };
}

/** Time to the acknowledgement, by its arrival in steps of 20 ms. @param {Line[]} lines @returns {Figure} */
function delays(lines) {
  return {
    id: 'figure-8-2',
    title: '8.2  Time from a packet to its acknowledgement',
    xLabel: `${TIME}, in steps of ${QUANTUM_MS}`,
    yLabel: 'time to the acknowledgement, ms',
    series: lines.map(({ name, samples, color }) => {
      /** @type {Map<string, [number, number]>} */
      const points = new Map();
      for (const { sentNs, ackedNs } of samples) {
        const x = Math.round(milliseconds(ackedNs) / QUANTUM_MS) * QUANTUM_MS;
        const y = Number(milliseconds(ackedNs - sentNs).toFixed(3));
        points.set(`${x} ${y}`, [x, y]);
      }
      return { name, points: [...points.values()], style: { kind: 'dots', color } };
    }),
  };
}

/** @param {Line[]} lines @returns {Figure} */
function flight(lines) {
  return {
    id: 'figure-8-3',
    title: '8.3  Packets in the network',
    xLabel: TIME,
    yLabel: 'packets',
    series: lines.map(({ name, samples, color }) => ({
      name,
      points: flightSteps(samples).map(
        ({ timeNs, packets }) => /** @type {[number, number]} */ ([milliseconds(timeNs), packets]),
      ),
      style: { kind: 'steps', color },
    })),
  };
}

/** The three figures of the XUDP study. @param {Line[]} lines @returns {Figure[]} */
export const xudpFigures = (lines) => [acknowledged(lines), delays(lines), flight(lines)];
