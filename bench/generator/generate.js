/** Runs a capture's flows side by side and writes what the capturing host would have seen, in order of time. */
import { planFlow } from './captures.js';
import { Flow } from './flow.js';
import { PcapOutput } from './pcap-output.js';

/** Flows by the time of their next event: a binary heap. */
class Heap {
  /** @type {Flow[]} */
  #flows = [];

  get nextNs() {
    return this.#flows.length ? this.#flows[0].nextNs : Infinity;
  }

  /** @param {Flow} flow */
  push(flow) {
    let at = this.#flows.push(flow) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#flows[parent].nextNs <= flow.nextNs) break;
      this.#flows[at] = this.#flows[parent];
      at = parent;
    }
    this.#flows[at] = flow;
  }

  /** The first flow takes one step, and its new place; a flow that is done leaves. */
  step() {
    this.#flows[0].step();
    const moved = this.#flows[0].nextNs === Infinity ? this.#flows.pop() : this.#flows[0];
    if (moved && this.#flows.length) this.#sink(moved);
  }

  /** @param {Flow} flow */
  #sink(flow) {
    const flows = this.#flows;
    let at = 0;
    for (let child = 1; child < flows.length; child = 2 * at + 1) {
      if (child + 1 < flows.length && flows[child + 1].nextNs < flows[child].nextNs) child++;
      if (flows[child].nextNs >= flow.nextNs) break;
      flows[at] = flows[child];
      at = child;
    }
    flows[at] = flow;
  }
}

/**
 * @param {import('./captures.js').CaptureDefinition} capture
 * @param {number} scale 1: the size in its title
 * @param {string} file
 * @returns {{ packets: number, bytes: number, flows: number }}
 */
export function generate(capture, scale, file) {
  const output = new PcapOutput(file, capture.snapLength);
  const flows = capture.flows(scale);
  const running = new Heap();
  let started = 0;
  let upcoming = planFlow(capture, 0, scale);
  while (started < flows || running.nextNs < Infinity) {
    if (started < flows && upcoming.plan.startNs <= running.nextNs) {
      running.push(new Flow(upcoming.plan, upcoming.random, output));
      if (++started < flows) upcoming = planFlow(capture, started, scale);
    } else running.step();
  }
  output.close();
  return { packets: output.packets, bytes: output.bytesWritten, flows };
}
