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
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 9 }));

test('the Dockerfile has no mistake that a linter knows', () => {
  expect(validate(DOCKERFILE)).toEqual([]);
});

describe('compose.yaml', () => {
  /** Its lines by the keys above them: no parser of YAML is at hand, and it has nothing but maps and lists of texts. */
  const entries = pathsOf(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'));

  test('has the keys of the Compose specification that it means to have', () => {
    expect([...new Set(entries.map(({ path }) => path))]).toEqual([
      'services.selfclock.build',
      'services.selfclock.ports',
      'services.selfclock.volumes',
      'services.selfclock.read_only',
      'services.selfclock.tmpfs',
      'services.selfclock.cap_drop',
      'services.selfclock.cap_add',
      'services.selfclock.restart',
      'volumes.captures',
    ]);
  });

  test('names the port and the folder that the image has, and one volume that it declares', () => {
    const [, port] = /^EXPOSE (\d+)$/m.exec(IMAGE) ?? [];
    const [, folderOfImage] = /^VOLUME (\S+)$/m.exec(IMAGE) ?? [];
    const of = (/** @type {string} */ key) =>
      entries.filter(({ path }) => path === `services.selfclock.${key}`).map(({ value }) => value);
    expect(of('build')).toEqual(['.']);
    expect(of('ports')).toEqual([`127.0.0.1:${port}:${port}`]);
    expect(of('volumes')).toEqual([`captures:${folderOfImage}`]);
    expect([of('cap_drop'), of('cap_add'), of('read_only')]).toEqual([['ALL'], ['NET_RAW'], ['true']]);
  });
});

/** @param {string} text @returns {{ path: string, value: string }[]} */
function pathsOf(text) {
  /** @type {{ indent: number, key: string }[]} */
  let open = [];
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .flatMap((line, at, lines) => {
      const [, space, rest] = /** @type {RegExpExecArray} */ (/^( *)(.*)$/.exec(line));
      const path = () => open.map(({ key }) => key).join('.');
      open = open.filter(({ indent }) => indent < space.length);
      if (rest.startsWith('- ')) return [{ path: path(), value: rest.slice(2).replaceAll("'", '') }];
      const [, key, value] = /** @type {RegExpExecArray} */ (/^([\w]+):(?: (.*))?$/.exec(rest));
      open.push({ indent: space.length, key });
      const hasMore = (/^ */.exec(lines[at + 1] ?? '')?.[0].length ?? 0) > space.length;
      return hasMore ? [] : [{ path: path(), value: value ?? '' }];
    });
}

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
