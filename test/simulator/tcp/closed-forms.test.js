/** Levels 1 and 4 of the validation: what must come out by arithmetic, and by theory under loss. */
import { runScenario } from '../../../lib/simulator/scenario/run.js';
import { checkScenario } from '../../../lib/simulator/scenario/schema.js';
import { PROFILES } from '../../../lib/simulator/tcp/profiles.js';
import { INITIAL_WINDOW } from '../../../lib/studies/initial-window.js';
import { runStudy } from '../../../lib/studies/run/run-study.js';

const MSS = 1460;
/** Without truth, which takes most of the time. @param {unknown} scenario */
const run = (scenario) => runScenario(checkScenario(scenario), { withTruth: false });
/** Nothing but what a test turns on. */
const PLAIN = {
  congestionControl: 'reno',
  hystart: false,
  timestamps: false,
  quickAcks: 1000,
  idleRestart: 'off',
  receiveWindowBytes: 2 ** 24,
  maxReceiveWindowBytes: 2 ** 24,
};

/**
 * @param {{ bytes: number, delayMs: number, link?: object, tcp?: object, back?: object, durationSeconds?: number,
 *   seed?: number }} options
 */
function upload({ bytes, delayMs, link = {}, tcp = {}, back = {}, durationSeconds, seed = 1 }) {
  const features = { ...PLAIN, ...tcp };
  return run({
    seed,
    ...(durationSeconds ? { durationSeconds } : {}),
    path: [{ name: 'path', clientToServer: { delayMs, ...link }, serverToClient: { delayMs } }],
    hosts: { client: { tcp: features }, server: { tcp: { ...features, ...back } } },
    traffic: [{ kind: 'bulk', from: 'client', bytes }],
  }).summary;
}

test.each([
  [1, 1],
  [1, 100],
  [3, 50],
  [10, 10],
  [10, 11],
  [10, 1000],
  [40, 40],
])('an initial window of %i sends %i segments in the rounds of slow start', (initialWindowSegments, segments) => {
  const {
    transfers: [{ seconds }],
  } = upload({ bytes: segments * MSS, delayMs: 100, tcp: { initialWindowSegments } });
  const rounds = Math.ceil(Math.log2(segments / initialWindowSegments + 1));
  expect(seconds).toBeCloseTo((rounds - 1) * 0.2 + 0.1, 6);
});

test('a window that is smaller than the path holds allows W a round trip', () => {
  const receiveWindowBytes = 20 * MSS;
  const seconds = 60;
  const tcp = { maxReceiveWindowBytes: receiveWindowBytes, receiveWindowBytes };
  const {
    links: [{ clientToServer }],
  } = upload({ bytes: 2 ** 30 - 1, delayMs: 50, tcp, durationSeconds: seconds });
  const bytesPerSecond = (clientToServer.deliveredBytes - clientToServer.delivered * 40) / seconds;
  expect(Math.abs(bytesPerSecond / (receiveWindowBytes / 0.1) - 1)).toBeLessThan(0.01);
});

test.each([
  ['fibre', 60, 60, 2.2e6],
  ['satellite', 320, 60, 694_700],
])(
  'one connection of 1998, 32767 bytes of window, over %s: 22 full segments a round trip',
  (_, down, up, bitsPerSecond) => {
    const seconds = 120;
    const bsd = { profile: 'bsd-1998' };
    const {
      links: [{ serverToClient }],
    } = run({
      durationSeconds: seconds,
      path: [
        {
          name: 'e3',
          clientToServer: { delayMs: up, rateKbps: 34_368 },
          serverToClient: { delayMs: down, rateKbps: 34_368 },
        },
      ],
      hosts: { client: bsd, server: bsd },
      traffic: [{ kind: 'bulk', from: 'server', bytes: 2 ** 29 }],
    }).summary;
    expect(Math.abs((serverToClient.deliveredBytes * 8) / seconds / bitsPerSecond - 1)).toBeLessThan(0.03);
    expect(PROFILES['bsd-1998'].receiveWindowBytes).toBe(32_767);
  },
);

test('a link with room enough is filled', () => {
  const {
    transfers: [{ seconds }],
    links: [{ clientToServer }],
  } = upload({ bytes: 5e6, delayMs: 20, link: { rateKbps: 10_000 } });
  const sending = (clientToServer.deliveredBytes * 8) / 10e6;
  expect(seconds - sending).toBeGreaterThan(0);
  expect(seconds - sending).toBeLessThan(0.1);
});

test('Mathis: NewReno with delayed acknowledgements under loss', () => {
  const p = 1e-3;
  const seconds = 250;
  const tcp = {
    sack: false,
    rack: false,
    tlp: false,
    recoveryWindow: 'ssthresh',
    limitedTransmit: false,
    windowGrowth: 'ack',
    minRtoMs: 1000,
    rtoFloor: 'srtt',
  };
  const rates = [1, 2, 3, 4].map(
    (seed) =>
      upload({
        bytes: 2 ** 29,
        delayMs: 50,
        link: { loss: p },
        tcp,
        back: { quickAcks: 0 },
        durationSeconds: seconds,
        seed,
      }).links[0].clientToServer.sent / seconds,
  );
  const mean = rates.reduce((sum, rate) => sum + rate) / rates.length;
  const b = 2;
  expect(Math.abs(mean / (Math.sqrt(3 / (2 * b * p)) / 0.1) - 1)).toBeLessThan(0.08);
});

test('CUBIC: the mean window when every so manieth segment is lost (RFC 9438, section 5.1)', () => {
  const every = 1000;
  const rtt = 0.25;
  const seconds = 400;
  const beta = 0.7;
  const C = 0.4;
  const dropData = Array.from({ length: 1000 }, (_, index) => (index + 1) * every);
  const { sent } = upload({
    bytes: 2 ** 30 - 1,
    delayMs: rtt * 500,
    link: { dropData },
    tcp: { congestionControl: 'cubic' },
    durationSeconds: seconds,
  }).links[0].clientToServer;
  const expected = ((C * (3 + beta)) / (4 * (1 - beta))) ** 0.25 * (rtt * every) ** 0.75;
  expect(Math.abs(((sent / seconds) * rtt) / expected - 1)).toBeLessThan(0.1);
});

test('six round trips against four, for 3 and 10 segments, in as many packets', async () => {
  const {
    claims,
    tables: [{ rows }],
  } = await runStudy(INITIAL_WINDOW);
  const seconds = rows.map((row) => Number(row[1]));
  expect(rows.length).toBe(64);
  expect(claims.map(({ id, passed }) => [id, passed])).toEqual([
    ['IW-before', true],
    ['IW-after', true],
    ['IW-packets', true],
  ]);
  for (let index = 1; index < rows.length; index++) {
    expect(seconds[index]).toBeLessThanOrEqual(seconds[index - 1] + 0.01);
  }
});
