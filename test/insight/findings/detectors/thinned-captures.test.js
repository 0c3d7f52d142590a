/** Recorded connections, of which the capture lacks half. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { OpenedAnalysis } from '../../../../lib/analysis/opened-analysis.js';
import { takeExaminer } from '../../../../lib/analysis/take-examiner.js';
import { Random } from '../../../../lib/simulator/engine/random.js';
import { rewritten } from '../../../support/packets/rewrite-capture.js';
import { describeShared } from '../../../support/shared.js';

const HANDSHAKE = 3;
const SEEDS = [1, 2, 3];
/** Owners that only packets would show which are missing. */
const DOUBTFUL = ['client_app', 'server_app', 'client_tcp', 'server_tcp'];

/** @param {Uint8Array} bytes @param {number} share that is dropped @param {number} seed */
function thinned(bytes, share, seed) {
  const random = new Random(seed, 1);
  let n = 0;
  return rewritten(bytes, ({ record }) => (n++ >= HANDSHAKE && random.chance(share) ? [] : [record]));
}

/** @param {Uint8Array} bytes @returns {Promise<any>} of the first connection */
async function described(bytes) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(bytes);
  analysis.ingest.end();
  await takeExaminer(analysis, false, { withTime: true });
  return analysis.connections.describe(0);
}

/** @param {Uint8Array} bytes @param {number} seed */
async function expectNobodyCharged(bytes, seed) {
  const { verdict, findings, time } = await described(thinned(bytes, 0.5, seed));
  expect(verdict).toMatchObject({ code: 'capture_drops', limit: null });
  expect(findings.filter((/** @type {any} */ { costSeconds }) => costSeconds > 0)).toEqual([]);
  for (const owner of DOUBTFUL) expect(time.owners[owner] ?? 0).toBe(0);
}

/** @param {string} name */
const fixture = (name) => new Uint8Array(readFileSync(new URL(`../../../../fixtures/pcaps/${name}`, import.meta.url)));

test.each(SEEDS)('half of the packets show that half are missing, and nobody who waited (seed %s)', async (seed) => {
  await expectNobodyCharged(fixture('path-keep-alive.pcap'), seed);
});

test('few packets missing of many leave the rest as it was', async () => {
  const { findings, time } = await described(thinned(fixture('path-keep-alive.pcap'), 0.02, 1));
  expect(findings.map((/** @type {any} */ { code }) => code)).toEqual(['capture_drops', 'one_exchange_at_a_time']);
  expect(time.owners.unknown).toBeUndefined();
});

describeShared('recorded traffic', 'pcaps/truth', (folder) => {
  const names = [
    'http1-think-30ms',
    'http1-keepalive-loss-30ms',
    'rwnd-slowreader-60ms',
    'rto-tail-40ms',
    'tlp-tail3-40ms',
  ];
  test.each(names.flatMap((name) => SEEDS.map((seed) => /** @type {const} */ ([name, seed]))))(
    'of %s charges nobody with seed %s',
    (name, seed) => expectNobodyCharged(new Uint8Array(gunzipSync(readFileSync(`${folder}/${name}.pcap.gz`))), seed),
  );
});
