import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CAPTURE = `${ROOT}fixtures/pcaps/curl-several.pcap`;
/** Its requests replay within a few per cent when they are made anew, too. */
const PAGE = `${ROOT}fixtures/pcaps/path-six.pcap`;

/** @param {...string} args */
async function selfclock(...args) {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [`${ROOT}bin/selfclock.js`, ...args]);
    return { status: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = /** @type {{ code: number, stdout: string, stderr: string }} */ (error);
    return { status: code, stdout, stderr };
  }
}

test('whatif --json has the shape of the contract; in words it says the same', async () => {
  const { status, stdout } = await selfclock('whatif', CAPTURE, '--set', 'rtt=50ms', '--json');
  const answer = JSON.parse(stdout);
  expect(status).toBe(0);
  expect(answer).toEqual({
    replay: {
      error: expect.any(Number),
      confidence: expect.stringMatching(/^(good|fair)$/),
      observed: expect.any(Number),
      replayed: expect.any(Number),
    },
    scope: null,
    prediction: {
      seconds: expect.any(Number),
      low: expect.any(Number),
      high: expect.any(Number),
      roundTrips: expect.any(Number),
    },
    chained: null,
    assumptions: expect.any(Array),
  });
  expect(answer.prediction.seconds).toBeGreaterThan(0.05);
  expect((await selfclock('whatif', CAPTURE, '--set', 'rtt=50ms')).stdout).toContain(
    `${answer.prediction.seconds.toFixed(3)} s`,
  );
});

test('another protocol, with the other reading of what had waited for a connection', async () => {
  const answer = JSON.parse((await selfclock('whatif', PAGE, '--set', 'protocol=http/2', '--json')).stdout);
  expect(answer.prediction.seconds).toBeLessThan(answer.chained.seconds);
  expect((await selfclock('whatif', PAGE, '--set', 'protocol=http/2')).stdout).toContain(
    `${answer.chained.seconds.toFixed(3)} s, ${answer.chained.roundTrips} round trips, if requests sent`,
  );
});

test('through proxies, with what is assumed of them', async () => {
  const answer = JSON.parse(
    (await selfclock('whatif', PAGE, '--set', 'proxy=2', '--set', 'proxy-at=50%', '--json')).stdout,
  );
  expect(Object.keys(answer)).toEqual(['replay', 'scope', 'prediction', 'chained', 'assumptions']);
  expect(answer.assumptions.join()).toContain('at 50 % of the round trip');
});

test('above 15 % the answer is a reason and nothing else', async () => {
  const { status, stdout } = await selfclock('whatif', CAPTURE, '--set', 'protocol=http/2', '--json');
  const answer = JSON.parse(stdout);
  expect(answer).toEqual({
    replay: {
      error: expect.any(Number),
      confidence: 'not_to_be_trusted',
      observed: expect.any(Number),
      replayed: expect.any(Number),
    },
    reason: expect.stringMatching(/%: above 15 % there is no prediction\.$/),
    prediction: null,
    chained: null,
    assumptions: [],
  });
  expect([status, answer.replay.error > 0.15]).toEqual([0, true]);
  expect((await selfclock('whatif', CAPTURE, '--set', 'protocol=http/2')).stdout).toBe(`${answer.reason}\n`);
});

test.each([
  [
    ['whatif', CAPTURE, '--set', 'protocol=mux', '--set', 'pipelining=2'],
    1,
    'pipelining goes with HTTP/1.1, and the protocol is mux',
  ],
  [['whatif', CAPTURE, '--set', 'proxy-at=80%'], 1, 'proxy-at says where the far proxy is; set proxy too'],
  [['whatif'], 2, 'whatif takes one FILE'],
  [['whatif', CAPTURE, '--set', 'speed=1'], 2, '--set: there is no setting "speed"'],
  [['whatif', CAPTURE, '--flow', '99'], 1, 'There is no connection 99 in this capture'],
  [['whatif', `${ROOT}package.json`], 1, 'package.json'],
])('%j ends with %i', async (args, expected, words) => {
  const { status, stderr } = await selfclock(...args);
  expect(status).toBe(expected);
  expect(stderr).toContain(words);
});
