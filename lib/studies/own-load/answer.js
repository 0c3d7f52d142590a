import { bestOfProtocols, curveOf, fewestOf, isAnswered, ownPoints } from './points.js';

/** @typedef {import('./points.js').Point} Point */

/** A proxy is worth its while from this gain on. */
const MIN_GAIN = 0.05;
/** Latency has risen where it is so many times that of the user's own load. */
const RISEN = 1.5;

const NAMES = { 'http/1.1': 'HTTP/1.1', mux: 'MUX', 'http/2': 'HTTP/2', 'http/3': 'HTTP/3' };

/** @param {Pick<Point, 'carrier'|'connections'>} point @returns {string} */
export function configurationName({ carrier, connections }) {
  if (carrier === null) return 'no second proxy';
  return `${NAMES[carrier]}, ${connections} ${connections === 1 ? 'connection' : 'connections'}`;
}

/** @param {number} seconds */
const inSeconds = (seconds) => (seconds < 1 ? `${Math.round(1000 * seconds)} ms` : `${seconds.toFixed(2)} s`);
/** @param {number} mbps */
const inMbps = (mbps) => `${mbps < 1 ? mbps.toFixed(3) : mbps.toFixed(1)} Mbit/s`;
/** @param {number} share */
const percent = (share) => `${Math.abs(100 * share).toFixed(0)} %`;
/** @param {Point} point */
const latency = (point) => Number(point.latencySeconds);

/** @param {Point} chosen @param {Point} without */
function verdict(chosen, without) {
  const gain = 1 - latency(chosen) / latency(without);
  const [with_, alone] = [chosen, without].map((point) => inSeconds(latency(point)));
  if (!isAnswered(without)) {
    return `Yes: without a second proxy not all is answered at this load; with ${configurationName(chosen)}, a request takes ${with_} in the mean.`;
  }
  if (gain < MIN_GAIN) {
    const change = gain >= 0 ? `no more than ${percent(gain)} less` : `${percent(gain)} more`;
    return `No: a second proxy gains next to nothing. A request takes ${alone} in the mean over a connection of its own, and ${with_} with ${configurationName(chosen)}, ${change}.`;
  }
  const [over, overAlone] = [chosen, without].map((point) => inSeconds(latency(point) - Number(point.serverSeconds)));
  return `Yes, aggregate: a request takes ${with_} in the mean with ${configurationName(chosen)}, and ${alone} over a connection of its own, ${percent(gain)} less; besides the servers' own time, ${over} instead of ${overAlone}.`;
}

/** @param {Point[]} curve by load @returns {Point} the highest load at which latency has not risen */
function lastGood(curve) {
  const bound = RISEN * latency(curve[0]);
  return curve.filter((point) => isAnswered(point) && latency(point) <= bound).at(-1) ?? curve[0];
}

/** @param {Point[]} points @param {Point} chosen @param {Point} without */
function growth(points, chosen, without) {
  const curves = [chosen, without].map((point) => curveOf(points, point));
  if (curves[0].length < 2) return [];
  const [with_, alone] = curves.map(lastGood);
  const words = (/** @type {Point} */ good, /** @type {Point[]} */ curve) =>
    `${good === curve.at(-1) ? 'at least ' : ''}${inMbps(good.presentedMbps)}`;
  return [
    `More of the same load: latency stays below ${RISEN} times that up to ${words(with_, curves[0])} with ${configurationName(chosen)}, up to ${words(alone, curves[1])} without.`,
  ];
}

/** @param {Point[]} points */
function published(points) {
  const curve = (/** @type {number} */ connections) =>
    points.filter((point) => point.side === 'published' && point.connections === connections);
  const [alone, with_] = [curve(0), curve(50)].map((one) => one[Math.floor((one.length - 1) / 2)]);
  if (!alone || !with_) return [];
  const gain = 1 - latency(with_) / latency(alone);
  return [
    `The published setting (E3, 60 ms each way, BSD's windows, the papers' load) for comparison: at ${inMbps(with_.presentedMbps)}, ${inSeconds(latency(with_))} with MUX, 50 connections, and ${inSeconds(latency(alone))} without, ${percent(gain)} less.`,
  ];
}

/**
 * Should this load be aggregated, over how many connections, with which protocol?
 * @param {Point[]} points
 * @param {number} linkMbps
 * @returns {string[]} sentences
 */
export function answerOf(points, linkMbps) {
  const own = ownPoints(points);
  const without = own.find(({ carrier }) => carrier === null);
  const best = bestOfProtocols(points);
  if (!without || best.length === 0 || without.latencySeconds === null) {
    return ['No request of the load falls into what is measured; simulate more seconds (setting "seconds").'];
  }
  const chosen = fewestOf(best);
  return [
    `Your busiest stretch offers ${inMbps(without.presentedMbps)}, ${percent(without.presentedMbps / linkMbps)} of the link. ${verdict(chosen, without)}`,
    `Fewest connections that are about as fast as more: ${best
      .map((point) => `${configurationName(point)} (${inSeconds(latency(point))})`)
      .join('; ')}.`,
    ...growth(points, chosen, without),
    ...published(points),
  ];
}
