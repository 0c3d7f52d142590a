import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { panesOf } from '../../../client/views/quic/draw/layout.js';
import { http3Capture } from '../../quicflow/capture.js';
import { lossCapture, PIECE, QLOG_OFFSET_MS, QLOG_WINDOWS, serverQlog } from '../../quicflow/loss-capture.js';
import { Secrets } from '../../quicflow/seal.js';
import { script } from '../../support/packets/packets.js';
import {
  accessibilityViolations,
  describeWithBrowser,
  idle,
  press,
  query,
  sidewaysOverflow,
} from '../support/browser.js';
import { drawnTexts, recordTexts } from '../support/drawn-texts.js';
import { dropFiles } from '../support/drop-files.js';
import { withServer } from '../support/with-server.js';

const secrets = new Secrets();

/** A request over TCP, before one over QUIC, which is encrypted. */
const ofBothTransports = () => {
  const overTcp = script(
    { client: '10.0.0.1:4000', server: '10.0.0.2:80', startNs: 0 },
    'client SYN',
    'server SYN-ACK',
    'client ACK',
    'client "GET /of-tcp HTTP/1.1\\r\\nHost: t.example\\r\\n\\r\\n"',
    'server "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"',
  );
  return http3Capture({ hasSecrets: false, frames: overTcp.map(({ bytes }) => bytes) });
};

/** Initials without the ID that the client asked for. @param {any[]} events */
const withoutIds = (events) =>
  events.map(({ data, ...event }) => ({ ...event, data: { ...data, header: { ...data.header, dcid: undefined } } }));

/** The middle of the window's pane at its right end. @param {import('playwright-core').Page} page */
async function overWindow(page) {
  const { width, height } = /** @type {{ width: number, height: number }} */ (
    await page.locator('.quic-stage').boundingBox()
  );
  const { top, height: high } = /** @type {{ top: number, height: number }} */ (
    panesOf(height, false).find(({ id }) => id === 'window')
  );
  return { x: width - 40, y: top + high / 2 };
}

