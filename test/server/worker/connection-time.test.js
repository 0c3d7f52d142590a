/** The route that says whose the time of an opened connection was. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { OWNER_WORDS, OWNERS } from '../../../lib/insight/ledger/owners.js';
import { closeAll, start } from '../support/server.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const PATH = `${root}/fixtures/pcaps/fast-retransmit.pcap`;

afterEach(closeAll);

test('the waits are those of analyze --json, with words', async () => {
  const server = await start();
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('x.pcap', readFileSync(PATH));
  await server.settled(id);
  const printed = execFileSync(process.execPath, [`${root}/bin/selfclock.js`, 'analyze', '--json', PATH]);
  const { waited, waits } = JSON.parse(printed.toString()).flows[0].time;
  const { time } = (await server.ask(`/api/captures/${id}/connections/0/time`)).json;
  expect(time).toEqual({
    waited,
    waits: Object.entries(waits).map(([owner, seconds]) => ({
      owner,
      words: OWNER_WORDS[/** @type {keyof typeof OWNER_WORDS} */ (owner)],
      seconds,
    })),
  });
  expect(time.waits.length).toBeGreaterThan(1);
  expect((await server.ask(`/api/captures/${id}/connections/7/time`)).status).toBe(404);
});

test('every owner has words', () => {
  expect(Object.keys(OWNER_WORDS)).toEqual([...OWNERS]);
});

test('of a capture they are the sum by the clock, as analyze --json has it', async () => {
  const server = await start();
  const path = `${root}/fixtures/pcaps/curl-parallel.pcap`;
  const { id } = (await server.upload('x.pcap', readFileSync(path))).json.capture;
  await server.settled(id);
  const printed = execFileSync(process.execPath, [`${root}/bin/selfclock.js`, 'analyze', '--json', path]);
  const { seconds, owners } = JSON.parse(printed.toString()).time.wallClock;
  const { time } = (await server.ask(`/api/captures/${id}/time`)).json;
  expect(time.waited).toBe(seconds);
  expect(Object.fromEntries(time.waits.map((/** @type {any} */ { owner, seconds: of }) => [owner, of]))).toEqual(
    owners,
  );
});
