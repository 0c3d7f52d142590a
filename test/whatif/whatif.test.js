/**
 * What-if on captures that the simulator made: what a replay should find is known, and what the answer should be can be
 * simulated.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { openSenders } from '../../lib/insight/open-senders.js';
import { replaysFor, UnpredictableError, whatIf, whatIfCapture, whatIfDrawn } from '../../lib/whatif/predict.js';
import { readSettings, SettingError } from '../../lib/whatif/settings.js';
import { turnsOf } from '../../lib/whatif/turns.js';
import { WhatIfError, workloadOf } from '../../lib/whatif/workload.js';
import { analysed, run } from '../simulator/support/run.js';
import { pcap, script } from '../support/packets/packets.js';
import fc from '../support/properties.js';
import { describeShared } from '../support/shared.js';

const PATH = { delayMs: 40, rateKbps: 20_000 };

/**
 * @param {{ tcp?: object, link?: object, traffic?: object[] }} [change] of the scenario
 * @param {'client'|'server'} [at]
 */
function simulated(
  {
    tcp = {},
    link = {},
    traffic = [
      {
        kind: 'dialogue',
        turns: [
          { from: 'client', bytes: 300 },
          { from: 'server', bytes: 150_000, after: 300, waitMs: 12 },
        ],
      },
    ],
  } = {},
  at = 'server',
) {
  const common = { ...PATH, ...link };
  const { captures } = run({
    path: [{ name: 'path', clientToServer: { delayMs: common.delayMs }, serverToClient: common }],
    hosts: { server: { tcp } },
    traffic,
    taps: [{ at, snapLength: 500 }],
  });
  return workloadOf(analysed(captures[0].bytes).ingest, null);
}

/** @param {...string} lines @returns {ReturnType<typeof turnsOf>} */
function turnsOfScript(...lines) {
  const { packets } = openSenders(analysed(pcap(script({}, ...lines))).ingest.tcp, 0);
  return turnsOf(packets, [0, 20e6], 1460);
}
const OPEN = ['client SYN mss 1460', '+20ms server SYN-ACK mss 1460', 'client ACK'];

test('a turn is what is said after more was heard; thinking is counted without the way', () => {
  expect(
    turnsOfScript(
      ...OPEN,
      '+5ms client data 100',
      '+50ms server data 2x1460',
      'server data 40',
      'client ACK',
      '+10ms client data 200',
      '+21ms server data 10',
    ),
  ).toEqual([
    { from: 'client', bytes: 100, after: 0, waitMs: 5, pauseMs: 0 },
    { from: 'server', bytes: 2960, after: 100, waitMs: expect.closeTo(30, 0), pauseMs: 0 },
    { from: 'client', bytes: 200, after: 2960, waitMs: expect.closeTo(10, 0), pauseMs: 0 },
    { from: 'server', bytes: 10, after: 300, waitMs: expect.closeTo(1, 0), pauseMs: 0 },
  ]);
});

test('what was lost before the capture point was said too, and no gap makes a replay endless', () => {
  expect(
    turnsOfScript(
      ...OPEN,
      'client data 100',
      '+20ms server data 1460',
      'client ACK',
      '+1ms server data 1460 seq 2921',
      '+40ms server data 1460 seq 1461',
      'client ACK',
    )
      .filter(({ from }) => from === 'server')
      .map(({ bytes }) => bytes),
  ).toEqual([4380]);
});

test("a write ends where a segment is not full, and a pause is the application's only where nothing held it back", () => {
  const turns = turnsOfScript(
    ...OPEN,
    'client data 100',
    '+20ms server data 1460',
    'server data 40',
    'client ACK',
    '+500ms server data 1460',
    '+20ms client ACK',
  );
  expect(
    turns
      .filter(({ from }) => from === 'server')
      .map(({ bytes, pauseMs }) => [bytes, Math.round((pauseMs ?? 0) / 10) * 10]),
  ).toEqual([
    [1500, 0],
    [1460, 500],
  ]);
});

test.each(/** @type {const} */ (['server', 'client']))('taken at the %s, a capture is replayed as it was', (at) => {
  for (const tcp of [{}, { initialWindowSegments: 3 }, { congestionControl: 'reno' }]) {
    const { replay } = whatIf(simulated({ tcp }, at), {});
    expect(replay.confidence).toBe('good');
    expect(replay.error).toBeLessThan(0.03);
  }
});

