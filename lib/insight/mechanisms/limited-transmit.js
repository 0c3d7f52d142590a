import { STATE, TRIGGER } from '../../transport/bursts.js';
import { LIKELY, SURE } from '../confidence.js';
import { LIMIT } from '../sender/limits.js';
import { notObservable, notSeen, seen } from './mechanism.js';

/** @typedef {import('../../transport/bursts.js').Bursts} Bursts */

const NAME = 'limited_transmit';
/** Duplicate acknowledgements that may each release a new segment: the next one starts fast retransmit. */
const DUPLICATES = 2;

/**
 * Whether the first two duplicate acknowledgements each release a new segment (RFC 3042), so that small windows get
 * three of them.
 * @param {Bursts} bursts @param {Uint8Array} limits @param {number} mss payload of a full segment
 * @returns {import('./mechanism.js').Mechanism}
 */
export function limitedTransmit(bursts, limits, mss) {
  const { state } = bursts;
  let occasions = 0;
  let times = 0;
  for (let b = lastNew(bursts) - 1; b > DUPLICATES; b--) {
    if (state[b] !== STATE.RECOVERY || state[b - 1] !== STATE.OPEN) continue;
    const first = firstDuplicate(bursts, b - 1);
    if (b - first < DUPLICATES || first < 1 || !mayRelease(bursts, limits, first, mss)) continue;
    occasions++;
    times += Number(bursts.sentNew[first] > 0 && bursts.sentNew[first + 1] > 0);
  }
  if (occasions === 0) return notObservable(NAME, 'no duplicate ACKs arrived while the window was the limit');
  if (times * 2 >= occasions) {
    return seen(NAME, times > 1 ? SURE : LIKELY, 'each of the first two duplicate ACKs released a new segment', {
      times,
      occasions,
    });
  }
  if (times > 0) return notObservable(NAME, `${times} of ${occasions} times only`);
  return notSeen(NAME, occasions > 1 ? SURE : LIKELY, 'the first two duplicate ACKs released nothing', { occasions });
}

/** @param {Bursts} bursts */
function lastNew({ count, sentNew }) {
  let b = count - 1;
  while (b >= 0 && sentNew[b] === 0) b--;
  return b;
}

/** Of a run of duplicate acknowledgements that ends there. @param {Bursts} bursts @param {number} last */
function firstDuplicate(bursts, last) {
  let first = last + 1;
  while (first > 0 && isDuplicate(bursts, first - 1)) first--;
  return first;
}

/**
 * Something above a hole has arrived, by SACK, or by a segment less in flight.
 * @param {Bursts} bursts @param {number} b
 */
const isDuplicate = ({ state, trigger, sacked, delivered, pipeBefore, pipeAfter, sent }, b) =>
  state[b] === STATE.OPEN &&
  trigger[b] === TRIGGER.ACK &&
  (sacked[b] > 0 || (delivered[b] === 0 && b > 0 && pipeBefore[b] < pipeAfter[b - 1] && sent[b] <= DUPLICATES));

/**
 * The congestion window alone held new data back.
 * @param {Bursts} bursts @param {Uint8Array} limits @param {number} first @param {number} mss
 */
const mayRelease = ({ windowBytes, edge, sentEnd }, limits, first, mss) =>
  limits[first - 1] === LIMIT.CONGESTION_WINDOW &&
  windowBytes[first] > 0 &&
  edge[first + 1] - sentEnd[first - 1] >= DUPLICATES * mss;
