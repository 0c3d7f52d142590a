import { CAUSE, CAUSES, FATE, PROBE } from './fates.js';
import { QuicPath } from './path.js';

/** @typedef {import('./recover.js').Recovery} Recovery */
/** @typedef {import('./recover.js').DirectionRecovery} DirectionRecovery */

const NS_PER_SECOND = 1e9;
const seconds = (/** @type {number} */ ns) => Math.round(ns) / NS_PER_SECOND;

/** Of a verdict at the sender, and of one from elsewhere. */
const CONFIDENCE = Object.freeze({ AT_SENDER: 0.95, AWAY: 0.8 });

/**
 * The fields of `--packets` that recovery tells, of a packet that was opened.
 * @param {Recovery} recovery @param {number} row of the connection's packets
 * @returns null: nothing is known of it
 */
export function describeFate({ packets, directions }, row) {
  const sent = directions[packets.direction[row]];
  const { walk, vantage } = sent;
  const send = sent.sendOf(row);
  if (send < 0) return null;
  const isAtSender = vantage.place === 'sender';
  return {
    bytesInFlight: walk.inFlightAt[send],
    rtt: directions[1 - packets.direction[row]].rttOf(row),
    verdict: verdictOf(sent, send),
    probe: walk.probe[send] !== PROBE.NONE,
    lossCause: CAUSES[walk.cause[send]],
    resends: sent.resendsOf(row),
    confidence: isAtSender ? CONFIDENCE.AT_SENDER : CONFIDENCE.AWAY,
  };
}

/** @param {DirectionRecovery} sent @param {number} send */
function verdictOf({ walk: { cause, fate } }, send) {
  if (cause[send] === CAUSE.NONE) return 'original';
  return fate[send] === FATE.ACKED ? 'spuriously_lost' : 'lost';
}

/** Of packets that were not opened nothing is known. */
export const NO_FATE = Object.freeze({
  bytesInFlight: null,
  rtt: null,
  verdict: null,
  probe: null,
  lossCause: null,
  resends: [],
  confidence: null,
});

/**
 * The fields of a direction in `--json` that recovery tells; null what is not known without keys.
 * @param {Recovery} recovery @param {number} direction @param {boolean} isOpen whether 1-RTT packets were opened
 */
export function describeRecovery(recovery, direction, isOpen) {
  const sent = recovery.directions[direction];
  const spinRtt = summaryOf(sent.spinSamples().rttNs);
  if (!isOpen) return { ...UNKNOWN, spinRtt };
  const { sends, walk, samples, carried } = sent;
  const counts = { lost: 0, spurious: 0, resent: 0, probes: 0, mtuProbes: 0 };
  for (let k = 0; k < sends.count; k++) {
    if (walk.cause[k] !== CAUSE.NONE && sends.ackEliciting[k]) {
      counts.lost++;
      if (walk.fate[k] === FATE.ACKED) counts.spurious++;
    }
    if (carried.again[k] > 0) counts.resent++;
    if (walk.probe[k] !== PROBE.NONE) counts.probes++;
    if (sends.isProbe[k]) counts.mtuProbes++;
  }
  const { medianNs } = new QuicPath(recovery).senderSamples(direction);
  return {
    lostPackets: counts.lost,
    spuriouslyLostPackets: counts.spurious,
    resentPackets: counts.resent,
    probes: counts.probes,
    mtuProbes: counts.mtuProbes,
    maxInFlightBytes: walk.log.inFlight.subarray(0, walk.log.count).reduce((most, bytes) => Math.max(most, bytes), 0),
    initialWindowBytes: sent.initialWindow(medianNs),
    rtt: summaryOf(samples.rttNs.subarray(0, samples.count)),
    spinRtt,
  };
}

const UNKNOWN = Object.freeze({
  lostPackets: null,
  spuriouslyLostPackets: null,
  resentPackets: null,
  probes: null,
  mtuProbes: null,
  maxInFlightBytes: null,
  initialWindowBytes: null,
  rtt: null,
});

/** @param {ArrayLike<number>} ns round trips @returns null: there are none */
function summaryOf(ns) {
  const { length } = ns;
  if (length === 0) return null;
  const list = Array.from(ns);
  const mean = list.reduce((sum, value) => sum + value, 0) / length;
  const squares = list.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    samples: length,
    min: seconds(list.reduce((least, value) => Math.min(least, value), Infinity)),
    mean: seconds(mean),
    max: seconds(list.reduce((most, value) => Math.max(most, value), 0)),
    stdev: seconds(Math.sqrt(squares / length)),
  };
}
