import { accessibilityViolations, describeWithBrowser } from './support/browser.js';
import { withServer } from './support/with-server.js';

const running = {
  id: 'c0',
  name: 'eth0',
  tags: [],
  source: 'live',
  state: 'live',
  createdEpoch: 1_800_000_000,
  sizeBytes: 0,
  expectedBytes: null,
  analysedBytes: 0,
  format: 'pcap',
  packets: 52_118,
  tcpPackets: 52_118,
  connections: 37,
  quicConnections: 0,
  requests: 4,
  encryption: { tls: 0, decrypted: 0 },
  startEpoch: '1800000000.000000000',
  duration: 42,
  warnings: [],
  notRead: [],
  error: null,
  live: {
    interface: 'eth0',
    filter: '',
    tool: 'dumpcap',
    packets: 52_118,
    bytes: 41_000_000,
    drops: { kernel: 214, interface: null },
    stopReason: null,
  },
  activity: { binSeconds: 1, clientToServer: [1], serverToClient: [9], retransmissions: [0] },
  verdict: null,
  judging: false,
  examining: null,
};
const list = [
  { name: 'lo', description: null, addresses: ['127.0.0.1'], loopback: true, up: true },
  { name: 'eth0', description: null, addresses: ['10.20.0.14'], loopback: false, up: true },
];

/** @param {unknown} body @param {number} [status] */
const json =
  (body, status = 200) =>
  (/** @type {import('playwright-core').Route} */ route) =>
    route.fulfill({ status, json: body });

