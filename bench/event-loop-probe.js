/** Loaded into the server by --import: measures the main thread's event loop and processor time for the bench. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 2;

if (isMainThread && process.send) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let cpu = process.cpuUsage();
  process.on('message', (message) => {
    if (message === 'reset') {
      histogram.reset();
      cpu = process.cpuUsage();
    }
    // A sample is the time between two timers, so an idle loop shows the resolution itself.
    else if (message === 'report') {
      const { user, system } = process.cpuUsage(cpu);
      process.send?.({
        cpuSeconds: (user + system) / 1e6,
        p99Ms: histogram.percentile(99) / 1e6 - RESOLUTION_MS,
        maxMs: histogram.max / 1e6 - RESOLUTION_MS,
      });
    }
  });
}
