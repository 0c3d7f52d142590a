/** The analyser against what the simulator knows, on scenarios drawn by lot: is each segment judged rightly, at either end? */
import { Random } from '../../lib/simulator/engine/random.js';
import { analysed, run, truthRows } from './support/run.js';

const SCENARIOS = 25;
const AT_LEAST = 0.99;

/** @param {number} seed */
function drawn(seed) {
  const random = new Random(seed), one = (/** @type {any[]} */ values) => values[random.integer(0, values.length - 1)];
  const rateKbps = one([2000, 5000, 10_000, 20_000]), rtt = one([10, 40, 100, 250]), loss = one([0, 0.002, 0.01, 0.03]), from = one(['client', 'server']);
  const link = { delayMs: rtt / 2, rateKbps, queueBytes: Math.max(6000, Math.round(rateKbps * rtt / 8 * one([0.5, 1, 3]))) };
  const data = { ...link, ...one([{ loss }, { burstLoss: { enter: loss / 3, leave: 0.3 } }]) }, acks = { ...link, loss: loss / 4 };
  const host = () => ({ profile: one(['linux-2026', 'linux-2026', 'linux-2010', 'bsd-1998']), tcp: { congestionControl: one(['reno', 'cubic']) } });
  const requests = Array.from({ length: 10 }, () => ({ responseBytes: random.integer(500, 40_000), serverMs: 20 }));
  const traffic = one([{ kind: 'bulk', from, bytes: one([50_000, 300_000]) }, { kind: 'http', connections: one([1, 3]), pipelining: one([1, 4]), requests }]);
  const isDown = traffic.kind === 'http' || from === 'server';
  return { seed, path: [{ name: 'path', clientToServer: isDown ? acks : data, serverToClient: isDown ? data : acks }], hosts: { client: host(), server: host() }, traffic: [traffic], taps: [{ at: 'client' }, { at: 'server' }] };
}

/** What a row of truth says that the judge should say. @param {Record<string, string>} row */
function expectedVerdict({ retx }) {
  if (retx === 'probe') return 'window_probe';
  return retx === '' || retx === 'tlp_new' ? 'original' : 'retransmission';
}

test('retransmissions are told from originals, with their kind; what is said to be unneeded is', () => {
  const counts = { segments: 0, right: 0, retransmissions: 0, kindRight: 0, needTold: 0, needRight: 0 };
  for (let seed = 1; seed <= SCENARIOS; seed++) {
    const { captures, truthCsv, summary } = run(drawn(seed));
    expect([seed, summary.complete]).toEqual([seed, true]);
    for (const { at, bytes } of captures) {
      const analysis = analysed(bytes), mine = at === 'client' ? '192.' : '198.';
      expect(analysis.describeCapture().warnings).toEqual([]);
      /** @type {Map<string, import('./support/run.js').TruthRow[]>} */
      const sent = new Map();
      for (const row of truthRows(truthCsv).filter(({ ev, conn }) => ev === 'out' && conn.startsWith(mine))) {
        if (!sent.has(row.conn)) sent.set(row.conn, []);
        sent.get(row.conn)?.push(row);
      }
      for (const packet of analysis.describePackets()) {
        const { client, server } = analysis.describeFlow(Number(packet.flow)), [local, remote] = packet.direction === 'clientToServer' ? [client, server] : [server, client];
        if (!local.address.startsWith(mine)) continue; // the other end's packets may be lost before they come here
        const row = /** @type {Record<string, string>} */ (sent.get(`${local.address}:${local.port}>${remote.address}:${remote.port}`)?.shift());
        if (packet.verdict === null && row.retx === '') continue;
        counts.segments++;
        if (packet.verdict === expectedVerdict(row)) counts.right++;
        if (expectedVerdict(row) !== 'retransmission') continue;
        counts.retransmissions++;
        if (packet.retransmissionKind === row.retx) counts.kindRight++;
        if (packet.spurious === null || packet.spurious === undefined) continue;
        counts.needTold++;
        if (packet.spurious === (row.needed === '0')) counts.needRight++;
      }
    }
  }
  expect(counts.retransmissions).toBeGreaterThan(100);
  expect(counts.right / counts.segments).toBeGreaterThanOrEqual(AT_LEAST);
  expect(counts.kindRight / counts.retransmissions).toBeGreaterThanOrEqual(0.95);
  expect(counts.needRight / counts.needTold).toBeGreaterThanOrEqual(AT_LEAST);
}, 120_000);
