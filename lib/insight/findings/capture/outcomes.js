import { outcomeFinding } from '../all-well.js';
import { lowerFirst } from '../finding.js';
import { MAX_NAMED_FLOWS } from './parallel.js';

/** @typedef {import('../../../transport/tcp/tcp-transport.js').Connections} Connections */
/** @typedef {import('../../verdict/outcome.js').Outcome} Outcome */
/** @typedef {import('./overall.js').CaptureFinding} CaptureFinding */

/** Connections of one outcome. */
class Group {
  count = 0;
  connections = 0;
  startNs = Infinity;
  endNs = 0;
  /** Numbers of the first. @type {number[]} */
  flows = [];
  /** @type {Set<number>} */
  #statuses = new Set();

  /** @param {Outcome} outcome the first of them */
  constructor({ code, severity }) {
    this.code = code;
    this.severity = severity;
  }

  /** @param {Outcome} outcome @param {Connections} flows @param {number} flow index */
  add({ count, statuses }, flows, flow) {
    this.count += count;
    this.connections++;
    const { startNs, endNs } = flows.at(flow);
    this.startNs = Math.min(this.startNs, startNs);
    this.endNs = Math.max(this.endNs, endNs);
    if (this.flows.length < MAX_NAMED_FLOWS) this.flows.push(flows.number(flow));
    for (const status of statuses) this.#statuses.add(status);
  }

  get statuses() {
    return [...this.#statuses].sort((a, b) => a - b);
  }
}

/** Connections without findings of a detector, by their outcome. */
export class Outcomes {
  #flows;
  #isExamined;
  /** @type {Map<Outcome['code'], Group>} */
  #groups = new Map();
  /** Connections that achieved something. */
  well = 0;

  /**
   * @param {Connections} flows @param {readonly number[]} withReason indexes of those that are examined
   * @param {readonly number[]} others more of those
   */
  constructor(flows, withReason, others) {
    this.#flows = flows;
    this.#isExamined = new Uint8Array(flows.count);
    for (const flow of withReason) this.#isExamined[flow] = 1;
    for (const flow of others) this.#isExamined[flow] = 1;
  }

  /** A connection whose outcome is among its findings. @param {number} flow index */
  addOutcomeOf(flow) {
    this.#isExamined[flow] = 0;
  }

  /** @param {(flow: number) => Outcome | null} outcomeOf */
  gather(outcomeOf) {
    for (let flow = 0; flow < this.#flows.count; flow++) {
      if (this.#isExamined[flow] === 1) continue;
      const outcome = outcomeOf(flow);
      if (outcome === null) this.well++;
      else this.#groupOf(outcome).add(outcome, this.#flows, flow);
    }
  }

  /** @param {Outcome} outcome */
  #groupOf(outcome) {
    const group = this.#groups.get(outcome.code) ?? new Group(outcome);
    this.#groups.set(outcome.code, group);
    return group;
  }

  /** @returns {CaptureFinding[]} each kind once */
  get findings() {
    return [...this.#groups.values()].map((group) => {
      const outcome = outcomeFinding(group, group.connections, group);
      const isNamed = group.connections === 1 && this.#flows.count > 1;
      const message = isNamed ? `Connection ${group.flows[0]}: ${lowerFirst(outcome.message)}` : outcome.message;
      return { ...outcome, message, flows: group.flows };
    });
  }
}
