import { spreadOf } from './spread.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../connections/facts.js').Facts} Facts */
/** @typedef {import('./spread.js').Spread} Spread */

/**
 * How long a host took by itself, as the capture next to it shows.
 * @typedef {object} HostDelays
 * @property {number} at the capture, as index of its file
 * @property {Spread | null} answer from the last byte of a request's arrival to its answer's first
 * @property {Spread | null} acknowledgement from data to the acknowledgement of it
 */

/**
 * The delays of the host that a direction's packets go to, seconds.
 * @param {Path} path @param {number} index of the connection @param {0|1} direction
 * @returns {HostDelays}
 */
export function hostDelays(path, index, direction) {
  const way = path.wayOf(index, direction);
  const at = way[way.length - 1];
  const { flow, client } = /** @type {Facts} */ (path.connections[index].facts[at]);
  const { rows, tcp } = path.points[at];
  const peer = direction === 0 ? client : 1 - client;
  const answers = new Float64Array(tcp.flows.at(flow).packets);
  const acknowledgements = new Float64Array(answers.length);
  let [answered, acknowledged] = [0, 0];
  let [arrivedNs, askedNs] = [NaN, NaN];
  let end = -1;
  for (let row = tcp.flows.at(flow).firstRow; row >= 0; row = rows.next(row)) {
    const isData = rows.length(row) > 0;
    if ((rows.flowEnd(row) & 1) === peer) {
      if (!isData) continue;
      arrivedNs = askedNs = rows.timeNs(row);
      end = rows.dataOffset(row) + rows.length(row);
    } else if (rows.ackOffset(row) >= end) {
      if (!Number.isNaN(arrivedNs)) acknowledgements[acknowledged++] = rows.timeNs(row) - arrivedNs;
      if (!Number.isNaN(askedNs) && isData) answers[answered++] = rows.timeNs(row) - askedNs;
      arrivedNs = NaN;
      if (isData) askedNs = NaN;
    }
  }
  return {
    at,
    answer: answered > 0 ? spreadOf(answers.subarray(0, answered)) : null,
    acknowledgement: acknowledged > 0 ? spreadOf(acknowledgements.subarray(0, acknowledged)) : null,
  };
}