describeWithBrowser('the live panel', () => {
  const { visit } = withServer();

  test('asks for what was chosen, and goes to the new capture', async () => {
    /** @type {unknown} */
    let asked = null;
    const { page, close } = await visit('/', {
      answers: {
        '**/api/interfaces': json({ tool: 'dumpcap', interfaces: list, problem: null }),
        '**/api/captures/c0': json(running),
        '**/api/live': (route) => {
          asked = route.request().postDataJSON();
          return route.fulfill({ status: 201, json: { capture: running } });
        },
      },
    });
    const panel = page.getByRole('region', { name: 'Live' });
    // What carries real traffic comes first; loopback is one step away.
    expect(
      await panel
        .getByRole('radio')
        .evaluateAll((radios) => radios.map((radio) => /** @type {HTMLInputElement} */ (radio).value)),
    ).toEqual(['eth0', 'lo']);
    const filter = panel.getByRole('textbox', { name: 'Capture filter' });
    const leaveOut = panel.getByRole('button', { name: 'Leave it out' });
    expect(await leaveOut.isVisible()).toBe(false);
    await panel.getByRole('radio', { name: /^lo/ }).check();
    await leaveOut.click();
    expect([await filter.inputValue(), await leaveOut.isVisible()]).toEqual([
      `not tcp port ${new URL(page.url()).port}`,
      false,
    ]);
    await filter.fill('tcp port 80');
    await panel.getByText('Whole packets, until stopped').click();
    await panel.getByRole('spinbutton', { name: /First bytes/ }).fill('128');
    await panel.getByRole('spinbutton', { name: /seconds/ }).fill('60');
    await panel.getByRole('spinbutton', { name: /Keep only the newest/ }).fill('50');
    expect(await panel.getByText('128 bytes of each packet, the newest 50 MB, until 60 seconds').isVisible()).toBe(
      true,
    );
    expect(await panel.getByRole('spinbutton', { name: /Stop after MB/ }).isDisabled()).toBe(true);
    await panel.getByRole('button', { name: 'Start on lo' }).click();
    await page.waitForURL('**/captures/c0');
    expect(asked).toEqual({
      interface: 'lo',
      filter: 'tcp port 80',
      snapLength: 128,
      maxBytes: null,
      maxSeconds: 60,
      ringBytes: 50_000_000,
      withSockets: false,
    });
    await close();
  });

  test("a refused filter is answered in the tool's own words, at the field", async () => {
    const { page, close } = await visit('/', {
      answers: {
        '**/api/interfaces': json({ tool: 'tcpdump', interfaces: list, problem: null }),
        '**/api/live': json(
          { error: { code: 'bad_filter', message: "tcpdump: can't parse filter expression: syntax error" } },
          400,
        ),
      },
    });
    const filter = page.getByRole('textbox', { name: 'Capture filter' });
    await filter.fill('tcp prot 80');
    await page.getByRole('button', { name: 'Start on eth0' }).click();
    await page.getByText("can't parse filter expression: syntax error").waitFor();
    expect(await filter.getAttribute('aria-invalid')).toBe('true');
    expect(await filter.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await filter.fill('tcp port 80');
    expect(await page.getByText('syntax error').count()).toBe(0);
    await close();
  });

  test('a missing privilege comes with the command that grants it, ready to be copied', async () => {
    const command = 'sudo setcap cap_net_raw,cap_net_admin=eip /usr/bin/dumpcap';
    const { page, close } = await visit('/', {
      answers: {
        '**/api/interfaces': json({
          tool: 'dumpcap',
          interfaces: list,
          problem: { message: 'dumpcap may not open the interfaces.', command },
        }),
      },
    });
    expect(await page.getByText('dumpcap may not open the interfaces.').isVisible()).toBe(true);
    await page.getByRole('region', { name: 'Live' }).getByRole('button', { name: 'Copy the command' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command);
    expect(await accessibilityViolations(page)).toEqual([]);
    await close();
  });

  test('a running capture shows packets, bytes and drops, and can be stopped', async () => {
    let stopped = 0;
    const { page, close } = await visit('/', {
      answers: {
        '**/api/captures': json({
          captures: [running],
          storage: { usedBytes: 0, freeBytes: 1e9, uploadLimitBytes: 2e9 },
        }),
        '**/api/captures/c0/stop': (route) => {
          stopped += 1;
          return route.fulfill({ json: { ...running, state: 'ready' } });
        },
      },
    });
    const row = page.getByRole('listitem').filter({ hasText: 'eth0' }).first();
    await row.getByText('Live · 52\u202f118 packets · 41.0 MB').waitFor();
    expect(await row.getByText('37 connections so far · 214 dropped').isVisible()).toBe(true);
    await row.getByRole('button', { name: 'Stop eth0' }).click();
    await row.getByText('4 requests · no retransmissions').waitFor();
    expect(stopped).toBe(1);
    await close();
  });

  test('a capture that was being read when the server died is read again where somebody says so, on its own page too', async () => {
    const error = { code: 'interrupted', message: 'This capture was being read when the server ended: read it again?' };
    const broken = { ...running, name: 'big.pcap', state: 'failed', live: null, error };
    let asked = 0;
    const { page, close } = await visit('/', {
      answers: {
        '**/api/captures': json({
          captures: [broken],
          storage: { usedBytes: 0, freeBytes: 1e9, uploadLimitBytes: 2e9 },
        }),
        '**/api/captures/c0': json(broken),
        '**/api/captures/c0/read': (route) => {
          asked += 1;
          return route.fulfill({ json: { ...broken, state: 'reading', error: null } });
        },
      },
    });
    const row = page.getByRole('listitem').filter({ hasText: 'big.pcap' }).first();
    await row.getByText(error.message).waitFor();
    await row.getByRole('button', { name: 'Read big.pcap again' }).click();
    await row.getByText('read').first().waitFor();
    expect(await row.getByRole('button', { name: 'Read big.pcap again' }).count()).toBe(0);
    await page.goto(new URL('/captures/c0', page.url()).href);
    await page.getByText('Reading was interrupted').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Read again' }).click();
    await page.getByText('Reading was interrupted').waitFor({ state: 'detached' });
    expect(asked).toBe(2);
    await close();
  });

  test('on a phone the panel comes as a sheet from below', async () => {
    const { page, close } = await visit('/', {
      width: 390,
      height: 844,
      answers: {
        '**/api/interfaces': json({ tool: 'dumpcap', interfaces: list, problem: null }),
        '**/api/captures': json({
          captures: [running],
          storage: { usedBytes: 0, freeBytes: 1e9, uploadLimitBytes: 2e9 },
        }),
      },
    });
    await page.getByRole('button', { name: 'Start live' }).click();
    const sheet = page.getByRole('dialog', { name: 'Start live' });
    const start = sheet.getByRole('button', { name: 'Start on eth0' });
    expect((await start.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Start live' }).click();
    expect(await start.isVisible()).toBe(true);
    await close();
  });
});
