/** A self-signed certificate with a canary in every name. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @param {(prefix?: string) => string} c a new canary
 * @returns {{ key: Buffer, cert: Buffer }}
 */
export function canaryCertificate(c) {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-certificate-'));
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
  const subject = `/C=ZQ/ST=${c()}/L=${c()}, ${c()}/O=${c()}, Inc., OU=${c()}/OU=${c()}/CN=${c()}, CN=${c()}`;
  const names = `DNS:${c()}.example,DNS:*.${c()}.example,email:${c()}@${c()}.example,URI:http://${c()}/,IP:203.0.113.77`;
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert];
  const said = ['-days', '2', '-subj', subject, '-addext', `subjectAltName=${names}`];
  execFileSync('openssl', ['req', '-x509', ...made, ...said], { stdio: 'ignore' });
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return pair;
}
