/** The container's description: what its Dockerfile copies is all that Selfclock needs to run. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { validate } from 'dockerfile-utils';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DOCKERFILE = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
/** What a stage of it copies out of the checkout. @param {string} stage */
const copiedBy = (stage) =>
  [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources]) => sources.split(' '));
const COPIED = [...new Set(copiedBy(DOCKERFILE))];
const IMAGE = String(DOCKERFILE.split(/^FROM /m).at(-1));
const folder = mkdtempSync(join(tmpdir(), 'selfclock-container-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the Dockerfile has no mistake that a linter knows', () => {
  expect(validate(DOCKERFILE)).toEqual([]);
});

test('Docker is sent what the Dockerfile copies, and nothing else', () => {
  const sent = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  expect(sent.filter((line) => line.startsWith('!')).map((line) => line.slice(1))).toEqual(
    expect.arrayContaining(COPIED),
  );
  expect(sent.filter((line) => line.startsWith('!'))).toHaveLength(COPIED.length);
  expect(sent).toContain('*');
});

test('what is copied runs', () => {
  for (const name of copiedBy(IMAGE)) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const [, entry] = /^ENTRYPOINT \["node", "(.+)"\]$/m.exec(DOCKERFILE) ?? [];
  const run = (/** @type {string[]} */ ...args) =>
    spawnSync(process.execPath, [join(folder, entry), ...args], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
      timeout: 30_000,
    });
  expect(run('analyze', join(ROOT, 'fixtures/pcaps/path-six.pcap'))).toMatchObject({ status: 0, stderr: '' });
  expect(run('serve', '--help').stdout).toContain('serve');
  const [, built, to] = /^COPY --from=page (\S+) (\S+)$/m.exec(IMAGE) ?? [];
  mkdirSync(join(folder, to));
  writeFileSync(join(folder, to, basename(built)), '<!doctype html><html><body></body></html>');
  const report = join(folder, 'report.html');
  expect(run('report', join(ROOT, 'fixtures/pcaps/path-six.pcap'), '-o', report)).toMatchObject({
    status: 0,
    stderr: '',
  });
});
