import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { pathCaptures } from '../analysis/path/support/two-captures.js';
import { pageCapture } from '../support/packets/page-capture.js';
import {
  accessibilityViolations,
  describeWithBrowser,
  fixture,
  idle,
  serve,
  sidewaysOverflow,
} from './support/browser.js';
import { withServer } from './support/with-server.js';

describeWithBrowser('the comparison', () => {
  const { server, ids, visit } = withServer({
    captures: ['fast-retransmit.pcap', 'curl-parallel.pcap', 'handshake-get.pcap'],
  });

  /** @param {string[]} of @param {import('./support/browser.js').PageOptions} [options] */
  const open = (of, options) => visit(`/compare?of=${of.join(',')}`, options);

  /**
   * @param {import('playwright-core').Page} page
   * @param {string} name
   * @returns {Promise<string[]>} a row of the table of differences
   */
  const row = (page, name) =>
    page
      .getByRole('row', { name: new RegExp(`^${name}`) })
      .first()
      .locator('td')
      .allInnerTexts();

  test("two connections: the table has the server's figures and their differences, and it is accessible", async () => {
    const { page, complaints, close } = await open([`${ids['fast-retransmit.pcap']}/0`, ids['handshake-get.pcap']]);
    const {
      compared: [a, b],
    } = await (
      await fetch(`${server.url}/api/compare?of=${ids['fast-retransmit.pcap']}/0&of=${ids['handshake-get.pcap']}`)
    ).json();
    const [packetsA, packetsB] = [a, b].map(({ summary }) => summary.serverToClient.packets);
    const change = packetsB - packetsA;
    expect(await row(page, 'Packets server → client')).toEqual([
      String(packetsA),
      String(packetsB),
      `${change > 0 ? '+' : '−'}${Math.abs(change)}`,
    ]);
    expect(await row(page, 'Limited by')).toHaveLength(3);
    expect((await row(page, 'Limited by'))[0]).toMatch(/^[A-Z][a-z ]+\s+[\d.]+ m?s$/);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('fast-retransmit against handshake-get');
    expect(await page.getByRole('button', { name: 'Overlaid' }).getAttribute('aria-pressed')).toBe('true');
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('of a whole capture it is said; its connections and pages can be chosen, and distributions laid side by side', async () => {
    const { page, complaints, close } = await open([ids['curl-parallel.pcap'], ids['handshake-get.pcap']]);
    expect(await page.locator('.compare-members').innerText()).toMatch(/connection \d, the largest of its capture/);
    expect(await page.getByRole('rowheader', { name: 'Packets server → client (A: capture)' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Distributions' }).click();
    await page.locator('.distributions-sheet tbody tr').first().waitFor();
    expect(await page.locator('.distributions-sheet tbody').innerText()).toMatch(
      /RTT min\s+curl-parallel.pcap\s+3\s.*\n.*handshake-get.pcap\s+1\s/,
    );
    await idle(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add a capture' }).click();
    await page.locator('.compare-capture', { hasText: 'curl-parallel' }).locator('summary').click();
    await page.getByText('page of').first().waitFor();
    // its place in the waterfall, from 0
    const first = page.getByRole('checkbox', { name: /page of/ }).first();
    expect(await first.getAttribute('value')).toBe(`${ids['curl-parallel.pcap']}/0`);
    await page.getByRole('checkbox', { name: /^1 · / }).check();
    await idle(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add 1' }).click();
    await page.waitForURL(`**${ids['curl-parallel.pcap']}%2F1`);
    expect(complaints).toEqual([]);
    await close();
  });

  test('pages are chosen on the spot: one row a request, their bars on one axis, what differs in tables', async () => {
    const { page, complaints, close } = await visit('/compare');
    await page.getByRole('button', { name: 'Choose captures' }).click();
    for (const name of ['curl-parallel', 'handshake-get']) {
      await page.locator('.compare-capture', { hasText: name }).locator('summary').click();
    }
    const all = page.getByRole('checkbox', { name: 'All requests' });
    await all.nth(1).waitFor();
    await all.first().check();
    expect(await page.getByRole('checkbox', { name: /^0 · / }).first().isDisabled()).toBe(true);
    await all.nth(1).check();
    await page.getByRole('button', { name: 'Add 2' }).click();
    await page.waitForURL('**pages=**');
    await idle(page);
    const requests = (await row(page, 'Requests')).map(Number);
    expect(requests[2]).toBe(requests[1] - requests[0]);
    expect(new Set(requests.slice(0, 2))).toEqual(new Set([3, 1]));
    expect((await row(page, 'Total')).join(' ')).toMatch(/s .*s [+−]?/);
    await page.getByRole('button', { name: 'first byte' }).click();
    await page.waitForURL('**align=byte**');
    await page.keyboard.press('ArrowDown');
    await idle(page);
    expect(await page.locator('.lanes-stage > [role=status]').innerText()).toMatch(/^GET .*; A: .*; B: /);
    const box = await page.locator('.lanes-surface').boundingBox();
    if (!box) throw new Error('the pages are not there');
    await page.mouse.move(box.x + 500, box.y + 60);
    await page.mouse.down();
    for (let i = 1; i <= 40; i++) await page.mouse.move(box.x + 500 + 5 * i, box.y + 60 + (i % 3));
    await page.mouse.up();
    await page.waitForURL('**span=**');
    expect(page.url()).not.toContain('from=');
    await page.keyboard.press('z');
    await page.waitForURL('**from=**');
    expect([await accessibilityViolations(page), complaints]).toEqual([[], []]);
    await page.goBack();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/waterfall\?page=all&message=/);
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.waitForURL('**compare?pages=**');
    await page.getByText('One page alone.').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('two ticked captures that have pages are compared by these: their times, what held them, what differs', async () => {
    for (const [name, thinkMs] of /** @type {const} */ ([
      ['before', 10],
      ['after', 60],
    ])) {
      const file = join(server.data, `${name}.tmp`);
      await writeFile(file, pageCapture({ paths: ['/a.css', '/b.js'], connections: 1, thinkMs }));
      ids[name] = await server.upload(file, `${name}.pcap`);
      await rm(file);
    }
    const { page, complaints, close } = await visit();
    for (const name of ['before', 'after']) await page.getByRole('checkbox', { name: `Choose ${name}.pcap` }).check();
    await page.locator(`.compare-link[href*="pages="]`).click();
    await page.getByRole('heading', { name: '2 pages' }).waitFor();
    expect(new URL(page.url()).searchParams.get('pages')).toBe(`${ids.before}/0,${ids.after}/0`);
    const members = await page.locator('.compare-member').allInnerTexts();
    expect(members).toEqual([
      expect.stringMatching(/before\.pcap[^]*held by round trips, \d/),
      expect.stringMatching(/after\.pcap[^]*held by server think time, \d/),
    ]);
    expect((await row(page, 'Server think time'))[2]).toMatch(/^\+/);
    expect([await accessibilityViolations(page), complaints]).toEqual([[], []]);
    await page.getByRole('link', { name: 'Compare the captures' }).click();
    await page.waitForURL(/compare\?of=/);
    await close();
  });

  test('pages on a phone: nothing sideways, the figures of a selection wrap', async () => {
    const pages = [ids['curl-parallel.pcap'], ids['handshake-get.pcap']].map((id) => `${id}/all`);
    const { page, complaints, close } = await visit(`/compare?pages=${pages.join(',')}&span=0_9000000000`, {
      width: 390,
      height: 844,
      theme: 'light',
    });
    await page.getByRole('region', { name: 'Selection' }).getByText('3 requests under way').waitFor();
    expect(await sidewaysOverflow(page)).toBe(0);
    expect([await accessibilityViolations(page), complaints]).toEqual([[], []]);
    await page.locator('.compare-member button').first().click();
    await page.getByText('One page alone.').waitFor();
    await close();
  });

  test('a page of a capture that grows follows it; what is chosen stays chosen', async () => {
    const live = await serve({ standardInput: true });
    const bytes = await readFile(fixture('node-keep-alive.pcap'));
    live.write(bytes.subarray(0, 2500));
    const {
      captures: [{ id }],
    } = await (await fetch(`${live.url}/api/captures`)).json();
    const { page, complaints, close } = await visit(`${live.url}/compare?pages=${id}/all,${id}/all`);
    await page
      .getByRole('row', { name: /^Requests/ })
      .first()
      .waitFor();
    const before = Number((await row(page, 'Requests'))[0]);
    await page.keyboard.press('ArrowDown');
    live.write(bytes.subarray(2500));
    await page.waitForFunction((count) => {
      const heads = [...document.querySelectorAll('.compare-table th')];
      const head = heads.find(({ textContent }) => textContent === 'Requests');
      return Number(head?.nextElementSibling?.textContent) > count;
    }, before);
    await page.keyboard.press('Enter');
    await page.waitForURL(/waterfall\?page=all&message=0$/);
    expect(complaints).toEqual([]);
    await close();
    await live.close();
  });

  test('where it is aligned, how it is arranged and what is in view stand in the URL, through reload and back', async () => {
    const { page, complaints, close } = await open([ids['fast-retransmit.pcap'], ids['curl-parallel.pcap']]);
    await page.getByRole('button', { name: 'SYN' }).click();
    await page.getByRole('button', { name: 'Stacked' }).click();
    await page.keyboard.press('+');
    await page.waitForURL(/align=syn.*layout=stacked.*from=/);
    await page.reload();
    await idle(page);
    expect(await page.getByRole('button', { name: 'SYN' }).getAttribute('aria-pressed')).toBe('true');
    expect(await page.getByRole('button', { name: 'Stacked' }).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('f');
    await page.waitForURL((url) => !url.searchParams.has('from'));
    await page.goBack();
    await page.waitForURL(/from=/);
    expect(complaints).toEqual([]);
    await close();
  });

  test('captures are added and taken out; three are stacked', async () => {
    const { page, complaints, close } = await visit(`/compare`);
    await page.getByRole('button', { name: 'Choose captures' }).click();
    for (const name of ['fast-retransmit.pcap', 'curl-parallel.pcap', 'handshake-get.pcap']) {
      await page.getByRole('checkbox', { name }).check();
    }
    await page.getByRole('button', { name: /^Add \d$/ }).click();
    await page.getByRole('button', { name: 'Remove C' }).waitFor();
    expect(await page.getByRole('button', { name: 'Stacked' }).getAttribute('aria-pressed')).toBe('true');
    expect((await row(page, 'Payload')).length).toBe(3);
    await page.getByRole('button', { name: 'Remove B' }).click();
    await page.getByRole('button', { name: 'Remove C' }).waitFor({ state: 'detached' });
    await idle(page);
    expect((await row(page, 'Payload')).length).toBe(3);
    expect(await page.getByRole('columnheader', { name: 'B − A' }).count()).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the pointer reads every member at one time', async () => {
    const { page, close } = await open([ids['fast-retransmit.pcap'], ids['handshake-get.pcap']]);
    const box = await page.locator('.compare-plots').boundingBox();
    if (!box) throw new Error('the diagram is not shown');
    await page.mouse.move(box.x + box.width / 2, box.y + 120);
    const reading = page.locator('.compare-reading');
    await reading.waitFor();
    expect(await reading.innerText()).toMatch(/A\s.* acknowledged, .* in flight\s+B\s/);
    await close();
  });

  test('what is not there is said', async () => {
    const { page, close } = await open(['nothing']);
    expect(await page.getByText('There is no such capture here').isVisible()).toBe(true);
    await close();
  });

  test('fits a phone', async () => {
    const { page, close } = await open([ids['fast-retransmit.pcap'], ids['handshake-get.pcap']], {
      width: 390,
      height: 844,
      theme: 'light',
    });
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    const plots = await page.locator('.compare-plots').boundingBox();
    expect(plots?.y).toBeLessThan(844 * 0.35);
    const named = ['SYN', 'first byte', 'Overlaid', 'Stacked', 'Export', 'Add a capture'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    );
    const boxes = await Promise.all(named.map((one) => one.boundingBox()));
    // What lies under another's hand cannot be pressed there.
    for (const [i, box] of boxes.entries()) {
      if (!box) throw new Error('a switch is not shown');
      const corner = { x: box.x + box.width - 3, y: box.y + 5 };
      const isOnTop = await named[i].evaluate(
        (element, { x, y }) => element.contains(document.elementFromPoint(x, y)),
        corner,
      );
      expect([i, box.x >= 0, box.x + box.width <= 390, isOnTop]).toEqual([i, true, true, true]);
    }
    const button = page.getByRole('button', { name: 'Export' });
    const menu = page.getByRole('menu');
    await button.click();
    expect(await menu.isVisible()).toBe(true);
    // What scrolled before, as to bring the button into view, tells of it late.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          document.dispatchEvent(new Event('scroll'));
          requestAnimationFrame(resolve);
        }),
    );
    expect(await menu.isVisible()).toBe(true);
    await button.evaluate((element) => element.closest('.compare')?.scrollBy({ top: 100, behavior: 'instant' }));
    await menu.waitFor({ state: 'detached' });
    await close();
  });

  test('captures to compare are chosen by a part of their name', async () => {
    const { page, close } = await visit(`/compare`);
    await page.getByRole('button', { name: 'Choose captures' }).click();
    await page.getByRole('searchbox', { name: 'Search captures' }).fill('handshake');
    expect(await page.getByRole('checkbox').filter({ visible: true }).count()).toBe(1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByRole('searchbox', { name: 'Search captures' }).fill('no such name');
    expect(await page.getByText('No capture has “no such name” in its name or worst finding.').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Add 1' }).click();
    await page.getByText('One connection alone.').waitFor();
    await close();
  });

  test('captures of one path: chosen in the list, their packets drawn between them, hovered; the address restores it', async () => {
    for (const { name, bytes } of pathCaptures()) {
      await writeFile(join(server.data, name), bytes);
      await server.upload(join(server.data, name));
    }
    const { page, complaints, close } = await visit('/');
    for (const name of ['upload.client.pcap', 'upload.server.pcap']) {
      await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
    }
    await page.getByRole('link', { name: 'Same path' }).click();
    await page.getByRole('row', { name: /^client → server/ }).waitFor();
    await idle(page);
    const [sent, lost] = await row(page, 'client → server');
    expect(Number(lost)).toBeGreaterThan(0);
    expect(await page.locator('.same-path-sentence').innerText()).toContain(
      `${lost} packets were lost from client to server, none elsewhere`,
    );
    const stage = page.locator('.same-path-stage');
    const { x, y, width, height } = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    /** Distinct colours of the ladder. */
    const colours = () =>
      stage.locator('canvas.plot-data').evaluate((/** @type {HTMLCanvasElement} */ canvas) => {
        const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(
          0,
          60,
          canvas.width / 2,
          canvas.height - 60,
        );
        return new Set(new Uint32Array(data.buffer)).size;
      });
    expect(await colours()).toBeGreaterThan(20);
    await page.keyboard.press('ArrowRight');
    expect(await stage.getByRole('status').innerText()).toMatch(/^Client to server; no payload; client frame 1, 0/);
    await page.mouse.move(x + width * 0.25, y + height * 0.5);
    for (let i = 0; i < 6; i++) await page.keyboard.press('w');
    await idle(page);
    await page.mouse.move(x + width * 0.25, y + height * 0.5 + 1);
    await stage.locator('.hover-card').waitFor();
    expect(await stage.locator('.hover-card').innerText()).toMatch(
      /^(Client to server|Server to client)\s(.|\s)*(client|server)\s+frame \d+, .*\s(client|server)\s+frame \d+, .*ms/,
    );
    // What is pointed at in the diagram is marked in the ladder and in the table.
    const marked = () => stage.locator('canvas.plot-overlay').evaluate(hasOpaquePixels);
    const diagram = page.locator('.same-path-diagram');
    await page.mouse.move(0, 0);
    await page.keyboard.press('Escape');
    await idle(page);
    expect(await marked()).toBe(false);
    await pointAtPacket(page, diagram);
    expect(await diagram.locator('.hover-card').innerText()).toMatch(/client\s+frame \d+,/);
    expect(await marked()).toBe(true);
    expect(await page.locator('tr.is-pointed th').allInnerTexts()).toEqual(['client → server']);
    const svg = await exported(page, 'This view as a vector image (SVG)');
    for (const words of ['>at client<', '>at server<', '>Delay client → server, ms<', '>Queue server → client, ms<']) {
      expect(svg).toContain(words);
    }
    expect(await exported(page, 'Packets in view (CSV)')).toMatch(/^connection,direction,offset,bytes,/);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Report (one HTML file)…' }).click();
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Create report' }).click(),
    ]);
    expect(report.suggestedFilename()).toBe('path-report.html');
    const html = await readFile(await report.path(), 'utf8');
    for (const part of ['id="report">', 'id="report-1">', '"name":"Point A"', '"name":"Point B"']) {
      expect(html).toContain(part);
    }
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'server → client' }).click();
    await page.waitForURL(/zoom=.*|between=1-0/);
    await idle(page);
    const address = page.url();
    const shown = await page.evaluate(() => location.search);
    expect(shown).toMatch(/between=1-0/);
    expect(shown).toMatch(/zoom=[\d.]+-[\d.]+/);
    const firstInView = async () => {
      await page.mouse.move(0, 0);
      await page.keyboard.press('Escape');
      await page.keyboard.press('ArrowRight');
      return stage.getByRole('status').innerText();
    };
    const first = await firstInView();
    expect(first).not.toMatch(/frame 1,/);
    await page.goto(address);
    await page.getByRole('row', { name: /^client → server/ }).waitFor();
    await idle(page);
    expect(await firstInView()).toBe(first);
    expect(await page.evaluate(() => location.search)).toBe(shown);
    expect((await row(page, 'client → server'))[0]).toBe(sent);
    await page.setViewportSize({ width: 390, height: 844 });
    await idle(page);
    const [ladder, below] = [await stage.boundingBox(), await diagram.boundingBox()];
    expect(below?.x).toBe(ladder?.x);
    expect(below?.y).toBeGreaterThanOrEqual((ladder?.y ?? NaN) + (ladder?.height ?? NaN));
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a capture that comes through a pipe is laid over another, and followed', async () => {
    const live = await serve({ standardInput: true });
    const [{ bytes }, far] = pathCaptures();
    const file = join(live.data, far.name);
    await writeFile(file, far.bytes);
    await live.upload(file);
    live.write(bytes.subarray(0, bytes.length / 2));
    const { page, complaints, close } = await visit(live.url);
    for (const name of ['standard input', far.name]) {
      await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
    }
    await page.getByRole('link', { name: 'Same path' }).click();
    const sent = page
      .getByRole('row', { name: /^.* → upload.server/ })
      .locator('td')
      .first();
    await sent.waitFor();
    const before = Number(await sent.innerText());
    live.write(bytes.subarray(bytes.length / 2));
    await page.waitForFunction(
      (count) => Number(document.querySelector('.same-path-segments tbody td')?.textContent) > count,
      before,
    );
    expect(complaints).toEqual([]);
    await close();
    await live.close();
  });
});

/** Whether anything is drawn that is not see-through. @param {Element} canvas */
function hasOpaquePixels(canvas) {
  const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
  const context = /** @type {HTMLCanvasElement} */ (canvas).getContext('2d');
  return (
    context !== null &&
    context.getImageData(0, 0, width, height).data.some((value, at) => at % 4 === 3 && value === 255)
  );
}

/**
 * Moves the pointer over the stream until a packet is under it.
 * @param {import('playwright-core').Page} page @param {import('playwright-core').Locator} diagram
 */
async function pointAtPacket(page, diagram) {
  const { x, y, width, height } = (await diagram.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (let share = 0.95; share > 0.1; share -= 0.02) {
    await page.mouse.move(x + share * width, y + 42 + (1 - share) * 0.4 * height);
    await idle(page);
    if (await diagram.locator('.hover-card').isVisible()) return;
  }
}

/** @param {import('playwright-core').Page} page @param {string} item of the menu of exports */
async function exported(page, item) {
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
  return readFile(await file.path(), 'utf8');
}
