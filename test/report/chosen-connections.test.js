/** A report on some connections of a capture: they keep their numbers and frames, and nothing of others comes along. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { askedHere, askedOfReport } from '../browser/support/asked.js';
import { merge, pcap, script } from '../support/packets/packets.js';
import { contentOf, madeReport, written } from './support/made-report.js';

const PATH = fileURLToPath(new URL('../../fixtures/pcaps/path-six.pcap', import.meta.url));
const NUMBERS = [2, 4];

const folder = mkdtempSync(join(tmpdir(), 'selfclock-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('each answers as in the capture', async () => {
  const questions = NUMBERS.flatMap((flow) =>
    ['flow', 'connectionFindings', 'connectionTime', 'rtt', 'flight', 'cost']
      .map((method) => ({ method, args: { flow } }))
      .concat({ method: 'packets', args: /** @type {any} */ ({ flow, measured: true, sketch: false, range: null }) })
      .concat({ method: 'sender', args: /** @type {any} */ ({ flow, sketch: false, range: null }) }),
  );
  const { data, head } = await madeReport(PATH, { numbers: NUMBERS });
  expect(head).toMatchObject({ connections: 6, chosen: 2 });
  const { answers } = await askedOfReport(data, questions);
  expect(answers).toEqual((await askedHere(PATH, { questions })).answers);
});

test('the table has them alone, by their numbers', async () => {
  const { restored } = await madeReport(PATH, { numbers: NUMBERS });
  const { connections } = await restored();
  expect(connections.count).toBe(2);
  expect([0, 1].map((index) => connections.row(index).flow)).toEqual(NUMBERS);
  expect([0, 2, 3, 4, 9].map((number) => connections.indexOf(number))).toEqual([-1, 0, -1, 1, -1]);
});

test('addresses and names of others stay behind', async () => {
  const talk = (/** @type {string} */ client, /** @type {string} */ server) =>
    script(
      { client, server },
      'client SYN',
      'server SYN-ACK',
      'client ACK',
      `client "GET / HTTP/1.1\\r\\nHost: ${server.split(':')[0]}.test\\r\\n\\r\\n"`,
    );
  const bytes = pcap(merge(talk('10.0.0.1:4000', '10.9.9.9:80'), talk('10.0.0.1:4001', '10.8.8.8:80')));
  const report = await madeReport(written(join(folder, 'two.pcap'), bytes), { numbers: [1] });
  const content = contentOf(report);
  expect([/9\.9\.9\.test/.test(content), /8\.8\.8\.test/.test(content)]).toEqual([false, true]);
  expect(report.state.segments.ends).toHaveLength(10);
});
