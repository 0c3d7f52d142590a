/**
 * What the tests of the server's page go through, in the page without a server, as a part of site.test.js: from a
 * static server below a path, and from a file. The network is off once the page is there, so that whatever is asked for
 * fails, and is seen.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import { reportPage } from '../../../lib/shared/report/report-page.js';
import { pathCaptures } from '../../analysis/path/support/two-captures.js';
import { http3Capture } from '../../quicflow/capture.js';
import { lossCapture, serverQlog } from '../../quicflow/loss-capture.js';
import { Secrets } from '../../quicflow/seal.js';
import { madeReport } from '../../report/support/made-report.js';
import { GET, http2Frame, PREFACE, request, SETTINGS } from '../../support/http2-frames.js';
import { sentCapture } from '../../support/packets/sent-capture.js';
import { tlsCapture } from '../../support/tls/tls-capture.js';
import { fixture, idle } from '../support/browser.js';
import { dropFiles } from '../support/drop-files.js';
import { backToList } from '../support/site.js';

/** @typedef {import('../support/site.js').Site} Site */

const HEADERS_AND_END = [1, 0x4 | 0x1];
const STATUS_200 = [0x88];

/** Two requests on one HTTP/2 connection, without TLS. */
const http2Capture = () =>
  sentCapture([
    { endpoint: 0, bytes: PREFACE },
    { endpoint: 1, bytes: http2Frame(SETTINGS, 0, 0) },
    { endpoint: 0, bytes: request(1, GET) },
    { endpoint: 0, bytes: request(3, GET) },
    { endpoint: 1, bytes: http2Frame(HEADERS_AND_END[0], HEADERS_AND_END[1], 3, STATUS_200) },
    { endpoint: 1, bytes: http2Frame(HEADERS_AND_END[0], HEADERS_AND_END[1], 1, STATUS_200) },
  ]);

