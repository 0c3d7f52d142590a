/** Loaded into the server by --import: measures its main thread's event loop and answers the bench's messages. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 2;

if (isMainThread && process.send) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  process.on('message', (message) => {
    if (message === 'reset') histogram.reset();
    // A sample is the time between two timers, so an idle loop shows the resolution itself.
    else if (message === 'report') {
      process.send?.({
        p99Ms: histogram.percentile(99) / 1e6 - RESOLUTION_MS,
        maxMs: histogram.max / 1e6 - RESOLUTION_MS,
      });
    }
  });
}
