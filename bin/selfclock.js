#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * A checkout runs its sources, whatever lies in `dist/`. The package has no `bin/commands/`: it runs the bundle
 * that `npm pack` made of it (scripts/bundle.js).
 */
const SOURCES = new URL('./commands/run.js', import.meta.url);
const ROOT = new URL('..', import.meta.url);
const BUNDLE = new URL('dist/run.js', ROOT);

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

// From Node 22.1 on. It does not throw where the cache cannot be written; it only is not used then.
/** @type {{ enableCompileCache?: () => void }} */ (module).enableCompileCache?.();

const { runCommand } = existsSync(SOURCES) ? await import('./commands/run.js') : await loadBundle().catch(reportDamage);

process.exitCode = await runCommand(process.argv.slice(2));
// All output is written. Exiting frees the analysis' memory at once, which taking it apart would not.
if (['analyze', 'index'].includes(process.argv[2])) process.stderr.write('', () => process.exit());
