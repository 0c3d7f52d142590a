import { openPlace } from '../../lib/fleet/tables-version.js';
import { batchFileOf } from '../../lib/shared/captures/batch-progress.js';
import { startServer } from '../../server/main.js';
import { pathOf } from './input/paths.js';
import { portOf } from './input/port.js';
import { Output } from './output.js';
import { followBatch } from './progress.js';
import { UsageError } from './usage-error.js';

/**
 * Runs until it is interrupted.
 * @param {import('./options/parse.js').Given<'serve'>} given
 * @returns {Promise<number>} exit status
 */
export async function serve({ values, positionals }) {
  const { host, 'allow-sql': allowsSql } = values;
  const tables = pathOf(values.tables);
  const port = portOf(values.port);
  if (values.data === '') throw new UsageError('--data takes a folder');
  if (tables !== undefined) (await openPlace(tables)).close();
  const interruption = interrupted(); // before the address is printed: its reader may end us at once
  // Before there are threads: each listens on standard output too, and Node warns about the eleventh listener.
  const output = new Output();
  const files = positionals.map(pathOf);
  const server = await startServer({ files, port, host, dataDirectory: pathOf(values.data), tables, allowsSql });
  server.preparePage();
  output.write(`Selfclock is at ${server.url}\n`);
  await output.flush().catch(() => undefined); // nobody may read where it is
  const endProgress = process.stderr.isTTY ? followBatch(() => server.list().map(batchFileOf)) : null;
  await interruption;
  endProgress?.();
  await server.close();
  return 0;
}

/** @returns {Promise<void>} */
function interrupted() {
  return new Promise((resolve) => {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => resolve());
  });
}
