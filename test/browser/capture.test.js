import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  accessibilityViolations,
  describeWithBrowser,
  fixture,
  idle,
  look,
  press,
  root,
  sidewaysOverflow,
} from './support/browser.js';
import { manyConnections, twoVlans } from './support/many-connections.js';
import { withServer } from './support/with-server.js';

const many = 120_000;
/** One grid row for the heads. */
const headRows = 1;

/** @typedef {import('playwright-core').Page} Page */

/**
 * @param {Page} page
 * @returns {Promise<string[][]>} what stands in the table's cells, heads left out, in the order of their numbers
 */
function cells(page) {
  return page.getByRole('row').evaluateAll((rows) =>
    rows
      .filter((row) => row.querySelector('[role=gridcell]'))
      .sort((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
      .map((row) =>
        [...row.children]
          .filter((cell) => !cell.matches('.connections:not(.has-quic) .column-transport'))
          .map((cell) => cell.textContent ?? ''),
      ),
  );
}

describeWithBrowser('the capture view', () => {
  const {
    server,
    ids: captures,
    visit,
  } = withServer({
    captures: [
      'curl-parallel.pcap',
      'cut-in-mid-packet.pcap',
      'fast-retransmit.pcap',
      'hostile-text.pcap',
      'mid-stream.pcap',
    ],
  });

  beforeAll(async () => {
    captures['package.json'] = await server.upload(join(root, 'package.json'));
    const folder = await mkdtemp(join(tmpdir(), 'selfclock-many-'));
    await writeFile(join(folder, 'many.pcap'), manyConnections(many));
    await writeFile(join(folder, 'two-vlans.pcap'), twoVlans());
    captures['two-vlans.pcap'] = await server.upload(join(folder, 'two-vlans.pcap'));
    captures.many = await server.upload(join(folder, 'many.pcap'));
    await rm(folder, { recursive: true });
  });

  /** @param {string} name @param {string} [query] @param {import('./support/browser.js').PageOptions} [options] */
  const open = (name, query = '', options = {}) => visit(`/captures/${captures[name]}${query}`, options);

  test('shows every connection with the figures that the server has', async () => {
    const { page, complaints, close } = await open('fast-retransmit.pcap');
    const { rows } = await (
      await fetch(
        `${server.url}/api/captures/${captures['fast-retransmit.pcap']}/connections?sort=flow&order=asc&offset=0&limit=10`,
      )
    ).json();
    const [row] = await cells(page);
    const [flow, client, ip] = [
      String(rows[0].flow),
      `${rows[0].client.address}:${rows[0].client.port}`,
      `${rows[0].serverName} ${rows[0].server.address}:${rows[0].server.port}`,
    ];
    expect(rows[0].serverName).toBe('example.test');
    expect(row.slice(0, 3)).toEqual([flow, client, ip]);
    expect(row[6]).toBe(String(rows[0].packets[0]));
    expect(row[11]).toBe(String(rows[0].retransmissions[0] + rows[0].retransmissions[1]));
    expect(await page.locator('.second', { hasText: 'retransmitted,' }).innerText()).toMatch(
      /^1 connection, 1 request\. \d+ packets? retransmitted, .* of all TCP packets\.$/,
    );
    expect(complaints).toEqual([]);
    await close();
  });

  test('sorts by its heads, filters by text, and keeps both in the URL through reload and back', async () => {
    const { page, close } = await open('curl-parallel.pcap');
    const all = await cells(page);
    expect(all.length).toBeGreaterThan(2);
    await page.getByRole('columnheader', { name: 'Number' }).getByRole('button').click();
    await page.waitForURL('**?sort=flow&order=desc');
    await idle(page);
    expect((await cells(page)).map((row) => row[0])).toEqual(all.map((row) => row[0]).reverse());
    expect(await page.getByRole('columnheader', { name: 'Number' }).getAttribute('aria-sort')).toBe('descending');
    await page.keyboard.press('/');
    await page.keyboard.type(all[0][1]);
    await page.waitForURL('**text=**');
    await idle(page);
    expect(await cells(page)).toEqual([all[0]]);
    await page.reload();
    await idle(page);
    expect(await cells(page)).toEqual([all[0]]);
    expect(await page.getByRole('combobox').inputValue()).toBe(all[0][1]);
    await page.goBack();
    await idle(page);
    expect(await cells(page)).toEqual(all);
    await close();
  });

  test('says so where nothing matches', async () => {
    const { page, close } = await open('curl-parallel.pcap', '?text=10.99.99.99');
    expect(await page.getByText('No connection matches “10.99.99.99”').isVisible()).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await close();
  });

  test('goes through the rows by keyboard and opens one', async () => {
    const { page, close } = await open('curl-parallel.pcap');
    await press(page, 'ArrowDown');
    await press(page, 'ArrowDown');
    const grid = page.getByRole('grid', { name: 'Connections' });
    expect(await grid.evaluate((element) => element === document.activeElement)).toBe(true);
    const active = await grid.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForURL(/connections\/1$/);
    await page.goBack();
    await idle(page);
    await grid.getByRole('row').nth(1).click();
    await page.waitForURL(/connections\/\d+$/);
    await close();
  });

  test.each(/** @type {const} */ (['key', 'click']))(
    'back from a connection opened by %s the keys go on from its row',
    async (by) => {
      const { page, complaints, close } = await open('curl-parallel.pcap');
      const grid = page.getByRole('grid', { name: 'Connections' });
      const address = page.url();
      if (by === 'key') for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await press(page, key);
      else await page.locator('.row-link', { hasText: '1' }).click();
      await page.waitForURL(/connections\/1$/);
      await idle(page);
      await page.goBack();
      await idle(page);
      expect(page.url()).toBe(address);
      expect(await grid.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await page.locator('[role=row][aria-selected=true] .row-link').innerText()).toBe('1');
      await press(page, 'ArrowDown');
      expect(await page.locator('[role=row][aria-selected=true] .row-link').innerText()).toBe('2');
      expect(complaints).toEqual([]);
      await close();
    },
  );

  test('where nothing was found the table says so as the list of captures does', async () => {
    const { page, close } = await open('curl-parallel.pcap');
    expect(await page.locator('.verdict-words').allInnerTexts()).toEqual([
      'Nothing wrong',
      'Nothing wrong',
      'Nothing wrong',
    ]);
    await close();
  });

  test('a finding is told whole while a column beside it has room to spare', async () => {
    const verdict = {
      code: 'full_queue',
      title: 'Congestion loss',
      cause: 'loss',
      severity: 'error',
      costSeconds: 0.106,
      sentence: 'Congestion loss · 0.106 of 0.746 s (14 %)',
    };
    const { page, close } = await open('curl-parallel.pcap', '', {
      answers: {
        '**/connections?*': async (route) => {
          const answer = await (await route.fetch()).json();
          for (const row of answer.rows) Object.assign(row, { verdict, firstTarget: null });
          await route.fulfill({ json: answer });
        },
      },
    });
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      await idle(page);
      expect(
        await page
          .locator('.verdict-lines')
          .evaluateAll((titles) => titles.map((title) => title.scrollWidth - title.clientWidth)),
      ).toEqual([0, 0, 0]);
    }
    await close();
  });

  test('a verdict of more than two lines is whole in the active row, and on a phone', async () => {
    const sentence =
      'Server think time · 0.121 of 0.691 s (18 %) · “POST secure.example.com/very/long” 4 times, 1.62 s';
    const verdict = { code: 'server_wait', title: '', cause: 'application', severity: 'warning', sentence };
    const answers = {
      '**/connections?*': async (/** @type {import('playwright-core').Route} */ route) => {
        const answer = await (await route.fetch()).json();
        for (const row of answer.rows) Object.assign(row, { verdict });
        await route.fulfill({ json: answer });
      },
    };
    /** @param {import('playwright-core').Locator} lines */
    const isWhole = (lines) => lines.evaluate((one) => one.scrollHeight <= one.clientHeight + 1);
    const desk = await open('curl-parallel.pcap', '', { answers, width: 1280 });
    const lines = desk.page.locator('.verdict-lines');
    await lines.first().waitFor();
    expect(await isWhole(lines.first())).toBe(false);
    await desk.page.getByRole('grid', { name: 'Connections' }).focus();
    await desk.page.keyboard.press('Home');
    await desk.page.locator('[role=row][aria-selected=true]').waitFor();
    expect(await isWhole(desk.page.locator('[aria-selected=true] .verdict-lines'))).toBe(true);
    await desk.close();
    const phone = await open('curl-parallel.pcap', '', { answers, width: 390, height: 844 });
    const onCard = phone.page.locator('.connection-card .verdict-lines').first();
    await onCard.waitFor();
    expect(await isWhole(onCard)).toBe(true);
    const [card, spark] = await phone.page.evaluate(() =>
      ['.connection-card', '.connection-card .sparkline'].map(
        (one) => document.querySelector(one)?.getBoundingClientRect().bottom ?? 0,
      ),
    );
    expect(spark).toBeLessThanOrEqual(card);
    await phone.close();
  });

  test('what is scrolled within the page does not make the page itself longer', async () => {
    const finding = (/** @type {number} */ i) => ({
      code: `code_${i}`,
      title: `Finding ${i}`,
      cause: 'loss',
      severity: 'error',
      message: 'Something was seen.',
      advice: 'Something would help.',
      costSeconds: 1,
      start: 0,
      end: 1,
      evidence: {},
      flows: [0],
      references: [],
    });
    const findings = Array.from({ length: 40 }, (_, i) => finding(i));
    const { page, close } = await open('curl-parallel.pcap', '', {
      answers: { '**/findings': (route) => route.fulfill({ json: { version: 1, findings } }) },
    });
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height });
      await idle(page);
      expect(await page.locator('.finding').count()).toBe(findings.length);
      expect([width, await page.evaluate(() => document.documentElement.scrollHeight)]).toEqual([width, height]);
    }
    await close();
  });

  test('120 000 connections: only rows in view exist, the last is a key away, and back finds the place again', async () => {
    const { page, close } = await open('many');
    const grid = page.getByRole('grid', { name: 'Connections' });
    expect(await grid.getAttribute('aria-rowcount')).toBe(String(many + headRows));
    expect(await page.getByRole('row').count()).toBeLessThan(60);
    await press(page, 'ArrowDown');
    await press(page, 'End');
    await page.locator(`[aria-rowindex="${many + headRows}"]`, { hasText: '119\u202f999' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/connections\/119999$/);
    await page.goBack();
    await page.locator(`[aria-rowindex="${many + headRows}"]`, { hasText: '119\u202f999' }).waitFor();
    await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
    await page.locator('.connection-row', { hasText: '60\u202f000' }).waitFor();
    await close();
  });

  test('the strip shows all connections over time; what is dragged over it is in the filter, table and address', async () => {
    const { page, complaints, close } = await open('many');
    const strip = page.getByRole('region', { name: 'Connections over time' });
    await strip.getByRole('button', { name: 'Failed 120\u202f000' }).waitFor();
    await page
      .locator('#strip-words', { hasText: /^120\u202f000 connections in .*120\u202f000 failed; at most / })
      .waitFor({ state: 'attached' });
    const surface = strip.getByRole('application');
    const { x, y, width, height } = /** @type {{ x: number, y: number, width: number, height: number }} */ (
      await surface.boundingBox()
    );
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.7, y + height / 2, { steps: 4 });
    await page.mouse.up();
    const field = page.getByRole('combobox', { name: 'Filter connections' });
    const counted = page.locator('.table-foot [role=status]').first();
    await counted.filter({ hasText: /^2\d\u202f\d{3} of 120\u202f000 connections$/ }).waitFor();
    expect(await field.inputValue()).toMatch(/^start <= 0\.\d{4} s && end >= 0\.\d{4} s$/);
    expect(new URL(page.url()).searchParams.get('text')).toBe(await field.inputValue());
    await page.reload();
    await strip.getByRole('button', { name: 'Clear the time' }).click();
    await counted.filter({ hasText: /^120\u202f000 connections$/ }).waitFor();
    expect(await field.inputValue()).toBe('');
    expect(complaints).toEqual([]);
    await close();
  });

  test('the strip is used by keyboard, beside a filter; its legend finds the connections that it counts', async () => {
    const { page, close } = await open('many', '?text=:80');
    const strip = page.getByRole('region', { name: 'Connections over time' });
    const surface = strip.getByRole('application');
    const field = page.getByRole('combobox', { name: 'Filter connections' });
    await surface.focus();
    await page.keyboard.press('ArrowRight');
    await strip
      .getByRole('status')
      .filter({ hasText: /s: \d+ failed$/ })
      .waitFor();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    const counted = page.locator('.table-foot [role=status]').first();
    await counted.filter({ hasText: /^2\u202f4\d\d of 120/ }).waitFor();
    expect(await field.inputValue()).toMatch(/^\(:80\) && start <= .* s && end >= .* s$/);
    await page.keyboard.press('Escape');
    await counted.filter({ hasText: /^120\u202f000 of 120/ }).waitFor();
    expect(await field.inputValue()).toBe(':80');
    await strip.getByRole('button', { name: /^Failed/ }).click();
    await page.waitForURL((url) => url.searchParams.get('text') === '(:80) && failed');
    await close();
  });

  test('a file that breaks off shows what is in it, and the warning', async () => {
    const { page, close } = await open('cut-in-mid-packet.pcap');
    expect((await cells(page)).length).toBe(1);
    const { warnings } = await (await fetch(`${server.url}/api/captures/${captures['cut-in-mid-packet.pcap']}`)).json();
    expect(warnings.length).toBeGreaterThan(0);
    expect((await page.locator('.message-doubt').innerText()).replace(/\s+/g, ' ')).toBe(warnings[0].message);
    await close();
  });

  test('what is no capture says why, and offers to choose another file', async () => {
    const { page, complaints, close } = await open('package.json');
    const failure = page.getByRole('alert');
    expect(await failure.innerText()).toMatch(/Cannot be read as a capture\s+It begins with .* JSON text/);
    expect(await page.getByRole('grid').count()).toBe(0);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      failure.getByRole('button', { name: 'Choose another file' }).click(),
    ]);
    await chooser.setFiles(fixture('curl-parallel.pcap'));
    // A single file opens when it is there.
    await page.waitForURL(
      ({ pathname }) => /^\/captures\/(?!$)/.test(pathname) && !pathname.includes(captures['package.json']),
    );
    await page.getByRole('heading', { name: 'curl-parallel.pcap' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a narrower window hides lesser columns, a phone's width changes to cards and back", async () => {
    const { page, complaints, close } = await open('curl-parallel.pcap');
    const grid = page.getByRole('grid', { name: 'Connections' });
    for (const [width, heads] of [
      [1900, 14],
      [1440, 10],
      [700, 6],
    ]) {
      await page.setViewportSize({ width, height: 800 });
      await idle(page);
      expect(await page.getByRole('columnheader').count()).toBe(heads);
      expect(await grid.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('combobox', { name: 'Sort by' }).waitFor();
    expect(await page.getByRole('columnheader').count()).toBe(0);
    await page.setViewportSize({ width: 1440, height: 800 });
    await page.getByRole('columnheader').first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('captured text is only ever text', async () => {
    const { page, complaints, close } = await open('hostile-text.pcap');
    expect((await cells(page)).length).toBe(1);
    expect(await page.locator('.column-carries').last().innerText()).toContain('<');
    expect(await page.locator('#view img, #view script, #view iframe').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test('numbers of connections that Wireshark counts to another stream, of ten digits, are told whole', async () => {
    const { page, complaints, close } = await open('two-vlans.pcap');
    const numbers = page.locator('.vt-row .row-link');
    expect((await numbers.allInnerTexts()).at(-1)).toMatch(/^[1-9](\s\d{3}){3}$/);
    expect(
      await page
        .locator('.vt-row .column-flow')
        .evaluateAll((cells) => cells.map((cell) => cell.scrollWidth - cell.clientWidth)),
    ).toEqual([0, 0]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a guessed direction is marked', async () => {
    const { page, close } = await open('mid-stream.pcap');
    expect(await page.locator('.connection-row.is-guessed').count()).toBe(1);
    await close();
  });

  test('has no accessibility violations and fits its window, wide and narrow', async () => {
    for (const widths of [
      [1440, 900],
      [390, 320],
    ]) {
      const { page, close } = await open('curl-parallel.pcap', '', { width: widths[0] });
      for (const width of widths) {
        await look(page, width === widths[0] ? 'dark' : 'light', width);
        expect(await accessibilityViolations(page)).toEqual([]);
        expect(await sidewaysOverflow(page)).toBe(0);
      }
      await close();
    }
  });

  test('on a phone each connection is a card, with search and sort', async () => {
    const { page, close } = await open('curl-parallel.pcap', '', { width: 390, height: 844 });
    const numbers = () => page.locator('.connection-card .row-link').allInnerTexts();
    const ascending = await numbers();
    await page.getByRole('button', { name: 'Lowest first' }).click();
    await page.getByRole('button', { name: 'Highest first' }).waitFor();
    await idle(page);
    expect((await cells(page)).length).toBe(ascending.length);
    expect((await cells(page))[0][0].startsWith(String(ascending.length - 1))).toBe(true);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.keyboard.type('nowhere');
    await page.getByText('No connection matches “nowhere”').waitFor();
    await close();
  });
});
