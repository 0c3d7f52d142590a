import { readFile } from 'node:fs/promises';

import { accessibilityViolations, describeWithBrowser } from './support/browser.js';
import { withServer } from './support/with-server.js';

describeWithBrowser('pictures of the views', () => {
  const { server, ids, visit } = withServer({ captures: ['curl-parallel.pcap', 'mux-1998.pcap'] });

  /** @param {import('playwright-core').Page} page @param {string} item of the menu */
  async function downloaded(page, item) {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  }

  /** @type {[view: string, path: () => string, file: string, parts: string[]][]} */
  const VIEWS = [
    [
      'lanes',
      () => `/captures/${ids['curl-parallel.pcap']}/lanes`,
      'curl-parallel-lanes',
      ['curl-parallel.pcap: lanes', 's since the first packet', '>request</text>', '>handshake</text>'],
    ],
    [
      'waterfall',
      () => `/captures/${ids['curl-parallel.pcap']}/waterfall`,
      'curl-parallel-page-waterfall',
      ['curl-parallel.pcap: ', '>Status</text>', '>200</text>', '>wait</text>'],
    ],
    [
      'streams',
      () => `/captures/${ids['mux-1998.pcap']}/connections/0/messages?mode=streams`,
      'mux-1998-connection-0-streams',
      ['mux-1998.pcap, connection 0: ', '>granted</text>', '>0 B</text>'],
    ],
    [
      'compare',
      () => `/compare?of=${ids['curl-parallel.pcap']}/0,${ids['curl-parallel.pcap']}/1`,
      'curl-parallel-against-curl-parallel',
      ['curl-parallel.pcap against curl-parallel.pcap', 'In flight, ', 'A  curl-parallel.pcap, connection 0</text>'],
    ],
  ];

  test('a capture in one picture: sentence, traffic, the worst of it and the figures', async () => {
    const { page, complaints, close } = await visit(`/captures/${ids['curl-parallel.pcap']}`);
    const svg = await downloaded(page, 'Summary in one picture (SVG)');
    const text = svg.content.toString('utf8');
    expect(svg.name).toBe('curl-parallel-summary.svg');
    for (const part of [
      '>curl-parallel.pcap</text>',
      'Connections, worst first<',
      '>Packets</text>',
      'fill="#ffffff"',
    ]) {
      expect(text).toContain(part);
    }
    const png = await downloaded(page, 'Summary in one picture (PNG)');
    const [, width, height] = /<svg[^>]* width="([\d.]+)"[^>]* height="([\d.]+)"/.exec(text) ?? [];
    expect([png.name, png.content.readUInt32BE(16), png.content.readUInt32BE(20)]).toEqual([
      'curl-parallel-summary.png',
      Number(width) * 2,
      Math.ceil(Number(height) * 2),
    ]);
    expect(complaints).toEqual([]);
    await close();
  });

  test.each(VIEWS)(
    '%s: a drawing in the light theme with title, capture, axis and legend, and the same as pixels',
    async (_view, path, file, parts) => {
      const { page, complaints, close } = await visit(`${server.url}${path()}`);
      const svg = await downloaded(page, 'This view as a vector image (SVG)');
      const text = svg.content.toString('utf8');
      expect(svg.name).toBe(`${file}.svg`);
      for (const part of [...parts, 'fill="#ffffff"']) expect(text).toContain(part);
      const [root, isWhole, width, height] = await page.evaluate((source) => {
        const { documentElement: read } = new DOMParser().parseFromString(source, 'image/svg+xml');
        return [
          read.nodeName,
          read.querySelector('parsererror') === null,
          Number(read.getAttribute('width')),
          Number(read.getAttribute('height')),
        ];
      }, text);
      expect([root, isWhole]).toEqual(['svg', true]);
      const png = await downloaded(page, 'This view as an image (PNG)');
      expect([
        png.name,
        png.content.subarray(1, 4).toString(),
        png.content.readUInt32BE(16),
        png.content.readUInt32BE(20),
      ]).toEqual([`${file}.png`, 'PNG', Math.trunc(Number(width) * 2), Math.trunc(Number(height) * 2)]);
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
  );
});
