import { defineKind } from '../define-kind.js';
import { Shown } from '../evidence/evidence.js';
import { detector, finding, inSeconds, timeText, tripText } from '../finding.js';
import { ANSWERED_WITHIN_NS } from '../times.js';

/** What makes round trips many says more. */
const SAY_WHY = {
  slow_start_dominates: 0,
  one_exchange_at_a_time: 0,
  pipelining_head_of_line: 0,
  nagle_held: 0,
  nagle_delayed_ack: 0,
};

export const LONG_ROUND_TRIPS = defineKind(
  'long_round_trips',
  'Long round trips',
  'network',
  ['RFC 9293 section 3.5', 'RFC 6928 section 1'],
  { yieldsTo: SAY_WHY },
);

/** Light in fibre travels 8000 km and back in this time, as within a continent: no stack can shorten longer ones. */
const LONG_NS = 80e6;
const MIN_TRIPS = 2;
/** Of the connection's time. */
const MIN_SHARE = 0.5;
/** A later answer includes time that the answering end took. */
const LATE = 2;
/** … and a sooner one was already on its way. */
const EARLY = 0.5;

/**
 * Idle time of round trips: waits for an end's answer to the other's latest packet, up to one round trip each.
 *
 * ```
 *   client  SYN ┐       ┌ GET ┐       ┌ ACK ┐
 *               │  RTT  │     │  RTT  │     │  RTT
 *   server      └ S-A ──┘     └ 10 ───┘     └ 20 segments
 * ```
 *
 * @param {import('../context.js').Context} context
 * @param {readonly [number, number]} farNs round trip between the capture point and each end
 */
function waited({ packets }, farNs) {
  const { count, direction, timeNs } = packets;
  const shown = new Shown(packets);
  let costNs = 0;
  for (let i = 1; i < count; i++) {
    const end = direction[i];
    const gapNs = timeNs[i] - timeNs[i - 1];
    if (direction[i - 1] === end || farNs[end] < LONG_NS * EARLY) continue;
    if (gapNs < farNs[end] * EARLY || gapNs > farNs[end] * LATE + ANSWERED_WITHIN_NS) continue;
    costNs += Math.min(gapNs, farNs[end]);
    shown.add(i);
  }
  return { costNs, shown };
}

/**
 * Long round trips: most of the time went by in round trips in series. A finding for what made them so many (slow
 * start, serial requests) says more; slow answers are not counted.
 */
export const longRoundTrips = detector([LONG_ROUND_TRIPS], (context) => {
  const { vantages, ways, durationNs } = context;
  if (vantages === null) return [];
  const [clientNs, serverNs] = [vantages[0].senderNs ?? 0, vantages[1].senderNs ?? 0];
  const tripNs = clientNs + serverNs;
  // Where an end answers late from the beginning, as by a timer, that is no propagation delay.
  if (ways.some(({ rttMinNs }) => rttMinNs > 0 && rttMinNs * LATE < tripNs)) return [];
  if (tripNs < LONG_NS || durationNs < MIN_TRIPS * tripNs) return [];
  const { costNs, shown } = waited(context, [clientNs, serverNs]);
  const trips = Math.round(costNs / tripNs);
  if (trips < MIN_TRIPS || costNs < durationNs * MIN_SHARE) return [];
  return finding(
    {
      kind: LONG_ROUND_TRIPS,
      severity: 'note',
      during: shown,
      costNs,
      message: `${timeText(costNs)} of ${timeText(durationNs)} went into ${trips} round trips of ${tripText(tripNs)}, one after the other, with nothing else in flight.`,
      advice:
        'Save round trips: keep connections open, use TLS 1.3 and a larger initial window, send requests without waiting for the previous answer; or serve from nearer.',
    },
    { roundTrips: trips, rttSeconds: inSeconds(tripNs), frames: shown.frames },
  );
});
