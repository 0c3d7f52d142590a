// Connections of which something holds, among very many of which it does not: looked for here, as JavaScript takes a
// tenth of a second to walk over 200 000 of them, in code that runs once and so is not compiled yet.
import { flagCount } from '../base/flag-counts';
import { directionOf, flowAt } from '../base/flow-blocks';
import { Direction, ICMP_ERROR, RESET, TO_JUDGE } from '../base/layout';
import { ENDED, Stream, otherOf, streamsAt } from '../base/stream-state';

/** What may hold: SURVEY of flow-fields.js. */
const UNENDED: i32 = 1;
const UNJUDGED: i32 = 2;
const EVENTFUL: i32 = 4;
/** Its place among ANALYSIS_FLAGS of analysis-flags.js. */
const ZERO_WINDOW: i32 = 11;

/**
 * @param from, to connections
 * @param what bits; one that holds is enough
 * @param leastPackets that make one eventful
 * @returns the first of them; `to`: none
 */
export function nextFlow(from: i32, to: i32, what: i32, leastPackets: i32): i32 {
  let flow = from;
  while (flow < to && !holds(flow, what, leastPackets)) flow++;
  return flow;
}

function holds(index: i32, what: i32, leastPackets: i32): bool {
  if (what & UNENDED && !hasEnded(index)) return true;
  const flow = flowAt(index);
  if (what & UNJUDGED && (flow.bits & TO_JUDGE) != 0) return true;
  if ((what & EVENTFUL) == 0) return false;
  return (
    flow.packets >= leastPackets ||
    (flow.bits & (RESET | TO_JUDGE | ICMP_ERROR)) != 0 ||
    isEventful(directionOf(flow, 0)) ||
    isEventful(directionOf(flow, 1))
  );
}

/** Whether both streams are handed on to their ends. */
function hasEnded(index: i32): bool {
  const first = changetype<Stream>(streamsAt(index));
  return (first.bits & otherOf(first, 0).bits & ENDED) != 0;
}

function isEventful(direction: Direction): bool {
  return direction.syns > 1 || flagCount(direction, ZERO_WINDOW) > 0;
}
