#!/usr/bin/env node
import { isBundled, load } from './bundle/load.js';

/** `serve` runs from its sources always: so do the threads that it starts, and what it sends to the page. */
const hasBundle = process.argv[2] !== 'serve' && isBundled();
const { runCommand } = hasBundle ? load('run') : await import('./commands/run.js');

process.exitCode = await runCommand(process.argv.slice(2));
