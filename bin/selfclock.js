#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * A checkout runs the bundle that `prepare` makes (scripts/bundle.js), or its sources where they have changed since.
 * The package has no `bin/commands/`: it has only the bundle.
 */
const SOURCES = new URL('./commands/run.js', import.meta.url);
const ROOT = new URL('..', import.meta.url);
const BUNDLE = new URL('dist/cli/run.js', ROOT);

/** @typedef {typeof import('./commands/run.js')} CommandLine */

/** @returns {Promise<CommandLine>} @throws {Error} a file is missing or damaged */
async function loadBundle() {
  /** @type {Partial<CommandLine>} */
  const { runCommand } = await import(BUNDLE.href);
  if (runCommand === undefined) throw new Error('it is incomplete');
  return { runCommand };
}

/** @param {Error} error @returns {never} */
function reportDamage({ message }) {
  const reason = message.split('\n')[0];
  process.stderr.write(`selfclock: ${fileURLToPath(BUNDLE)} cannot be loaded (${reason}): install Selfclock again.\n`);
  process.exit(1);
}

/** @returns {Promise<CommandLine>} */
async function loadCheckout() {
  const { isFresh } = await import('./fresh-bundle.js');
  const load = () => import('./commands/run.js');
  return isFresh(fileURLToPath(ROOT)) ? loadBundle().catch(load) : load();
}

// From Node 22.1 on. It does not throw if the cache cannot be written; the cache is just not used.
/** @type {{ enableCompileCache?: () => void }} */ (module).enableCompileCache?.();

const { runCommand } = await (existsSync(SOURCES) ? loadCheckout() : loadBundle().catch(reportDamage));

process.exitCode = await runCommand(process.argv.slice(2));
// All output is written. Exiting is faster than freeing the analysis' memory.
if (['analyze', 'index'].includes(process.argv[2])) process.stderr.write('', () => process.exit());
