import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { checkMemory, processMemoryBytes } from '../../lib/node/process-memory.js';
import { AnalysisPool } from '../../server/analysis/analysis-pool.js';
import { AnalysisThread } from '../../server/analysis/analysis-thread.js';
import { memoryRelief } from '../../server/analysis/memory-relief.js';
import { LIMITS } from '../../server/limits.js';
import { synFlood } from '../support/syn-flood.js';
import { emptyFolder } from './support/server.js';

const idle = {
  isReading: false,
  isAsked: false,
  isWatched: false,
  isStopping: false,
  canWait: true,
  hadCompany: false,
  usedAt: 5,
  bytes: 100,
};
const older = { ...idle, usedAt: 1 };
const watched = { ...idle, isWatched: true, usedAt: 0 };
const asked = { ...idle, isAsked: true };
const reading = { ...idle, isReading: true };
const larger = { ...reading, bytes: 200 };
const live = { ...reading, canWait: false };

describe('where memory runs short', () => {
  const stopping = { ...reading, isStopping: true };
  const accompanied = { ...reading, hadCompany: true };
  test.each([
    ['there is enough', 0.59, [idle, reading, larger], false, null],
    ['nobody is at work, so none is taken', 0.85, [idle, watched], false, null],
    [
      'the one unused for longest goes first',
      0.61,
      [idle, older, watched, reading, larger],
      false,
      { relief: 'close', user: older },
    ],
    ['one that a page watches only at last', 0.79, [watched, reading], false, null],
    ['but then it goes', 0.8, [watched, reading], false, { relief: 'close', user: watched }],
    ['nothing more while one is going', 0.79, [idle, watched, reading, larger], true, null],
    ['of two that read the smaller one waits', 0.6, [reading, larger], false, { relief: 'putOff', user: reading }],
    ['one after the other where it is urgent', 0.8, [reading, larger], true, { relief: 'putOff', user: reading }],
    ['the larger one where it is most urgent', 0.9, [reading, larger], true, { relief: 'putOff', user: larger }],
    ['one whose bytes go by cannot wait', 0.8, [live, larger], false, { relief: 'putOff', user: larger }],
    [
      'of two that cannot the larger one stops',
      0.8,
      [live, { ...live, bytes: 300 }],
      false,
      { relief: 'stop', user: { ...live, bytes: 300 } },
    ],
    ['one alone goes on', 0.79, [reading], false, null],
    ['one alone stops', 0.8, [reading], false, { relief: 'stop', user: reading }],
    ['one that had company is read alone', 0.8, [accompanied], false, { relief: 'readAlone', user: accompanied }],
    ['even where it would end', 0.9, [accompanied], true, { relief: 'readAlone', user: accompanied }],
    [
      'unless its bytes go by',
      0.8,
      [{ ...live, hadCompany: true }],
      false,
      { relief: 'stop', user: { ...live, hadCompany: true } },
    ],
    ['but not while another is going', 0.85, [reading], true, null],
    ['one that stops already is waited for', 0.85, [stopping], false, null],
    ['at last it ends, whatever it does', 0.9, [stopping], true, { relief: 'end', user: stopping }],
    ['one that takes it for an answer, too', 0.95, [asked], false, { relief: 'end', user: asked }],
  ])('%s', (_what, share, users, isFreeing, expected) => {
    expect(memoryRelief(share, users, isFreeing)).toEqual(expected);
  });
});

test('a process has what its container has, or else the machine', () => {
  expect(processMemoryBytes(900, 4000)).toBe(900);
  expect(processMemoryBytes(2 ** 64, 4000)).toBe(4000); // cgroup v1 without a limit
  expect(processMemoryBytes(0, 4000)).toBe(4000);
  expect(processMemoryBytes(undefined, 4000)).toBeGreaterThan(0);
});

