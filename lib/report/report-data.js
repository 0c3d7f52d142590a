/** A report's data as bytes, and back. */
import { pack, unpack } from './pack.js';
import { redact } from './redact/redact.js';
import { MAX_REPORT_PACKETS, ReportReading } from './report-reading.js';

/** @typedef {import('./report-reading.js').ReportState} ReportState */

/** @typedef {import('../shared/report/report-page.js').ReportHead} ReportHead */
/** @typedef {{ head: ReportHead, state: ReportState }} Report */

export const DAMAGED = 'This report is damaged or truncated: ask for another copy.';

export class ReportError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = 'ReportError';
    this.code = code;
  }
}

/**
 * @param {object} what
 * @param {import('../analysis/ingest.js').Ingest} what.ingest that has read the capture
 * @param {(target: ReportReading) => Promise<void>} what.read reads the capture into a target
 * @param {readonly number[]|null} what.flows indexes of the connections to include; null: all
 * @param {Omit<ReportHead, 'connections'|'chosen'>} what.head
 * @returns {Promise<{ head: ReportHead, data: Uint8Array }>}
 * @throws {ReportError} it has more packets than a report may have
 */
export async function reportData({ ingest, read, flows, head }) {
  checkSize(ingest, flows);
  const reading = new ReportReading(ingest, flows);
  await read(reading);
  const whole = { ...head, connections: ingest.tcp.flows.count, chosen: flows?.length ?? null };
  const report = { head: whole, state: reading.state };
  const told = head.isRedacted ? redact(report) : report;
  return { head: told.head, data: await gzip(pack(told.state)) };
}

/** @param {import('../analysis/ingest.js').Ingest} ingest @param {readonly number[]|null} flows */
function checkSize({ tcp }, flows) {
  const packets = flows === null ? tcp.packets.count : flows.reduce((sum, flow) => sum + packetsOf(tcp, flow), 0);
  if (packets <= MAX_REPORT_PACKETS) return;
  throw new ReportError(
    'too_large',
    `A report holds ${MAX_REPORT_PACKETS} packets at most, and these are ${packets}: choose fewer connections.`,
  );
}

/** @param {import('../transport/tcp/tcp-transport.js').TcpTransport} tcp @param {number} flow */
const packetsOf = ({ flows }, flow) => flows.direction(flow, 0).packets + flows.direction(flow, 1).packets;

/**
 * @param {Uint8Array<ArrayBuffer>} data
 * @returns {Promise<ReportState>}
 * @throws {ReportError} it is damaged
 */
export async function readReport(data) {
  try {
    const unpacked = new Blob([data]).stream().pipeThrough(new DecompressionStream('gzip'));
    return unpack(await new Response(unpacked).arrayBuffer());
  } catch {
    throw new ReportError('damaged', DAMAGED);
  }
}

/** @param {Uint8Array} bytes */
async function gzip(bytes) {
  const packed = new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)]).stream();
  return new Uint8Array(await new Response(packed.pipeThrough(new CompressionStream('gzip'))).arrayBuffer());
}
