import { parseArgs } from 'node:util';

import { CaptureError } from '../../lib/capture/capture-error.js';
import { COLUMNS, SCHEMA_VERSION } from '../../lib/fleet/schema.js';
import { TablesFolder } from '../../lib/fleet/tables-folder.js';
import { readKeyLogText } from './input/read-key-log.js';
import { print } from './output.js';
import { writing } from './output-error.js';
import { statusLine } from './progress.js';
import { UsageError } from './usage-error.js';
import { VERSION } from './version.js';

/**
 * `index FILE… -o DIR [--all-findings] [--keylog KEYFILE]`: adds captures to a folder of tables. One that cannot be
 * read is named, and the others are added. `index --schema`: prints the tables' columns.
 * @param {string[]} args
 * @returns {Promise<number>} exit status
 */
export async function index(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      output: { type: 'string', short: 'o' },
      'all-findings': { type: 'boolean', default: false },
      keylog: { type: 'string' },
      schema: { type: 'boolean', default: false },
    },
  });
  if (values.schema) return printSchema();
  if (positionals.length === 0) throw new UsageError('index takes at least one FILE');
  const { output } = values;
  if (output === undefined || output === '') throw new UsageError('index takes -o DIR');
  const keyLog = values.keylog === undefined ? undefined : await readKeyLogText(values.keylog);
  const tables = await writing(output, () => TablesFolder.open(output));
  const progress = statusLine();
  const counts = { added: 0, known: 0, failed: 0 };
  for (const [i, file] of positionals.entries()) {
    progress.show(`${i + 1} of ${positionals.length}: ${file}`);
    try {
      const options = { version: VERSION, keyLog, allFindings: values['all-findings'] };
      const isNew = await writing(output, () => tables.add(file, options));
      counts[isNew ? 'added' : 'known']++;
    } catch (error) {
      if (!(error instanceof CaptureError)) throw error;
      counts.failed++;
      progress.clear();
      process.stderr.write(`selfclock: ${file}: ${error.message}\n`);
    }
  }
  progress.clear();
  const failed = counts.failed > 0 ? `, ${counts.failed} could not be read` : '';
  await print(`${counts.added} added, ${counts.known} there before${failed}\n`);
  return counts.failed > 0 ? 1 : 0;
}

/** For programs that read the tables before there are any. */
async function printSchema() {
  const tables = Object.entries(COLUMNS).map(([table, columns]) => [
    table,
    columns.map(({ name, type }) => ({ name, type })),
  ]);
  await print(`${JSON.stringify({ schema: SCHEMA_VERSION, tables: Object.fromEntries(tables) })}\n`);
  return 0;
}
