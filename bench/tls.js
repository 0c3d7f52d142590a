/**
 * node bench/tls.js
 *
 * How fast TLS 1.3 with 16 KB records is read and decrypted, on one core: against the cipher alone (node:crypto, the
 * same records, in the same run), in turn.
 */
import { createDecipheriv } from 'node:crypto';

import { nodeCiphers } from '../lib/node/ciphers.js';
import { TlsConnection, WaitingBudget } from '../lib/protocols/tls/connection.js';
import { KeyLog } from '../lib/protocols/tls/key-log.js';
import { TrialPool } from '../lib/protocols/tls/number-search.js';
import { tlsSession } from '../test/support/tls/tls-session.js';
import { median } from './measure.js';

const MEGABYTES = 32;
const ROUNDS = 7;
const SEGMENT_BYTES = 1448;
const RECORD_BYTES = 16_384;
const TAG_BYTES = 16;
const GOAL = 300;
const PLACE = { frame: 1, timeNs: 0, deliveredFrame: 1, deliveredNs: 0 };

/** @param {() => number} work gives the bytes that were opened @returns {number} MB/s of this process's CPU time */
function rate(work) {
  const before = process.cpuUsage();
  const bytes = work();
  const { user, system } = process.cpuUsage(before);
  return bytes / (user + system);
}

/** @param {{ endpoint: 0|1, bytes: Uint8Array }[]} segments @param {KeyLog} keyLog */
function read(segments, keyLog) {
  let content = 0;
  const openContent = () => ({
    push: (
      /** @type {0|1} */ _endpoint,
      /** @type {number} */ offset,
      /** @type {Uint8Array} */ _bytes,
      /** @type {number} */ start,
      /** @type {number} */ end,
    ) => {
      content += end - start;
      return offset + end - start;
    },
    gap: () => Infinity,
    end: () => {},
  });
  const connection = new TlsConnection({
    ciphers: nodeCiphers,
    keyLog,
    waiting: new WaitingBudget(),
    trials: new TrialPool(),
    openContent,
  });
  const offsets = [0, 0];
  for (const { endpoint, bytes } of segments) {
    connection.push(endpoint, offsets[endpoint], bytes, 0, bytes.length, PLACE);
    offsets[endpoint] += bytes.length;
  }
  return content;
}

/** As many records, opened by the cipher alone (their tags do not fit, which costs the same). @param {number} bytes */
function decrypt(bytes) {
  const sealed = new Uint8Array(RECORD_BYTES + TAG_BYTES);
  const key = new Uint8Array(16);
  const nonce = new Uint8Array(12);
  const additional = new Uint8Array(5);
  for (let done = 0; done < bytes; done += RECORD_BYTES) {
    const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(RECORD_BYTES));
    decipher.setAAD(additional);
    decipher.update(sealed.subarray(0, RECORD_BYTES));
    try {
      decipher.final();
    } catch {
      continue;
    }
  }
  return bytes;
}

const { sent, keyLog: text } = await tlsSession({
  kind: 'ec',
  settings: { minVersion: 'TLSv1.3', ciphers: 'TLS_AES_128_GCM_SHA256' },
  requests: ['x'.repeat(MEGABYTES * 1e6)],
});
const keyLog = new KeyLog();
keyLog.add(text);
const segments = sent.flatMap(({ endpoint, bytes }) =>
  Array.from({ length: Math.ceil(bytes.length / SEGMENT_BYTES) }, (_, i) => ({
    endpoint,
    bytes: bytes.subarray(i * SEGMENT_BYTES, (i + 1) * SEGMENT_BYTES),
  })),
);
/** @type {number[][]} */
const rates = [];
for (let round = 0; round <= ROUNDS; round++) {
  const ours = rate(() => read(segments, keyLog));
  const bare = rate(() => decrypt(2 * MEGABYTES * 1e6));
  if (round > 0) rates.push([ours, bare]);
}
const ours = median(rates.map(([one]) => one));
const bare = median(rates.map(([, one]) => one));
const ratio = median(rates.map(([one, other]) => one / other));
process.stdout.write(
  `TLS 1.3, AES-128-GCM, 16 KB records in segments of ${SEGMENT_BYTES} bytes: ${ours.toFixed(0)} MB/s (≥ ${GOAL} ${ours >= GOAL ? 'met' : 'MISSED'}), the cipher alone ${bare.toFixed(0)} MB/s, ratio ${ratio.toFixed(2)}\n`,
);
