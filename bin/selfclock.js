#!/usr/bin/env node
import { isBundled, load } from './bundle/load.js';

const name = process.argv[2] === 'serve' ? 'serve' : 'run';
const { runCommand } = isBundled(name) ? load(name) : await import('./commands/run.js');

process.exitCode = await runCommand(process.argv.slice(2));
