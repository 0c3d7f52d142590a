/** Fingerprints and certificates. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync } from 'node:zlib';

import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import {
  rawKeyAlgorithm,
  readCertificate,
  readCertificates,
  uncompressedCertificate,
} from '../../../lib/protocols/tls/certificates.js';
import { ja4 } from '../../../lib/protocols/tls/ja4.js';
import { KeyLog } from '../../../lib/protocols/tls/key-log.js';
import { sentCapture } from '../../support/packets/sent-capture.js';
import { tlsCapture } from '../../support/tls/tls-capture.js';
import { tlsSession } from '../../support/tls/tls-session.js';

const numbers = (/** @type {string} */ text) => text.split(',').map((one) => parseInt(one, 16));

/** The example of the specification, a Chrome, with a value of RFC 8701 in each list. */
const CHROME = {
  version: 0x0304,
  ciphers: numbers('1a1a,1301,1302,1303,c02b,c02f,c02c,c030,cca9,cca8,c013,c014,009c,009d,002f,0035'),
  extensions: numbers('2a2a,001b,0000,0033,0010,4469,0017,002d,000d,0005,0023,0012,002b,ff01,000b,000a,0015'),
  signatureAlgorithms: numbers('0403,0804,0401,0503,0805,0501,0806,0601'),
  hasServerName: true,
  alpn: new Uint8Array(Buffer.from('h2')),
};

test('JA4 as its specification has it', () => {
  expect(ja4(CHROME, nodeCiphers)).toBe('t13d1516h2_8daaf6152771_e5627efa2ab1');
  const bare = {
    ...CHROME,
    version: 0x0303,
    ciphers: [],
    extensions: [],
    signatureAlgorithms: [],
    hasServerName: false,
  };
  expect(ja4({ ...bare, alpn: null }, nodeCiphers)).toBe('t12i000000_000000000000_000000000000');
  expect(ja4({ ...bare, alpn: Uint8Array.of(0xab, 0xcd) }, nodeCiphers).slice(8, 10)).toBe('ad');
});

/** @param {string[]} more arguments of openssl @returns {Buffer} a certificate in DER */
function certificate(more) {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-certificate-'));
  const out = join(folder, 'cert.der');
  const subject = ['-subj', '/C=DE/ST=Nord/L=Kiel/O=Größe GmbH/OU=Netz/CN=a.example', '-utf8'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', join(folder, 'key')];
  execFileSync('openssl', ['req', '-x509', ...key, '-outform', 'DER', '-out', out, ...subject, ...more], {
    stdio: 'ignore',
  });
  const bytes = readFileSync(out);
  rmSync(folder, { recursive: true });
  return bytes;
}

test.each([
  ['two days', ['-days', '2', '-addext', 'subjectAltName=DNS:a.example,DNS:*.b.example,IP:192.0.2.1,IP:2001:db8::1']],
  ['into the time of four-digit years', ['-days', '20000']],
])('a certificate of %s reads as in OpenSSL', (_name, more) => {
  const bytes = certificate(more);
  const oracle = new X509Certificate(bytes);
  const read = /** @type {import('../../../lib/protocols/tls/certificates.js').Certificate} */ (readCertificate(bytes));
  expect(read.subject).toBe('C=DE, ST=Nord, L=Kiel, O=Größe GmbH, OU=Netz, CN=a.example');
  expect(read.subject.split(', ')).toEqual(oracle.subject.split('\n'));
  expect(Date.parse(String(read.notBefore))).toBe(Date.parse(oracle.validFrom));
  expect(Date.parse(String(read.notAfter))).toBe(Date.parse(oracle.validTo));
  const named = read.names.map((name) =>
    /^[\d.]+$|:/.test(name) ? `IP Address:${name.toUpperCase()}` : `DNS:${name}`,
  );
  expect(named.join(', ')).toBe(oracle.subjectAltName ?? '');
});

test('damaged certificates are none, or lack something; nothing is thrown', () => {
  const bytes = certificate(['-days', '2']);
  for (let at = 0; at < bytes.length; at++) {
    readCertificate(bytes.subarray(0, at));
    const other = Uint8Array.from(bytes);
    other[at] ^= 0xff;
    readCertificate(other);
    readCertificates(other, at % 2 === 0);
  }
  expect(readCertificate(new Uint8Array(0))).toBe(null);
});

test.each([/** @type {const} */ ('TLSv1.2'), /** @type {const} */ ('TLSv1.3')])(
  'names, times and fingerprint of a %s connection, where they can be read',
  async (maxVersion) => {
    const { capture, keyLog: keys } = await tlsCapture({ settings: { maxVersion } });
    const tlsOf = (/** @type {string} */ secrets) => {
      const keyLog = new KeyLog();
      keyLog.add(secrets);
      const analysis = new OpenedAnalysis({ ciphers: nodeCiphers, keyLog });
      analysis.ingest.push(capture);
      analysis.ingest.end();
      return {
        tls: analysis.connections.describe(0).tls,
        asked: ['tls.sni', 'tls.version', 'tls.handshake.ja4'].map((name) =>
          analysis.connections.filtered.reader(name)(0),
        ),
      };
    };
    const { tls, asked } = tlsOf(keys);
    expect(tls?.certificates).toMatchObject([
      { direction: 'serverToClient', subject: 'CN=a.example', issuer: 'CN=a.example' },
    ]);
    expect(tls?.ja4).toMatch(maxVersion === 'TLSv1.3' ? /^t13d\d{4}00_/ : /^t12d\d{4}00_/);
    expect(asked).toEqual(['a.example', maxVersion.replace('v', ' '), tls?.ja4]);
    expect(tlsOf('').tls?.certificates.length).toBe(maxVersion === 'TLSv1.3' ? 0 : 1);
  },
);

const uint24 = (/** @type {number} */ value) => [value >> 16, (value >> 8) & 255, value & 255];
const compressed = (/** @type {number} */ coding, /** @type {number} */ length, /** @type {Uint8Array} */ packed) =>
  Uint8Array.from([0, coding, ...uint24(length), ...uint24(packed.length), ...packed]);

test('a compressed certificate is unpacked by zlib, Brotli and Zstandard, and no further than it says', () => {
  const plain = Buffer.from('a certificate, a certificate, a certificate');
  const size = plain.length;
  const block = 1 | (size << 3);
  const zstd = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, size, block & 255, block >> 8, 0, ...plain]);
  const packed = { 1: deflateSync(plain), 2: brotliCompressSync(plain), 3: zstd };
  for (const [coding, bytes] of Object.entries(packed)) {
    expect(Buffer.from(uncompressedCertificate(compressed(+coding, size, bytes), nodeCiphers) ?? [])).toEqual(plain);
  }
  expect(uncompressedCertificate(compressed(2, size - 1, packed[2]), nodeCiphers)).toBe(null);
  expect(uncompressedCertificate(compressed(2, 0xffffff, packed[2]), nodeCiphers)).toBe(null);
  expect(uncompressedCertificate(compressed(9, size, packed[2]), nodeCiphers)).toBe(null);
  expect(uncompressedCertificate(Uint8Array.of(0, 2, 0), nodeCiphers)).toBe(null);
});

