import { Timer } from '../engine/event-queue.js';
import { NS_PER_MS } from '../units.js';

const PORT = 5001;

/**
 * @typedef {object} BulkTraffic
 * @property {'bulk'} kind
 * @property {'client'|'server'} from who sends the data
 * @property {number} [bytes] written at once when the connection stands
 * @property {{ atMs: number, bytes: number }[]} [writes] instead of that: when, after the connection stands, how much
 *   is written
 * @property {number} [startMs]
 * @property {import('../tcp/slow-reading.js').Reader} [reader] a slow one
 * @property {boolean} [reset] ends with RST, not FIN
 */

/**
 * One connection that carries bytes one way, closed when all is written.
 * @param {import('../network.js').Network} network @param {BulkTraffic} traffic
 * @param {{ client: import('../tcp/profiles.js').TcpFeatures, server: import('../tcp/profiles.js').TcpFeatures }} hosts
 * @param {(transfer: import('../scenario/summary.js').Transfer) => void} onTransfer
 */
export function startBulk(network, traffic, hosts, onTransfer) {
  const { events } = network;
  const { from, startMs = 0, reset = false } = traffic;
  const writes = traffic.writes ?? [{ atMs: 0, bytes: traffic.bytes ?? 0 }];
  const total = writes.reduce((sum, { bytes }) => sum + bytes, 0);
  const ends = network.connection({ client: hosts.client, server: hosts.server, port: PORT });
  const source = from === 'client' ? ends.client : ends.server;
  const sink = from === 'client' ? ends.server : ends.client;
  sink.reader = traffic.reader ?? null;
  let startNs = 0;
  source.handlers.onEstablished = () => {
    startNs = events.nowNs;
    writes.forEach(({ atMs, bytes }, index) => {
      new Timer(events, () => {
        source.write(bytes);
        if (index === writes.length - 1 && !reset) source.close();
      }).set(startNs + atMs * NS_PER_MS);
    });
  };
  sink.handlers.onEnd = () => sink.close();
  sink.handlers.onData = (bytes) => {
    if (bytes < total) return;
    onTransfer({ flow: source.flow, name: 'bulk', startNs, endNs: events.nowNs, bytes: total });
    if (reset) sink.abort();
  };
  new Timer(events, () => ends.client.connect()).set(startMs * NS_PER_MS);
}
