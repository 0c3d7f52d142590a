/** axe-core over each view of the page: on a desk and on a phone, dark and light. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { pathCaptures } from '../analysis/path/support/two-captures.js';
import { END_HEADERS, END_STREAM, HEADERS, http2Frame, PREFACE } from '../support/http2-frames.js';
import { concatBytes } from '../support/packets/frames.js';
import { sentCapture } from '../support/packets/sent-capture.js';
import {
  accessibilityViolations,
  describeWithBrowser,
  fixture,
  idle,
  launchBrowser,
  openPage,
  serve,
  sidewaysOverflow,
} from './support/browser.js';
import { dropFiles } from './support/drop-files.js';

/** @typedef {import('playwright-core').Page} Page */

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const CAPTURES = ['curl-parallel.pcap', 'fast-retransmit.pcap', 'mux-1998.pcap', 'pipelined.pcap', 'raw-ip.pcap'];

/** A field that enters no table. @param {string} name @param {string} value */
const field = (name, value) => [0, name.length, ...Buffer.from(name), value.length, ...Buffer.from(value)];

/** A call of gRPC with a message each way. */
function grpcCapture() {
  const type = field('content-type', 'application/grpc');
  const head = [0x83, 0x86, ...field(':path', '/a.B/C'), ...field(':authority', 'a'), ...type];
  const message = http2Frame(0, 0, 1, [0, 0, 0, 0, 1, 0x61]);
  const trailers = http2Frame(HEADERS, END_HEADERS | END_STREAM, 1, field('grpc-status', '0'));
  return sentCapture([
    { endpoint: 0, bytes: concatBytes(PREFACE, http2Frame(HEADERS, END_HEADERS, 1, head), message) },
    { endpoint: 0, bytes: http2Frame(0, END_STREAM, 1) },
    { endpoint: 1, bytes: concatBytes(http2Frame(4, 0, 0), http2Frame(HEADERS, END_HEADERS, 1, [0x88, ...type])) },
    { endpoint: 1, bytes: concatBytes(message, trailers) },
  ]);
}

