import { qlogRecords } from '../../../lib/export/qlog/qlog-records.js';
import { wholeFile } from '../../../lib/files/whole-files.js';
import { writing } from '../output-error.js';
import { VERSION } from '../version.js';
import { printWhole, writeWhole } from './lines.js';

/** @param {import('./export.js').Export} what a connection of QUIC as qlog */
export async function exportQlog({ analysis, quicFlow, output }) {
  const records = await recordsOf(analysis, quicFlow);
  if (output === undefined) return printWhole(records);
  return writing(output, () => wholeFile(output, (part) => writeWhole(part, records)));
}

/** @param {import('./export.js').Export['analysis']} analysis @param {number} index of the connection */
async function recordsOf({ ingest }, index) {
  const { quic, durationNs } = ingest;
  if (quic === null) throw new Error('The capture has no QUIC.');
  const { describeQuicConnection } = await import('../../../lib/quicflow/describe/describe-connection.js');
  const { describeQuicConnectionPackets } = await import('../../../lib/quicflow/describe/describe-packets.js');
  const start = ingest.reader.startEpochNs;
  return qlogRecords(describeQuicConnection(quic, index, durationNs), describeQuicConnectionPackets(quic, index), {
    startEpochMs: start === null ? null : Number(start) / 1e6,
    version: VERSION,
  });
}
