/** What the page answers is what the server answers: part of site.test.js. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { http3Capture } from '../../quicflow/capture.js';
import { sentCapture } from '../../support/packets/sent-capture.js';
import { describeShared } from '../../support/shared.js';
import { tlsCapture } from '../../support/tls/tls-capture.js';
import { askedHere, askedInPage, questionsOf } from '../support/asked.js';
import { fixture, root } from '../support/browser.js';

/** @typedef {import('../support/site.js').Site} Site */

/** So that the test takes seconds. */
const MAX_SHARED_BYTES = 200_000;

/** @param {Site} site */
export function sameAnswers({ folder, visit }) {
  const names = readdirSync(join(root, 'fixtures/pcaps')).filter((name) => /\.pcap(ng)?$/.test(name));
  /** @type {Awaited<ReturnType<typeof visit>>} */
  let opened;
  beforeAll(async () => {
    opened = await visit('site');
    await opened.page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'asked' }));
    });
  });
  afterAll(() => opened.close());

  /** @param {string} path @param {string} [keyLog] */
  async function compare(path, keyLog = '') {
    const { connections, quicConnections } = await askedHere(path, { keyLog, questions: [] });
    const questions = questionsOf(connections, quicConnections);
    await opened.page.locator('#asked').setInputFiles(path);
    const here = await askedHere(path, { keyLog, questions });
    expect(await askedInPage(opened.page, { keyLog, questions })).toEqual(here);
  }

  test.each(names)('%s', (name) => compare(fixture(name)));

  describeShared('of 25 public captures', 'pcaps/public', (shared) => {
    const small = readdirSync(shared, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(pcap|pcapng|cap)$/.test(name) && statSync(join(shared, name)).size < MAX_SHARED_BYTES)
      .sort();
    test.each(Array.from({ length: 25 }, (_, i) => small[Math.floor((i * small.length) / 25)]))('%s', (name) => {
      const path = join(shared, name);
      const keys = `${path}.keylog`;
      return compare(path, existsSync(keys) ? readFileSync(keys, 'utf8') : '');
    });
  });

  test('a body coded with Brotli, of which the decoder is fetched then', async () => {
    const body = brotliCompressSync('the same words again and again, '.repeat(200));
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: ${body.length}\r\n\r\n`;
    const path = join(folder, 'brotli.pcap');
    const sent = [
      { endpoint: 0, bytes: Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n') },
      { endpoint: 1, bytes: Buffer.concat([Buffer.from(head), body]) },
    ];
    writeFileSync(path, sentCapture(sent));
    await compare(path);
    expect(opened.requests.filter((url) => url.endsWith('.wasm'))).toHaveLength(1);
  });

  test('TLS that is decrypted', async () => {
    const { capture, keyLog } = await tlsCapture({ requests: ['GET / HTTP/1.1\r\nHost: a\r\n\r\n'] });
    const path = join(folder, 'tls.pcap');
    writeFileSync(path, capture);
    await compare(path, keyLog);
  });

  test('QUIC that is decrypted', async () => {
    const { capture, keyLog } = http3Capture({ hasSecrets: false });
    const path = join(folder, 'quic.pcapng');
    writeFileSync(path, capture);
    await compare(path, keyLog);
  });
}
