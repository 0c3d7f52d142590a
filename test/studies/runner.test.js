/** The runner of studies: threads, progress, going on where it stopped, stopping. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { INITIAL_WINDOW } from '../../lib/studies/initial-window.js';
import { programHash } from '../../lib/studies/run/program-hash.js';
import { RunStore } from '../../lib/studies/run/run-store.js';
import { runStudy } from '../../lib/studies/run/run-study.js';
import { writeStudyFiles } from '../../lib/studies/run/study-files.js';

const folder = mkdtempSync(join(tmpdir(), 'selfclock-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const RUNS = INITIAL_WINDOW.plan({ seed: 1, draft: true }).length;
const options = { draft: true, jobs: 2 };
/** The machine may be busy. */
jest.setTimeout(60_000);

test('the result is the same on one thread and on two, and progress counts every run', async () => {
  /** @type {number[]} */
  const done = [];
  const two = await runStudy(INITIAL_WINDOW, { ...options, onProgress: (progress) => void done.push(progress.done) });
  expect(done).toEqual(Array.from({ length: RUNS + 1 }, (_, index) => index));
  const one = await runStudy(INITIAL_WINDOW, { ...options, jobs: 1 });
  expect(JSON.stringify(one)).toBe(JSON.stringify(two));
  expect(two.captures.map(({ name }) => name)).toEqual(['initcwnd-3', 'initcwnd-10']);
  expect(two.claims.map(({ passed }) => passed)).toEqual([true, true, true]);
});

test('a study that was stopped goes on: what is kept is not run again', async () => {
  const store = new RunStore(join(folder, 'stopped'), 'a');
  const stop = new AbortController();
  const stopped = runStudy(INITIAL_WINDOW, {
    ...options,
    jobs: 1,
    store,
    signal: stop.signal,
    onProgress: ({ done }) => done === 7 && stop.abort(new Error('enough')),
  });
  await expect(stopped).rejects.toThrow('enough');
  const kept = readdirSync(join(folder, 'stopped')).filter((name) => name.endsWith('.json'));
  expect(kept.length).toBeGreaterThanOrEqual(7);
  expect(kept.length).toBeLessThan(RUNS);
  const [first] = kept;
  const path = join(folder, 'stopped', first);
  const result = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...result, values: { ...result.values, seconds: 77 } }));
  const resumed = await runStudy(INITIAL_WINDOW, { ...options, store });
  expect(resumed.tables[0].rows.filter(([, seconds]) => seconds === 77).length).toBe(1);
  expect(resumed.captures.map(({ bytes }) => bytes.length > 10_000)).toEqual([true, true]);
});

test('what is kept of another seed or program does not count, nor does half a file', async () => {
  const store = new RunStore(join(folder, 'other'), 'a');
  const [run] = INITIAL_WINDOW.plan({ seed: 1, draft: true });
  const asked = { seed: 1, draft: true };
  await store.write(run, asked, { values: { seconds: 1 } });
  expect(await store.read(run, asked)).toEqual({ values: { seconds: 1 }, captures: [] });
  expect(await store.read(run, { ...asked, seed: 2 })).toBeNull();
  expect(await new RunStore(join(folder, 'other'), 'b').read(run, asked)).toBeNull();
  writeFileSync(join(folder, 'other', `${run.name}.json`), '{"key":');
  expect(await store.read(run, asked)).toBeNull();
  await expect(store.write({ ...run, name: '../up' }, asked, { values: {} })).rejects.toThrow('not a name for a file');
});

test('the program is told by its text, of the simulator or of all that the analysis is made of', () => {
  expect(programHash({})).toMatch(/^[0-9a-f]{16}$/);
  expect(programHash({})).toBe(programHash({ asksAnalysis: false }));
  expect(programHash({ asksAnalysis: true })).not.toBe(programHash({}));
});

test('runs that take longest are begun first, and results are in the order of the plan', async () => {
  /** @type {string[]} */
  const ended = [];
  const planned = INITIAL_WINDOW.plan({ seed: 1, draft: true });
  const study = { ...INITIAL_WINDOW, plan: () => planned.map((run, index) => ({ ...run, effort: index })) };
  const result = await runStudy(study, { ...options, jobs: 1, onProgress: ({ name }) => void ended.push(name) });
  expect(ended.slice(1)).toEqual(planned.map(({ name }) => name).reverse());
  expect(result.tables).toEqual((await runStudy(INITIAL_WINDOW, { ...options, jobs: 1 })).tables);
});

test('a run that fails ends the study, and is named', async () => {
  const broken = { ...INITIAL_WINDOW, plan: () => [{ name: 'broken', parameters: null }] };
  await expect(runStudy(/** @type {any} */ (broken), options)).rejects.toThrow('The run broken failed');
});

test('the files of a study', async () => {
  const result = await runStudy(INITIAL_WINDOW, options);
  const names = await writeStudyFiles(result, join(folder, 'files'));
  expect(readdirSync(join(folder, 'files')).sort()).toEqual([...names].sort());
  expect(JSON.parse(readFileSync(join(folder, 'files/claims.json'), 'utf8'))).toEqual(result.claims);
  expect(readFileSync(join(folder, 'files/initcwnd.csv'), 'utf8').split('\n').length).toBe(RUNS + 2);
  expect(readFileSync(join(folder, 'files/initcwnd.svg'), 'utf8')).toMatch(/^<svg .*<\/svg>\n$/s);
});
