#!/usr/bin/env node
import { startReaderFor } from './bundle/early-reader.js';
import { isBundled, load } from './bundle/load.js';

const name = process.argv[2] === 'serve' ? 'serve' : 'run', isJoined = isBundled(name);
if (isJoined) startReaderFor(process.argv);
const { runCommand } = isJoined ? load(name) : await import('./commands/run.js');

process.exitCode = await runCommand(process.argv.slice(2));
// All is written to standard output. To take the analysis apart piece by piece takes longer than to leave its memory to the system.
if (process.argv[2] === 'analyze') process.stderr.write('', () => process.exit());
