import { NS_PER_MS } from '../units.js';

/**
 * A direction of a link as a scenario file has it: times in ms, rates in kbit/s.
 * @typedef {object} ScenarioLinkFields
 * @property {number} [delayMs] @property {number} [jitterMs]
 * @property {number} [rateKbps] @property {number[]} [rateTrace] opportunities to send 1500 bytes, ms
 * @property {number} [queueBytes] @property {number} [queuePackets] @property {number} [markBytes]
 * @property {{ targetMs?: number, intervalMs?: number, marks?: boolean }} [codel]
 * @property {number} [overheadBytes]
 * @property {{ rateKbps: number, burstBytes: number }} [policer]
 * @property {Stretch[]} [pauses] @property {Stretch[]} [stalls]
 * @property {{ share: number, delayMs: number, spreadMs?: number }} [reorder]
 * @property {number} [duplicate]
 */
/** @typedef {{ atMs: number, forMs: number }} Stretch of time */
/** @typedef {ScenarioLinkFields & import('../engine/loss.js').LossOptions} ScenarioLink */

/** @param {number} ms */
const ns = (ms) => Math.round(ms * NS_PER_MS);

/** @param {Stretch} stretch @returns {import('../engine/pauses.js').Pause} */
const stretch = ({ atMs, forMs }) => ({ atNs: ns(atMs), forNs: ns(forMs) });

/**
 * @param {ScenarioLink} [link] checked
 * @returns {import('../engine/queue-link.js').QueueLinkOptions} without the fields that the scenario leaves out
 */
export function linkOptions({
  delayMs = 0,
  jitterMs,
  rateKbps,
  rateTrace,
  codel,
  policer,
  pauses,
  stalls,
  reorder,
  ...rest
} = {}) {
  /** @type {import('../engine/queue-link.js').QueueLinkOptions} */
  const options = { ...rest, delayNs: ns(delayMs) };
  if (rateKbps !== undefined) options.rateBps = rateKbps * 1000;
  if (rateTrace) options.traceNs = rateTrace.map(ns);
  if (jitterMs !== undefined) options.jitterNs = ns(jitterMs);
  if (policer) options.policer = { rateBps: policer.rateKbps * 1000, burstBytes: policer.burstBytes };
  if (codel) options.codel = codelOptions(codel);
  if (pauses) options.pauses = pauses.map(stretch);
  if (stalls) options.stalls = stalls.map(stretch);
  if (reorder) {
    options.reorder = { share: reorder.share, delayNs: ns(reorder.delayMs), spreadNs: ns(reorder.spreadMs ?? 0) };
  }
  return options;
}

/** @param {NonNullable<ScenarioLink['codel']>} codel */
function codelOptions({ targetMs, intervalMs, marks }) {
  return {
    marks,
    ...(targetMs === undefined ? {} : { targetNs: ns(targetMs) }),
    ...(intervalMs === undefined ? {} : { intervalNs: ns(intervalMs) }),
  };
}
