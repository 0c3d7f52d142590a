import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sentCapture } from '../../support/packets/sent-capture.js';
import { tlsCapture } from '../../support/tls/tls-capture.js';
import { accessibilityViolations, describeWithBrowser } from '../support/browser.js';
import { withServer } from '../support/with-server.js';

const HOSTILE = '<img src=x onerror="document.title=1">\x1b[1m\u0000';

describeWithBrowser('"Follow stream"', () => {
  const { server, visit } = withServer({ captures: [] });

  /** @param {string} name @param {Uint8Array} capture */
  async function uploaded(name, capture) {
    const path = join(server.data, name);
    await writeFile(path, capture);
    return server.upload(path, name);
  }

  test('shows what both ends said, as text that does nothing, as figures, and part by part', async () => {
    const id = await uploaded(
      'talk.pcap',
      sentCapture([
        { endpoint: 0, bytes: Buffer.from(HOSTILE, 'latin1') },
        { endpoint: 1, bytes: Buffer.from('y'.repeat(40_000)) },
        { endpoint: 0, bytes: Buffer.from('the end') },
      ]),
    );
    const { page, complaints, close } = await visit(`/captures/${id}/connections/0`);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Follow stream' }).click();
    const sheet = page.getByRole('dialog', { name: 'Follow stream' });
    await sheet.getByText('The first 32 768 bytes; there are more.').waitFor();
    const turns = sheet.locator('.stream-turn');
    expect(await turns.first().innerText()).toContain('<img src=x onerror="document.title=1">\\x1b[1m\\x00');
    expect(await sheet.locator('img').count()).toBe(0);
    await sheet.getByRole('button', { name: 'More' }).click();
    await sheet.getByText(/^All 40.0\d\d bytes\.$/).waitFor();
    expect(await turns.last().innerText()).toContain('the end');
    await sheet.getByLabel('Shown as').selectOption('hex');
    await sheet.getByText('3c 69 6d 67').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('of TLS what it held, and as it was sent where that is asked for', async () => {
    const { capture, keyLog } = await tlsCapture({ requests: ['hello'] });
    const id = await uploaded('tls.pcap', capture);
    await fetch(`${server.url}/api/captures/${id}/keys`, {
      method: 'PUT',
      headers: { 'content-type': 'text/plain' },
      body: keyLog,
    });
    const { page, close } = await visit(`/captures/${id}/connections/0`);
    await page.getByText('Client (JA4)').waitFor();
    expect(await page.locator('.side-lines', { hasText: 'JA4' }).innerText()).toMatch(
      /t13d\d{4}00_[\s\S]*CN=a\.example/,
    );
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Follow stream' }).click();
    const sheet = page.getByRole('dialog', { name: 'Follow stream' });
    await sheet.getByText('HELLO', { exact: true }).waitFor();
    await sheet.getByLabel('Layer').selectOption('tcp');
    await sheet.getByText(/bytes\. As hex, since TLS is encrypted as it is sent\.$/).waitFor();
    await sheet.getByText('16 03 01').first().waitFor();
    await sheet.getByLabel('Shown as').selectOption('text');
    await sheet.getByText('\\x16\\x03\\x01').first().waitFor();
    await close();
  });

  test('of TLS that stays encrypted hex, and why', async () => {
    const { capture } = await tlsCapture({ requests: ['hello'] });
    const id = await uploaded('secret.pcap', capture);
    const { page, close } = await visit(`/captures/${id}/connections/0`);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Follow stream' }).click();
    const sheet = page.getByRole('dialog', { name: 'Follow stream' });
    await sheet.getByText(/^All .* bytes\. As hex, since it is TLS that no key log decrypts\.$/).waitFor();
    expect(await sheet.locator('.stream-turn').first().innerText()).toMatch(/0000 {2}16 03 01/);
    expect(await sheet.getByRole('link', { name: 'Save all' }).getAttribute('href')).toMatch(
      /stream-hex\.txt\?layer=tcp$/,
    );
    await close();
  });

  test("a packet's bytes, with the fields that lie there", async () => {
    const id = await uploaded('bytes.pcap', sentCapture([{ endpoint: 0, bytes: Buffer.from('GET <b>bold</b>') }]));
    const { page, complaints, close } = await visit(`/captures/${id}/connections/0?frame=4`);
    await page.locator('.hover-card').waitFor();
    await page.keyboard.press('b');
    const sheet = page.getByRole('dialog', { name: 'Packet, frame 4' });
    await sheet.getByText('69 bytes.').waitFor();
    expect(await sheet.locator('.packet-bytes').innerText()).toContain('GET <b>bol');
    await sheet.getByRole('button', { name: 'Source port 40000' }).hover();
    expect(await sheet.locator('mark').allInnerTexts()).toEqual(['9c 40']);
    await sheet.getByRole('button', { name: 'Copy the command that opens it in Wireshark' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('wireshark -r bytes.pcap -g 4');
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
