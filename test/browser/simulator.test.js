/** Level 0 of the simulator's validation: a browser gives what Node gives, packet by packet. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

import { runScenario } from '../../lib/simulator/scenario/run.js';
import { checkScenario } from '../../lib/simulator/scenario/schema.js';
import { describeWithBrowser, launchBrowser } from './support/browser.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SCENARIOS = readdirSync(`${ROOT}fixtures/scenarios`).map((name) =>
  JSON.parse(readFileSync(`${ROOT}fixtures/scenarios/${name}`, 'utf8')),
);

describeWithBrowser('the simulator in a browser', () => {
  test('gives the same fingerprints and the same captures as in Node', async () => {
    const server = createServer((request, response) => {
      const path = String(request.url);
      const isModule = /^\/lib\/[\w/-]+\.js$/.test(path);
      response
        .writeHead(200, { 'content-type': isModule ? 'text/javascript' : 'text/html' })
        .end(isModule ? readFileSync(ROOT + path) : '');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const browser = await launchBrowser();
    const page = await browser.newPage();
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    await page.goto(`http://127.0.0.1:${port}/`);
    const there = await page.evaluate(async (scenarios) => {
      const [{ runScenario: run }, { checkScenario: check }] = await Promise.all(
        ['/lib/simulator/scenario/run.js', '/lib/simulator/scenario/schema.js'].map((path) => import(path)),
      );
      const sum = (/** @type {Uint8Array} */ bytes) =>
        bytes.reduce((hash, byte) => (Math.imul(hash, 31) + byte) | 0, 0);
      return scenarios.map((scenario) => {
        const { summary, captures } = run(check(scenario), { withTruth: false });
        return [summary.fingerprint, ...captures.map((/** @type {{ bytes: Uint8Array }} */ { bytes }) => sum(bytes))];
      });
    }, SCENARIOS);
    await browser.close();
    server.close();
    const here = SCENARIOS.map((scenario) => {
      const { summary, captures } = runScenario(checkScenario(scenario), { withTruth: false });
      return [
        summary.fingerprint,
        ...captures.map(({ bytes }) => bytes.reduce((hash, byte) => (Math.imul(hash, 31) + byte) | 0, 0)),
      ];
    });
    expect(there).toEqual(here);
  }, 120_000);
});
