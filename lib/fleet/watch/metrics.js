/** What a watch tells Prometheus: figures of each service since it started, and how the watch itself is. */
import { createServer } from 'node:http';

import { Counter, Gauge, Histogram, Registry } from 'prom-client';

import { keyOf, OTHER } from '../figures.js';

/** @typedef {import('../figures.js').Figures} Figures */
/** @typedef {import('../figures.js').ServiceFigures} ServiceFigures */
/** @typedef {import('./health.js').Health} Health */

/** Services that have series of their own, the first that were met; further ones are one, `other`. */
export const MAX_SERVICES = 200;
const LABELS = /** @type {const} */ (['server', 'port', 'service']);
/** From a rack to a wait that nobody waits any longer. */
const BUCKETS_SECONDS = [0.0002, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** @type {{ name: string, help: string, of: (service: ServiceFigures) => number }[]} */
const COUNTERS = [
  { name: 'connections', help: 'Connections, once in each file that has packets of them', of: (s) => s.connections },
  { name: 'resets', help: 'Connections that were reset', of: (s) => s.resets },
  { name: 'zero_windows', help: 'Packets that advertised a zero window', of: (s) => s.zeroWindows },
  { name: 'data_packets', help: 'Packets with data, both directions', of: (s) => s.dataPackets },
  { name: 'retransmitted_packets', help: 'Retransmitted packets', of: (s) => s.retransmittedPackets },
];
/** @type {{ name: string, help: string, of: (service: ServiceFigures) => number[] }[]} */
const HISTOGRAMS = [
  { name: 'handshake_rtt', help: 'RTT of the TCP handshake', of: (s) => s.handshakeSeconds },
  { name: 'rtt_to_server', help: 'Mean RTT to the server, per connection and file', of: (s) => s.rttToServerSeconds },
  { name: 'rtt_to_client', help: 'Mean RTT to the client, per connection and file', of: (s) => s.rttToClientSeconds },
  { name: 'request_wait', help: 'Wait for the first byte of a response', of: (s) => s.waitSeconds },
];
/** @param {Health} health */
const silentSeconds = ({ toldAt, state }) => (state === 'stopped' ? null : (Date.now() - Date.parse(toldAt)) / 1000);

/** @type {{ name: string, help: string, of: (health: Health) => number|null }[]} null: not known */
const OF_WATCH = [
  { name: 'starts_total', help: 'Starts of this watch', of: (h) => h.starts },
  { name: 'gap_seconds_total', help: 'Time in which nothing was captured, between runs', of: (h) => h.gapSeconds },
  { name: 'files_total', help: 'Files read', of: (h) => h.files },
  { name: 'bytes_total', help: 'Bytes of files read', of: (h) => h.bytes },
  { name: 'packets_total', help: 'Packets in the tables', of: (h) => h.packets },
  { name: 'unreadable_files_total', help: 'Files that could not be read', of: (h) => h.unreadableFiles },
  { name: 'lost_files_total', help: 'Files deleted unread to make room', of: (h) => h.lostFiles },
  { name: 'lost_bytes_total', help: 'Bytes of files deleted unread', of: (h) => h.lostBytes },
  { name: 'spans_total', help: 'Spans accepted by the OpenTelemetry collector', of: (h) => h.spans },
  { name: 'dropped_spans_total', help: 'Spans not accepted by it', of: (h) => h.droppedSpans },
  { name: 'waiting_span_files', help: 'Files whose spans wait for it', of: (h) => h.waitingSpanFiles },
  {
    name: 'given_up_span_files_total',
    help: 'Files whose spans were given up, as they waited for too long',
    of: (h) => h.givenUpSpanFiles,
  },
  {
    name: 'captured_packets_total',
    help: 'Packets received by the capture tool',
    of: (h) => (h.tool === null ? null : h.capture.received),
  },
  { name: 'kernel_dropped_packets_total', help: 'Packets dropped by the kernel', of: (h) => h.capture.kernel },
  { name: 'interface_dropped_packets_total', help: 'Packets dropped by the interface', of: (h) => h.capture.interface },
  { name: 'capturing', help: '1: captures or follows its folder', of: (h) => Number(h.state === 'running') },
  { name: 'silent_seconds', help: 'Time since its last health report, one every 2 s', of: silentSeconds },
  { name: 'lag_seconds', help: 'Time since the oldest unread file was finished', of: (h) => h.lagSeconds },
  { name: 'backlog_files', help: 'Finished files that are not read yet', of: (h) => h.backlogFiles },
  { name: 'kept_bytes', help: 'Bytes of captures kept', of: (h) => h.keptBytes },
  {
    name: 'resident_memory_bytes',
    help: 'Resident memory of the watch without its reader processes',
    of: (h) => h.memoryBytes,
  },
];

/**
 * Series of how watches are.
 * @param {Registry} registry
 * @param {() => Health[] | Promise<Health[]>} healths
 */
export function addWatchSeries(registry, healths) {
  for (const { name, help, of } of OF_WATCH) {
    const Kind = name.endsWith('_total') ? Counter : Gauge;
    new Kind({
      ...{ name: `selfclock_watch_${name}`, help, labelNames: ['watch'], registers: [registry] },
      async collect() {
        this.reset();
        for (const health of await healths()) {
          const value = of(health);
          if (value !== null) this.inc({ watch: health.name }, value);
        }
      },
    });
  }
}

export class WatchMetrics {
  #registry = new Registry();
  #counters;
  #histograms;
  /** Keys of the services that have series. @type {Set<string>} */
  #services = new Set();

  /** @param {() => Health} health */
  constructor(health) {
    this.#registry.setContentType(/** @type {any} */ (Registry.OPENMETRICS_CONTENT_TYPE));
    const registers = [this.#registry];
    const options = { labelNames: LABELS, registers };
    this.#counters = COUNTERS.map(({ name, help, of }) => {
      return { of, counter: new Counter({ name: `selfclock_${name}_total`, help, ...options }) };
    });
    this.#histograms = HISTOGRAMS.map(({ name, help, of }) => {
      const histogram = new Histogram({
        name: `selfclock_${name}_seconds`,
        help,
        buckets: BUCKETS_SECONDS,
        ...options,
      });
      return { of, histogram };
    });
    addWatchSeries(this.#registry, () => [health()]);
  }

  /** @param {Figures} figures of a file */
  add({ services }) {
    for (const service of services) {
      const labels = this.#labelsOf(service);
      for (const { of, counter } of this.#counters) counter.inc(labels, of(service));
      for (const { of, histogram } of this.#histograms) {
        const ofService = histogram.labels(labels);
        for (const seconds of of(service)) ofService.observe(seconds);
      }
    }
  }

  /** @param {ServiceFigures} figures */
  #labelsOf({ server, port, service }) {
    const key = keyOf({ server, port, service });
    const isOwn = this.#services.has(key) || this.#services.size < MAX_SERVICES;
    if (isOwn) this.#services.add(key);
    const labels = isOwn ? { server, port, service } : OTHER;
    return { ...labels, port: String(labels.port ?? '') };
  }

  /** @returns {Promise<{ type: string, text: string }>} what Prometheus is told */
  async exposition() {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }
}

/**
 * Answers `GET /metrics`.
 * @param {WatchMetrics} metrics
 * @param {{ host: string, port: number }} where
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export function serveMetrics(metrics, { host, port }) {
  const server = createServer(async ({ url, method }, response) => {
    const isAsked = method === 'GET' && url?.split('?')[0] === '/metrics';
    if (!isAsked) return response.writeHead(404).end();
    const { type, text } = await metrics.exposition();
    response.writeHead(200, { 'content-type': type }).end(text);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const bound = /** @type {import('node:net').AddressInfo} */ (server.address());
      const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
      resolve({ url: `http://${name}:${bound.port}/metrics`, close: () => server.close().closeAllConnections() });
    });
  });
}
