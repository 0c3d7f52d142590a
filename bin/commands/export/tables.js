import { join } from 'node:path';

import { csvLines } from '../../../lib/export/csv.js';
import { wholeFile, wholeFiles } from '../../../lib/files/whole-files.js';
import { makeFolder, writing } from '../output-error.js';
import { printWhole, writeWhole } from './lines.js';
import { connectionsOfQuic } from './quic.js';

/**
 * Without a path the packets go to standard output, with one that ends in .csv to that file; any other path is a
 * directory, created if missing, which gets a file for each series.
 * @param {import('./export.js').Export} what
 */
export async function exportTables({ analysis, flow, quicFlow, output }) {
  const tables = quicFlow < 0 ? analysis.opened.tables(flow) : await quicTablesOf(analysis, quicFlow);
  const [packets] = tables;
  if (output === undefined) return printWhole(csvLines(packets));
  if (/\.csv$/i.test(output)) {
    return writing(output, () => wholeFile(output, (part) => writeWhole(part, csvLines(packets))));
  }
  await makeFolder(output);
  await writing(output, () =>
    wholeFiles(async (place) => {
      for (const table of tables) {
        const path = join(output, `${table.name}.csv`);
        await writing(path, () => writeWhole(place(path), csvLines(table)));
      }
    }),
  );
}

/** @param {import('./export.js').Export['analysis']} analysis @param {number} index of a connection of QUIC */
async function quicTablesOf(analysis, index) {
  const { quicTables } = await import('../../../lib/export/quic/tables.js');
  return quicTables((await connectionsOfQuic(analysis)).dataOf(index));
}
