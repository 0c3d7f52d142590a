#!/usr/bin/env node
import { isBundled, load } from './bundle/load.js';

const { runCommand } = isBundled() ? load(process.argv[2] === 'serve' ? 'serve' : 'run') : await import('./commands/run.js');

process.exitCode = await runCommand(process.argv.slice(2));
