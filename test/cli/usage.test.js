/** How `selfclock` helps, and what it says where nothing can be written. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { optionsOf, USAGE, usageOf } from '../../bin/commands/usage.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CAPTURE = join(ROOT, 'fixtures/pcaps/handshake-get.pcap');
const FULL = '/dev/full';
const env = { ...process.env, NODE_OPTIONS: '' };

/** @param {string} command for a shell, in which `$S` is the program and `$F` a capture */
function shell(command) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    encoding: 'utf8',
    env: { ...env, S: join(ROOT, 'bin/selfclock.js'), F: CAPTURE, N: process.execPath },
    timeout: 30_000,
  });
  return { status, stdout, stderr };
}

test('a command tells what it takes, and nothing of the others', () => {
  const help = shell('"$N" "$S" export --help');
  expect(help).toEqual({ status: 0, stdout: usageOf('export'), stderr: '' });
  expect(help.stdout).toContain('--format har');
  expect(help.stdout).not.toContain('selfclock analyze FILE');
  expect(shell('"$N" "$S" help export')).toEqual(help);
  expect(shell('"$N" "$S" help')).toEqual({ status: 0, stdout: USAGE, stderr: '' });
});

test.each([
  'serve',
  'open',
  'analyze',
  'compare',
  'export',
  'simulate',
  'whatif',
  'capture',
  'interfaces',
  'completion',
])('%s has a part in the help', (command) => {
  expect(usageOf(command)).toMatch(new RegExp(`^  selfclock ${command} `));
});

test('options are those that a command takes, not those that its explanation mentions', () => {
  expect(optionsOf('compare')).toEqual(['--json']);
  expect(optionsOf('analyze')).toEqual(expect.arrayContaining(['--json', '--keylog', '--reassembly']));
  expect(optionsOf('analyze')).not.toContain('--csv');
});

test('bash completes commands, options and files', () => {
  const completed = (/** @type {string} */ words, /** @type {number} */ at) =>
    spawnSync(
      'bash',
      [
        '-c',
        `eval "$("$N" "$S" completion bash)"; COMP_WORDS=(${words}); COMP_CWORD=${at}; _selfclock; echo "\${COMPREPLY[*]}"`,
      ],
      { encoding: 'utf8', cwd: ROOT, env: { ...env, S: join(ROOT, 'bin/selfclock.js'), N: process.execPath } },
    ).stdout.trim();
  expect(completed('selfclock ana', 1)).toBe('analyze');
  expect(completed('selfclock analyze --mux-', 2)).toBe('--mux-credit');
  expect(completed('selfclock analyze pack', 2)).toContain('package.json');
  expect(shell('"$N" "$S" completion zsh').stdout).toContain('#compdef selfclock');
  expect(shell('"$N" "$S" completion fish').status).toBe(2);
});

test('--version is that of the package', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(shell('"$N" "$S" --version')).toEqual({ status: 0, stdout: `selfclock ${version}\n`, stderr: '' });
});

test.each([
  ['analyze x --jsno', 'there is no option "--jsno"; did you mean --json?'],
  ['analyse x', 'there is no command "analyse"; did you mean analyze?'],
  ['analyze x --mux-credit 9', '--mux-credit needs --json.'],
  ['analyze x --packets --all-findings', '--all-findings needs --json or the table.'],
  ['whatif x --flow x', '--flow takes the number of a connection, not "x".'],
  ['serve --port ""', '--port takes a number from 0 to 65535, not "".'],
  ['serve --data ""', '--data takes a folder.'],
])('wrong usage: %s', (args, half) => {
  expect(shell(`"$N" "$S" ${args}`)).toEqual({
    status: 2,
    stdout: '',
    stderr: `selfclock: ${half} Run "selfclock help" for the commands.\n`,
  });
});

test.each(['help', 'interfaces', 'export "$F" --flow 0 --format pcap'])(
  'closed standard output ends "%s" without a word of a stack',
  (args) => {
    expect(shell(`"$N" "$S" ${args} | true`).stderr).not.toMatch(/EPIPE|\n +at |check the disk/);
  },
);

(existsSync(FULL) ? test.each : test.skip.each)([
  ['help >/dev/full', 'standard output cannot be written: its disk is full.'],
  ['export "$F" --flow 0 --format pcap >/dev/full', 'standard output cannot be written: its disk is full.'],
  [
    'export "$F" --flow 0 --format har -o /dev/full/x.har',
    '/dev/full/x.har cannot be written: a part of that path is a file.',
  ],
  [
    'export "$F" --flow 0 --format csv -o /dev/full',
    '/dev/full cannot be written: it is a file, and a folder is needed.',
  ],
  ['export "$F" --flow 0 --format csv -o /no/where.csv', '/no/where.csv cannot be written: there is no such folder.'],
])('what cannot be written is said in one sentence: %s', (args, sentence) => {
  expect(shell(`"$N" "$S" ${args}`)).toEqual({ status: 1, stdout: '', stderr: `selfclock: ${sentence}\n` });
});
