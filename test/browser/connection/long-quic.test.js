import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { downloadCapture } from '../../quicflow/download.js';
import { describeWithBrowser, idle, press, query } from '../support/browser.js';
import { drawnTexts, recordTexts } from '../support/drawn-texts.js';
import { withServer } from '../support/with-server.js';

const SKETCHED = 'Drawn with less detail; zoom in to see every packet.';

describeWithBrowser('a QUIC connection too long for the page', () => {
  const { server, visit } = withServer();
  let folder = '';
  let place = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'selfclock-long-quic-'));
    const path = join(folder, 'long.pcapng');
    await writeFile(path, downloadCapture({ packets: 60_000, dataBytes: 20, lossEvery: 5003 }));
    place = `/captures/${await server.upload(path)}/connections/q0`;
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('is drawn of a sketch, and of what is zoomed to every packet comes', async () => {
    const { page, complaints, close } = await visit(place);
    await page.getByText(SKETCHED).waitFor();
    await idle(page);
    await recordTexts(page);
    expect(await drawnTexts(page)).toEqual(expect.arrayContaining(['Stream data, MB', 'cwnd', 'R']));
    const finer = page.waitForRequest((request) =>
      /\/quic\/sequence\?.*sketch=1&start=\d+&end=\d+/.test(request.url()),
    );
    for (let i = 0; i < 10; i++) await press(page, '+');
    await finer;
    await page.getByText(SKETCHED).waitFor({ state: 'detached' });
    await idle(page);
    expect(query(page).zoom).toMatch(/^\d/);
    // The table goes along.
    await page
      .getByRole('row', { name: /1-RTT 10.\d{3}/ })
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('keys and table reach packets that the sketch leaves out', async () => {
    const { page, complaints, close } = await visit(place);
    await page.getByText(SKETCHED).waitFor();
    await idle(page);
    const status = page.locator('.quic-stage > [role=status]');
    await press(page, '.');
    await status.filter({ hasText: /^1-RTT 5.002: declared lost/ }).waitFor();
    await press(page, '.');
    await status.filter({ hasText: /^1-RTT 10.005: declared lost/ }).waitFor();
    await press(page, 'ArrowRight');
    await status.filter({ hasText: /^1-RTT 10.006: acknowledged/ }).waitFor();
    await idle(page);
    const { frame } = query(page);
    await page.reload();
    await page.getByText(SKETCHED).waitFor();
    await idle(page);
    expect(query(page).frame).toBe(frame);
    const side = page.getByRole('complementary', { name: 'Connection' });
    await side.getByRole('heading', { name: /^1-RTT 10.006$/ }).waitFor();
    await page.locator('.quic-row[aria-selected=true]', { hasText: /1-RTT 10.006/ }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
