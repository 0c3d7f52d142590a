#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const BUNDLE = fileURLToPath(new URL('../dist/start.cjs', import.meta.url));

/** @type {typeof import('./bundle/start.js')|undefined} */
const bundle = existsSync(BUNDLE) ? createRequire(import.meta.url)(BUNDLE) : undefined;
const { runCommand } = bundle?.commandLine(process.argv) ?? await import('./commands/run.js');

process.exitCode = await runCommand(process.argv.slice(2));
// All is written to standard output. To take the analysis apart piece by piece takes longer than to leave its memory to the system.
if (process.argv[2] === 'analyze') process.stderr.write('', () => process.exit());
