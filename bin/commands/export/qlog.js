import { mainSender, qlogRecords } from '../../../lib/export/qlog/qlog-records.js';
import { senderEvents } from '../../../lib/export/qlog/sender-events.js';
import { wholeFile } from '../../../lib/files/whole-files.js';
import { writing } from '../output-error.js';
import { VERSION } from '../version.js';
import { printWhole, writeWhole } from './lines.js';
import { connectionsOfQuic } from './quic.js';

/** @param {import('./export.js').Export} what a connection of QUIC as qlog */
export async function exportQlog({ analysis, quicFlow, output }) {
  const records = await recordsOf(analysis, quicFlow);
  if (output === undefined) return printWhole(records);
  return writing(output, () => wholeFile(output, (part) => writeWhole(part, records)));
}

/** @param {import('./export.js').Export['analysis']} analysis @param {number} index of the connection */
async function recordsOf(analysis, index) {
  const connections = await connectionsOfQuic(analysis);
  const flow = connections.describe(index);
  const direction = mainSender(flow) === 'client' ? 'clientToServer' : 'serverToClient';
  const sender = connections.describeSenders(index).find((one) => one.direction === direction);
  const start = analysis.ingest.reader.startEpochNs;
  const capture = { startEpochMs: start === null ? null : Number(start) / 1e6, version: VERSION };
  return qlogRecords(flow, connections.dataOf(index).packets(), capture, senderEvents(sender));
}