test('the names of a certificate that is sent compressed', async () => {
  const { sent } = await tlsSession({ settings: { maxVersion: 'TLSv1.2' } });
  const packs = sent.map((one) => ({ ...one, bytes: compressCertificate(one.bytes) }));
  expect(packs.some(({ bytes }, i) => bytes.length !== sent[i].bytes.length)).toBe(true);
  const analysis = new OpenedAnalysis({ ciphers: nodeCiphers });
  analysis.ingest.push(sentCapture(packs));
  analysis.ingest.end();
  expect(analysis.connections.describe(0).tls?.certificates).toMatchObject([{ subject: 'CN=a.example' }]);
});

/** A flight of TLS 1.2 as it would be with a CompressedCertificate message. @param {Uint8Array} flight */
function compressCertificate(flight) {
  /** @type {number[]} */
  const records = [];
  for (let at = 0; at < flight.length;) {
    const length = (flight[at + 3] << 8) | flight[at + 4];
    const body = flight.subarray(at + 5, at + 5 + length);
    const isCertificate = flight[at] === 22 && body[0] === 11;
    const message = compressed(2, length - 4, brotliCompressSync(body.subarray(4)));
    const changed = isCertificate ? Uint8Array.from([25, ...uint24(message.length), ...message]) : body;
    records.push(...flight.subarray(at, at + 3), changed.length >> 8, changed.length & 255, ...changed);
    at += 5 + length;
  }
  return Uint8Array.from(records);
}

test('a public key without a certificate (RFC 7250) is named by its algorithm', () => {
  const pairs = {
    Ed25519: generateKeyPairSync('ed25519'),
    Ed448: generateKeyPairSync('ed448'),
    EC: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    RSA: generateKeyPairSync('rsa', { modulusLength: 1024 }),
  };
  for (const [name, { publicKey }] of Object.entries(pairs)) {
    const key = publicKey.export({ type: 'spki', format: 'der' });
    const old = Uint8Array.of(...uint24(key.length), ...key);
    const entry = Uint8Array.of(...uint24(key.length), ...key, 0, 0);
    const body = Uint8Array.of(0, ...uint24(entry.length), ...entry);
    expect([rawKeyAlgorithm(old, false), rawKeyAlgorithm(body, true)]).toEqual([name, name]);
    expect([readCertificates(old, false), readCertificates(body, true)]).toEqual([[], []]);
    for (let cut = 0; cut < body.length - 2; cut++) expect(rawKeyAlgorithm(body.subarray(0, cut), true)).toBeNull();
  }
});

test('a certificate is no bare key', () => {
  const der = certificate(['-days', '2']);
  const entry = Uint8Array.of(...uint24(der.length), ...der, 0, 0);
  expect(rawKeyAlgorithm(Uint8Array.of(0, ...uint24(entry.length), ...entry), true)).toBeNull();
});
