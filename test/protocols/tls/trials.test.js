/** Behind a gap nobody knows a record's number: how many are tried, counted. */
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { UNKNOWN_GAP_BYTES } from '../../../lib/protocols/stream-parser.js';
import { KeyLog } from '../../../lib/protocols/tls/key-log.js';
import { MAX_FAILED_SEARCHES, MAX_RECORDS_SKIPPED, MAX_TRIAL_BYTES } from '../../../lib/protocols/tls/limits.js';
import { concatBytes } from '../../support/packets/frames.js';
import { tlsSession } from '../../support/tls/tls-session.js';
import { feed, open } from './support/reading.js';

const AT = { frame: 1, timeNs: 0, deliveredFrame: 1, deliveredNs: 0 };
const HANDSHAKE = 22;
const APPLICATION_DATA = 23;
const RANDOM = new Uint8Array(32).fill(0x43);
/** Bytes that a trial counts for besides its record's. */
const TRIAL_BYTES = 4096;

/** @param {number} type @param {ArrayLike<number>} body */
const record = (type, body) =>
  concatBytes(Uint8Array.of(type, 3, 3, body.length >> 8, body.length & 255), Uint8Array.from(body));
/** @param {number} type @param {Uint8Array} body */
const handshake = (type, body) => record(HANDSHAKE, concatBytes(Uint8Array.of(type, 0, 0, body.length), body));

const CLIENT_HELLO = handshake(
  1,
  concatBytes(Uint8Array.of(3, 3), RANDOM, Uint8Array.of(0, 0, 2, 0x13, 1, 1, 0, 0, 7, 0, 43, 0, 3, 2, 3, 4)),
);
const SERVER_HELLO = handshake(
  2,
  concatBytes(Uint8Array.of(3, 3), new Uint8Array(32), Uint8Array.of(0, 0x13, 1, 0, 0, 6, 0, 43, 0, 2, 3, 4)),
);
const LABELS = [
  'CLIENT_HANDSHAKE_TRAFFIC_SECRET',
  'SERVER_HANDSHAKE_TRAFFIC_SECRET',
  'CLIENT_TRAFFIC_SECRET_0',
  'SERVER_TRAFFIC_SECRET_0',
];
const KEY_LOG = LABELS.map((label, i) => `${label} ${'43'.repeat(32)} ${`0${i}`.repeat(32)}\n`).join('');

/** A connection with keys that open nothing, up to the hellos. */
function begun() {
  const keyLog = new KeyLog();
  const counts = { trials: 0, bytes: 0 };
  keyLog.add(KEY_LOG);
  const ciphers = {
    ...nodeCiphers,
    open: (/** @type {Parameters<typeof nodeCiphers.open>} */ ...given) => {
      counts.trials++;
      counts.bytes += given[4].length + TRIAL_BYTES;
      return nodeCiphers.open(...given);
    },
  };
  const { connection, undecryptableOf } = open(keyLog, ciphers);
  connection.push(0, 0, CLIENT_HELLO, 0, CLIENT_HELLO.length, AT);
  connection.push(1, 0, SERVER_HELLO, 0, SERVER_HELLO.length, AT);
  let offset = SERVER_HELLO.length;
  return {
    counts,
    undecryptableOf,
    gap(/** @type {number} */ length) {
      connection.gap(1, offset, length, AT);
      offset += length;
    },
    push(/** @type {Uint8Array} */ bytes) {
      const wanted = connection.push(1, offset, bytes, 0, bytes.length, AT);
      offset += bytes.length;
      return wanted;
    },
  };
}

const SHORT = record(APPLICATION_DATA, new Uint8Array(20).fill(7));

test.each([100, 400, 1600])('after a gap %i records that nothing opens cost no more than the first few', (records) => {
  const { counts, undecryptableOf, gap, push } = begun();
  gap(1400);
  const wanted = push(concatBytes(...Array.from({ length: records }, () => SHORT)));
  expect(counts.trials).toBeLessThanOrEqual(MAX_FAILED_SEARCHES * 2 * (1 + (1400 + 3 * SHORT.length) / 14));
  expect(undecryptableOf()).toBe(1);
  expect(wanted).toBe(Infinity);
});

test.each([14, 28, 140, 1400, 14_000, 1e9])('a gap of %i bytes can have held so many records', (length) => {
  const { counts, gap, push } = begun();
  gap(length);
  push(SHORT);
  expect(counts.trials).toBe(2 * (1 + Math.min(MAX_RECORDS_SKIPPED, length / 14)));
});

test('of a gap of which nobody knows how long it is, the most are tried', () => {
  const { counts, gap, push } = begun();
  gap(UNKNOWN_GAP_BYTES);
  push(SHORT);
  expect(counts.trials).toBe(2 * (1 + MAX_RECORDS_SKIPPED));
});

test.each([1000, 4000])('%i gaps, each with a record behind it, cost no more than the connection may try', (gaps) => {
  const { counts, undecryptableOf, gap, push } = begun();
  for (let i = 0; i < gaps; i++) {
    gap(1400);
    push(SHORT);
  }
  expect(counts.bytes).toBeLessThan(1.1 * MAX_TRIAL_BYTES);
  expect(undecryptableOf()).toBe(1);
});

test.each(['TLSv1', 'TLSv1.2', 'TLSv1.3'])(
  'what follows on records that are missing is decrypted, %s',
  async (version) => {
    const isOld = version === 'TLSv1';
    const settings = /** @type {import('node:tls').ConnectionOptions} */ ({
      minVersion: version,
      maxVersion: version,
      ...(isOld ? { ciphers: 'ECDHE-RSA-AES256-SHA:@SECLEVEL=0' } : {}),
    });
    const requests = Array.from({ length: 300 }, (_, i) => `request ${i};`);
    const { sent, keyLog: text } = await tlsSession({ settings, requests });
    const keyLog = new KeyLog();
    const records = sent.filter(({ endpoint }) => endpoint === 0);
    keyLog.add(text);
    const { connection, content, undecryptableOf } = open(keyLog);
    const from = sent.indexOf(records[20]);
    const to = sent.indexOf(records[100]);
    feed(connection, sent, undefined, (frame) => frame - 1 >= from && frame - 1 < to);
    expect(content.texts[0]).toContain('request 299;');
    expect(content.texts[1]).toContain('REQUEST 299;');
    expect(undecryptableOf()).toBe(0);
  },
);
