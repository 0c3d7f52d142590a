import { segmentSize } from '../../transport/tcp/segment-size.js';
import { describeInitialWindow } from '../describe/describe-known.js';
import { verdictWithRecord } from '../kernel/record-beside.js';
import { ledgerOf } from '../ledger/flow-ledger.js';
import { creditStalls } from '../sender/credit-stalls.js';
import { byLedger, heldBackMost } from '../verdict/held-back.js';
import { outcomeOf } from '../verdict/outcome.js';
import { verdictOf } from '../verdict/verdict.js';
import { contextOf } from './context.js';
import { SHOWS } from './define-kind.js';
import { MessageFacts } from './evidence/message-facts.js';
import { directionName } from './finding.js';
import { findingsOf } from './findings-of.js';
import { hasShown } from './shows.js';
import { summaryOf } from './summary-text.js';
import { unobservableIn } from './unobservable.js';

/**
 * What was found in a connection when it had so many packets.
 * @typedef {{ packets: number, examined: import('./capture-only.js').Examined }} Examination
 */

/** @typedef {import('../ledger/flow-ledger.js').FlowLedger} FlowLedger */
/**
 * Gets the means to make a connection's ledger of time, while what it is made of is at hand.
 * @typedef {(flow: number, ledger: () => FlowLedger) => void} OnLedger
 */

/**
 * A connection being examined, with its detectors' input.
 * @typedef {{ flow: number, packets: number, context: import('./context.js').Context, stallsOf: () =>
 *   import('../sender/credit-stalls.js').Stalls, ledger: () => FlowLedger }} Looked
 */

/**
 * Gathers the detectors' input.
 * @param {{ tcp: import('../../transport/tcp/tcp-transport.js').TcpTransport, messages:
 *   import('./evidence/message-facts.js').MessageAnalysis, muxCredit?: number }} parts
 * @param {number} flow index
 * @param {import('../../transport/losses.js').LossesAndReordering | undefined} judged
 * @returns {Looked}
 */
export function look({ tcp, messages, muxCredit }, flow, judged) {
  const packets = tcp.flows.at(flow).packets;
  const facts = new MessageFacts(messages, tcp, flow, muxCredit);
  const { flows } = tcp;
  const context = contextOf(tcp, flow, judged, facts, outcomeOf(flows, messages, flow));
  const stallsOf = () => creditStalls(messages, flow, flows.clientEndpoint(flow), flows.at(flow).endNs, muxCredit);
  /** @type {FlowLedger | undefined} */
  let made;
  context.ledger = () => (made ??= ledgerOf(context, stallsOf));
  return { flow, packets, context, stallsOf, ledger: context.ledger };
}

/**
 * What is inferred about each direction with data, by its name.
 * @param {import('./context.js').Context} context
 * @returns {import('./capture-only.js').InferredOfDirections}
 */
const inferredOf = ({ ways, packets, options }) =>
  Object.fromEntries(
    ways.map(({ direction, insight }) => {
      const isFromStart = options.synOptions[direction] !== 0 && segmentSize(packets, options, direction) !== null;
      return [directionName(direction), { initialCwndSegments: describeInitialWindow(insight, isFromStart) }];
    }),
  );

/**
 * Examines connections.
 * @param {readonly Looked[]} connections
 * @param {OnLedger | null} [onLedger]
 * @returns {Examination[]} of each
 */
export function conclude(connections, onLedger = null) {
  const all = findingsOf(connections.map(({ context }) => context));
  return connections.map((looked, k) => {
    const { verdict, findings, unobservable, ledger } = concluded(looked, all[k]);
    onLedger?.(looked.flow, ledger);
    return {
      packets: looked.packets,
      examined: {
        summary: summaryOf(verdict, findings),
        verdict,
        findings,
        inferred: inferredOf(looked.context),
        ...(unobservable.length > 0 ? { unobservable } : {}),
      },
    };
  });
}

/**
 * What `conclude` says of a connection, and what yielded to it.
 * @param {Looked} looked
 * @param {import('./rank/ranked.js').Ranked} [ranked] what was found
 */
export function concluded(looked, ranked = findingsOf([looked.context])[0]) {
  const { context, stallsOf, ledger } = looked;
  const { findings } = ranked;
  const { startNs, durationNs } = context;
  const held = hasShown(context, SHOWS.MOST) ? byLedger(heldBackMost(context, stallsOf), looked) : null;
  const verdict = verdictWithRecord(verdictOf({ findings, held, startNs, ofNs: durationNs }), context);
  return { ...ranked, verdict, ledger, unobservable: unobservableIn(context, findings) };
}
