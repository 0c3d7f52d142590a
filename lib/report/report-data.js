/** A report's data as bytes, and back. */
import { protocolNamed } from '../protocols/registry.js';
import { isQuicFlow, QUIC_FLOWS } from '../shared/quic-flow.js';
import { pack, unpack } from './pack.js';
import { DAMAGED, ReportError } from './report-error.js';
import { MAX_REPORT_PACKETS, ReportReading } from './report-reading.js';

/** @typedef {import('./report-reading.js').ReportState} ReportState */

/** @typedef {import('./redact/stand-ins.js').StandIns} StandIns */
/** @typedef {import('../shared/report/report-page.js').ReportHead} ReportHead */
/** @typedef {{ head: ReportHead, state: ReportState }} Report */

/** Unpacked data of a report. */
export const MAX_REPORT_DATA_BYTES = 512 * 1024 * 1024;

/**
 * @param {object} what
 * @param {import('../analysis/ingest.js').Ingest} what.ingest that has read the capture
 * @param {(target: ReportReading) => Promise<void>} what.read reads the capture into a target
 * @param {readonly number[]|null} what.flows indexes of the connections to include, of QUIC's from `QUIC_FLOWS` on;
 *   null: all
 * @param {Omit<ReportHead, 'connections'|'chosen'>} what.head
 * @param {StandIns} [what.standIns] of a redacted report that belongs with others
 * @returns {Promise<{ head: ReportHead, data: Uint8Array }>}
 * @throws {ReportError} it has more packets than a report may have
 */
export async function reportData({ ingest, read, flows, head, standIns }) {
  checkSize(ingest, flows);
  const reading = new ReportReading(ingest, flows);
  await read(reading);
  const connections = ingest.tcp.flows.count + (ingest.quic?.connections.length ?? 0);
  const whole = { ...head, connections, chosen: flows?.length ?? null };
  const report = { head: whole, state: await reading.state() };
  const written = head.isRedacted ? await redacted(report, standIns) : report;
  return { head: written.head, data: await gzip(pack(written.state)) };
}

/** Its lists of known words are only loaded if needed. */
const redaction = () => import('./redact/redact.js');

/** @param {Report} report @param {StandIns} [standIns] */
const redacted = async (report, standIns) => (await redaction()).redact(report, protocolNamed, standIns);

/** What makes redacted reports of several captures alike. @param {boolean} keepsPaths @returns {Promise<StandIns>} */
export const commonStandIns = async (keepsPaths) => new (await redaction()).StandIns({ keepsPaths });

/** What a redacted report calls the captures of a path: which is whose is part of the answer. @param {number} place */
export const pointName = (place) => `Point ${'ABCDEFGH'[place]}`;

/** @param {import('../analysis/ingest.js').Ingest} ingest @param {readonly number[]|null} flows */
function checkSize(ingest, flows) {
  const { tcp, quic } = ingest;
  const packets =
    flows === null
      ? tcp.packets.count + (quic?.packets.count ?? 0)
      : flows.reduce((sum, flow) => sum + packetsOf(ingest, flow), 0);
  if (packets <= MAX_REPORT_PACKETS) return;
  throw new ReportError(
    'too_large',
    `A report holds ${MAX_REPORT_PACKETS} packets at most, and these are ${packets}: choose fewer connections.`,
  );
}

/** @param {import('../analysis/ingest.js').Ingest} ingest @param {number} flow */
function packetsOf({ tcp: { flows }, quic }, flow) {
  if (isQuicFlow(flow)) return quic?.connections[flow - QUIC_FLOWS]?.packets ?? 0;
  return flows.direction(flow, 0).packets + flows.direction(flow, 1).packets;
}

/**
 * @param {Uint8Array<ArrayBuffer>} data
 * @returns {Promise<ReportState>}
 * @throws {ReportError} it is damaged
 */
export async function readReport(data) {
  try {
    const unpacked = new Blob([data]).stream().pipeThrough(new DecompressionStream('gzip'));
    return unpack(await new Response(unpacked.pipeThrough(bounded())).arrayBuffer());
  } catch (error) {
    throw new ReportError('damaged', DAMAGED, error);
  }
}

/** Some bytes unpack to a thousand times as many. */
function bounded() {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > MAX_REPORT_DATA_BYTES) throw new RangeError('a report unpacks to more than it can have');
      controller.enqueue(chunk);
    },
  });
}

/** @param {Uint8Array} bytes */
async function gzip(bytes) {
  const packed = new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)]).stream();
  return new Uint8Array(await new Response(packed.pipeThrough(new CompressionStream('gzip'))).arrayBuffer());
}
