import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { outcomesCapture } from '../support/packets/outcomes-capture.js';
import { pcap, script } from '../support/packets/packets.js';
import { pageCapture } from '../support/packets/page-capture.js';
import {
  accessibilityViolations,
  describeWithBrowser,
  fixture,
  idle,
  serve,
  sidewaysOverflow,
} from './support/browser.js';
import { dropFiles } from './support/drop-files.js';
import { withServer } from './support/with-server.js';

/** @typedef {import('playwright-core').Page} Page */

const names = ['node-keep-alive.pcap', 'hostile-text.pcap', 'pipelined.pcap', 'mux-1998.pcap'];
/** One red dot. */
const GIF = 'GIF89a\\u0001\\u0000\\u0001\\u0000';

describeWithBrowser('the waterfall and the inspector', () => {
  const { server, ids: captures, visit } = withServer({ captures: names });

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'selfclock-waterfall-'));
    const answer = (/** @type {string} */ type, /** @type {string} */ body) =>
      `server PSH "HTTP/1.1 200 OK\\r\\nContent-Type: ${type}\\r\\nContent-Length: ${JSON.parse(`"${body}"`).length}\\r\\n\\r\\n${body}"`;
    const ask = (/** @type {string} */ path) => `+20ms client PSH "GET ${path} HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"`;
    await writeFile(
      join(folder, 'bodies.pcap'),
      pcap(
        script(
          {},
          'client SYN',
          '+20ms server SYN-ACK',
          '+20ms client ACK',
          ask('/page.html'),
          answer('text/html', '<script>document.title = 1</script><img src=x onerror=alert(1)>'),
          ask('/fake.png'),
          answer('image/png', '<svg onload=alert(1)>'),
          ask('/dot.gif'),
          answer('text/html', `${GIF}\\u0000\\u0000\\u0000;`),
        ),
      ),
    );
    captures['bodies.pcap'] = await server.upload(join(folder, 'bodies.pcap'));
    const events = (/** @type {string} */ text) => `+200ms server PSH "${text}"`;
    const stream = 'HTTP/1.1 200 OK\\r\\nContent-Type: text/event-stream\\r\\n\\r\\ndata: 1\\n\\n';
    await writeFile(
      join(folder, 'stream.pcap'),
      pcap(script({}, ask('/a'), answer('text/html', 'a'), ask('/events'), events(stream), events('data: 22\\n\\n'))),
    );
    captures['stream.pcap'] = await server.upload(join(folder, 'stream.pcap'));
    await writeFile(join(folder, 'page.pcap'), pageCapture({ paths: ['/a.css', '/b.js', '/c.png'], thinkMs: 80 }));
    captures['page.pcap'] = await server.upload(join(folder, 'page.pcap'));
    const calls = Array.from({ length: 24 }, (_, i) => [
      ask(`/orders/${i}`).replace('20ms', '3s'),
      answer('text/json', '1'),
    ]);
    await writeFile(join(folder, 'api.pcap'), pcap(script({}, ...calls.flat())));
    captures['api.pcap'] = await server.upload(join(folder, 'api.pcap'));
    await writeFile(join(folder, 'outcomes.pcap'), outcomesCapture());
    captures['outcomes.pcap'] = await server.upload(join(folder, 'outcomes.pcap'));
    await rm(folder, { recursive: true });
  });

  /** @param {string} name @param {string} [query] @param {import('./support/browser.js').PageOptions} [options] */
  const open = (name, query = '', options = {}) => visit(`/captures/${captures[name]}/waterfall${query}`, options);

  /** @param {Page} page @returns {Promise<string[]>} */
  const shownNames = (page) => page.locator('.vt-row .in-name').allInnerTexts();

  test('the messages of the stream that a chosen request opened stand under it', async () => {
    const { page, complaints, close } = await open('stream.pcap');
    expect(await shownNames(page)).toEqual(['a', 'events · 2 messages']);
    await page.locator('.vt-row').nth(1).click();
    await page.locator('.vt-row.is-message').first().waitFor();
    expect(await shownNames(page)).toEqual(['a', 'events · 2 messages', '← message', '← message']);
    await page.locator('.vt-row').nth(0).click();
    await idle(page);
    expect(await shownNames(page)).toEqual(['a', 'events · 2 messages']);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a page says what held it; its critical path is in the legend, and in words on hover and by keyboard', async () => {
    const { page, complaints, close } = await open('page.pcap', '?page=0');
    await page
      .locator('.lanes-head .sentence', { hasText: /^Held by server think time: .* Then round trips of 3/ })
      .waitFor();
    await page.locator('.swatches', { hasText: 'critical path' }).waitFor();
    // only what is there
    expect(await page.locator('.swatches').innerText()).not.toMatch(/TLS|font|failed/);
    await page.locator('.vt-row').nth(1).hover();
    await page.locator('.hover-card', { hasText: 'waited for index.html' }).waitFor();
    await page.mouse.move(2, 2);
    await page.locator('.hover-card').waitFor({ state: 'hidden' });
    await page.getByRole('grid', { name: 'Requests' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('.hover-card', { hasText: 'it began the page' }).waitFor();
    expect(await page.locator('.vt-row[aria-selected=true]').getAttribute('aria-description')).toMatch(
      /^Critical path: /,
    );
    expect([await accessibilityViolations(page), complaints]).toEqual([[], []]);
    await close();
  });

  test('requests of an API are a table of routes, not hundreds of pages; their bars are one press away', async () => {
    const { page, complaints, close } = await open('api.pcap');
    const routes = page.getByRole('grid', { name: 'Routes' });
    await routes.getByRole('row', { name: /GET a\/orders\/\{id\}/ }).waitFor();
    await page.getByText('1 route in 24 requests that no document names.').waitFor();
    expect(await page.getByRole('combobox', { name: 'Page' }).isVisible()).toBe(false);
    expect([await accessibilityViolations(page), await sidewaysOverflow(page)]).toEqual([[], 0]);
    await page.getByRole('button', { name: 'Bars' }).click();
    await page.waitForURL('**view=bars**');
    await page.getByRole('grid', { name: 'Requests' }).locator('.vt-row').nth(3).waitFor();
    await routes.waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
    await close();
  });

  test("has a row for each request, in the order of their start, with the server's figures", async () => {
    const { page, complaints, close } = await open('node-keep-alive.pcap');
    const { messages } = await (
      await fetch(`${server.url}/api/captures/${captures['node-keep-alive.pcap']}/connections/0/messages`)
    ).json();
    const requests = messages.filter((/** @type {any} */ { kind }) => kind === 'request');
    expect(await page.locator('.vt-row').count()).toBe(requests.length);
    expect(await page.locator('.vt-row .in-status').first().innerText()).toBe(
      String(messages[requests[0].pair - messages[0].index]?.status ?? ''),
    );
    await page.keyboard.press('l');
    await page.waitForURL('**view=table**');
    await idle(page);
    expect(await page.locator('.vt-row .in-wait').first().isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  test('columns are chosen, names made wider, rows sorted and filtered; the totals follow', async () => {
    const { page, complaints, close } = await open('node-keep-alive.pcap');
    const names = await shownNames(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Domain' }).check();
    await page.getByRole('checkbox', { name: 'TTFB' }).check();
    await page.keyboard.press('Escape');
    expect(await page.locator('.vt-row .in-host').first().innerText()).not.toBe('');
    expect(await page.locator('.vt-row .in-ttfb').first().innerText()).toMatch(/ [mµ]?s$/);
    const wide = async () => (await page.locator('.vt-row .in-name').first().boundingBox())?.width ?? 0;
    const before = await wide();
    await page.getByRole('separator', { name: 'Width of the names' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await wide()).toBe(before + 10);
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await page.locator('[aria-sort=ascending].in-name').waitFor();
    await page.getByRole('searchbox', { name: 'Filter requests' }).fill(names[0]);
    await page.locator('.waterfall-totals', { hasText: ' of ' }).waitFor();
    expect(new Set(await shownNames(page))).toEqual(new Set([names[0]]));
    expect([await accessibilityViolations(page), complaints]).toEqual([[], []]);
    await close();
  });

  test('a row opens the inspector, which stands in the URL; Escape closes it', async () => {
    const { page, complaints, close } = await open('node-keep-alive.pcap');
    await page.setViewportSize({ width: 390, height: 844 });
    await idle(page);
    const ends = await page
      .locator('.lanes-head .swatches li')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect(Math.max(...ends)).toBeLessThanOrEqual(390); // the legend wraps
    await page.setViewportSize({ width: 1300, height: 800 });
    await idle(page);
    const row = page.locator('.vt-row .in-name').first();
    const before = await row.boundingBox();
    await row.click();
    await page.waitForURL('**message=**');
    await idle(page);
    expect((await row.boundingBox())?.y).toBe(before?.y); // it stays under the pointer
    const panel = page.getByRole('complementary', { name: 'Message' });
    expect(await panel.innerText()).toMatch(/^(GET|POST|PUT|HEAD) /);
    expect(await panel.getByRole('rowheader').allInnerTexts()).toEqual(
      expect.arrayContaining(['Connect', 'Send', 'Wait']),
    );
    await page.reload();
    await idle(page);
    expect(await panel.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await idle(page);
    expect(await panel.isVisible()).toBe(false);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await idle(page);
    expect(await panel.isVisible()).toBe(true);
    await panel.getByRole('link', { name: 'Show in the time–sequence' }).click();
    await page.waitForURL(/connections\/0\?.*zoom=/);
    await idle(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('bodies are text or pictures by their bytes, and never anything that runs', async () => {
    const { page, complaints, close } = await open('bodies.pcap', '?page=all');
    expect(await shownNames(page)).toEqual(['page.html', 'fake.png', 'dot.gif']);
    const panel = page.locator('.inspector');
    await page.locator('.vt-row', { hasText: 'page.html' }).click({ position: { x: 30, y: 10 } });
    await idle(page);
    expect(await panel.locator('.body-text').innerText()).toContain('<script>document.title = 1</script>');
    await page.locator('.vt-row', { hasText: 'fake.png' }).click({ position: { x: 30, y: 10 } });
    await idle(page);
    expect(await panel.locator('.body-text').innerText()).toBe('<svg onload=alert(1)>');
    expect(await panel.locator('img, svg:not(.icon), iframe, script').count()).toBe(0);
    await page.locator('.vt-row', { hasText: 'dot.gif' }).click({ position: { x: 30, y: 10 } });
    await idle(page);
    expect(
      (await panel
        .locator('img')
        .getAttribute('src')
        .catch(() => null)) ?? (await panel.getByText('damaged').innerText()),
    ).toMatch(/^data:image\/gif|damaged/);
    expect(complaints).toEqual([]);
    await close();
  });

  test('what failed, hung, was reset or cancelled, calls of gRPC, commands and turns: each with its outcome', async () => {
    const { page, complaints, close } = await open('outcomes.pcap', '?page=all');
    const rows = await page.locator('.vt-row').evaluateAll((elements) =>
      elements.map((row) => {
        const [name, status, took] = ['.in-name', '.in-status', '.in-took'].map((cell) => row.querySelector(cell));
        const isCut = [status].some((cell) => (cell?.scrollWidth ?? 0) > (cell?.clientWidth ?? 0));
        return [name?.textContent, status?.textContent, took?.textContent, row.classList.contains('has-failed'), isCut];
      }),
    );
    expect(rows).toEqual([
      ['down', '503', '20.0 ms', true, false],
      ['hang', 'none', '2.00 s', true, false],
      ['Denied', 'PERMISSION_DENIED', '20.0 ms', true, false],
      ['Cancelled', 'CANCEL', '1.50 s', true, false],
      ['Login joe', 'OK', '20.0 ms', false, false],
      ['COM_QUERY nonsense', '1064', '20.0 ms', true, false],
      ['COM_PING', 'OK', '20.0 ms', false, false],
      ['imap 13 bytes', 'a OK done', '20.0 ms', false, false],
    ]);
    expect(await page.locator('.waterfall-totals').innerText()).toContain('5 failed');
    await page.locator('.vt-row', { hasText: 'Cancelled' }).click({ position: { x: 30, y: 10 } });
    await idle(page);
    expect(await page.locator('.inspector').innerText()).toContain('CANCEL');
    expect([await accessibilityViolations(page), complaints]).toEqual([[], []]);
    await close();
  });

  test('captured text stays text', async () => {
    const { page, complaints, close } = await open('hostile-text.pcap', '?message=0');
    expect(await page.locator('.waterfall img, .waterfall script, .waterfall iframe').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a selection is told in figures, follows the filter, and Escape drops it', async () => {
    const { page, complaints, close } = await open('node-keep-alive.pcap');
    const all = await page.locator('.vt-row').count();
    const box = await page.locator('.waterfall-stage').boundingBox();
    if (!box) throw new Error('the waterfall is not there');
    const at = (/** @type {number} */ share) => box.x + box.width * share;
    await page.mouse.move(at(0.5), box.y + 60);
    await page.mouse.down();
    for (let i = 1; i <= 40; i++) await page.mouse.move(at(0.5 + 0.01 * i), box.y + 60 + (i % 5));
    await page.mouse.up();
    const panel = page.getByRole('region', { name: 'Selection' });
    await panel.waitFor();
    await page.waitForURL('**span=**');
    await page.goto(page.url().replace(/span=[^&]*/, 'span=0-9000'));
    await panel.getByText(`${all}, ${all} begun here`).waitFor();
    expect(await panel.innerText()).toMatch(/Wait median, p95\s+[\d.]+ [mµ]?s, [\d.]+ [mµ]?s/);
    await page.getByRole('searchbox', { name: 'Filter requests' }).fill('nothing of the kind');
    await panel.getByText('0, 0 begun here').waitFor();
    expect([await accessibilityViolations(page), complaints]).toEqual([[], []]);
    await page.locator('.waterfall-stage .vt').focus();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await close();
  });

  test('zooms and goes back; the page can be chosen', async () => {
    const { page, complaints, close } = await open('pipelined.pcap');
    await page.keyboard.press('w');
    await page.waitForURL('**zoom=**');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await idle(page);
    expect(page.url()).not.toContain('zoom');
    expect(complaints).toEqual([]);
    await close();
  });

  test('while packets arrive it grows, and what was there stays where it is', async () => {
    const live = await serve({ standardInput: true });
    const bytes = await readFile(fixture('node-keep-alive.pcap'));
    live.write(bytes.subarray(0, 2500));
    const {
      captures: [{ id }],
    } = await (await fetch(`${live.url}/api/captures`)).json();
    const { page, complaints, close } = await visit(`${live.url}/captures/${id}/waterfall?page=all`);
    await page.locator('.vt-row .in-name').first().waitFor();
    const before = await shownNames(page);
    live.write(bytes.subarray(2500));
    await page.locator('.vt-row').nth(before.length).waitFor();
    await idle(page);
    expect((await shownNames(page)).slice(0, before.length)).toEqual(before);
    expect(complaints).toEqual([]);
    await close();
    await live.close();
  });

  test('a connection has its own', async () => {
    const { page, complaints, close } = await visit(`/captures/${captures['node-keep-alive.pcap']}/connections/0`);
    await page.getByRole('link', { name: 'Messages' }).click();
    await page.waitForURL(/connections\/0\/messages$/);
    await idle(page);
    expect((await shownNames(page)).length).toBeGreaterThan(1);
    expect(complaints).toEqual([]);
    await close();
  });

  test('on a phone the list of pages is no wider than the window', async () => {
    const { page, close } = await open('node-keep-alive.pcap', '', { width: 390, height: 844 });
    const list = page.locator('.page-select');
    await list.evaluate((select) => {
      select.append(
        new Option('1 · example.test/a/page/with/a/long/address/that/goes/on/and/on · 14 requests · 2.17 s'),
      );
      /** @type {HTMLElement} */ (select).hidden = false;
    });
    const box = await list.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    expect(await sidewaysOverflow(page)).toBe(0);
    await close();
  });

  test('a phone shows it without scrolling sideways, the inspector as a sheet', async () => {
    const { page, complaints, close } = await open('node-keep-alive.pcap', '?message=0', { width: 390, height: 844 });
    expect(await sidewaysOverflow(page)).toBe(0);
    const sheet = await page.locator('.inspector').boundingBox();
    expect([sheet?.width, Math.round((sheet?.y ?? 0) + (sheet?.height ?? 0))]).toEqual([390, 844]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a browser's HAR is laid over the requests: what it saw of each, and what only one of both has", async () => {
    const { page, complaints, close } = await open('node-keep-alive.pcap');
    const har = await (
      await fetch(`${server.url}/api/captures/${captures['node-keep-alive.pcap']}/connections/0/export/requests.har`)
    ).json();
    const [first] = har.log.entries;
    har.log.entries.push({ ...first, request: { ...first.request, url: 'http://elsewhere.test/' } });
    const file = { name: 'page.har', bytes: new TextEncoder().encode(JSON.stringify(har)) };
    await dropFiles(page, [file], '.waterfall');
    const said = page.locator('.har-bar [role=status]');
    await said.waitFor();
    const requests = har.log.entries.length - 1;
    expect(await said.innerText()).toContain(`page.har: ${requests} of the browser's ${requests + 1} requests`);
    expect(await page.locator('.page-drop').isVisible()).toBe(false);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Differences' }).click();
    expect(await page.locator('.har-table tbody tr').count()).toBe(requests + 1);
    expect(await page.locator('.har-table').innerText()).toContain('http://elsewhere.test/');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove the HAR' }).click();
    expect(await said.count()).toBe(0);
    await dropFiles(page, [{ name: 'no.har', bytes: new TextEncoder().encode('{}') }], '.waterfall');
    await page.getByText('It is not a HAR').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
