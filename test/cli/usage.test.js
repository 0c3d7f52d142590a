/** How `selfclock` helps, and what it says where nothing can be written. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { TABLES } from '../../bin/commands/options/all.js';
import { help, helpOf } from '../../bin/commands/options/help.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CAPTURE = join(ROOT, 'fixtures/pcaps/handshake-get.pcap');
const SOURCES = join(ROOT, 'bin/commands/run.js');
const FULL = '/dev/full';
const env = { ...process.env, NODE_OPTIONS: '' };

/** @type {{ command: string, table: import('../../bin/commands/options/parse.js').CommandTable }[]} */
const COMMANDS = await Promise.all(
  Object.entries(TABLES).map(async ([command, load]) => ({ command, table: (await load()).TABLE })),
);

/** @param {string} command for a shell, in which `$S` is the program and `$F` a capture */
function shell(command) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    encoding: 'utf8',
    env: { ...env, S: join(ROOT, 'bin/selfclock.js'), F: CAPTURE, N: process.execPath },
    timeout: 30_000,
  });
  return { status, stdout, stderr };
}

test('a command tells what it takes, and nothing of the others', async () => {
  const told = shell('"$N" "$S" export --help');
  expect(told).toEqual({ status: 0, stdout: await helpOf('export'), stderr: '' });
  expect(told.stdout).toContain('--format har');
  expect(told.stdout).not.toContain('selfclock analyze FILE');
  expect(shell('"$N" "$S" help export')).toEqual(told);
  expect(shell('"$N" "$S" help')).toEqual({ status: 0, stdout: await help(), stderr: '' });
});

test('the help has every command, in lines of at most 120 columns', async () => {
  const text = await help();
  for (const { command } of COMMANDS) expect(text).toContain(`\n  selfclock ${command} `);
  expect(text.split('\n').filter((line) => line.length > 120 || /\S {3,}\S.* {2}| $/.test(line))).toEqual([]);
});

/** @param {string} form @returns {{ flag: string, value: string }[]} value: what follows in the form */
const flagsIn = (form) =>
  [...form.matchAll(/(?<=^|[\s[|])(--?[a-z][a-z-]*)(?: (?!\[?-)(\S+?)\]?(?=…|\s|$))?/g)].map(
    ([, flag, value = '']) => ({ flag, value }),
  );

describe.each(COMMANDS)('the table of $command', ({ command, table: { forms, options } }) => {
  const named = Object.keys(forms).flatMap(flagsIn);
  const optionOf = (/** @type {string} */ flag) =>
    Object.entries(options).find(([name, { short }]) => flag === `--${name}` || flag === `-${short}`)?.[1];

  it('names no option in a form that the parser does not take', () => {
    expect(named.filter(({ flag }) => optionOf(flag) === undefined)).toEqual([]);
  });

  it('names every option that the parser takes', () => {
    const forgotten = Object.entries(options).filter(
      ([, option]) => option.text === undefined && !named.some(({ flag }) => optionOf(flag) === option),
    );
    expect(forgotten.map(([name]) => name)).toEqual([]);
  });

  it('shows a value where there is one, and the default where that is what it shows', () => {
    const wrong = named.filter(({ flag, value }) => {
      const option = optionOf(flag);
      if (option?.type !== 'string') return false;
      return value === '' || (option.default !== undefined && !/^[A-Z]+$/.test(value) && value !== option.default);
    });
    expect(wrong).toEqual([]);
  });

  it('is what the command is parsed by', () => {
    const { status, stderr } = shell(`"$N" "$S" ${command} --no-such-option`);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^selfclock: there is no option "--no-such-option"[.;].* Run "selfclock help"/);
  });
});

test('a command loads neither other commands nor the help', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-usage-'));
  try {
    shell(
      `NODE_V8_COVERAGE='${folder}' "$N" -e "import('${SOURCES}').then((sources) => sources.runCommand(['compare']))"`,
    );
    const [report] = readdirSync(folder);
    /** @type {{ result: { url: string }[] }} */
    const { result } = JSON.parse(readFileSync(join(folder, report), 'utf8'));
    const loaded = result.flatMap(({ url }) => /\/bin\/commands\/([\w/-]+)\.js$/.exec(url)?.[1] ?? []);
    expect(loaded).toEqual(expect.arrayContaining(['run', 'captures/compare', 'options/compare']));
    expect(loaded.filter((name) => /^options\/(?!(?:all|parse|compare)$)/.test(name))).toEqual([]);
    expect(loaded).not.toContain('analyze');
  } finally {
    rmSync(folder, { recursive: true });
  }
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
  expect(completed('selfclock whatif --decode-', 2)).toBe('--decode-as');
  expect(completed('selfclock watch -', 2)).toContain('-i --interface -o --output');
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
  ['watch -i x -o y z', "Unexpected argument 'z'. This command does not take positional arguments."],
  ['analyze x --sender', "Option '--sender <value>' argument missing."],
  ['split x --otput=y', 'there is no option "--otput"; did you mean --output?'],
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