describeWithBrowser('a QUIC connection', () => {
  const { server, visit } = withServer();
  let folder = '';
  let id = '';
  /** The place of its connection, the key log given. */
  let place = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'selfclock-quic-'));
    await writeFile(join(folder, 'loss.pcapng'), lossCapture(secrets));
    await writeFile(join(folder, 'loss.keys'), secrets.text());
    id = await server.upload(join(folder, 'loss.pcapng'));
    place = `/captures/${id}/connections/q0`;
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('without keys shows its datagrams, names the secrets that are missing, and takes a key log', async () => {
    const { page, complaints, close } = await visit(place);
    const side = page.getByRole('complementary', { name: 'Connection' });
    await side.getByText(/the key log has no CLIENT_HANDSHAKE_TRAFFIC_SECRET/).waitFor();
    await side.getByText(/^Not observable here \(/).waitFor();
    expect(await side.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await recordTexts(page);
    expect(await drawnTexts(page)).toEqual(expect.arrayContaining(['Not observable without keys']));
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      side.getByRole('button', { name: 'Add a key log' }).click(),
    ]);
    await chooser.setFiles(join(folder, 'loss.keys'));
    await side.getByText('What limited it').waitFor();
    await idle(page);
    expect(await drawnTexts(page)).toEqual(expect.arrayContaining(['Stream data, kB', 'handshake done', 'R']));
    expect(complaints).toEqual([]);
    await close();
  });

  test('keys go from loss to loss, to the other direction and to packet numbers, and the address keeps them', async () => {
    const { page, complaints, close } = await visit(place);
    await page
      .getByRole('row', { name: /1-RTT 3\b/ })
      .first()
      .waitFor();
    await press(page, '.');
    expect(await page.locator('.quic-stage > [role=status]').innerText()).toMatch(
      /1-RTT 3: declared lost after .*packet threshold/,
    );
    expect(query(page).frame).toBe('7');
    const side = page.getByRole('complementary', { name: 'Connection' });
    expect(await side.innerText()).toMatch(/Retransmitted\s+in 1-RTT 9/);
    expect(await page.locator('.quic-row[aria-selected=true] .in-frames').innerText()).toMatch(
      /^STREAM 4 1.600–2.399$/,
    );
    await press(page, 'b');
    const sheet = page.getByRole('dialog', { name: 'Packet, frame 7' });
    await sheet.getByText(/^QUIC 1-RTT 3, /).waitFor();
    expect(await sheet.innerText()).toMatch(/UDP, 8 bytes[^]*stream 4, offset 1600, length 800, fin false/);
    await press(page, 'Escape');
    await press(page, 'n');
    await press(page, 'D');
    expect(query(page)).toMatchObject({ by: 'numbers', dir: 'c2s', frame: '7' });
    await page.reload();
    await idle(page);
    expect(await page.getByRole('button', { name: 'client → server' }).getAttribute('aria-pressed')).toBe('true');
    expect([await accessibilityViolations(page), complaints]).toEqual([[], []]);
    await close();
  });

  test('a stream of the list is shown by its offsets, and the diagram is saved as a table', async () => {
    const { page, complaints, close } = await visit(`${place}?dir=s2c`, { theme: 'light' });
    await page.getByRole('button', { name: '4', exact: true }).click();
    await page.waitForURL('**by=4**');
    await idle(page);
    await recordTexts(page);
    expect(await drawnTexts(page)).toContain('Stream 4, kB');
    await page.getByRole('button', { name: 'Export' }).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'The diagram (CSV)' }).click(),
    ]);
    const lines = (await readFile(await saved.path(), 'utf8')).split('\n');
    expect(lines).toContain(`0.131,16,retransmitted,${2 * PIECE},${3 * PIECE}`);
    expect(lines.filter((line) => line.includes('declared lost'))).toHaveLength(1);
    expect([await accessibilityViolations(page), complaints]).toEqual([[], []]);
    await close();
  });

  test('it is compared, shown as a lane and over time, and What if says why it is not replayed', async () => {
    const { page, complaints, close } = await visit(`/compare?of=${id}/q0,${id}/q0`);
    await page.getByRole('row', { name: /Request to last byte/ }).waitFor();
    await idle(page);
    await recordTexts(page);
    expect(await drawnTexts(page)).toEqual(expect.arrayContaining(['A last byte', 'Limited by, A']));
    for (const [view, text] of [
      [`/captures/${id}/lanes`, '1 connection to 1 server'],
      [`/captures/${id}/plots?plot=time`, /; [1-9]\d* packets/],
      [`/captures/${id}/whatif?flow=q0`, /Connections of QUIC are not replayed/],
    ]) {
      await page.goto(new URL(String(view), page.url()).href);
      await page.getByText(text).first().waitFor();
    }
    expect(complaints).toEqual([]);
    await close();
  });

  test('the qlog of an end is dropped on it and drawn beside what is inferred; that of another is refused', async () => {
    const path = join(folder, 'loss.pcapng');
    const own = await server.upload(path);
    const { page, close } = await visit(`/captures/${own}/connections/q0?dir=s2c`);
    const side = page.getByRole('complementary', { name: 'Connection' });
    await side.getByText('Not decrypted').waitFor();
    await dropFiles(page, [
      { name: 'loss.keys', bytes: Buffer.from(secrets.text()) },
      { name: 'server.qlog.gz', bytes: gzipSync(serverQlog()) },
    ]);
    await side.getByText(/differs from the server’s own log by .* in bytes in flight/).waitFor();
    expect((await side.innerText()).replace(/\s+/g, ' ')).toContain(`Clock, qlog +${QLOG_OFFSET_MS}.0 ms`);
    expect(await page.locator('.quic-legend').innerText()).toContain('the server’s own record (qlog)');
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.locator('.quic-stage').hover({ position: await overWindow(page) });
    const card = page.locator('.hover-card');
    await card.getByText('cwnd, qlog').waitFor();
    expect((await card.innerText()).replace(/\s/g, ' ')).toContain(`cwnd, qlog ${QLOG_WINDOWS[1] / 1000} kB`);

    await dropFiles(page, [{ name: 'other.qlog', bytes: serverQlog({ id: 'aabbccddeeff0011', of: withoutIds }) }]);
    await page.getByText('other.qlog was not added').waitFor();
    await page.getByText(/original destination connection ID of the qlog \(aabbccddeeff0011\)/).waitFor();
    await press(page, 'D');
    await side.getByText(/It is drawn beside what the server sends/).waitFor();
    await close();
  });

  test('a phone shows diagram, table and facts below each other, and nothing sideways', async () => {
    const { page, complaints, close } = await visit(place, { width: 390, height: 844 });
    await page.getByRole('complementary', { name: 'Connection' }).scrollIntoViewIfNeeded();
    expect(await sidewaysOverflow(page)).toBe(0);
    expect([await accessibilityViolations(page), complaints]).toEqual([[], []]);
    await close();
  });

  test('a connection that is not there is said to be missing', async () => {
    const { page, close } = await visit(`/captures/${id}/connections/q7`);
    await page.getByText('There is no such connection').waitFor();
    await close();
  });

  test('stands in the list beside TCP, is filtered by transport, and its requests come with late keys', async () => {
    const { capture, keyLog } = ofBothTransports();
    await writeFile(join(folder, 'both.pcapng'), capture);
    const both = `/captures/${await server.upload(join(folder, 'both.pcapng'))}`;
    const { page, complaints, close } = await visit(`${both}/waterfall`);
    const requests = page.locator('.waterfall-view .vt-row .in-name');
    await requests.getByText('of-tcp').waitFor();
    expect(await requests.count()).toBe(1);
    await dropFiles(page, [{ name: 'late.keys', bytes: Buffer.from(keyLog) }]);
    await requests.getByText('of-quic').waitFor();
    expect(await requests.count()).toBe(2);
    await page.getByRole('link', { name: 'Connections', exact: true }).click();
    const transports = page.locator('.column-transport[role=gridcell]');
    await transports.getByText('QUIC').waitFor();
    expect(await transports.allInnerTexts()).toEqual(['TCP', 'QUIC']);
    await page
      .getByRole('combobox', { name: 'Filter connections' })
      .fill('transport == quic && target contains of-quic');
    await transports.getByText('TCP').waitFor({ state: 'detached' });
    expect(await transports.allInnerTexts()).toEqual(['QUIC']);
    await page.locator('a[href*="/connections/q0"]').first().click();
    await page.getByRole('complementary', { name: 'Connection' }).getByText('/of-quic').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
