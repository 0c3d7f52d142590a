import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { longConnection } from '../../support/packets/long-connection.js';
import { pcap, script } from '../../support/packets/packets.js';
import { closeAll, emptyFolder, start } from '../support/server.js';

afterEach(closeAll);

/** One connection that is refused. */
const refused = () =>
  pcap(script({ client: '10.0.0.1:40000', server: '10.0.0.2:80' }, 'client SYN mss 1460', '+20ms server RST-ACK'));

test('a capture that was read has its worst finding, and keeps it over a restart', async () => {
  const dataDirectory = await emptyFolder();
  const first = await start({ dataDirectory });
  const {
    json: {
      capture: { id },
    },
  } = await first.upload('x.pcap', refused());
  const { verdict } = await first.settled(id);
  const {
    findings: [worst],
  } = (await first.ask(`/api/captures/${id}/findings`)).json;
  expect(verdict).toEqual({
    code: worst.code,
    title: worst.title,
    cause: worst.cause,
    severity: worst.severity,
    costSeconds: worst.costSeconds,
    message: worst.message,
    limit: null,
    sentence: 'Connection refused',
  });
  expect(verdict?.code).toBe('connection_refused');
  await closeAll();
  const second = await start({ dataDirectory });
  expect((await second.captures())[0].verdict).toEqual(verdict);
  await closeAll();
  await rm(dataDirectory, { recursive: true, force: true, maxRetries: 9 });
});

describe('a verdict that another version of the analysis found', () => {
  const WRONG = {
    code: 'zero_window',
    title: 'Zero window',
    cause: 'receiver',
    severity: 'error',
    costSeconds: 9,
    message: 'It was not so.',
    limit: null,
    sentence: 'Zero window · 9.00 of 10.0 s (90 %)',
  };

  /**
   * A library of one capture whose kept JSON says what is wrong.
   * @returns {Promise<{ dataDirectory: string, id: string, right: any }>}
   */
  async function library() {
    const dataDirectory = await emptyFolder();
    const first = await start({ dataDirectory });
    const {
      json: {
        capture: { id },
      },
    } = await first.upload('x.pcap', refused());
    const right = await first.settled(id);
    await closeAll();
    const path = join(dataDirectory, 'captures', `${id}.json`);
    const kept = JSON.parse(await readFile(path, 'utf8'));
    expect(kept.verdictBy).toMatch(/^[0-9a-f]{16}$/);
    await writeFile(path, JSON.stringify({ ...kept, verdict: WRONG, verdictBy: '0123456789abcdef' }));
    return { dataDirectory, id, right };
  }

  test('is found again by itself, and kept', async () => {
    const { dataDirectory, id, right } = await library();
    const second = await start({ dataDirectory });
    const [{ verdict, verdictBy }] = await second.until(
      ([one]) => one.verdict?.code === right.verdict.code && !one.judging,
    );
    expect({ verdict, verdictBy }).toEqual({ verdict: right.verdict, verdictBy: right.verdictBy });
    await closeAll();
    expect(JSON.parse(await readFile(join(dataDirectory, 'captures', `${id}.json`), 'utf8'))).toMatchObject({
      verdict,
      verdictBy,
    });
    await rm(dataDirectory, { recursive: true, force: true, maxRetries: 9 });
  });

  test('is not told, and found again when the capture is opened, where reading it would take long', async () => {
    const { dataDirectory, id, right } = await library();
    const second = await start({ dataDirectory, limits: { renewedBytes: 100 } });
    expect((await second.until(([one]) => one.verdict === null))[0]).toMatchObject({ state: 'ready', verdict: null });
    await second.ask(`/api/captures/${id}/connections`);
    expect((await second.until(([one]) => one.verdict !== null))[0].verdict).toEqual(right.verdict);
    await closeAll();
    await rm(dataDirectory, { recursive: true, force: true, maxRetries: 9 });
  });
});

test('a long connection is examined behind the rest, and is the verdict of its capture then', async () => {
  const server = await start();
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('long.pcap', longConnection());
  const [{ verdict }] = await server.until(
    ([one]) => one?.verdict != null && one.verdict.code !== 'not_examined' && one.examining === null,
  );
  const {
    findings: [worst],
  } = (await server.ask(`/api/captures/${id}/findings`)).json;
  expect([worst.code, verdict?.code, verdict?.message]).toEqual(['receive_window_limited', worst.code, worst.message]);
  const { rows } = (await server.ask(`/api/captures/${id}/connections`)).json;
  expect(rows[0].verdict.code).toBe('receive_window_limited');
});

test('all of many captures are judged, though few are open at a time', async () => {
  const server = await start({ limits: { openAnalyses: 1 } });
  for (let i = 0; i < 4; i++) await server.upload(`${i}.pcap`, refused());
  const captures = await server.until((all) => all.length === 4 && all.every(({ verdict }) => verdict !== null));
  expect(captures.map(({ verdict }) => verdict?.code)).toEqual(Array(4).fill('connection_refused'));
});
