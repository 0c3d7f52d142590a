import express from 'express';

import { healthOfAll } from '../../lib/fleet/watch/health.js';

/** @typedef {{ captures: import('../captures.js').Captures, tables: string|null }} MetricsParts */
/** @typedef {{ name: string, help: string, label?: string, of: (parts: MetricsParts) => [string, number][] }} Series */

/** @type {Series[]} a series for each label */
const SERIES = [
  { name: 'captures', help: 'Captures in the library', label: 'state', of: ({ captures }) => countsOf(captures) },
  { name: 'library_bytes', help: 'Bytes of the library', of: ({ captures }) => [['', captures.usedBytes()]] },
  { name: 'resident_memory_bytes', help: 'Memory of the server', of: () => [['', process.memoryUsage.rss()]] },
  {
    name: 'kernel_dropped_packets',
    help: 'Packets that the kernel dropped of running live captures',
    label: 'interface',
    of: ({ captures }) =>
      captures.list().flatMap(({ state, live }) => {
        const dropped = live?.drops.kernel ?? null;
        return state === 'live' && live !== null && dropped !== null ? [[live.interface, dropped]] : [];
      }),
  },
];

/** @param {import('../captures.js').Captures} captures @returns {[string, number][]} how many are in each state */
function countsOf(captures) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { state } of captures.list()) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts];
}

/**
 * `/metrics`: the server and, if tables are open, the watches that fill them, in OpenMetrics.
 * @param {MetricsParts} parts
 * @returns {import('express').Router}
 */
export function metricsRoutes(parts) {
  /** @type {Promise<import('prom-client').Registry>|null} */
  let registry = null;
  const router = express.Router();
  router.get('/', async (_request, response) => {
    const ready = await (registry ??= registryOf(parts));
    response.set('content-type', ready.contentType).end(await ready.metrics());
  });
  return router;
}

/** Loaded on the first request. @param {MetricsParts} parts */
async function registryOf(parts) {
  const { Gauge, Registry } = await import('prom-client');
  const { addWatchSeries } = await import('../../lib/fleet/watch/metrics.js');
  const { tables } = parts;
  const registry = new Registry();
  registry.setContentType(/** @type {any} */ (Registry.OPENMETRICS_CONTENT_TYPE));
  for (const { name, help, label, of } of SERIES) {
    new Gauge({
      ...{ name: `selfclock_server_${name}`, help, labelNames: label ? [label] : [], registers: [registry] },
      collect() {
        this.reset();
        for (const [value, number] of of(parts)) this.inc(label ? { [label]: value } : {}, number);
      },
    });
  }
  if (tables !== null) addWatchSeries(registry, () => healthOfAll(tables));
  return registry;
}
