/** A report answers as its capture does, byte for byte, but for what only the capture's own bytes say. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { askedHere, askedOfReport, questionsOf } from '../browser/support/asked.js';
import { withErrors } from '../support/packets/icmp.js';
import { http2OverTls, secretsCapture } from '../support/tls/secrets-capture.js';
import { tlsCapture } from '../support/tls/tls-capture.js';
import { contentOf, madeReport, written } from './support/made-report.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/pcaps/', import.meta.url));
const NAMES = readdirSync(FIXTURES).filter((name) => /\.pcap(ng)?$/.test(name));
const BODY = 'what only the two of them know';
/** Files that are read from the capture. */
const OF_CAPTURE = /"file":"(?:packets\.pcap|stream\.)/;

const folder = mkdtempSync(join(tmpdir(), 'selfclock-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** @param {string} path @param {string} [keyLog] */
async function compare(path, keyLog = '') {
  const { connections } = await askedHere(path, { keyLog, questions: [] });
  const questions = questionsOf(connections).filter(
    ({ method, args }) => method !== 'bodyBegin' && !OF_CAPTURE.test(JSON.stringify(args)),
  );
  const { data } = await madeReport(path, { keyLog });
  expect(await askedOfReport(data, questions)).toEqual(await askedHere(path, { keyLog, questions }));
}

test.each(NAMES)('%s', (name) => compare(join(FIXTURES, name)));

test('TLS that a key log opened, without the key log', async () => {
  const { capture, keyLog } = await tlsCapture({
    requests: [`POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`],
  });
  const path = written(join(folder, 'tls.pcap'), capture);
  await compare(path, keyLog);
  const content = contentOf(await madeReport(path, { keyLog }));
  const secret = String(/[0-9a-f]+\s*$/.exec(keyLog.trim()));
  expect(content).not.toContain(secret.trim());
  expect(content).not.toContain(Buffer.from(secret, 'hex').toString('latin1'));
  expect(content).not.toContain(BODY);
});

test('HTTP/2 in TLS, whose secrets the capture brings', async () => {
  const sessions = [await http2OverTls({}), await http2OverTls({})];
  await compare(written(join(folder, 'h2.pcapng'), secretsCapture(sessions, [0, 0])));
});

test('ICMP errors', async () => {
  const lines = ['client SYN', '+10ms server SYN-ACK', '+10ms client ACK', 'client "one"', 'client "two"'];
  await compare(written(join(folder, 'icmp.pcap'), withErrors(lines, { 4: { type: 3, code: 4, mtu: 1400 } })));
});

test('what only the capture says is refused in a sentence', async () => {
  const { data } = await madeReport(join(FIXTURES, 'handshake-get.pcap'));
  const questions = [{ method: 'exportBegin', args: { flow: 0, file: 'packets.pcap' }, isFile: true }];
  const { answers } = await askedOfReport(data, questions);
  expect(answers.join('')).toMatch(/\d{3} \S.*\.$/);
});
