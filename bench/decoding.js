/**
 * node bench/decoding.js FILE… [--keylog KEYS] [--rounds 5]
 *
 * Processor time of decoding what is in captures, such as those of redis-benchmark, pgbench or h2load, against tshark
 * dissecting all of the same (`-z io,phs`), in turn: the table, and `--json`.
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

import { interleave, median } from './measure.js';
import { analyze, installPeers, machine, SELFCLOCK } from './peers.js';

const { values, positionals: files } = parseArgs({
  options: { keylog: { type: 'string' }, rounds: { type: 'string', default: '5' } },
  allowPositionals: true,
});
if (files.length === 0) throw new Error('bench: give captures');
installPeers();
process.stdout.write(`${machine()}\n`);

const ours = values.keylog === undefined ? [] : ['--keylog', values.keylog];
const theirs = values.keylog === undefined ? [] : ['-o', `tls.keylog_file:${values.keylog}`];
for (const file of files) {
  const commands = new Map([
    ['tshark', ['tshark', '-n', '-q', '-z', 'io,phs', ...theirs, '-r', file]],
    ['table', [process.execPath, SELFCLOCK, 'analyze', file, ...ours]],
    ['--json', [...analyze(file), ...ours]],
  ]);
  const runs = await interleave(commands, Number(values.rounds));
  const cpu = (/** @type {string} */ name) => median((runs.get(name) ?? []).map(({ cpuSeconds }) => cpuSeconds));
  const peer = cpu('tshark');
  const told = ['table', '--json'].map(
    (name) => `${name} ${cpu(name).toFixed(2)} s (${(cpu(name) / peer).toFixed(2)})`,
  );
  process.stdout.write(`${basename(file)}: tshark ${peer.toFixed(2)} s; ${told.join('; ')}\n`);
}
