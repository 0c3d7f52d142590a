import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

import { sentCapture } from '../support/packets/sent-capture.js';
import { http2OverTls } from '../support/tls/secrets-capture.js';
import { tlsCapture } from '../support/tls/tls-capture.js';
import {
  accessibilityViolations,
  describeWithBrowser,
  fixture,
  idle,
  look,
  query,
  sidewaysOverflow,
} from './support/browser.js';
import { dropFiles } from './support/drop-files.js';
import { withServer } from './support/with-server.js';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {string} name @returns {import('playwright-core').Locator} the capture's row */
function row(page, name) {
  return page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
}

describeWithBrowser('the dashboard', () => {
  const { server, visit } = withServer();
  /** @returns {Promise<import('../../client/state/types.js').Capture[]>} */
  const captures = async () => (await (await fetch(`${server.url}/api/captures`)).json()).captures;
  afterEach(async () => {
    for (const { id } of await captures()) await fetch(`${server.url}/api/captures/${id}`, { method: 'DELETE' });
  });

  test('an example opens where its point is seen, and stays in the library', async () => {
    const { page, complaints, close } = await visit();
    const examples = page.locator('.empty-state').getByRole('list', { name: 'Examples' }).getByRole('button');
    await examples.first().waitFor();
    expect(await examples.count()).toBe(6);
    await examples.first().click();
    await page.waitForURL(/\/captures\/\w+\/connections\/0$/);
    await page.locator('.verdict strong').getByText('Slow start').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'example-slow-start.pcap', exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a guided example points at each step in the diagram, by keys too; its step is in the address', async () => {
    const { page, complaints, close } = await visit();
    const step = (/** @type {string} */ name) => page.locator('.guide-words').getByRole('heading', { name }).waitFor();
    const marked = (/** @type {string} */ words) => page.locator('.connection-side').getByText(words).waitFor();
    await page
      .locator('.empty-state')
      .getByRole('link', { name: /^Slow start/ })
      .click();
    await step('The handshake takes a round trip');
    await marked('100 ms, 1.0 round trips');
    await page.keyboard.press('Enter');
    await step('Ten segments, then a wait');
    await marked('14.5 kB in 10 segments');
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/guide/slow-start?step=2');
    await page.keyboard.press('PageDown');
    await step('Each ACK lets two segments go');
    await marked('29.0 kB in 20 segments');
    await page.keyboard.press('PageUp');
    await step('Ten segments, then a wait');
    await page.keyboard.press('q');
    await page.waitForURL(/\/captures\/\w+\/connections\/0$/);
    await page.goto(new URL('/guide/zero-window?step=3', page.url()).href);
    await step('Zero window');
    await marked('691 ms, 11.5 round trips');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await step('The window shrinks');
    expect(complaints).toEqual([]);
    await close();
  });

  test('on a phone the sheet of live capture does not stay over the view that comes next', async () => {
    const { page, close } = await visit('/studies', { width: 390, height: 844 });
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Choose an interface' }).click();
    const sheet = page.getByRole('dialog', { name: 'Start live' });
    await sheet.waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Studies', exact: true }).waitFor();
    expect(await sheet.count()).toBe(0);
    await close();
  });

  test('the way to the guide is closed for good; the help keeps it', async () => {
    const { page, close } = await visit();
    const guide = page.locator('.empty-state').getByRole('region', { name: 'Guide' });
    await guide.getByRole('button', { name: 'Do not show the guide here again' }).click();
    await guide.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('.empty-state').getByRole('list', { name: 'Examples' }).getByRole('button').first().waitFor();
    expect(await guide.count()).toBe(0);
    await page.keyboard.press('?');
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Guided examples/ })
      .click();
    await page.locator('.guide-words').getByRole('heading', { name: 'The handshake takes a round trip' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await close();
  });

  test('takes several dropped files, and shows what is in each', async () => {
    const { page, complaints, close } = await visit();
    const names = ['handshake-get.pcapng', 'node-pipelined.pcap', 'fast-retransmit.pcap'];
    await dropFiles(
      page,
      await Promise.all(names.map(async (name) => ({ name, bytes: await readFile(fixture(name)) }))),
    );
    await row(page, 'node-pipelined.pcap').locator('.capture-source').getByText('4 requests').waitFor();
    await row(page, 'fast-retransmit.pcap')
      .getByText(/^\d+(\.\d)? % retr\.$/)
      .waitFor();
    await row(page, 'handshake-get.pcapng').getByText('Nothing wrong', { exact: true }).waitFor();
    expect(await page.getByText('3 captures').isVisible()).toBe(true);
    await page
      .locator('.list-storage')
      .getByText(/[1-9][\d.]* kB used/)
      .waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a key log dropped on a capture decrypts it; one without secrets is refused there in a sentence', async () => {
    const { capture, keyLog } = await tlsCapture({ requests: ['GET /secret HTTP/1.1\r\nHost: a.example\r\n\r\n'] });
    const { page, close } = await visit();
    await dropFiles(page, [{ name: 'tls.pcap', bytes: capture }]);
    await page.waitForURL('**/captures/*');
    await idle(page);
    await dropFiles(page, [{ name: 'keys.log', bytes: Buffer.from('CLIENT_RANDOM nothing\n') }]);
    await page.getByText('The keys of keys.log were not added').waitFor();
    await dropFiles(page, [{ name: 'keys.log', bytes: Buffer.from(keyLog) }]);
    await page.getByText('1 request', { exact: false }).first().waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/captures\/[^/]+$/);
    await close();
  });

  test('an open page finds what a key log shows: findings of the capture, streams of the connection', async () => {
    const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);
    const refused = await tlsCapture({
      content: Array.from({ length: 4 }, (_, i) => [
        { endpoint: /** @type {const} */ (0), bytes: bytes(`GET /${i} HTTP/1.1\r\nHost: a.example\r\n\r\n`) },
        { endpoint: /** @type {const} */ (1), bytes: bytes('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n') },
      ]).flat(),
    });
    const { page, complaints, close } = await visit();
    await dropFiles(page, [{ name: 'refused.pcap', bytes: refused.capture }]);
    await page.waitForURL('**/captures/*');
    await idle(page);
    const findings = page.getByRole('region', { name: 'Findings, worst first' });
    expect(await findings.innerText()).not.toContain('Every request failed');
    await dropFiles(page, [{ name: 'refused.log', bytes: Buffer.from(refused.keyLog) }]);
    await findings.getByText('Every request failed').waitFor();
    await page.goto(server.url);
    const { sent, keyLog } = await http2OverTls({});
    await dropFiles(page, [{ name: 'h2.pcap', bytes: sentCapture(sent) }]);
    await page.waitForURL('**/captures/*');
    await page.goto(`${page.url()}/connections/0/messages`);
    await idle(page);
    const modes = page.getByRole('group', { name: 'View' });
    expect(await modes.isVisible()).toBe(false);
    await dropFiles(page, [{ name: 'h2.log', bytes: Buffer.from(keyLog) }]);
    await modes.waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('it is told how many secrets a key log has and what they opened, also where that is nothing', async () => {
    const { capture, keyLog } = await tlsCapture({ requests: ['GET /secret HTTP/1.1\r\nHost: a.example\r\n\r\n'] });
    const { page, complaints, close } = await visit();
    await dropFiles(page, [{ name: 'tls.pcap', bytes: capture }]);
    await page.waitForURL('**/captures/*');
    await idle(page);
    const other = `CLIENT_RANDOM ${'ab'.repeat(32)} ${'cd'.repeat(48)}\n`;
    const said = page.getByRole('status').filter({ hasText: 'decrypted' });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'TLS keys…' }).click();
    await (await chooser).setFiles([{ name: 'other.log', mimeType: '', buffer: Buffer.from(other) }]);
    await page.getByText('No connection was decrypted').waitFor();
    expect(await said.innerText()).toContain('other.log has 1 secret, none for the TLS connection of this capture.');
    await dropFiles(page, [{ name: 'keys.log', bytes: Buffer.from(keyLog) }]);
    await page.getByText('1 connection decrypted').waitFor();
    expect(await said.innerText()).toMatch(
      /keys\.log has \d+ secrets? and opened 1 of 1 TLS connection of this capture\./,
    );
    await page.getByRole('button', { name: 'Close this message' }).click();
    expect(await said.count()).toBe(0);
    await page.locator('.row-link').first().click();
    await page
      .getByRole('group', { name: 'Facts' })
      .getByText(/1\.\d, .*decrypted/)
      .waitFor(); // what was known before is shown at first
    expect(complaints).toEqual([]);
    await close();
  });

  test('key logs open the captures that they came with, and those in the library; a phone has a button', async () => {
    const { capture, keyLog } = await tlsCapture({ requests: ['GET /a HTTP/1.1\r\nHost: a.example\r\n\r\n'] });
    const { page, complaints, close } = await visit();
    await dropFiles(page, [{ name: 'early.log', bytes: Buffer.from(keyLog) }]);
    await page.getByText('A key log has no packets').waitFor();
    await dropFiles(page, [
      { name: 'one.pcap', bytes: capture },
      { name: 'keys.log.gz', bytes: gzipSync(keyLog) },
    ]);
    await page.getByText(/keys\.log\.gz has .* of 1 TLS connection of one\.pcap\./).waitFor();
    expect(await page.getByText('was not accepted').count()).toBe(0);
    await dropFiles(page, [{ name: 'two.pcap', bytes: capture }]);
    // The only one that is dropped opens.
    await page.waitForURL('**/captures/*');
    await page.goBack();
    await page.getByRole('link', { name: 'two.pcap', exact: true }).waitFor();
    const opened = page.getByText(/later\.log has .* of two\.pcap\./);
    // Until the server has seen that it is TLS, and said so, there is nothing to open.
    while (!(await captures()).every(({ encryption }) => encryption.tls === 1)) await page.waitForTimeout(20);
    for (let tries = 0; tries < 6 && (await opened.count()) === 0; tries++) {
      await dropFiles(page, [{ name: 'later.log', bytes: Buffer.from(keyLog) }]);
      const seen = opened.first().waitFor({ timeout: 5000 });
      await seen.catch(() => undefined);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('link', { name: 'two.pcap', exact: true }).click();
    await page.getByText('1 connection, 1 decrypted').waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'TLS keys', exact: true }).click();
    await (await chooser).setFiles([{ name: 'again.log', mimeType: '', buffer: Buffer.from(keyLog) }]);
    await page.getByText('No further connection was decrypted').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('takes files chosen with the button; what is not a capture says so in its row', async () => {
    const { page, close } = await visit();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).last().click();
    await (
      await chooser
    ).setFiles([
      { name: 'notes.zip', mimeType: '', buffer: Buffer.from('PK\u0003\u0004 and more than a few bytes of it') },
    ]);
    const failed = page.getByText('ZIP archive');
    await failed.waitFor();
    expect(await failed.innerText()).toMatch(/50 4b 03 04/);
    await close();
  });

  test('captures are chosen by box or by key and compared in that order, back finds them chosen; all chosen are deleted at once', async () => {
    const [first, second] = [
      await server.upload(fixture('node-pipelined.pcap')),
      await server.upload(fixture('fast-retransmit.pcap')),
    ];
    const empty = (await readFile(fixture('handshake-get.pcap'))).subarray(0, 24);
    const { page, complaints, close } = await visit();
    const compare = page.locator('.compare-link');
    await page.getByRole('checkbox', { name: 'Choose fast-retransmit.pcap' }).check();
    expect(await compare.getAttribute('href')).toBe(`/compare?of=${second}`);
    await page.getByRole('link', { name: 'node-pipelined.pcap', exact: true }).focus();
    await page.keyboard.press('x');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Compare 2', exact: true }).click();
    await idle(page);
    expect(new URL(page.url()).searchParams.get('of')).toBe(`${second},${first}`);
    await page.goBack();
    await idle(page);
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2);
    await dropFiles(page, [{ name: 'empty.pcap', bytes: empty }]);
    // The only file that is dropped opens.
    await page.waitForURL('**/captures/*');
    await page.goBack();
    await idle(page);
    await page.getByText('No packets').waitFor();
    await page.getByRole('checkbox', { name: 'Choose empty.pcap' }).check();
    expect(await compare.getAttribute('href')).toBe(`/compare?of=${second}%2C${first}`);
    await page.getByRole('button', { name: 'Delete 3' }).click();
    const asked = page.getByRole('dialog', { name: 'Delete 3 captures?' });
    expect(await asked.innerText()).toMatch(/fast-retransmit\.pcap[^]*empty\.pcap/);
    await asked.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('3 captures deleted').waitFor();
    expect(await page.locator('a.capture-link').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test('heads sort the list and stay in view, the search looks through findings, and both stand in the address', async () => {
    for (const name of ['node-pipelined.pcap', 'fast-retransmit.pcap', 'handshake-get.pcap']) {
      await server.upload(fixture(name));
    }
    const { page, complaints, close } = await visit('/', { height: 330 });
    const names = () => page.locator('a.capture-link').allInnerTexts();
    const newest = await names();
    await page.getByRole('button', { name: 'Capture: sort by name' }).click();
    expect(await names()).toEqual([...newest].sort());
    await page.getByRole('button', { name: 'Capture: sort by name' }).click();
    expect(await names()).toEqual([...newest].sort().reverse());
    expect(query(page)).toEqual({ sort: '-name' });
    await page.reload();
    await idle(page);
    expect(await names()).toEqual([...newest].sort().reverse());
    await page.getByRole('button', { name: 'Packets: sort by packets' }).click();
    const packets = (await page.locator('.capture-row').allInnerTexts()).map((text) =>
      Number(/(\d+) packets/.exec(text)?.[1]),
    );
    expect(packets).toEqual([...packets].sort((a, b) => b - a));
    await page.mouse.wheel(0, 150);
    await page.waitForFunction(() => scrollY > 50);
    const topOf = async (/** @type {string} */ part) => (await page.locator(part).boundingBox())?.y;
    expect([await topOf('.library-head'), await topOf('.capture-heads')]).toEqual([0, 46]);
    await page.keyboard.press('/');
    await page.keyboard.type('segment lost');
    expect(await names()).toEqual(['fast-retransmit.pcap']);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a name with markup is text', async () => {
    const name = '<img src=x onerror="document.title=1">.pcap';
    await server.upload(fixture('hostile-text.pcap'), name);
    const { page, complaints, close } = await visit();
    expect(await page.locator('a.capture-link').innerText()).toContain('<img src=x');
    expect(await page.locator('img').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test('an upload shows its progress while it is sent, and can be cancelled without a trace', async () => {
    const { page, close } = await visit();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 300_000,
    });
    const bytes = Buffer.concat([await readFile(fixture('handshake-get.pcap')), Buffer.alloc(3_000_000)]);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).last().click();
    await (await chooser).setFiles([{ name: 'slow.pcap', mimeType: '', buffer: bytes }]);
    await page.getByRole('progressbar').waitFor();
    await page.getByText(/% of 3\.0 MB/).waitFor();
    await page.getByRole('button', { name: 'Cancel slow.pcap' }).click();
    await page.getByRole('heading', { name: 'No captures yet' }).waitFor();
    expect(await captures()).toEqual([]);
    await close();
  });

  test('many files at once: a few are sent at a time, the rest waits in one row', async () => {
    const { page, close } = await visit();
    const many = 12;
    const bytes = await readFile(fixture('handshake-get.pcap'));
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).last().click();
    const together = page.getByText(/^\d+ of 12 files, .* of .*; reading run-\d+\.pcap/).waitFor();
    await (
      await chooser
    ).setFiles(Array.from({ length: many }, (_, i) => ({ name: `run-${i}.pcap`, mimeType: '', buffer: bytes })));
    await page.getByText(/more files waiting$/).waitFor();
    await together;
    await page.getByText(`${many} captures`).waitFor();
    await page.locator('.batch-line').waitFor({ state: 'hidden' });
    await page
      .getByRole('listitem')
      .filter({ hasText: '1 request' })
      .nth(many - 1)
      .waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await close();
  });

  test('search narrows by name and stays in the URL', async () => {
    await server.upload(fixture('ipv6.pcap'));
    await server.upload(fixture('vlan.pcap'));
    const { page, close } = await visit();
    await page.keyboard.press('/');
    await page.keyboard.type('VLA');
    expect(await page.locator('a.capture-link').allInnerTexts()).toEqual(['vlan.pcap']);
    expect(await page.getByText('1 of 2 captures').isVisible()).toBe(true);
    await page.reload();
    await idle(page);
    expect(await page.locator('a.capture-link').allInnerTexts()).toEqual(['vlan.pcap']);
    await page.keyboard.press('/');
    await page.keyboard.type('none such');
    await page.getByText('No capture has “none such” in its name, in what it shows or as a tag.').waitFor();
    await close();
  });

  test('tags are given to one capture or several, searched for by a press, taken away; the list is a file', async () => {
    const { page, complaints, close } = await visit();
    for (const name of ['handshake-get.pcap', 'pipelined.pcap', 'reset.pcap']) await server.upload(fixture(name));
    await row(page, 'reset.pcap').waitFor();
    const names = () => page.locator('a.capture-link').allInnerTexts();
    const field = page.getByRole('combobox', { name: 'New tag' });
    await row(page, 'reset.pcap').getByRole('button', { name: 'More for' }).click();
    await page.getByRole('menuitem', { name: 'Tags…' }).click();
    await field.fill('<b>slow, to-do');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Remove to-do' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    for (const name of ['pipelined.pcap', 'reset.pcap']) await page.getByLabel(`Choose ${name}`).check();
    await page.getByRole('button', { name: 'Tags', exact: true }).click();
    await field.fill('case-7');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Remove case-7' }).waitFor();
    expect(await page.locator('.tag-list').innerText()).toMatch(/<b>slow\s+1 of 2[^]*to-do\s+1 of 2[^]*case-7/);
    await page.getByRole('button', { name: 'Remove to-do' }).click();
    await page.getByRole('button', { name: 'Remove to-do' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await row(page, 'pipelined.pcap').getByRole('button', { name: 'case-7' }).click();
    expect([query(page), (await names()).sort()]).toEqual([{ text: '#case-7' }, ['pipelined.pcap', 'reset.pcap']]);
    await page.getByRole('searchbox').fill('#case-7 reset');
    expect(await names()).toEqual(['reset.pcap']);
    const files = [];
    for (const format of ['CSV', 'JSON']) {
      await page.getByRole('button', { name: 'Export' }).click();
      const waited = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: `Captures as ${format}` }).click();
      files.push(await readFile(await (await waited).path(), 'utf8'));
    }
    expect(files[0]).toMatch(/^name,tags,added,[^\r]*\r\nreset\.pcap,<b>slow case-7,\d{4}-[^\r]*\r\n$/);
    expect(JSON.parse(files[1])).toMatchObject([{ name: 'reset.pcap', tags: ['<b>slow', 'case-7'], connections: 1 }]);
    expect(files[1]).not.toMatch(/activity/);
    await page.setViewportSize({ width: 390, height: 844 });
    await idle(page);
    expect([await accessibilityViolations(page), await sidewaysOverflow(page)]).toEqual([[], 0]);
    await page.reload();
    await row(page, 'reset.pcap').locator('.tag').first().waitFor();
    expect(await row(page, 'reset.pcap').locator('.tag').allInnerTexts()).toEqual(['<b>slow', 'case-7']);
    expect(complaints).toEqual([]);
    await close();
  });

  test('renames in place, by keyboard, for good; Esc leaves the name as it was', async () => {
    await server.upload(fixture('ipv6.pcap'));
    const { page, close } = await visit();
    await page.getByRole('link', { name: 'ipv6.pcap' }).focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('first run');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'first run.pcap' }).waitFor();
    await page.reload();
    await idle(page);
    await page.getByRole('link', { name: 'first run.pcap' }).focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('second');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('link', { name: 'first run.pcap' }).isVisible()).toBe(true);
    await close();
  });

  test('deletes after asking, and offers the file itself', async () => {
    await server.upload(fixture('ipv6.pcap'));
    const { page, close } = await visit();
    await page.getByRole('button', { name: 'More for ipv6.pcap' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download' }).click();
    expect(await readFile(await (await download).path())).toEqual(await readFile(fixture('ipv6.pcap')));
    await page.getByRole('button', { name: 'More for ipv6.pcap' }).click();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Delete this capture?' });
    expect(await accessibilityViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Keep' }).click();
    expect(await page.getByRole('link', { name: 'ipv6.pcap' }).isVisible()).toBe(true);
    await page.getByRole('link', { name: 'ipv6.pcap' }).focus();
    await page.keyboard.press('Delete');
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No captures yet' }).waitFor();
    await close();
  });

  test('a full list has no accessibility violations and fits, wide and narrow', async () => {
    for (const name of ['curl-several.pcap', 'cut-in-mid-packet.pcap', 'fast-retransmit.pcap']) {
      await server.upload(fixture(name));
    }
    for (const widths of [
      [1440, 1024, 700],
      [390, 320],
    ]) {
      const { page, close } = await visit('/', { width: widths[0] });
      for (const width of widths) {
        await look(page, width === widths[0] ? 'dark' : 'light', width);
        expect(await accessibilityViolations(page)).toEqual([]);
        expect(await sidewaysOverflow(page)).toBe(0);
      }
      await close();
    }
  });
});