describeWithBrowser('every view', () => {
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {import('./support/browser.js').Served[]} */
  const servers = [];
  /** @type {Record<string, string>} ids by name */
  const ids = {};
  /** @type {Awaited<ReturnType<typeof openPage>>} one window for all of them */
  let opened;

  beforeAll(async () => {
    browser = await launchBrowser();
    servers.push(await serve({ indexed: CAPTURES.map(fixture) }), await serve());
    for (const name of CAPTURES) ids[name] = await servers[0].upload(fixture(name));
    for (const { name, bytes } of pathCaptures(20_000)) {
      await writeFile(join(servers[0].data, name), bytes);
      ids[name] = await servers[0].upload(join(servers[0].data, name));
    }
    opened = await openPage(browser, servers[0].url, DESK);
  });
  afterAll(async () => {
    await browser.close();
    for (const server of servers) await server.close();
  });

  const connection = (/** @type {string} */ name, rest = '') => `/captures/${ids[name]}/connections/0${rest}`;

  /** Path, and what is done there. @type {[string, () => string, ((page: Page) => Promise<unknown>)?][]} */
  const VIEWS = [
    ['captures', () => '/'],
    ['connections', () => `/captures/${ids['curl-parallel.pcap']}`],
    [
      'filter with completion',
      () => `/captures/${ids['curl-parallel.pcap']}`,
      (page) => page.getByRole('combobox', { name: 'Filter connections' }).pressSequentially('retr'),
    ],
    ['filter with an error', () => `/captures/${ids['curl-parallel.pcap']}?text=pakets+%3E+3`],
    ['lanes', () => `/captures/${ids['curl-parallel.pcap']}/lanes?span=0-0.01`],
    ['plots', () => `/captures/${ids['curl-parallel.pcap']}/plots`],
    ['waterfall', () => `/captures/${ids['pipelined.pcap']}/waterfall?span=0-9000`],
    [
      'inspector',
      () => `/captures/${ids['pipelined.pcap']}/waterfall`,
      async (page) => {
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
      },
    ],
    ['what if', () => `/captures/${ids['curl-parallel.pcap']}/whatif`],
    ['packets', () => connection('fast-retransmit.pcap')],
    ['packets with a card', () => connection('fast-retransmit.pcap'), (page) => page.keyboard.press('.')],
    [
      'note',
      () => connection('fast-retransmit.pcap'),
      async (page) => {
        await page.keyboard.press('.');
        await page.keyboard.press('n');
      },
    ],
    ['packets with messages in rows', () => connection('pipelined.pcap')],
    ['messages', () => connection('pipelined.pcap', '/messages')],
    ['streams', () => connection('mux-1998.pcap', '/messages?mode=streams&span=0-9000')],
    ['comparison overlaid', () => `/compare?of=${ids['fast-retransmit.pcap']}/0,${ids['pipelined.pcap']}/0`],
    [
      'comparison stacked',
      () => `/compare?of=${ids['fast-retransmit.pcap']}/0,${ids['pipelined.pcap']}/0,${ids['mux-1998.pcap']}/0`,
    ],
    ['pages compared', () => `/compare?pages=${ids['pipelined.pcap']}/all,${ids['curl-parallel.pcap']}/all`],
    ['comparison without members', () => '/compare'],
    ['same path', () => `/path?of=${ids['upload.client.pcap']},${ids['upload.server.pcap']}`],
    [
      'same path of captures that share nothing',
      () => `/path?of=${ids['upload.client.pcap']},${ids['pipelined.pcap']}`,
    ],
    ['same path without captures', () => '/path'],
    ['a step of a guide', () => '/guide/zero-window?step=3'],
    ['studies', () => '/studies'],
    ['a study', () => '/studies/initcwnd'],
    ['a fleet', () => '/fleet?ask=longest-connections'],
    ['a fleet over time', () => '/fleet?ask=round-trips-by-hour'],
    ['commands', () => '/', (page) => page.keyboard.press('Control+k')],
    ['keys', () => connection('fast-retransmit.pcap'), (page) => page.keyboard.press('?')],
    ['no such capture', () => '/captures/none'],
    ['no such connection', () => connection('pipelined.pcap').replace(/0$/, '99')],
    ['a study that is not there', () => '/studies/none'],
  ];

  /**
   * Labels of figures of which docs/metrics.md does not tell. Heads that are values (a host, a stream's number, a field
   * of a message), keys, links, and figures of studies, which are their authors', are none.
   * @param {Page} page
   */
  const unexplained = (page) =>
    page.evaluate(async (address) => {
      const { labelled, LABELS, nameOf } = await import(address);
      const values = [
        '.key-groups',
        '.key-lines',
        '.header-fields',
        '.meaning-lines',
        '.server-timing',
        '.studies-view',
      ];
      values.push(
        '.streams-table tbody',
        '.episode-table tbody',
        '.whatif-main > table tbody',
        '.whatif-requests tbody',
        '.same-path-segments tbody',
      );
      values.push('.compare-table th[title]', '.compare-table + .compare-table tbody', '.side-table thead');
      return [...document.querySelectorAll(LABELS)]
        .filter(
          (label) =>
            !['', 'Diagram'].includes(nameOf(label)) && !label.closest(values.join()) && labelled(label) === null,
        )
        .map((label) => `${nameOf(label)} (${label.closest('[class]')?.className})`);
    }, '/client/help/figure-labels.js');

  /** @param {Page} page */
  async function violations(page) {
    const found = [];
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size);
      for (const theme of /** @type {const} */ (['dark', 'light'])) {
        await page.emulateMedia({ colorScheme: theme });
        await idle(page);
        const only = theme === 'dark' ? undefined : ['color-contrast'];
        found.push(...(await accessibilityViolations(page, { only })).map((line) => `${size.width} ${theme}: ${line}`));
      }
      if ((await sidewaysOverflow(page)) > 0) found.push(`${size.width}: wider than its window`);
    }
    return found;
  }

  for (const [name, path, act] of VIEWS) {
    test(name, async () => {
      const { page } = opened;
      await page.setViewportSize(DESK);
      await page.goto(`${servers[0].url}${path()}`);
      await idle(page);
      await act?.(page);
      await idle(page);
      expect(await unexplained(page)).toEqual([]);
      expect(await violations(page)).toEqual([]);
    });
  }

  test('labels that few captures have: gRPC, a HAR that is laid over, all that TLS may tell', async () => {
    const { page } = opened;
    const path = join(servers[0].data, 'call.pcap');
    await writeFile(path, grpcCapture());
    const id = await servers[0].upload(path);
    const har = await (await fetch(`${servers[0].url}/api/captures/${id}/list/requests.har`)).arrayBuffer();
    await page.setViewportSize(DESK);
    await page.goto(`${servers[0].url}/captures/${id}/waterfall`);
    await idle(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('term').filter({ hasText: 'Received' }).waitFor();
    await dropFiles(page, [{ name: 'page.har', bytes: new Uint8Array(har) }], '.waterfall');
    await page.getByRole('button', { name: 'Differences' }).waitFor();
    await page.locator('.vt-row').first().hover();
    const { x, y } = (await page.locator('.vt-row').first().boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 900, y + 8);
    await page.getByRole('term').filter({ hasText: 'Browser − wire' }).waitFor();
    await page.evaluate(async (address) => {
      const { createTlsFacts } = await import(address);
      const facts = createTlsFacts('/');
      const certificates = ['serverToClient', 'clientToServer'].map((direction) => ({ direction, names: ['a'] }));
      const tls = { offeredAlpn: [], certificates, rawPublicKeys: [], alerts: [{ description: 'a' }] };
      facts.update({ flow: { tls } });
      document.querySelector('.waterfall')?.append(facts.element);
    }, '/client/views/connection/side/side-facts.js');
    expect(await unexplained(page)).toEqual([]);
    expect(await page.getByRole('term').filter({ hasText: "Client's certificate" }).count()).toBe(1);
    await page.getByRole('button', { name: 'Differences' }).click();
    await page.getByRole('columnheader', { name: 'Wire' }).waitFor();
    expect(await unexplained(page)).toEqual([]);
  });

  test('no captures yet', async () => {
    const { page } = opened;
    await page.setViewportSize(DESK);
    await page.goto(servers[1].url);
    await idle(page);
    expect(await page.getByRole('heading', { name: 'No captures yet' }).isVisible()).toBe(true);
    expect(await violations(page)).toEqual([]);
  });

  test('none of them complained, but for what is refused or not there', () => {
    expect(opened.complaints.filter((line) => !/status of 40[04]/.test(line))).toEqual([]);
  });
});
