// Finds connections with a property, among very many without it: JavaScript takes a tenth of a second for 200 000 of
// them, since code that runs once is not compiled.
import { ANALYSIS, FLOW_BIT, STREAM_BIT, SURVEY } from '../base/enums';
import { flagCount } from '../base/flag-counts';
import { directionOf, flowAt } from '../base/flow-blocks';
import { Direction } from '../base/flow-layout';
import { Stream, otherOf, streamsAt } from '../base/stream-state';

const ZERO_WINDOW_BIT: i32 = ctz(ANALYSIS.ZERO_WINDOW);

/**
 * @param from, to connections
 * @param what bits; any of them
 * @param leastPackets that make one eventful
 * @returns the first of them; `to`: none
 */
export function nextFlow(from: i32, to: i32, what: i32, leastPackets: i32): i32 {
  let flow = from;
  while (flow < to && !holds(flow, what, leastPackets)) flow++;
  return flow;
}

function holds(index: i32, what: i32, leastPackets: i32): bool {
  if (what & SURVEY.UNENDED && !hasEnded(index)) return true;
  const flow = flowAt(index);
  if (what & SURVEY.NEEDS_VERDICTS && (flow.bits & FLOW_BIT.NEEDS_VERDICTS) != 0) return true;
  if ((what & SURVEY.EVENTFUL) == 0) return false;
  return (
    flow.packets >= leastPackets ||
    (flow.bits & (FLOW_BIT.RESET | FLOW_BIT.NEEDS_VERDICTS | FLOW_BIT.ICMP_ERROR)) != 0 ||
    isEventful(directionOf(flow, 0)) ||
    isEventful(directionOf(flow, 1))
  );
}

/** Whether both streams are delivered to their ends. */
function hasEnded(index: i32): bool {
  const first = changetype<Stream>(streamsAt(index));
  return (first.bits & otherOf(first, 0).bits & STREAM_BIT.ENDED) != 0;
}

function isEventful(direction: Direction): bool {
  return direction.syns > 1 || flagCount(direction, ZERO_WINDOW_BIT) > 0;
}
