import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { wholeFiles } from '../../files/whole-files.js';
import { figureCsv, tableCsv } from '../figures/figure-csv.js';
import { figureSvg } from '../figures/figure-svg.js';

/** @param {unknown} value */
const json = (value) => `${JSON.stringify(value, null, 1)}\n`;

/**
 * Writes a study's files: `claims.json`, `result.json` (all but the captures), `table-N.csv`, and `ID.svg` and `ID.csv`
 * for each figure, `NAME.pcap` for each capture.
 * @param {import('../study.js').StudyResult} result @param {string} folder created if missing
 * @param {{ name: string, text: string }[]} [more] files of the study's own
 * @returns {Promise<string[]>} their names, in that folder
 */
export async function writeStudyFiles({ captures, ...result }, folder, more = []) {
  /** @type {[string, string|Uint8Array][]} */
  const files = [
    ['claims.json', json(result.claims)],
    ['result.json', json({ ...result, captures: captures.map(({ name }) => name) })],
    ...result.tables.map(
      (table, index) => /** @type {[string, string]} */ ([`table-${index + 1}.csv`, tableCsv(table)]),
    ),
    ...result.figures.flatMap(
      (figure) =>
        /** @type {[string, string][]} */ ([
          [`${figure.id}.svg`, figureSvg(figure)],
          [`${figure.id}.csv`, figureCsv(figure)],
        ]),
    ),
    ...more.map(({ name, text }) => /** @type {[string, string]} */ ([name, text])),
    ...captures.map(({ name, bytes }) => /** @type {[string, Uint8Array]} */ ([`${name}.pcap`, bytes])),
  ];
  await mkdir(folder, { recursive: true });
  await wholeFiles(async (place) => {
    for (const [name, content] of files) await writeFile(place(join(folder, name)), content);
  });
  return files.map(([name]) => name);
}
