/** The client's sender as the page draws what its kernel recorded, and lists its facts. */
import { timeScale } from '../../../client/plot/time-scale.js';
import { valueScale } from '../../../client/plot/value-scale.js';
import { senderData } from '../../../client/views/connection/data/sender-data.js';
import { drawRecordedSteps, kernelShown } from '../../../client/views/connection/panes/recorded-lines.js';
import { kernelLines } from '../../../client/views/connection/side/kernel-facts.js';
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { readHostLog } from '../../../lib/node/read-host-log.js';
import { HostLog } from '../../../lib/shared/hostlog/host-log.js';
import { recordBeside } from '../../../lib/shared/hostlog/record-beside.js';
import { NodeHost } from '../../../server/worker/node-host.js';
import { recordingRenderer } from '../recording-renderer.js';

/** @param {string} file a capture with a record beside it */
export async function drawnByThePage(file) {
  const { ingest, opened } = new OpenedAnalysis();
  await NodeHost.ofFile(file).read(ingest, { signal: new AbortController().signal });
  ingest.hostLog = new HostLog();
  await readHostLog(ingest.hostLog, recordBeside(file));
  const frame = opened.sender(0);
  const sender = await senderData({ ...frame, meta: { ...frame.meta, kernels: opened.kernels(0) } });
  const { cwnd } = sender.of[0];
  const range = { startNs: cwnd.times[0], endNs: cwnd.times[cwnd.count - 1] };
  const colours = new Proxy({}, { get: (_, name) => String(name) });
  const scene = /** @type {any} */ ({ model: { sender }, direction: 0, x: timeScale(range, 0, 1000), colours });
  const renderer = recordingRenderer();
  const scale = valueScale({ extent: [0, 1e6], topPx: 0, bottomPx: 100 });
  drawRecordedSteps(renderer, kernelShown(scene)?.cwnd, scene, scale);
  const { facts } = /** @type {NonNullable<typeof sender.kernels[0]>} */ (sender.kernels[0]);
  return { calls: renderer.calls.map(({ call }) => call), lines: Object.fromEntries(kernelLines(facts)) };
}