test('a command that reads gives up before its memory ends, with a sentence', () => {
  checkMemory('x.pcap', { usedBytes: 849 * 2 ** 20, memoryBytes: 1000 * 2 ** 20 });
  expect(() => checkMemory('x.pcap', { usedBytes: 850 * 2 ** 20, memoryBytes: 1000 * 2 ** 20 })).toThrow(
    'x.pcap needs more memory than the 1000 MiB available; cut it into parts (editcap -c), filter it, or give Selfclock more.',
  );
  expect(() => checkMemory('-', { usedBytes: 1, memoryBytes: 1 })).toThrow(
    /^The capture on standard input needs more memory/,
  );
});

/**
 * @param {() => number} usedBytes
 * @param {(id: string, error: { code: string, message: string }|null) => void} onEnd
 */
const newPool = (usedBytes, onEnd) =>
  new AnalysisPool(
    { ...LIMITS, memoryBytes: 1000, eventIntervalMs: 1 },
    {
      isWatched: () => false,
      watchedFlows: () => [],
      onProgress: () => undefined,
      usedBytes,
      onEnd: (id, _summary, error) => onEnd(id, error),
    },
  );

/** @param {string} id @param {string} path */
const source = (id, path) => ({ id, path, follow: false, spool: null, keyLog: '', decodeAs: [], versionBase: 0 });

test('of two captures that do not fit together one waits for the other, and both are read', async () => {
  const folder = await emptyFolder();
  const path = join(folder, 'x.pcap');
  const ended = /** @type {[string, unknown][]} */ ([]);
  await writeFile(path, synFlood(20_000));
  let looks = 0;
  let over = () => {};
  const both = new Promise((resolve) => {
    over = () => resolve(null);
  });
  // Enough while the second one begins, too little when both have begun, enough when one is gone.
  const pool = newPool(
    () => (looks++ === 1 ? 850 : 0),
    (id, error) => {
      ended.push([id, error]);
      if (ended.length === 2) over();
    },
  );
  const makes = jest.spyOn(AnalysisThread.prototype, 'begin');
  pool.open(source('a', path));
  pool.open(source('b', path));
  await both;
  expect(makes).toHaveBeenCalledTimes(3);
  expect(ended.sort()).toEqual([
    ['a', null],
    ['b', null],
  ]);
  await pool.closeAll();
  await rm(folder, { recursive: true });
});

test('what the system has not back yet from others fails no capture: it is read once more, alone', async () => {
  const folder = await emptyFolder();
  const [small, large] = [join(folder, 'small.pcap'), join(folder, 'large.pcap')];
  await writeFile(small, synFlood(100));
  await writeFile(large, synFlood(200_000));
  const ended = /** @type {Map<string, unknown>} */ new Map();
  const makes = jest.spyOn(AnalysisThread.prototype, 'begin').mockClear();
  let over = () => {};
  const both = new Promise((resolve) => {
    over = () => resolve(null);
  });
  // Short of memory as soon as one has been read beside the other.
  const pool = newPool(
    () => (makes.mock.calls.length === 2 && ended.size === 1 ? 850 : 0),
    (id, error) => {
      ended.set(id, error);
      if (ended.size === 2) over();
    },
  );
  pool.open(source('a', small));
  pool.open(source('b', large));
  await both;
  expect(makes).toHaveBeenCalledTimes(3);
  expect([...ended.values()]).toEqual([null, null]);
  await pool.closeAll();
  await rm(folder, { recursive: true });
});

test('a capture that does not fit alone stops with its sentence', async () => {
  const folder = await emptyFolder();
  const path = join(folder, 'x.pcap');
  await writeFile(path, synFlood(300_000));
  /** @type {(error: unknown) => void} */
  let tell;
  const end = new Promise((resolve) => {
    tell = resolve;
  });
  const pool = newPool(
    () => 850,
    (_id, error) => tell(error),
  );
  pool.open(source('a', path));
  expect(await end).toEqual({
    code: 'memory_limit',
    message: expect.stringMatching(
      /^The capture needs more memory than .*; (its first \d+ packets are|nothing of it is) shown\. .*\.$/,
    ),
  });
  await pool.closeAll();
  await rm(folder, { recursive: true });
});
