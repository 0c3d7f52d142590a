import { NOT_SEEN } from '../packets/joined-packets.js';
import { Clock } from './clock.js';
import { estimateClock } from './estimate.js';
import { ClockSamples, MAX_CLOCK_SAMPLES } from './samples.js';

/** @typedef {import('../path.js').Path} Path */

/**
 * A point's clock against the first one's, and how far it is from there along the path, by the packets that it shares
 * with the point before it that has most of them.
 * @param {Path} path @param {number} place @param {import('../path.js').PathOptions} options
 */
export function clockBetween(path, place, options) {
  const { reference, shared } = bestReference(path, place);
  if (shared === 0) {
    const clock = new Clock({ pieces: [{ fromRow: 0, offsetNs: 0 }], method: 'none', uncertaintyNs: NaN });
    return { clock, distanceNs: path.distancesNs[reference] };
  }
  const isBackwards = orientations(path, reference, place);
  const samples = samplesOf(path, reference, place, shared, isBackwards);
  const clock = estimateClock(samples, givenNs(path, place, options));
  const away = isMostlyBackwards(isBackwards) ? -1 : 1;
  const distanceNs =
    path.distancesNs[reference] + (away * (Number.isNaN(clock.roundTripNs) ? 0 : clock.roundTripNs)) / 2;
  isBackwards.forEach((votes, connection) => {
    if (votes * away < 0) path.isReversed[connection] = 1;
  });
  return { clock, distanceNs };
}

/**
 * How far a capture's times, since its first packet, are ahead of the first capture's by what the user knows.
 * @param {Path} path @param {number} place @param {import('../path.js').PathOptions} options
 * @returns {number | null} null: the user knows nothing
 */
function givenNs({ points }, place, { aheadNs }) {
  const known = aheadNs?.[place];
  const [first, own] = [points[0].startEpochNs, points[place].startEpochNs];
  return known === undefined || first === null || own === null ? null : known + Number(first - own);
}

/** @param {Path} path @param {number} place */
function bestReference({ packets }, place) {
  const shared = new Array(place).fill(0);
  for (const packet of packets.packetOf[place]) {
    if (packet === NOT_SEEN) continue;
    for (let before = 0; before < place; before++) if (packets.rowOf[before][packet] !== NOT_SEEN) shared[before]++;
  }
  const most = Math.max(...shared);
  const reference = shared[0] * 2 >= most ? 0 : shared.indexOf(most);
  return { reference, shared: shared[reference] };
}

/**
 * Calls for each packet that both points have, in the order of the second.
 * @param {Path} path @param {number} reference @param {number} place
 * @param {(row: number, atNs: number, aheadNs: number, connection: number) => void} onPacket
 */
function forShared(path, reference, place, onPacket) {
  const { packets, points, connectionOf } = path;
  const { rows } = points[place];
  for (let row = 0; row < rows.count; row++) {
    const packet = packets.packetOf[place][row];
    const before = packet === NOT_SEEN ? NOT_SEEN : packets.rowOf[reference][packet];
    if (before === NOT_SEEN) continue;
    const atNs = path.timeNs(reference, before);
    onPacket(row, atNs, rows.timeNs(row) - atNs, connectionOf[place][rows.flowEnd(row) >> 1]);
  }
}

/**
 * Which way each connection lies: what its client sends seems to take longer than what comes back if it passes the
 * reference first, whatever the clocks say.
 * @param {Path} path @param {number} reference @param {number} place
 * @returns {Int32Array} votes by connection; below 0: the client's packets pass `place` first
 */
function orientations(path, reference, place) {
  const { length } = path.connections;
  const votes = new Int32Array(length);
  const last = [new Float64Array(length).fill(NaN), new Float64Array(length).fill(NaN)];
  forShared(path, reference, place, (row, _atNs, aheadNs, connection) => {
    const direction = path.directionOf(place, row);
    const difference = aheadNs - last[1 - direction][connection];
    last[direction][connection] = aheadNs;
    if (difference !== 0 && !Number.isNaN(difference)) {
      votes[connection] += difference > 0 === (direction === 0) ? 1 : -1;
    }
  });
  return votes;
}

/** @param {Int32Array} votes */
const isMostlyBackwards = (votes) => votes.reduce((sum, vote) => sum + vote, 0) < 0;

/**
 * @param {Path} path @param {number} reference @param {number} place @param {number} shared @param {Int32Array} votes
 */
function samplesOf(path, reference, place, shared, votes) {
  const step = Math.ceil(shared / MAX_CLOCK_SAMPLES);
  const samples = new ClockSamples(Math.ceil(shared / step));
  const { rows } = path.points[place];
  const isUsuallyBackwards = isMostlyBackwards(votes);
  let count = 0;
  forShared(path, reference, place, (row, atNs, aheadNs, connection) => {
    if (count++ % step !== 0) return;
    const isBackwards = votes[connection] === 0 ? isUsuallyBackwards : votes[connection] < 0;
    const isBack = (path.directionOf(place, row) === 1) !== isBackwards;
    samples.add(atNs, aheadNs, rows.length(row), isBack ? 1 : 0, row);
  });
  return samples;
}
