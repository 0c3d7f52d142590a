/** What users read is in the field's words: those on the left of the list have a name that everybody knows. */
import { readdirSync, readFileSync } from 'node:fs';

import { KINDS } from '../../lib/insight/findings/all-kinds.js';
import { LIMIT_TITLES } from '../../lib/insight/verdict/words.js';

const ROOT = new URL('../../', import.meta.url);

/** @type {[RegExp, string][]} */
const AVOIDED = [
  [/\bsent again\b/i, 'retransmitted'],
  [/\bfor nothing\b/i, 'spurious'],
  [/(repaired|acknowledged) (only )?by a timer/i, 'retransmission timeout, delayed ACKs'],
  [/\bran full\b|full queue/i, 'overflowed, congestion loss'],
  [/\blong queue\b/i, 'bufferbloat, queueing delay'],
  [/\bpath full\b/i, 'bandwidth limited'],
  [/sender had no data/i, 'application limited'],
  [/not looked at/i, 'not analysed'],
  [/one request at a time/i, 'serial requests'],
  [/pushed in pieces|kept alive'|other end gone/i, 'pushed segments, keep-alives, peer gone'],
  [/\b(SACK|timestamps) off\b/i, 'no SACK, no timestamps'],
  [/joined by offload/i, 'offloaded (TSO/GRO)'],
  [/capture lost packets/i, 'packets missing from the capture'],
  [/means nothing|only in part\b|does not show here:/i, 'not measurable, partial, not observable'],
  [/taken for granted|as it was'|move a slider/i, 'assumptions, reset'],
  [/to be trusted|be taken with care/i, 'replay error, no prediction'],
  [/\bmost in flight\b|arrived late|longest silence/i, 'max in flight, out of order, longest gap'],
  [/\bConns\b|roles guessed/, 'connections, client and server inferred'],
  [/held back by|what held it back/i, 'limited by'],
  [/what is ill|sealed|told by content/i, 'diagnostics, encrypted, detected from content'],
  [/\bwords, or rtt\b/i, 'filter'],
  [/\bsniff/i, 'capture'],
  [/\bnot needed\b|answer to a keep-alive/i, 'spurious, keep-alive ACK'],
  [/\bis no (JSON|HAR|address|folder|file)\b/i, 'is not'],
];

/** @param {string} folder @returns {string[]} sources of ours */
const sourcesIn = (folder) =>
  readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !name.startsWith('vendor'))
    .map((name) => `${folder}${name}`);

/** Text between quotes, comments left out. @param {string} source */
function textsOf(source) {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1');
  return [...code.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)].map(([text]) => text);
}

test.each(AVOIDED.map(([avoided, better]) => ({ avoided, better })))(
  'users read "$better", not $avoided',
  ({ avoided }) => {
    const files = ['lib/insight/', 'client/', 'bin/commands/'].flatMap(sourcesIn);
    expect(files.length).toBeGreaterThan(300);
    const found = files.flatMap((file) =>
      textsOf(readFileSync(new URL(file, ROOT), 'utf8'))
        .filter((text) => avoided.test(text))
        .map((text) => `${file}: ${text.slice(0, 100)}`),
    );
    expect(found).toEqual([]);
  },
);

test('a limit and a finding of one name are one thing', () => {
  const titles = Object.values(KINDS).map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(Object.values(LIMIT_TITLES).filter((title) => titles.includes(title))).toEqual([
    'Receive window limited',
    'Zero window',
    'Send buffer limited',
    'Application limited',
    'Path MTU exceeded',
    'Fixed window',
  ]);
});
