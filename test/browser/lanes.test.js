import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describeWithBrowser, idle, outsideWindow, press, serve, sidewaysOverflow } from './support/browser.js';
import { drawnTexts, recordTexts } from './support/drawn-texts.js';
import { GrowingCapture } from './support/growing-capture.js';
import { manyConnections } from './support/many-connections.js';
import { withServer } from './support/with-server.js';

/** @typedef {import('playwright-core').Page} Page */

const many = 100_000;
const names = ['curl-parallel.pcap', 'node-pipelined.pcap', 'hostile-text.pcap', 'refused.pcap', 'reset.pcap'];

describeWithBrowser('the lanes', () => {
  const { server, ids: captures, visit } = withServer({ captures: names });

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'selfclock-lanes-'));
    await writeFile(join(folder, 'many.pcap'), manyConnections(many));
    captures.many = await server.upload(join(folder, 'many.pcap'));
    await rm(folder, { recursive: true });
  });

  /** @param {string} name @param {string} [query] @param {import('./support/browser.js').PageOptions} [options] */
  const open = (name, query = '', options = {}) => visit(`/captures/${captures[name]}/lanes${query}`, options);

  /** @param {string} name @returns {Promise<any[]>} rows of its connections */
  const rows = async (name) =>
    (await (await fetch(`${server.url}/api/captures/${captures[name]}/connections?limit=100`)).json()).rows;

  test('every connection has a lane with its client, under its server, and its requests bear their names', async () => {
    const { page, complaints, close } = await open('curl-parallel.pcap');
    await recordTexts(page);
    const texts = await drawnTexts(page);
    for (const { client, flow } of await rows('curl-parallel.pcap')) {
      expect(texts).toContain(`${client.address}:${client.port}`);
      expect(texts).toContain(String(flow));
    }
    const [
      {
        server: { address, port },
        firstTarget,
      },
    ] = await rows('curl-parallel.pcap');
    expect(texts).toContain(`${address}:${port}`);
    expect(firstTarget).toBeTruthy();
    // The legend has what is there, and no more.
    const legend = page.getByRole('list', { name: 'Legend' });
    await legend.getByText('request', { exact: true }).waitFor();
    expect(await legend.innerText()).not.toMatch(/TLS|image|failed/);
    await press(page, 'ArrowDown');
    await press(page, 'ArrowRight');
    expect(await page.locator('.card-title').innerText()).toMatch(/^Request /);
    expect(complaints).toEqual([]);
    await close();
  });

  test('tabs lead from the table to the lanes and back, and the filter goes along', async () => {
    const { page, close } = await visit(`/captures/${captures['curl-parallel.pcap']}`);
    await page.getByRole('link', { name: 'Lanes' }).click();
    await page.waitForURL(/\/lanes$/);
    await idle(page);
    const [{ client }] = await rows('curl-parallel.pcap');
    await page.keyboard.press('/');
    await page.keyboard.type(`:${client.port}`);
    await page.waitForURL('**text=**');
    await idle(page);
    expect(await page.getByRole('status').filter({ hasText: 'connections to' }).innerText()).toMatch(
      /^1 of \d+ connections to 1 server/,
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await idle(page);
    await page.locator('.lanes-scroller').focus();
    await press(page, 'l');
    expect(await page.getByRole('grid', { name: 'Connections' }).isVisible()).toBe(true);
    await close();
  });

  test('arrows go through lanes and say which, Enter opens the connection, back finds the lane again', async () => {
    const { page, complaints, close } = await open('curl-parallel.pcap');
    await press(page, 'ArrowDown');
    await press(page, 'ArrowDown');
    expect(await page.locator('.lanes-stage > [role=status]').innerText()).toMatch(/^Connection 1, /);
    await press(page, 'Enter');
    await page.waitForURL(/connections\/1$/);
    await page.goBack();
    await page.waitForURL(/flow=1/);
    await idle(page);
    await press(page, 'ArrowDown');
    expect(await page.locator('.lanes-stage > [role=status]').innerText()).toMatch(/^Connection 2, /);
    expect(complaints).toEqual([]);
    await close();
  });

  test('zoom, selection and switches stand in the URL; back undoes a zoom', async () => {
    const { page, complaints, close } = await open('node-pipelined.pcap');
    await press(page, 'w');
    await page.waitForURL('**zoom=**');
    const zoomed = new URL(page.url()).searchParams.get('zoom');
    await press(page, 'w');
    await press(page, 'Backspace');
    expect(new URL(page.url()).searchParams.get('zoom')).toBe(zoomed);
    await page.getByRole('button', { name: 'ACKs' }).click();
    await page.waitForURL('**acks=0**');
    await page.mouse.move(500, 400);
    await page.mouse.down();
    await page.mouse.move(900, 400, { steps: 3 });
    await page.mouse.up();
    await page.waitForURL('**span=**');
    await idle(page);
    const panel = page.getByRole('region', { name: 'Selection' });
    await panel.waitFor();
    expect(await panel.innerText()).toMatch(/Connections open\s+1\s+Packets\s+→ \d+ ← \d+\s+Payload/);
    await panel.getByRole('button', { name: 'Zoom to it' }).click();
    await idle(page);
    expect(new URL(page.url()).searchParams.get('zoom')).not.toBe(zoomed);
    await page.reload();
    await idle(page);
    expect(await page.getByRole('button', { name: 'ACKs' }).getAttribute('aria-pressed')).toBe('false');
    expect(complaints).toEqual([]);
    await close();
  });

  test('a click on a lane opens its connection', async () => {
    const { page, close } = await open('reset.pcap');
    await page.mouse.click(60, 190);
    await page.waitForURL(/connections\/0$/);
    await close();
  });

  test('100 000 connections: only lanes in view are fetched, the last is a key away', async () => {
    const { page, complaints, close } = await open('many');
    /** @type {string[]} */
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    await recordTexts(page);
    expect(asked.filter((url) => url.includes('/lanes?flows=')).length).toBeLessThan(4);
    await press(page, 'End');
    expect(await drawnTexts(page)).toContain('99\u202f999');
    expect(await page.locator('.lanes-stage > [role=status]').innerText()).toMatch(/^Connection 99999/);
    await press(page, 'Home');
    expect(await drawnTexts(page)).toContain('0');
    expect(complaints).toEqual([]);
    await close();
  });

  test('a strip shows all lanes in little: a press moves the view there, in time too once it is zoomed', async () => {
    const { page, complaints, close } = await open('many', '?zoom=0-0.01');
    const map = page.locator('.lanes-strip-map');
    await map.waitFor();
    await idle(page);
    await recordTexts(page);
    const box = await map.boundingBox();
    if (box === null) throw new Error('There is no strip.');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await idle(page);
    expect((await drawnTexts(page)).some((text) => /^(49|50)\u202f\d{3}$/.test(text))).toBe(true);
    const [from, to] = String(new URL(page.url()).searchParams.get('zoom')).split('-').map(Number);
    expect(from).toBeCloseTo(0.045, 2);
    expect(to - from).toBeCloseTo(0.01, 3);
    await map.hover({ position: { x: box.width / 2, y: box.height / 2 } });
    expect(await map.getAttribute('title')).toMatch(/ open, [\d\u202f]+ packets$/);
    expect(complaints).toEqual([]);
    await close();
  });

  test('few lanes fill the page without a strip; a selection leads to the table of what is open in it', async () => {
    const { page, complaints, close } = await open('curl-parallel.pcap', '?span=0-0.0001');
    expect(await page.locator('.lanes-strip').count()).toBe(0);
    const high = await page.evaluate(() => {
      const [scroller, spacer] = ['.lanes-scroller', '.lanes-spacer'].map((name) => document.querySelector(name));
      return (spacer?.clientHeight ?? 0) / (scroller?.clientHeight ?? 1);
    });
    expect(high).toBeGreaterThan(0.9);
    expect(high).toBeLessThanOrEqual(1);
    await page.getByRole('button', { name: 'Show in the table' }).click();
    await page.waitForURL('**text=**');
    await idle(page);
    expect(new URL(page.url()).searchParams.get('text')).toBe('start <= 0.0001 s && end >= 0 s');
    const all = await rows('curl-parallel.pcap');
    const inSpan = all.filter(({ start }) => start <= 0.0001);
    expect(inSpan.length).toBeLessThan(all.length);
    expect(await page.locator('.vt-row').count()).toBe(inSpan.length);
    expect(complaints).toEqual([]);
    await close();
  });

  test('captured text stays text, and a filter without a match is said', async () => {
    const hostile = await open('hostile-text.pcap', '?arcs=referer,redirect');
    expect(await hostile.page.locator('.lanes-view img, .lanes-view script, .lanes-view iframe').count()).toBe(0);
    expect(hostile.complaints).toEqual([]);
    await hostile.close();
    const none = await open('refused.pcap', '?text=10.99.99.99');
    expect(await none.page.getByText('No connection matches “10.99.99.99”').isVisible()).toBe(true);
    await none.close();
  });

  test('while packets arrive the lane grows, and what is in view does not jump', async () => {
    const live = await serve({ standardInput: true });
    const growing = new GrowingCapture();
    live.write(growing.seconds(20));
    const {
      captures: [{ id }],
    } = await (await fetch(`${live.url}/api/captures`)).json();
    const { page, complaints, close } = await visit(`${live.url}/captures/${id}/lanes`);
    await page.getByRole('button', { name: 'Follow' }).waitFor();
    await recordTexts(page);
    await page.getByRole('button', { name: 'Hold' }).click();
    await page.waitForURL('**zoom=**');
    await idle(page);
    const before = await drawnTexts(page);
    const came = page.waitForResponse((response) => response.url().includes('/lanes?flows='));
    live.write(growing.seconds(10));
    await came;
    await idle(page);
    const axis = (/** @type {string[]} */ texts) => texts.filter((text) => /^\d+( s)?$/.test(text));
    expect(axis(await drawnTexts(page))).toEqual(axis(before));
    await press(page, 'End');
    expect(await page.getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed')).toBe('true');
    expect(complaints).toEqual([]);
    await close();
    await live.close();
  });

  test('a phone shows them without scrolling sideways', async () => {
    const { page, complaints, close } = await open('curl-parallel.pcap', '', { width: 390, height: 844 });
    expect(await sidewaysOverflow(page)).toBe(0);
    const stage = await page.locator('.lanes-stage').boundingBox();
    expect(Math.round((stage?.y ?? 0) + (stage?.height ?? 0))).toBe(844);
    expect(await outsideWindow(page, '.lanes-head .switch')).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