/** @param {Site} site */
export function journeys({ served, folder, openAt }) {
  /** @param {string} path */
  const file = (path) => ({ name: basename(path), bytes: readFileSync(path) });

  /**
   * The page offline, with captures dropped on it.
   * @param {'site'|'file'} kind
   * @param {{ name: string, bytes: Uint8Array }[]} files
   */
  async function begin(kind, files) {
    const opened = await openAt(served[kind]);
    const { page, complaints } = opened;
    if (kind === 'site') {
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.reload();
      await idle(page);
    }
    await page.context().setOffline(true);
    await page.evaluate(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`${violatedDirective} forbids ${blockedURI}`),
      );
    });
    /** @type {string[]} */
    const asked = [];
    page.on('request', (one) => {
      if (!/^(blob|data):/.test(one.url()) && !one.url().startsWith(served.site)) asked.push(one.url());
    });
    await dropFiles(page, files);
    if (files.length === 1) await backToList(page);
    await page.locator('.capture-row .holds-first').last().waitFor();
    await idle(page);
    return {
      ...opened,
      async end() {
        expect({ complaints, asked }).toEqual({ complaints: [], asked: [] });
        await opened.close();
      },
    };
  }

  const KINDS = /** @type {('site'|'file')[]} */ (['site', 'file']);

  test.each(KINDS)('%s: drop, filter, table, diagram, exports', async (kind) => {
    const { page, end } = await begin(kind, [file(fixture('curl-parallel.pcap'))]);
    await page.locator('a.capture-link').click();
    const field = page.getByRole('combobox', { name: 'Filter connections' });
    await field.fill('target contains chunk');
    await page.waitForURL('**text=target**chunk');
    await idle(page);
    expect(await page.locator('.column-carries[role=gridcell]').allInnerTexts()).toEqual([
      expect.stringContaining('/chunks'),
    ]);
    await page.locator('a[href*="/connections/"]').first().click();
    await page.locator('.connection-view canvas').first().waitFor();
    await idle(page);
    for (const [item, begins] of /** @type {[string, RegExp][]} */ ([
      ['Packets (pcap)', /^\xd4\xc3\xb2\xa1/],
      ['Packets as a table (CSV)', /^frame,time_s,/],
      ['Graphs for xplot (tar)', /^a2b|^c2d|^e2f|\.xpl/],
      ['HTTP requests with bodies (HAR)', /^\{\s*"log"/],
      ['This view as a vector image (SVG)', /<svg/],
    ])) {
      await page.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ]);
      expect(readFileSync(await download.path(), 'latin1')).toMatch(begins);
    }
    await end();
  });

  test.each(KINDS)('%s: the qlog of an end beside a capture of QUIC, and one of another connection', async (kind) => {
    const secrets = new Secrets();
    const { page, end } = await begin(kind, [
      { name: 'loss.pcapng', bytes: lossCapture(secrets) },
      { name: 'loss.keys', bytes: Buffer.from(secrets.text()) },
    ]);
    await page.locator('a.capture-link').click();
    await page.locator('a[href*="/connections/q0"]').first().click();
    await page.locator('.quic-stage').waitFor();
    await dropFiles(page, [{ name: 'server.qlog.gz', bytes: gzipSync(serverQlog()) }]);
    await page.getByText(/differs from the server’s own log by .* in bytes in flight/).waitFor();
    await dropFiles(page, [{ name: 'network.qlog', bytes: serverQlog({ vantage: 'network' }) }]);
    await page.getByText(/was written by an observer of the network/).waitFor();
    await end();
  });

  test.each(KINDS)('%s: captures of one path', async (kind) => {
    const { page, end } = await begin(kind, pathCaptures());
    for (const box of await page.getByRole('checkbox', { name: /^Choose / }).all()) await box.check();
    await page.getByRole('link', { name: 'Same path' }).click();
    await page.getByRole('row', { name: /^client → server/ }).waitFor();
    await idle(page);
    await page.locator('.same-path-stage').hover({ position: { x: 300, y: 200 } });
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.same-path-stage').getByRole('status').innerText()).toMatch(/^Client to server;/);
    await end();
  });

  test('the file makes a report of captures of one path', async () => {
    const { page, end } = await begin('file', pathCaptures());
    for (const box of await page.getByRole('checkbox', { name: /^Choose / }).all()) await box.check();
    await page.getByRole('link', { name: 'Same path' }).click();
    await page.getByRole('row', { name: /^client → server/ }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Report (one HTML file)…' }).click();
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Create report' }).click(),
    ]);
    expect(readFileSync(await report.path(), 'utf8')).toMatch(/"name":"Point A".*"name":"Point B"/s);
    await end();
  });

  test('a report of captures of one path opens with what happened between them', async () => {
    const texts = [];
    for (const { name, bytes } of pathCaptures()) {
      writeFileSync(join(folder, name), bytes);
      const { head, data } = await madeReport(join(folder, name));
      texts.push({ head: { ...head, name }, data: Buffer.from(data).toString('base64'), capture: null });
    }
    const [first, ...others] = texts;
    const path = join(folder, 'path-report.html');
    writeFileSync(path, reportPage(readFileSync(new URL(served.file), 'utf8'), first, others).join(''));
    const { page, complaints, close } = await openAt(pathToFileURL(path).href);
    await page.getByRole('row', { name: /^client → server/ }).waitFor();
    await page.locator('.report-bar').waitFor();
    expect(await page.locator('.same-path-sentence').innerText()).toMatch(/packets were lost from client to server/);
    expect(complaints).toEqual([]);
    await close();
  });

  test.each(KINDS)('%s: a waterfall of TLS with the keys that came beside, and HTTP/2 as streams', async (kind) => {
    const requests = ['GET /secret HTTP/1.1\r\nHost: a\r\n\r\n'];
    const { capture, keyLog } = await tlsCapture({ requests });
    const { page, end } = await begin(kind, [
      { name: 'tls.pcap', bytes: capture },
      { name: 'keys.txt', bytes: Buffer.from(keyLog) },
    ]);
    await page.getByText('1 connection decrypted').waitFor();
    await page.locator('a.capture-link').click();
    await page.locator('.view-tab', { hasText: 'Waterfall' }).click();
    await page.getByText('/secret').first().waitFor();

    await dropFiles(page, [{ name: 'two.pcap', bytes: http2Capture() }]);
    await page.locator('.top-bar', { hasText: 'two.pcap' }).waitFor();
    await page.locator('a[href$="/connections/0"]').first().click();
    await page.locator('.view-tab', { hasText: 'Messages' }).click();
    await page.getByRole('button', { name: 'Streams' }).click();
    await page.getByRole('table', { name: 'Streams' }).getByRole('rowheader', { name: '3' }).waitFor();
    await end();
  });

  test.each(KINDS)('%s: QUIC without keys, and its requests once they come', async (kind) => {
    const { capture, keyLog } = http3Capture({ hasSecrets: false });
    const { page, end } = await begin(kind, [{ name: 'quic.pcapng', bytes: capture }]);
    await page.locator('a.capture-link').click();
    await page.locator('a[href$="/connections/q0"]').first().click();
    const side = page.getByRole('complementary', { name: 'Connection' });
    await side.getByText('Add a key log').waitFor();
    await dropFiles(page, [{ name: 'late.keys', bytes: Buffer.from(keyLog) }]);
    await side.getByText('/of-quic').waitFor();
    await page.locator('.view-tab', { hasText: 'Messages' }).click();
    await page.locator('.in-name', { hasText: 'of-quic' }).waitFor();
    await end();
  });

  test.each(KINDS)('%s: lanes, two captures compared, and what if', async (kind) => {
    const { page, end } = await begin(kind, [
      file(fixture('fast-retransmit.pcap')),
      file(fixture('handshake-get.pcap')),
    ]);
    for (const box of await page.locator('.capture-row input[type=checkbox]').all()) await box.check();
    await page.getByRole('link', { name: 'Compare 2' }).click(); // both are read
    await page.locator('.compare-view').getByText('handshake-get.pcap').first().waitFor();
    await idle(page);
    await page.goBack();
    await page.locator('a.capture-link', { hasText: 'fast-retransmit.pcap' }).click();
    await page.locator('.view-tab', { hasText: 'Lanes' }).click();
    await page.locator('.lanes-view canvas').first().waitFor();
    await page.locator('.view-tab', { hasText: 'What if' }).click();
    await page.locator('.whatif-view canvas, .whatif-view svg').first().waitFor();
    await idle(page);
    await end();
  });
}
