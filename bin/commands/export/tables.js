import { open } from 'node:fs/promises';
import { join } from 'node:path';

import { csvLines } from '../../../lib/export/csv.js';
import { wholeFile, wholeFiles } from '../../../lib/files/whole-files.js';
import { FLUSH_AT, Output } from '../output.js';
import { makeFolder, writing } from '../output-error.js';

/** @typedef {import('../../../lib/export/csv.js').CsvTable} CsvTable */

/**
 * Without a path the packets go to standard output, with one that ends in .csv to that file; any other path is a
 * directory, created if missing, which gets a file for each series.
 * @param {import('./export.js').Export} what
 */
export async function exportTables({ analysis, flow, output }) {
  const tables = analysis.opened.tables(flow);
  const [packets] = tables;
  if (output === undefined) return printTable(packets);
  if (/\.csv$/i.test(output)) {
    return writing(output, () => wholeFile(output, (part) => writeTable(packets, part)));
  }
  await makeFolder(output);
  await writing(output, () =>
    wholeFiles(async (place) => {
      for (const table of tables) {
        const path = join(output, `${table.name}.csv`);
        await writing(path, () => writeTable(table, place(path)));
      }
    }),
  );
}

/** @param {CsvTable} table */
async function printTable(table) {
  const output = new Output();
  for (const line of csvLines(table)) {
    const full = output.write(line);
    if (full) await full;
  }
  await output.flush();
}

/** @param {CsvTable} table @param {string} path */
async function writeTable(table, path) {
  const file = await open(path, 'w');
  try {
    let pending = '';
    for (const line of csvLines(table)) {
      pending += line;
      if (pending.length < FLUSH_AT) continue;
      await file.writeFile(pending);
      pending = '';
    }
    await file.writeFile(pending);
  } finally {
    await file.close();
  }
}
