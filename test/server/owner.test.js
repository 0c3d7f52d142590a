import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { FolderOwned, startOf, takeFolder } from '../../server/library/owner.js';
import { killChildren, startChild } from './support/child-server.js';
import { closeAll, emptyFolder, start } from './support/server.js';

/** @type {string} */
let folder;

beforeEach(async () => {
  folder = await emptyFolder();
});

afterEach(async () => {
  await killChildren();
  await closeAll();
  await rm(folder, { recursive: true, force: true });
});

/** @param {unknown} text */
const mark = (text) => writeFile(join(folder, 'owner.json'), typeof text === 'string' ? text : JSON.stringify(text));

test('a second server on a folder says whose it is, and ends; the first goes on', async () => {
  const first = await start({ dataDirectory: folder });
  const message = `Another Selfclock, process ${process.pid}, uses ${folder}; open its page, or name another folder with --data.`;
  await expect(start({ dataDirectory: folder })).rejects.toThrow(message);
  await expect(startChild(folder)).rejects.toMatchObject({ message: `selfclock: ${message}\n`, exitCode: 1 });
  expect(await first.captures()).toEqual([]);
});

test('one that was closed has let go; of one that was killed it is taken over', async () => {
  const closed = await takeFolder(folder);
  await closed.release();
  expect(await readdir(folder)).toEqual([]);
  const child = await startChild(folder);
  await expect(takeFolder(folder)).rejects.toEqual(new FolderOwned(Number(child.child.pid)));
  await child.kill('SIGKILL');
  const { hasDied, release } = await takeFolder(folder);
  expect(hasDied).toBe(true);
  await release();
  expect(await takeFolder(folder)).toMatchObject({ hasDied: false });
});

test('a process that has only the number of the owner is not it; the owner itself is', async () => {
  const other = spawn('sleep', ['60']);
  const pid = Number(other.pid);
  const started = await startOf(pid);
  try {
    await mark({ pid, started });
    await expect(takeFolder(folder)).rejects.toEqual(new FolderOwned(pid));
    await mark({ pid, started: `${started}0` });
    expect(await takeFolder(folder)).toMatchObject({ hasDied: true });
    expect(JSON.parse(await readFile(join(folder, 'owner.json'), 'utf8'))).toEqual({
      pid: process.pid,
      started: await startOf(process.pid),
    });
  } finally {
    other.kill('SIGKILL');
    await once(other, 'exit');
  }
});

test.each(['', '{"pid": ', 'null', '{"pid": -1}', '{"pid": "x"}'])("a mark that says %j is nobody's", async (text) => {
  await mark(text);
  expect(await takeFolder(folder)).toMatchObject({ hasDied: true });
});

test('of many that find a dead owner at once, one takes the folder', async () => {
  await mark({ pid: 2 ** 22 + 1, started: null });
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => takeFolder(folder)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
