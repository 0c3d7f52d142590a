import { queueHidden } from '../../../lib/insight/sender/hidden-queue.js';
import { Bursts, STATE, TRIGGER } from '../../../lib/transport/bursts.js';

const MS = 1e6;
const RTT_NS = 40 * MS;
const WINDOW = 40;

/**
 * An acknowledged and answered segment every millisecond, but for a pause behind the first `flight` of each round trip.
 * @param {number} trips
 * @param {number} flight
 * @param {(trip: number) => number} [state]
 */
function clocked(trips, flight, state = () => STATE.OPEN) {
  const bursts = new Bursts(trips * flight);
  const cwnd = new Float64Array(trips * flight).fill(WINDOW);
  for (let trip = 0; trip < trips; trip++) {
    for (let k = 0; k < flight; k++) {
      const b = bursts.count++;
      bursts.startNs[b] = bursts.endNs[b] = trip * RTT_NS + k * MS;
      bursts.trigger[b] = TRIGGER.ACK;
      bursts.state[b] = state(trip);
      bursts.sent[b] = bursts.sentNew[b] = bursts.delivered[b] = 1;
    }
  }
  return { bursts, cwnd };
}

/** @param {number[]} delivery by round trip */
const ratesOf = (delivery) => ({
  count: delivery.length,
  timeNs: Float64Array.from(delivery, (_, trip) => (trip + 1) * RTT_NS),
  spanNs: new Float64Array(delivery.length).fill(RTT_NS),
  delivery: Float64Array.from(delivery),
  sending: Float64Array.from(delivery),
  inFlight: Float64Array.from(delivery),
});

/**
 * Share of the bursts of some round trips that may hide a queue.
 * @param {Uint8Array} hidden
 * @param {number} flight
 * @param {number} from
 * @param {number} to
 */
const share = (hidden, flight, from, to) =>
  hidden.slice(from * flight, to * flight).reduce((sum, one) => sum + one, 0) / ((to - from) * flight);

test('segments one behind the other hide a queue as long as all that was acknowledged before any loss', () => {
  const { bursts, cwnd } = clocked(10, 40);
  const hidden = queueHidden(bursts, cwnd, ratesOf(new Array(10).fill(100)), { rttNs: RTT_NS, gapNs: 0 });
  expect([share(hidden, 40, 0, 1), share(hidden, 40, 3, 10)]).toEqual([0, 1]);
});

test('a pause in each round trip shows that none stands', () => {
  const { bursts, cwnd } = clocked(10, 20);
  const hidden = queueHidden(bursts, cwnd, ratesOf(new Array(10).fill(100)), { rttNs: RTT_NS, gapNs: 0 });
  expect(share(hidden, 20, 0, 10)).toBe(0);
});

test('… and so does a lower rate than the usual; from there on it grows by a segment a round trip', () => {
  const { bursts, cwnd } = clocked(20, 40, (trip) => (trip === 4 ? STATE.RECOVERY : STATE.OPEN));
  const delivery = new Array(20).fill(100);
  delivery[5] = 70;
  const hidden = queueHidden(bursts, cwnd, ratesOf(delivery), { rttNs: RTT_NS, gapNs: 0 });
  expect([share(hidden, 40, 3, 4), share(hidden, 40, 6, 10), share(hidden, 40, 18, 20)]).toEqual([1, 0, 1]);
});
