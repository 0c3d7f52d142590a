/** Level 4 of the validation: what models of TCP say of its rate and latency under loss, and of the queue that it needs. */
import { runScenario } from '../../lib/simulator/scenario/run.js';
import { checkScenario } from '../../lib/simulator/scenario/schema.js';
import { cardwellSeconds, padhyeRate, sawtoothShare } from './support/formulas.js';

const MSS = 1460, RTT = 0.1, TIMEOUT = 1;
/** The TCP that the models are of: Reno, every second segment acknowledged, and nothing that came later. */
const RENO = {
  congestionControl: 'reno', hystart: false, timestamps: false, idleRestart: 'off', windowValidation: false, receiveWindowBytes: 2 ** 24, maxReceiveWindowBytes: 2 ** 24, quickAcks: 0, quickAckGrowth: false,
  sack: false, rack: false, tlp: false, frto: false, eifel: false, dsackUndo: false, fastRecovery: 'reno', recoveryWindow: 'ssthresh', limitedTransmit: false, windowGrowth: 'ack', minRtoMs: TIMEOUT * 1000, rtoFloor: 'srtt',
};
const SEEDS = [1, 2, 3];

/** @param {{ bytes: number, link: object, durationSeconds?: number, seed?: number, tcp?: object }} options */
function upload({ bytes, link, durationSeconds = 600, seed = 1, tcp = {} }) {
  const host = { tcp: { ...RENO, ...tcp } };
  return runScenario(checkScenario({
    seed, durationSeconds, path: [{ name: 'path', clientToServer: { delayMs: RTT * 500, ...link }, serverToClient: { delayMs: RTT * 500 } }], hosts: { client: host, server: host }, traffic: [{ kind: 'bulk', from: 'client', bytes }],
  }), { withTruth: false }).summary;
}

test.each([[1e-3, 80], [5e-3, 150], [1e-2, 300], [5e-2, 1200]])('Padhye: the rate at a loss of %f', (p, seconds) => {
  const rates = SEEDS.map((seed) => upload({ bytes: 2 ** 30 - 1, link: { loss: p }, durationSeconds: seconds, seed }).links[0].clientToServer.sent / seconds);
  const mean = rates.reduce((sum, rate) => sum + rate) / rates.length;
  expect(Math.abs(mean / padhyeRate(p, { rtt: RTT, timeout: TIMEOUT, b: 2 }) - 1)).toBeLessThan(0.1);
});

// The model counts on time-outs: it has what follows a loss in the same round lost too. Here losses are independent, and time-outs rarer.
test.each([[0, 0.9, 1.1], [0.01, 0.85, 1.1], [0.03, 0.75, 1.1]])('Cardwell: mean time of 10 to 100 segments at a loss of %f is %f to %f of the model\'s', (p, low, high) => {
  const initialWindow = 2, runs = p === 0 ? 1 : 30;
  let simulated = 0, expected = 0;
  for (let segments = 10; segments <= 100; segments += 10) {
    for (let seed = 1; seed <= runs; seed++) simulated += upload({ bytes: segments * MSS, link: { loss: p }, seed, tcp: { initialWindowSegments: initialWindow } }).transfers[0].seconds + RTT / 2;
    expected += runs * cardwellSeconds(segments, p, { rtt: RTT, timeout: TIMEOUT, b: 2, initialWindow });
  }
  expect(simulated / expected).toBeGreaterThan(low);
  expect(simulated / expected).toBeLessThan(high);
});

test.each([[1, 0.02], [0.5, 0.03], [0.1, 0.07]])('a queue of %f bandwidth-delay products: the share of a link that one connection fills, within %f', (buffer, tolerance) => {
  const rate = 10e6, seconds = 150, queueBytes = Math.round(buffer * rate / 8 * RTT);
  const { links: [{ clientToServer }] } = upload({ bytes: 2 ** 29, link: { rateKbps: rate / 1000, queueBytes }, durationSeconds: seconds, tcp: { sack: true, rack: true, recoveryWindow: 'prr' } });
  expect(Math.abs(clientToServer.deliveredBytes * 8 / seconds / rate / sawtoothShare(buffer) - 1)).toBeLessThan(tolerance);
});
