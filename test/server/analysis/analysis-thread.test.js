import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { AnalysisThread } from '../../../server/analysis/analysis-thread.js';
import { LIMITS } from '../../../server/limits.js';
import { closeAll, httpCapture, start } from '../support/server.js';

afterEach(closeAll);

const FAULTY = new URL('../support/faulty-worker.js', import.meta.url);

/** @param {Partial<import('../../../server/limits.js').Limits>} [limits] */
const faultyThread = (limits = {}) => new AnalysisThread({ ...LIMITS, ...limits }, FAULTY);

/** What the faulty worker can be asked is its own. @param {AnalysisThread} thread @param {string} method */
const ask = (thread, method) =>
  thread.ask(/** @type {import('../../../lib/session/question-types.js').Method} */ (method));

describe('a thread that dies', () => {
  test.each([
    ['throw', {}, 'analysis_crashed'],
    ['exit', {}, 'analysis_crashed'],
    ['loop', { analysisAnswerMs: 4000 }, 'analysis_stuck'],
    ['hoard', { analysisHeapMb: 20 }, 'out_of_memory'],
  ])('by “%s” says so once, and leaves no question unanswered', async (method, limits, code) => {
    const thread = faultyThread(limits);
    expect(await ask(thread, 'echo')).toBe('here');
    const ended = once(thread, 'end');
    const questions = [ask(thread, method), ask(thread, 'echo')];
    const outcomes = await Promise.allSettled(questions);
    expect(outcomes).toEqual(
      Array(2).fill({ status: 'rejected', reason: expect.objectContaining({ status: 503, code: 'analysis_ended' }) }),
    );
    const [summary, error] = await ended;
    expect(summary).toBeNull();
    expect(error).toEqual({ code, message: expect.stringMatching(/^The analysis .*\.$/) });
    await expect(ask(thread, 'echo')).rejects.toMatchObject({ status: 503 });
    await thread.whenEnded();
    await thread.close();
  });

  test('by being closed says nothing', async () => {
    const thread = faultyThread();
    let ends = 0;
    thread.on('end', () => {
      ends += 1;
    });
    const question = ask(thread, 'silence');
    const closed = thread.close();
    await expect(question).rejects.toMatchObject({ status: 503 });
    await closed;
    expect(ends).toBe(0);
  });
});

test('closed while its code is being loaded, it loads it to its end, since the files would stay open, and does nothing that it was told', async () => {
  const thread = faultyThread();
  const question = ask(thread, 'throw');
  const closed = thread.close();
  expect([thread.alive, thread.isLoaded]).toEqual([false, false]);
  await expect(question).rejects.toMatchObject({ status: 503 });
  await closed;
  await thread.whenEnded();
});

test('one whose code is not loaded gives its worker away, which does nothing that it was told and answers it no more', async () => {
  const thread = faultyThread();
  const ended = thread.whenEnded();
  const question = ask(thread, 'throw');
  const other = /** @type {AnalysisThread} */ (thread.giveAway());
  await expect(question).rejects.toMatchObject({ status: 503 });
  await ended;
  await expect(ask(thread, 'echo')).rejects.toMatchObject({ status: 503 });
  expect([thread.alive, thread.giveAway()]).toEqual([false, null]);
  expect(await ask(other, 'echo')).toBe('here');
  expect(other.giveAway()).toBeNull();
  await other.close();
});

const OPEN_FILES = '/proc/self/fd';

(existsSync(OPEN_FILES) ? test : test.skip)('threads that are closed at once leave no files open', async () => {
  const before = readdirSync(OPEN_FILES).length;
  for (let i = 0; i < 5; i++) {
    const thread = new AnalysisThread(LIMITS);
    await delay(20 * i);
    await thread.close();
  }
  expect(readdirSync(OPEN_FILES).length).toBeLessThan(before + 10);
});

test('many may wait for its end', async () => {
  const thread = faultyThread();
  const warnings = /** @type {Error[]} */ ([]);
  const note = (/** @type {Error} */ warning) => void warnings.push(warning);
  process.on('warning', note);
  const waiting = Array.from({ length: 20 }, () => thread.whenEnded());
  await thread.close();
  await Promise.all(waiting);
  await delay(0);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test('one that is stuck without being asked anything is found', async () => {
  const thread = faultyThread({ analysisAnswerMs: 500 });
  const [, error] = await once(thread, 'end');
  expect(error.code).toBe('analysis_stuck');
});

test('a capture over the memory limit shows what was read, and the server goes on', async () => {
  const server = await start({ limits: { analysisColumnBytes: 1 } });
  const bytes = httpCapture(3);
  const request = server.beginUpload('big.pcap', { 'content-length': bytes.length });
  request.write(bytes.subarray(0, 2000));
  const [capture] = await server.until(([first]) => first?.state === 'failed');
  expect(capture.error).toEqual({
    code: 'memory_limit',
    message: expect.stringMatching(/^The capture needs more memory .*\.$/),
  });
  expect(capture.packets).toBeGreaterThan(0);
  expect((await server.ask(`/api/captures/${capture.id}/connections`)).json.total).toBe(capture.connections);
  request.end(bytes.subarray(2000));
  const [answer] = await once(request, 'response');
  answer.resume();
  expect(await server.settled(capture.id)).toMatchObject({ state: 'failed', sizeBytes: bytes.length });
});

test('a heap that overflows fails the capture, not the server', async () => {
  const server = await start({ limits: { analysisHeapMb: 6 } });
  const { json } = await server.upload('x.pcap', httpCapture(3));
  const capture = await server.settled(json.capture.id);
  expect(capture).toMatchObject({ state: 'failed', error: { code: 'out_of_memory' } });
  const { status, json: answer } = await server.ask(`/api/captures/${capture.id}/connections`);
  expect(status).toBe(409);
  expect(answer.error).toEqual(capture.error);
});

test('threads over the bound are closed, longest unused first, and opened again when asked', async () => {
  const server = await start({ limits: { openAnalyses: 2, reopenWaitMs: 60_000 } });
  const ids = [];
  for (let i = 1; i <= 4; i++) {
    const { json } = await server.upload(`${i}.pcap`, httpCapture(i));
    ids.push((await server.settled(json.capture.id)).id);
  }
  const totals = [];
  for (const id of ids) totals.push((await server.ask(`/api/captures/${id}/connections`)).json.total);
  expect(totals).toEqual([1, 2, 3, 4]);
  const answers = await Promise.all([...ids, ...ids].map((id) => server.ask(`/api/captures/${id}/connections`)));
  expect(answers.map(({ json }) => json.total)).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
});
