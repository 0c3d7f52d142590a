/** Each oracle sees what it is there for: the analysis is broken in one way at a time. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { ConnectionQueries } from '../../lib/analysis/connection-queries.js';
import { MessageQueries } from '../../lib/analysis/message-queries.js';
import { Oracles } from './oracles.js';
import { Random } from './random.js';

const folder = mkdtempSync(join(tmpdir(), 'selfclock-'));
const path = join(folder, 'input');
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => jest.restoreAllMocks());

const GET = Uint8Array.from(readFileSync(new URL('../../fixtures/pcaps/handshake-get.pcap', import.meta.url)));
const ALL = { chunked: true, reassembled: true, threads: true, files: true };
const ONE = { chunked: false, reassembled: false, threads: false, files: false };

/** @param {Partial<typeof ALL>} checks @param {any} [coverage] */
const check = (checks, coverage = null) => new Oracles(coverage, path).check(GET, new Random(1), { ...ONE, ...checks });

test('a sound capture passes all of them', async () => {
  await expect(check(ALL)).resolves.toEqual({ added: 0, work: 0, hottest: '' });
});

test('what cannot be used is refused with its sentence, and that is no fault', async () => {
  await expect(
    new Oracles(null, path).check(Uint8Array.of(1, 2, 3), new Random(1), { ...ALL, threads: false }),
  ).resolves.toBeDefined();
});

test('something is thrown', async () => {
  jest.spyOn(MessageQueries.prototype, 'pages').mockImplementation(() => {
    throw new TypeError('oh');
  });
  await expect(check({})).rejects.toMatchObject({ kind: 'throws', message: expect.stringContaining('TypeError: oh') });
});

test.each([
  ['chunked', 'in pieces'],
  ['reassembled', 'reassembler'],
  ['threads', 'two threads'],
])('%s: another reading says something else', async (name, how) => {
  let asked = 0;
  jest
    .spyOn(MessageQueries.prototype, 'pages')
    .mockImplementation(() => /** @type {any} */ ([{ page: { exchanges: [] }, summary: { asked: asked++ } }]));
  await expect(check({ [name]: true })).rejects.toMatchObject({ kind: 'differs', key: expect.stringContaining(how) });
});

test('a connection is written in two ways', async () => {
  jest
    .spyOn(ConnectionQueries.prototype, 'namesOf')
    .mockImplementationOnce(() => /** @type {any} */ ({ client: { name: 'x' } }));
  await expect(check({})).rejects.toMatchObject({ kind: 'differs', key: expect.stringContaining('--json: flows') });
});

test('too much is done for its size', async () => {
  const coverage = { skip: () => {}, take: () => ({ added: 0, work: 1e9, hottest: 'loop in lib/x.js' }) };
  await expect(check({}, coverage)).rejects.toMatchObject({ kind: 'work', key: 'work: loop in lib/x.js' });
});

test('too much is allocated for its size', async () => {
  const { memoryUsage } = process;
  let asked = 0;
  jest
    .spyOn(process, 'memoryUsage')
    .mockImplementation(/** @type {any} */ (() => ({ ...memoryUsage(), external: 1e9 * asked++ })));
  await expect(check({})).rejects.toMatchObject({ kind: 'memory', key: 'memory: growth' });
});