test.each(/** @type {const} */ (['server', 'client']))(
  'taken at the %s, the segment that was lost is lost again',
  (at) => {
    for (const dropData of [[3], [10], [90]]) {
      const workload = simulated({ link: { dropData } }, at);
      // All before the lost one were full: 1448 bytes each, from 1 on.
      expect([...(workload.conditions.down.dropBytes ?? [])]).toEqual([[0, [1 + (dropData[0] - 1) * 1448]]]);
      expect(whatIf(workload, {}).replay.error).toBeLessThan(0.05);
    }
  },
);

test.each([
  ['another initial window', { tcp: { initialWindowSegments: 3 } }, ['initcwnd=3']],
  ['another round trip', { link: { delayMs: 100 } }, ['rtt=200ms']],
  ['another rate', { link: { rateKbps: 2000 } }, ['rate=2Mbit']],
])('%s: the answer is what the simulator gives for it', (_name, change, settings) => {
  const { prediction } = whatIf(simulated(), readSettings(settings));
  const { seconds } = simulated(change);
  expect(Math.abs(prediction.seconds / seconds - 1)).toBeLessThan(0.04);
  expect(prediction.low).toBe(prediction.high);
});

test('losses by lot give a band, and their rate is the same one again', () => {
  const { prediction } = whatIf(simulated(), readSettings(['loss=3%']));
  expect(prediction.low).toBeLessThan(prediction.seconds);
  expect(prediction.seconds).toBeLessThan(prediction.high);
});

test('no replay is made twice, and a draft needs one of each', () => {
  const workload = simulated();
  const settings = { loss: 0.03 };
  const stepsTo = (/** @type {boolean} */ isDraft) => [...replaysFor(workload, settings, { isDraft })].length;
  expect([stepsTo(true), stepsTo(true), stepsTo(false), stepsTo(false)]).toEqual([2, 0, 8, 0]);
  const draft = whatIfDrawn(workload, settings, { isDraft: true });
  const whole = whatIfDrawn(workload, settings);
  expect([draft.isDraft, whole.isDraft, whatIfDrawn(workload, { rttMs: 50 }, { isDraft: true }).isDraft]).toEqual([
    true,
    false,
    false,
  ]);
  expect(whole.prediction.low).toBeLessThan(whole.prediction.high);
});

const HTTP = {
  traffic: [{ kind: 'http', requests: Array.from({ length: 12 }, () => ({ responseBytes: 4000, serverMs: 5 })) }],
};

test.each([
  ['connections=4', { connections: 4 }],
  ['pipelining=12', { pipelining: 12 }],
])('requests made in another way (%s)', (setting, change) => {
  const { prediction, replay } = whatIf(simulated(HTTP), readSettings([setting]));
  const { seconds } = simulated({ traffic: [{ ...HTTP.traffic[0], ...change }] });
  expect(replay.error).toBeLessThan(0.05);
  expect(Math.abs(prediction.seconds / seconds - 1)).toBeLessThan(0.15);
});

test('nothing is promised below the bounds', () => {
  const { prediction } = whatIf(simulated(), readSettings(['rate=1Mbit', 'initcwnd=1000']));
  expect(prediction.seconds).toBeGreaterThanOrEqual((150_000 * 8) / 1e6);
});

test('what cannot be replayed says why', () => {
  expect(() => workloadOf(analysed(pcap(script({}, ...OPEN))).ingest, null)).toThrow(WhatIfError);
  const atOnce = ['client data 1000', '@20ms server ACK'];
  expect(() =>
    workloadOf(
      analysed(
        pcap(script({}, 'client SYN', '+20ms server SYN-ACK', 'client ACK', '@20ms client data 1000', ...atOnce)),
      ).ingest,
      null,
    ),
  ).toThrow('No time passes');
  expect(() => whatIf(simulated(), { connections: 2 })).toThrow('only where all of the capture is HTTP of one kind');
});

