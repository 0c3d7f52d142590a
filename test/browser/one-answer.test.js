/** The page and the command line give one answer: the same sentence, and the same round trip. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describeWithBrowser, fixture, idle, root } from './support/browser.js';
import { withServer } from './support/with-server.js';

const NAMES = readdirSync(join(root, 'fixtures/pcaps')).filter((name) => /\.pcap(ng)?$/.test(name));
/** Compared; of all fixtures each so many-th. */
const COUNT = 10;
const STEP = 4;

/** @param {string} name @param {string[]} options @returns {string} what the command line prints */
function analyze(name, ...options) {
  const { stdout, status } = spawnSync(process.execPath, ['bin/selfclock.js', 'analyze', fixture(name), ...options], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect(status).toBe(0);
  return stdout;
}

/**
 * Captures of the fixtures with connections, with what the command line says of the first.
 * @type {{ name: string, flow: any, summary: string, verdict: any, lines: string[] }[]}
 */
const TOLD = [];
for (let i = 0; TOLD.length < COUNT && i < NAMES.length; i += STEP) {
  const name = NAMES[i];
  const { flows, summary, verdict } = JSON.parse(analyze(name, '--json'));
  if (flows.length > 0) TOLD.push({ name, flow: flows[0], summary, verdict, lines: analyze(name).split('\n') });
}

const UNIT_SECONDS = /** @type {Record<string, number>} */ ({ ns: 1e-9, µs: 1e-6, ms: 1e-3, s: 1 });

/**
 * @param {string} text such as "40.3 ms", or the first of "40.3 – 41 ms"
 * @returns {{ seconds: number, step: number } | null} step: of its last figure
 */
function readTime(text) {
  const found = /^([\d.]+)(?:\s*–\s*[\d.]+)?\s*(ns|µs|ms|s)\b/.exec(text.replaceAll('\u202f', '').trim());
  if (found === null) return null;
  const per = UNIT_SECONDS[found[2]];
  return { seconds: Number(found[1]) * per, step: per * 10 ** -(found[1].split('.')[1]?.length ?? 0) };
}

/** @param {string} one @param {string} other whether two texts are one time, each as exact as it is written */
function isSameTime(one, other) {
  const [a, b] = [readTime(one), readTime(other)];
  return a === null || b === null ? a === b : Math.abs(a.seconds - b.seconds) <= a.step / 2 + b.step / 2;
}

describeWithBrowser('one answer', () => {
  const { ids, visit } = withServer({ captures: TOLD.map(({ name }) => name) });

  test('ten captures are compared', () => expect(TOLD).toHaveLength(COUNT));

  /** One window for all of them. @type {Awaited<ReturnType<typeof visit>>} */
  let opened;
  beforeAll(async () => {
    opened = await visit('/');
  });
  afterAll(() => opened.close());

  test('the library says what the command line says of each capture', async () => {
    for (const { name, summary } of TOLD) {
      const row = opened.page.locator(`.capture-row[data-capture="${ids[name]}"] .holds-first`);
      await row.filter({ hasNotText: 'retransmi' }).or(row).first().waitFor();
      const said = await row.textContent();
      expect([name, summary.startsWith(`${said}.`)]).toEqual([name, true]);
    }
  });

  test.each(TOLD)('$name: table, head and command line', async ({ name, flow, summary, lines }) => {
    const cli = /** @type {string} */ (lines.find((line) => new RegExp(`^ *${flow.flow}  `).test(line)));
    const { page } = opened;
    if (new URL(page.url()).pathname !== '/') await page.locator('.top-bar a', { hasText: 'Captures' }).click();
    await page.locator(`.capture-row[data-capture="${ids[name]}"] a.capture-link`).click();
    await page.waitForURL(`**/captures/${ids[name]}`);
    await idle(page);
    const row = page.locator('.connection-row').filter({ has: page.locator(`[aria-label="Connection ${flow.flow}"]`) });
    const sentence = /** @type {string} */ (await row.locator('.verdict-words').textContent());
    expect(cli.endsWith(`  ${sentence}`)).toBe(true);
    expect(flow.summary.startsWith(`${sentence}.`)).toBe(true);
    // the capture's own verdict comes a moment after its table
    await page.waitForFunction((said) => {
      const head = document.querySelector('.capture-head .sentence strong')?.textContent ?? '';
      return head.endsWith('.') && said.startsWith(head.replaceAll('\u00a0', ' '));
    }, summary);
    const rtt = /** @type {string} */ (await row.locator('.column-rtt').textContent());
    const cliRtt = / ([\d.]+ ms|–) +\d+ +[\d.]+ s /.exec(cli)?.[1] ?? '';
    expect([rtt, cliRtt, isSameTime(rtt, cliRtt)]).toEqual([rtt, cliRtt, true]);
    await row.locator('.row-link').click();
    await page.waitForURL(`**/connections/${flow.flow}`);
    await page.locator('.connection-head .verdict strong').waitFor();
    await idle(page);
    const head = await page.locator('.connection-head .verdict strong').textContent();
    expect(head?.replaceAll('\u00a0', ' ')).toBe(`${sentence}.`);
    const fact = await page
      .locator('.connection-head .fact', { hasText: 'RTT min' })
      .locator('.fact-value')
      .textContent();
    expect([fact, cliRtt, isSameTime(String(fact), cliRtt)]).toEqual([fact, cliRtt, true]);
  });

  test('none of them complained', () => expect(opened.complaints).toEqual([]));
});
