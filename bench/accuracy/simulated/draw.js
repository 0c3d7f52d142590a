import { Random } from '../../../lib/simulator/engine/random.js';

/** @typedef {import('../../../lib/simulator/scenario/run.js').Scenario} Scenario */

const TAPS = ['client', 'near', 'server'];

/** What is drawn by lot, each in turn from one generator. */
class Lot {
  /** @param {number} seed */
  constructor(seed) {
    this.random = new Random(seed);
  }

  /** @template T @param {T[]} values @returns {T} */
  one(values) {
    return values[this.random.integer(0, values.length - 1)];
  }
}

/** @param {Lot} lot @returns {{ traffic: any, isDown: boolean }} isDown: most data come from the server */
function traffic(lot) {
  const from = lot.one(['client', 'server']);
  const kind = lot.one(['bulk', 'bulk', 'http', 'http', 'reader', 'writes']);
  const isDown = kind === 'http' || from === 'server';
  if (kind === 'http') {
    const requests = Array.from({ length: 10 }, () => ({
      responseBytes: lot.random.integer(500, 40_000),
      serverMs: lot.one([0, 20, 150]),
    }));
    return {
      isDown,
      traffic: {
        kind,
        connections: lot.one([1, 3]),
        pipelining: lot.one([1, 4]),
        thinkMs: lot.one([0, 0, 300]),
        requests,
      },
    };
  }
  const bytes = lot.one([50_000, 300_000]);
  const common = { kind: 'bulk', from };
  if (kind === 'reader') {
    return {
      isDown,
      traffic: { ...common, bytes, reader: { bytes: lot.one([8000, 20_000]), everyMs: lot.one([30, 100]) } },
    };
  }
  if (kind === 'writes') {
    return {
      isDown,
      traffic: {
        ...common,
        writes: Array.from({ length: 8 }, (_, index) => ({
          atMs: index * lot.one([200, 700]),
          bytes: lot.random.integer(2000, 60_000),
        })).sort((a, b) => a.atMs - b.atMs),
      },
    };
  }
  return { isDown, traffic: { ...common, bytes } };
}

/**
 * A scenario drawn by lot: rate, round trip, queue, losses, hosts, and what they exchange; captured at both ends and
 * between.
 * @param {number} seed @returns {Scenario} the same for the same seed
 */
export function drawn(seed) {
  const lot = new Lot(seed);
  const rateKbps = lot.one([2000, 5000, 10_000, 20_000]);
  const rtt = lot.one([10, 40, 100, 250]);
  const loss = lot.one([0, 0.002, 0.01, 0.03]);
  const share = lot.one([0.1, 0.5, 0.9]);
  const slow = {
    delayMs: (rtt / 2) * (1 - share),
    rateKbps,
    queueBytes: Math.max(6000, Math.round(((rateKbps * rtt) / 8) * lot.one([0.5, 1, 3]))),
  };
  const { traffic: one, isDown } = traffic(lot);
  const data = { ...slow, ...lot.one([{ loss }, { burstLoss: { enter: loss / 3, leave: 0.3 } }]) };
  const acks = { ...slow, loss: loss / 4 };
  const fast = { delayMs: (rtt / 2) * share };
  const bottleneck = { clientToServer: isDown ? acks : data, serverToClient: isDown ? data : acks };
  const open = { clientToServer: fast, serverToClient: fast };
  const host = () => ({
    profile: lot.one(['linux-2026', 'linux-2026', 'linux-2010', 'bsd-1998']),
    tcp: { congestionControl: lot.one([/** @type {const} */ ('reno'), /** @type {const} */ ('cubic')]) },
  });
  const [near, far] = lot.one([true, false]) ? [bottleneck, open] : [open, bottleneck];
  return {
    seed,
    path: [
      { name: 'near', ...near },
      { name: 'far', ...far },
    ],
    hosts: { client: host(), server: host() },
    traffic: [one],
    taps: TAPS.map((at) => ({ at })),
  };
}