test('a replay more than 15 % off predicts nothing: the reason stands for the answer', () => {
  const slow = simulated({
    traffic: [{ kind: 'bulk', from: 'server', bytes: 150_000, reader: { bytes: 8192, everyMs: 60 } }],
  });
  for (const asked of [whatIf, whatIfDrawn, whatIfCapture]) {
    expect(() => asked(slow, { initcwnd: 30 })).toThrow(UnpredictableError);
    expect(() => asked(slow, { initcwnd: 30 })).toThrow(
      /^The unchanged replay takes [\d.]+ s instead of [\d.]+ s, an error of [\d.]+ %: above 15 % there is no prediction\.$/,
    );
  }
  const good = simulated();
  expect(whatIf({ ...good, seconds: good.seconds * 1.1 }, {}).replay.confidence).toBe('fair');
  expect(() => whatIf({ ...good, seconds: good.seconds * 1.2 }, {})).toThrow('above 15 %');
});

test.each([
  ['initcwnd=0', 'initcwnd must be 1 to 1000'],
  ['initcwnd=2.5', 'a whole number'],
  ['rtt=100', 'rtt must have a unit, as 100ms'],
  ['rtt=0ms', 'rtt must be 0.001 to 60000 ms'],
  ['speed=1', 'there is no setting "speed"'],
  ['loss=60%', 'loss must be 0 to 50'],
  ['protocol=spdy', 'protocol must be one of: http/1.0, http/1.1, mux, http/2'],
  ['rate', 'there is no setting "rate"'],
  ['proxy=0', 'proxy must be 1 to 1000'],
  ['proxy-at=100%', 'proxy-at must be 1 to 99'],
])('the setting %s is refused: %s', (text, message) => {
  expect(() => readSettings([text])).toThrow(SettingError);
  expect(() => readSettings([text])).toThrow(message);
});

test('settings are read with their units', () => {
  expect(
    readSettings([
      'initcwnd=30',
      'rtt=0.1s',
      'rate=500kbit',
      'loss=1%',
      'buffer=64kB',
      'connections=6',
      'pipelining=8',
      'protocol=HTTP/2',
      'proxy=4',
      'proxy-at=80%',
    ]),
  ).toEqual({
    initcwnd: 30,
    rttMs: 100,
    rateKbps: 500,
    loss: 0.01,
    bufferBytes: 64_000,
    connections: 6,
    pipelining: 8,
    protocol: 'http/2',
    proxy: 4,
    proxyAt: 0.8,
  });
  expect(readSettings(['rate=10Mbit/s', 'rate=2Mbps'])).toEqual({ rateKbps: 2000 });
});

test('any conversation is answered, or refused with a sentence', () => {
  const line = fc.oneof(
    fc
      .tuple(fc.constantFrom('client', 'server'), fc.integer({ min: 0, max: 80 }), fc.integer({ min: 1, max: 3000 }))
      .map(([end, ms, bytes]) => `+${ms}ms ${end} data ${bytes}`),
    fc
      .tuple(fc.constantFrom('client', 'server'), fc.integer({ min: 0, max: 80 }))
      .map(([end, ms]) => `+${ms}ms ${end} ACK`),
    fc.constantFrom('client FIN', 'server FIN', 'client RST'),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
      try {
        const { prediction } = whatIf(workloadOf(analysed(pcap(script({}, ...OPEN, ...lines))).ingest, null), {
          initcwnd: 5,
          rttMs: 30,
        });
        expect(Number.isFinite(prediction.seconds)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(WhatIfError);
      }
    }),
    { numRuns: 60 },
  );
});

describeShared('recorded Linux', 'pcaps/truth', (folder) => {
  const recorded = (/** @type {string} */ name) =>
    workloadOf(analysed(gunzipSync(readFileSync(`${folder}/${name}.pcap.gz`))).ingest, null);
  const windows = [3, 10, 30];

  test.each(windows)('the initial window of %i segments predicts the others within 5 %%', (window) => {
    const from = recorded(`initcwnd${window}-250ms`);
    for (const other of windows) {
      expect(
        Math.abs(whatIf(from, { initcwnd: other }).prediction.seconds / recorded(`initcwnd${other}-250ms`).seconds - 1),
      ).toBeLessThan(0.05);
    }
  });
});
