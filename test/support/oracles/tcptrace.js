/**
 * tcptrace as an oracle, and our own table beside it, as objects by column. Ask for it by describeWithPrograms(…,
 * ['tcptrace'], …).
 */
import { spawnSync } from 'node:child_process';

import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { tcptraceCsv } from '../../../lib/tcpflow/tcptrace/csv.js';
import { pcap } from '../packets/packets.js';
import { withFile } from './tshark.js';

/** @typedef {Record<string, string>} Connection  a line, by column */

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** @param {string} text @returns {Connection[]} */
function table(text) {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const cells = (/** @type {string} */ line) => line.split(',').map((cell) => cell.trim());
  const columns = cells(lines[0] ?? '').filter((column) => column !== '');
  return lines.slice(1).map((line) =>
    Object.fromEntries(
      cells(line)
        .slice(0, columns.length)
        .map((cell, i) => [columns[i], cell]),
    ),
  );
}

/**
 * What tcptrace says of a capture.
 * @param {string | Uint8Array} capture path, or the file's bytes
 * @returns {Connection[]}
 */
export function tcptraceTable(capture) {
  if (typeof capture !== 'string') return withFile(capture, tcptraceTable);
  const { stdout } = spawnSync('tcptrace', ['-n', '-l', '-r', '--csv', capture], {
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'latin1',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  return table(stdout).map((connection) => ({
    ...connection,
    first_packet: padded(connection.first_packet),
    last_packet: padded(connection.last_packet),
  }));
}

/** tcptrace leaves out leading zeros of the microseconds. @param {string} time */
function padded(time) {
  const [seconds, microseconds] = time.split('.');
  return `${seconds}.${microseconds.padStart(6, '0')}`;
}

/** Our table. @param {Uint8Array} capture the file's bytes @returns {Connection[]} */
export function ourTable(capture) {
  const analysis = new OpenedAnalysis({ keepMessages: false });
  analysis.ingest.push(capture);
  analysis.ingest.end();
  return table([...tcptraceCsv(analysis.ingest.tcp, analysis.ingest.forTcptrace())].join('\n'));
}

/** Our table of a packet script. @param {import('../packets/packets.js').Packet[]} packets @returns {Connection[]} */
export function connectionsOf(packets) {
  return ourTable(pcap(packets));
}
