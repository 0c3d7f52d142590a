/**
 * Level 4 of the validation: what models of TCP say of its rate and latency under loss, and of the queue that it needs.
 */
import { Random } from '../../../lib/simulator/engine/random.js';
import { runScenario } from '../../../lib/simulator/scenario/run.js';
import { checkScenario } from '../../../lib/simulator/scenario/schema.js';
import { cardwellSeconds, padhyeRate, sawtoothShare } from '../support/formulas.js';

const MSS = 1460;
const RTT = 0.1;
const TIMEOUT = 1;
/**
 * The TCP that the models are of: Reno, every second segment acknowledged, BSD's timer for a lone one, and nothing that
 * came later.
 */
const RENO = {
  congestionControl: 'reno',
  hystart: false,
  timestamps: false,
  idleRestart: 'off',
  windowValidation: false,
  receiveWindowBytes: 2 ** 24,
  maxReceiveWindowBytes: 2 ** 24,
  quickAcks: 0,
  quickAckGrowth: false,
  delayedAckMs: 200,
  delayedAckGrid: true,
  windowUpdates: 'segments',
  sack: false,
  rack: false,
  tlp: false,
  frto: false,
  eifel: false,
  dsackUndo: false,
  fastRecovery: 'reno',
  recoveryWindow: 'ssthresh',
  limitedTransmit: false,
  windowGrowth: 'ack',
  minRtoMs: TIMEOUT * 1000,
  rtoFloor: 'srtt',
};
/** Losses at the start, before which slow start may have reached far beyond what they allow later. */
const LEFT_OUT = 3;
/** What Cardwell has for the acknowledgement of a lone first segment by BSD: half of its timer. */
const FIRST_ACK_SECONDS = 0.1;

/**
 * @param {{ bytes: number, link: object, durationSeconds?: number, seed?: number, tcp?: object, observer?:
 *   import('../../../lib/simulator/tcp/endpoint.js').Observer }} options
 */
function upload({ bytes, link, durationSeconds = 600, seed = 1, tcp = {}, observer }) {
  const host = { tcp: { ...RENO, ...tcp } };
  return runScenario(
    checkScenario({
      seed,
      durationSeconds,
      path: [{ name: 'path', clientToServer: { delayMs: RTT * 500, ...link }, serverToClient: { delayMs: RTT * 500 } }],
      hosts: { client: host, server: host },
      traffic: [{ kind: 'bulk', from: 'client', bytes }],
    }),
    { withTruth: false, observer },
  ).summary;
}

/**
 * Which data packets are lost: each with the same probability, but so that the gaps between them are spread as evenly
 * over their distribution as so few can be, in an order by lot.
 * @param {number} p @param {number} losses @param {number} seed @returns {number[]} from 1
 */
function spreadLosses(p, losses, seed) {
  const gaps = Array.from({ length: losses }, (_, index) =>
    Math.ceil(Math.log(1 - (index + 0.5) / losses) / Math.log(1 - p)),
  );
  const random = new Random(seed);
  let place = 0;
  return Array.from({ length: losses }, () => (place += gaps.splice(random.integer(0, gaps.length - 1), 1)[0]));
}

// p is what the model's authors measured: loss indications (fast retransmissions, first time-outs) for each packet
// sent. Two losses of one window are one.
test.each([
  [1e-4, 25],
  [5e-4, 60],
  [1e-3, 120],
  [5e-3, 300],
  [1e-2, 500],
  [2e-2, 1000],
  [5e-2, 1500],
])('Padhye: the rate at a loss of %f within a tenth', (p, losses) => {
  const dropData = spreadLosses(p, losses, 1);
  const first = dropData[LEFT_OUT];
  const last = dropData[losses - 1];
  let count = 0;
  let firstNs = 0;
  let lastNs = 0;
  let indications = 0;
  /** @type {import('../../../lib/simulator/tcp/endpoint.js').Observer} */
  const observer = {
    observe: ({ isClient, events: { nowNs } }, ev, segment, retransmission, timeouts) => {
      if (!isClient || count > last) return;
      const isIndication = (ev === 'out' && retransmission === 'fast') || (ev === 'rto' && timeouts === 1);
      if (isIndication && count >= first) indications++;
      if (ev !== 'out' || !segment?.length) return;
      count++;
      if (count === first) firstNs = nowNs;
      if (count === last) lastNs = nowNs;
    },
    noteDropped: () => undefined,
  };
  upload({ bytes: (last + 1) * MSS, link: { dropData }, durationSeconds: 3600, observer });
  expect(
    Math.abs(
      (last - first) /
        ((lastNs - firstNs) / 1e9) /
        padhyeRate(indications / (last - first), { rtt: RTT, timeout: TIMEOUT, b: 2 }) -
        1,
    ),
  ).toBeLessThan(0.1);
});

// Each transfer has losses of its own: with the same seeds for each size, a few dozen draws decide all ten.
test.each([
  [0, 1],
  [0.001, 50],
  [0.003, 50],
  [0.01, 100],
  [0.02, 100],
  [0.03, 100],
])('Cardwell: mean time of 10 to 100 segments at a loss of %f within a tenth', (p, runs) => {
  let simulated = 0;
  let expected = 0;
  let seed = 1;
  for (let segments = 10; segments <= 100; segments += 10) {
    for (let run = 0; run < runs; run++, seed++) {
      simulated +=
        upload({ bytes: segments * MSS, link: { loss: p }, seed, tcp: { initialWindowSegments: 1 } }).transfers[0]
          .seconds +
        RTT / 2;
    }
    expected +=
      runs * (FIRST_ACK_SECONDS + cardwellSeconds(segments, p, { rtt: RTT, timeout: TIMEOUT, b: 2, initialWindow: 1 }));
  }
  expect(Math.abs(simulated / expected - 1)).toBeLessThan(0.1);
});

// Without a queue, what comes back to back is lost: packets are paced, and one may wait.
test.each([
  [1, 0.02],
  [0.5, 0.03],
  [0.1, 0.07],
  [0, 0.02],
])(
  'a queue of %f bandwidth-delay products: the share of a link that one connection fills, within %f',
  (buffer, tolerance) => {
    const rate = 10e6;
    const seconds = 150;
    const queueBytes = Math.max(3000, Math.round(((buffer * rate) / 8) * RTT));
    const paced = buffer === 0 ? { pacing: true, quickAcks: 1e9 } : {};
    const {
      links: [{ clientToServer }],
    } = upload({
      bytes: 2 ** 29,
      link: { rateKbps: rate / 1000, queueBytes },
      durationSeconds: seconds,
      tcp: { sack: true, rack: true, recoveryWindow: 'prr', ...paced },
    });
    expect(Math.abs((clientToServer.deliveredBytes * 8) / seconds / rate / sawtoothShare(buffer) - 1)).toBeLessThan(
      tolerance,
    );
  },
);
