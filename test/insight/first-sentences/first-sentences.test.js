/**
 * The first sentence of every capture at hand, as somebody has read it: a rule that changes one shows it here. To write
 * them anew, and then to read what changed: `UPDATE_SENTENCES=1 npm test -- test/insight/first-sentences`
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { readKeyLog } from '../../../bin/commands/input/read-key-log.js';
import { readNamed } from '../../../bin/commands/input/read-named.js';
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { CaptureError } from '../../../lib/capture/capture-error.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { describeShared } from '../../support/shared.js';

const CAPTURE = /\.(pcap|pcapng|cap|dmp|dump|erf|snoop|ntar)(\.gz)?$/i;
const isUpdating = process.env.UPDATE_SENTENCES === '1';
const MAX_MS = 600_000;

/** @param {string} path @returns {Promise<string>} as `analyze` says it; "–" of a capture without connections */
async function firstSentence(path) {
  const keys = `${path.replace(CAPTURE, '')}.keys`;
  const analysis = new OpenedAnalysis({
    ciphers: nodeCiphers,
    keyLog: await readKeyLog(existsSync(keys) ? keys : undefined),
  });
  try {
    await readNamed(path, analysis.ingest, {});
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    return `not read: ${error.code}`;
  }
  return analysis.findings.ofCapture().verdict?.sentence ?? '–';
}

/**
 * @typedef {{ sentence: string, reason: string }} Line
 * @param {string} url of the kept sentences: name, sentence and, for those that a reader might doubt, why it is right
 * @returns {Map<string, Line>}
 */
function kept(url) {
  if (!existsSync(url)) return new Map();
  const lines = readFileSync(url, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [name, sentence, reason = ''] = line.split('\t');
      return [name, { sentence, reason }];
    }),
  );
}

/** @param {string} folder @param {string} name of the kept sentences */
async function compare(folder, name) {
  const file = fileURLToPath(new URL(`./${name}.tsv`, import.meta.url));
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((one) => CAPTURE.test(one))
    .sort();
  const told = kept(file);
  /** @type {Record<string, string>} */
  const said = {};
  for (const one of names) said[one] = await firstSentence(`${folder}/${one}`);
  if (isUpdating) {
    const lines = names.map((one) => {
      const reason = told.get(one)?.sentence === said[one] ? (told.get(one)?.reason ?? '') : '';
      return [one, said[one], ...(reason === '' ? [] : [reason])].join('\t');
    });
    writeFileSync(file, `${lines.join('\n')}\n`);
    return;
  }
  expect(said).toEqual(Object.fromEntries(Array.from(told, ([one, { sentence }]) => [one, sentence])));
}

test(
  'fixtures',
  () => compare(fileURLToPath(new URL('../../../fixtures/pcaps', import.meta.url)), 'fixtures'),
  MAX_MS,
);

for (const name of ['cases', 'webmux', 'truth', 'public']) {
  describeShared(name, `pcaps/${name}`, (folder) => {
    test('first sentences', () => compare(folder, name), MAX_MS);
  });
}
