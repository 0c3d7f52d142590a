/** Secrets that a pcapng brings count as if they stood first, wherever they stand and however the capture comes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { readWithLateSecrets } from '../../lib/analysis/late-secrets.js';
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { followCapture, readCapture } from '../../lib/capture/file/read-capture.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { ParallelReader } from '../../lib/threads/parallel-reader.js';
import { startReading } from '../../lib/threads/start-reader.js';
import { tellAnswers, tellForms } from '../fuzz/questions.js';
import { withTwo } from '../support/processors.js';
import { http1OverTls, http2OverTls, secretsCapture } from '../support/tls/secrets-capture.js';

/** @typedef {import('../../lib/protocols/tls/key-log.js').KeyLog} KeyLog */

const folder = mkdtempSync(join(tmpdir(), 'selfclock-'));
afterAll(() => rmSync(folder, { recursive: true }));

const V1_2 = /** @type {const} */ ({ maxVersion: 'TLSv1.2' });
const V1_3 = /** @type {const} */ ({ minVersion: 'TLSv1.3' });
const sessions = await Promise.all([http1OverTls(V1_3), http2OverTls(V1_3), http1OverTls(V1_2), http2OverTls(V1_2)]);
const PACKETS = 30;
const NONE = sessions.map(() => -1);
const LAST = sessions.map(() => Infinity);
const FIRST = secretsCapture(
  sessions,
  sessions.map(() => 0),
);

/** @param {Uint8Array} bytes @param {number[]} sizes of chunks, used in turn @param {KeyLog} [keyLog] */
async function pushed(bytes, sizes, keyLog) {
  const analysis = new OpenedAnalysis({ ciphers: nodeCiphers, keyLog });
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const chunk = bytes.slice(at, at + sizes[turn % sizes.length]);
    analysis.ingest.push(chunk);
    at += chunk.length;
    chunk.fill(0xee);
  }
  analysis.ingest.end();
  return analysis;
}

/** All that the command line prints and the page asks for. @param {OpenedAnalysis} analysis */
function saidBy(analysis) {
  /** @type {[string, string][]} */
  const told = [];
  const tell = (/** @type {string} */ name, /** @type {unknown} */ answer) => {
    told.push([
      name,
      answer instanceof Uint8Array ? Buffer.from(answer).toString('latin1') : (JSON.stringify(answer) ?? ''),
    ]);
  };
  tellForms(analysis, tell);
  tellAnswers(analysis, tell);
  return told;
}

const expected = saidBy(await pushed(FIRST, [FIRST.length]));

test('the capture is one whose exchanges need its secrets', async () => {
  const read = await pushed(FIRST, [FIRST.length]);
  const sealed = await pushed(secretsCapture(sessions, NONE), [1000]);
  expect(read.ingest.messages.encryption).toEqual({ tls: 4, decrypted: 4 });
  expect(
    [...read.messages.inOrder()]
      .map(({ target }) => target)
      .filter(Boolean)
      .sort(),
  ).toEqual(['/five', '/five', '/four', '/four', '/one', '/one', '/six', '/six', '/three', '/three', '/two', '/two']);
  expect(sealed.ingest.messages.encryption).toEqual({ tls: 4, decrypted: 0 });
});

describe.each([
  ['first', FIRST],
  ['last', secretsCapture(sessions, LAST)],
  [
    'amidst the packets',
    secretsCapture(
      sessions,
      sessions.map((_, i) => PACKETS + 20 * i),
    ),
  ],
  [
    'first and last',
    secretsCapture(
      sessions,
      sessions.map((_, i) => (i % 2 === 0 ? 0 : Infinity)),
    ),
  ],
])('secrets that stand %s', (name, bytes) => {
  test.each([[[bytes.length]], [[1]], [[7, 100]], [[700]], [[1 << 14]], [[bytes.length - 700, 1]]])(
    'in chunks of %j bytes',
    async (sizes) => {
      expect(saidBy(await readWithLateSecrets((keyLog) => pushed(bytes, sizes, keyLog)))).toEqual(expected);
    },
  );

  test('in a file, packed or growing', async () => {
    const path = join(folder, name);
    const packed = `${path}.gz`;
    writeFileSync(path, bytes);
    writeFileSync(packed, gzipSync(bytes));
    for (const read of [
      (/** @type {OpenedAnalysis} */ analysis) => readCapture(path, analysis.ingest, { chunkBytes: 999 }),
      (/** @type {OpenedAnalysis} */ analysis) => readCapture(packed, analysis.ingest),
      (/** @type {OpenedAnalysis} */ analysis) =>
        followCapture(path, analysis.ingest, { finished: () => true, chunkBytes: 999 }),
    ]) {
      expect(
        saidBy(
          await readWithLateSecrets(async (keyLog) => {
            const analysis = new OpenedAnalysis({ ciphers: nodeCiphers, keyLog });
            await read(analysis);
            return analysis;
          }),
        ),
      ).toEqual(expected);
    }
  });

  withTwo.each([[700], [undefined]])('by two threads, %s bytes at a time', async (chunkBytes) => {
    const path = join(folder, `${name}.two`);
    writeFileSync(path, bytes);
    expect(
      saidBy(
        await readWithLateSecrets(async (keyLog) => {
          const thread = await startReading(path, { leastBytes: 0 });
          if (thread === null) throw new Error('it was not read ahead');
          const ahead = new ParallelReader(thread, { chunkBytes });
          const { core, decoder } = ahead;
          const analysis = new OpenedAnalysis({ ciphers: nodeCiphers, keyLog, core, decoder });
          await ahead.bring(analysis);
          return analysis;
        }),
      ),
    ).toEqual(expected);
  });
});

test.each([
  ['without secrets', NONE, 1],
  ['with secrets before the packets that need them', NONE.map(() => 2), 1],
  ['with secrets behind them', LAST, 2],
])('a capture %s is read no more often than needed', async (_, places, times) => {
  const bytes = secretsCapture(sessions, places);
  let readings = 0;
  await readWithLateSecrets((keyLog) => {
    readings++;
    return pushed(bytes, [500], keyLog);
  });
  expect(readings).toBe(times);
});

test('of two secrets of the same name the first counts, in chunks of any size', async () => {
  const wrong = sessions.map(({ sent, keyLog }) => ({
    sent,
    keyLog: keyLog.replace(/[0-9a-f](?=\n)/g, (digit) => (digit === '0' ? '1' : '0')),
  }));
  const bytes = secretsCapture(
    [...sessions, ...wrong.map(({ keyLog }) => ({ sent: [], keyLog }))],
    [...LAST, ...sessions.map(() => Infinity)],
  );
  const [whole, pieces] = await Promise.all(
    [[bytes.length], [700]].map((sizes) => readWithLateSecrets((keyLog) => pushed(bytes, sizes, keyLog))),
  );
  expect(pieces.ingest.messages.encryption).toEqual({ tls: 4, decrypted: 4 });
  expect(saidBy(pieces)).toEqual(saidBy(whole));
});
