/** Real TLS by OpenSSL between two ends in this process: what each sent, and the key log. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tls from 'node:tls';

import { duplexPipe } from '../duplex-pipe.js';

/** @typedef {import('../duplex-pipe.js').Sent} Sent */

/** A self-signed certificate. @param {'rsa'|'ec'} kind */
export function certificate(kind) {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-tls-'));
  const key = join(folder, 'key.pem');
  const cert = join(folder, 'cert.pem');
  const algorithm = kind === 'rsa' ? ['rsa:2048'] : ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      ...algorithm,
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '2',
      '-subj',
      '/CN=a.example',
    ],
    { stdio: 'ignore' },
  );
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return pair;
}

/** @type {Partial<Record<'rsa'|'ec', { key: Buffer, cert: Buffer }>>} */
const certificates = {};

/**
 * The client sends each of `requests` and waits for its answer, which is the request in upper case.
 * @param {object} options
 * @param {'rsa'|'ec'} [options.kind] of the server's key
 * @param {import('node:tls').SecureContextOptions & import('node:tls').ConnectionOptions} [options.settings] of both
 *   ends
 * @param {string[]} [options.requests]
 * @param {Sent[]} [options.content] in place of requests and answers: what either end sends, once it has got what was
 *   sent before
 * @param {Buffer} [options.session] to resume
 * @param {any} [options.context] of the server, to resume with
 * @returns {Promise<{ sent: Sent[], keyLog: string, session: Buffer|undefined, context: any }>}
 */
export async function tlsSession({ kind = 'rsa', settings = {}, requests = ['hello'], content, session, context }) {
  const pair = (certificates[kind] ??= certificate(kind));
  /** @type {Sent[]} */
  const sent = [];
  const [near, far] = duplexPipe(sent);
  const secureContext = context ?? tls.createSecureContext({ ...pair, ...settings });
  const server = new tls.TLSSocket(far, { isServer: true, secureContext, ALPNProtocols: settings.ALPNProtocols });
  if (content === undefined) server.on('data', (data) => server.write(data.toString().toUpperCase()));
  server.on('error', () => {});
  const client = tls.connect({
    socket: near,
    servername: 'a.example',
    rejectUnauthorized: false,
    ...settings,
    session,
  });
  let keyLog = '';
  client.on('keylog', (line) => {
    keyLog += line.toString();
  });
  /** @type {Buffer|undefined} */
  let latest;
  client.on('session', (data) => {
    latest = data;
  });
  await new Promise((resolve, reject) => client.once('secureConnect', resolve).once('error', reject));
  if (content !== undefined) await converse([client, server], content);
  else await ask(client, requests);
  const ended = new Promise((resolve) => server.once('end', resolve));
  client.end();
  await ended;
  return { sent, keyLog, session: latest, context: secureContext };
}

/** @param {tls.TLSSocket} client @param {string[]} requests */
async function ask(client, requests) {
  const answers = client[Symbol.asyncIterator]();
  for (const request of requests) {
    client.write(request);
    for (let answered = 0; answered < request.length;) answered += (await answers.next()).value.length;
  }
}

/** @param {tls.TLSSocket[]} ends @param {Sent[]} content */
async function converse(ends, content) {
  let awaited = 0;
  let onArrived = () => {};
  for (const end of ends) {
    end.on('data', ({ length }) => {
      awaited -= length;
      if (awaited === 0) onArrived();
    });
  }
  for (const { endpoint, bytes } of content) {
    const arrived = new Promise((resolve) => {
      onArrived = () => resolve(undefined);
    });
    awaited += bytes.length;
    ends[endpoint].write(bytes);
    await arrived;
  }
}
