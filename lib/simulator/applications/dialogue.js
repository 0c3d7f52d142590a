import { Timer } from '../engine/event-queue.js';
import { NS_PER_MS } from '../units.js';

const PORT = 8080;

/**
 * One turn: so many bytes, sent after so many of the other end's have come and a delay since, and no sooner than
 * `pauseMs` after the same end's previous turn.
 * @typedef {{ from: 'client'|'server', bytes: number, after?: number, waitMs?: number, pauseMs?: number }} Turn
 */
/**
 * @typedef {object} DialogueTraffic
 * @property {'dialogue'} kind
 * @property {Turn[]} turns
 * @property {number} [startMs] when the connection is opened
 */

/**
 * One connection on which two applications answer each other, as they did in a capture.
 * @param {import('../network.js').Network} network @param {DialogueTraffic} traffic
 * @param {{ client: import('../tcp/profiles.js').TcpFeatures, server: import('../tcp/profiles.js').TcpFeatures }} hosts
 * @param {(transfer: import('../scenario/summary.js').Transfer) => void} onTransfer when all turns were sent and
 *   received
 */
export function startDialogue(network, { turns, startMs = 0 }, hosts, onTransfer) {
  const { events } = network;
  const ends = network.connection({ client: hosts.client, server: hosts.server, port: PORT });
  const total = turns.reduce((sum, { bytes }) => sum + bytes, 0);
  const heard = { client: 0, server: 0 };
  let startNs = 0;
  const speakers = {
    client: new Speaker(
      events,
      ends.client,
      turns.filter(({ from }) => from === 'client'),
    ),
    server: new Speaker(
      events,
      ends.server,
      turns.filter(({ from }) => from === 'server'),
    ),
  };
  for (const end of /** @type {const} */ (['client', 'server'])) {
    ends[end].handlers = {
      onEstablished: () => speakers[end].hear(0),
      onData: (bytes) => {
        heard[end] = bytes;
        speakers[end].hear(bytes);
        if (heard.client + heard.server === total) finish();
      },
      onEnd: () => ends[end].close(),
    };
  }
  function finish() {
    onTransfer({ flow: ends.client.flow, name: 'dialogue', startNs, endNs: events.nowNs, bytes: total });
    ends.client.close();
  }
  new Timer(events, () => {
    startNs = events.nowNs;
    ends.client.connect();
  }).set(startMs * NS_PER_MS);
}

/** One end's turns, and their times. */
class Speaker {
  #next = 0;
  #heard = -1;
  #sentNs = 0;
  #timer;

  /**
   * @param {import('../engine/event-queue.js').EventQueue} events
   * @param {import('../tcp/endpoint.js').Endpoint} end
   * @param {Turn[]} turns
   */
  constructor(events, end, turns) {
    this.events = events;
    this.end = end;
    this.turns = turns;
    this.#timer = new Timer(events, () => this.#say());
  }

  /** @param {number} bytes of the other end, in all */
  hear(bytes) {
    this.#heard = bytes;
    this.#prepare();
  }

  #prepare() {
    const turn = this.turns[this.#next];
    if (turn === undefined || this.#timer.isSet || this.#heard < (turn.after ?? 0)) return;
    const { waitMs = 0, pauseMs = 0 } = turn;
    this.#timer.set(
      Math.max(this.events.nowNs + Math.round(waitMs * NS_PER_MS), this.#sentNs + Math.round(pauseMs * NS_PER_MS)),
    );
  }

  #say() {
    this.#sentNs = this.events.nowNs;
    this.end.write(this.turns[this.#next++].bytes);
    this.#prepare();
  }
}
