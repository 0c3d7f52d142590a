/** The NZ/US study: its workload, its ceilings in closed form, and that its claims can be missed. */
import { Requests } from '../../lib/simulator/applications/proxy/requests.js';
import { copiesFor, NZ_US } from '../../lib/studies/nz-us/nz-us.js';
import { LINK_BPS, rttSeconds, secondsOf } from '../../lib/studies/nz-us/parameters.js';
import { BETWEEN_PROXIES, FEATURES, linkOf, runSetting } from '../../lib/studies/nz-us/run.js';
import { nzixLike } from '../../lib/studies/workload/nzix-like.js';
import { scaledRequests, UNDER_WAY } from '../../lib/studies/workload/scaled.js';
import { readWorkload } from '../../lib/studies/workload/workload-file.js';

const TEXT = nzixLike(1);
const WORKLOAD = readWorkload(TEXT);
const mean = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the workload', () => {
  test('is what the papers tell of the log', () => {
    const { requests, hosts } = WORKLOAD;
    const replies = requests.map(({ res }) => res);
    expect(requests.length).toBe(31 * 421);
    expect(mean(replies)).toBeGreaterThan(9000);
    expect(mean(replies)).toBeLessThan(12_000);
    const ratio =
      requests.reduce((sum, { res, host }) => sum + res + 40 * Math.ceil(res / hosts[host].mss), 0) /
      requests.reduce((sum, { req }) => sum + req, 0);
    expect(Math.abs(ratio - 26)).toBeLessThan(2);
    expect(mean(requests.map(({ server }) => server))).toBeGreaterThan(1.9);
    expect(mean(requests.map(({ server }) => server))).toBeLessThan(2.5);
    const largest = [...replies].sort((a, b) => b - a).slice(0, replies.length / 100);
    expect(
      largest.reduce((sum, bytes) => sum + bytes, 0) / replies.reduce((sum, bytes) => sum + bytes, 0),
    ).toBeGreaterThan(0.2);
  });

  test('is the same again, another for another seed, and refused where it is none', () => {
    expect(nzixLike(1)).toBe(TEXT);
    expect(nzixLike(2)).not.toBe(TEXT);
    expect(() => readWorkload('{}')).toThrow('line 1');
    expect(() => readWorkload(`${TEXT.slice(0, TEXT.indexOf('\n'))}\n{"day":1,"t":0,"host":9999}\n`)).toThrow('line 2');
    expect(() => readWorkload(TEXT.slice(0, 5000))).toThrow('not JSON');
  });

  test('is scaled by copies: each day once, then again at other times', () => {
    const { requests, source, copy } = scaledRequests(WORKLOAD, { copies: 40, seconds: 600, features: FEATURES });
    expect([...copy].filter((which) => which !== UNDER_WAY).length).toBe(40 * 421);
    expect([...requests.startNs].every((time, index) => index === 0 || time >= requests.startNs[index - 1])).toBe(true);
    const [first, again] = [0, 31].map((which) => [...copy.keys()].filter((index) => copy[index] === which));
    expect(again.map((index) => source[index]).sort((a, b) => a - b)).toEqual(
      first.map((index) => source[index]).sort((a, b) => a - b),
    );
    expect(again.some((index) => first.some((other) => requests.startNs[other] === requests.startNs[index]))).toBe(
      false,
    );
    expect(scaledRequests(WORKLOAD, { copies: 40, seconds: 60, features: FEATURES }).requests.count).toBeLessThan(
      requests.count / 8,
    );
    const underWay = [...copy.keys()].filter((index) => copy[index] === UNDER_WAY);
    const ofThem = underWay.map((index) => WORKLOAD.requests[source[index]]);
    expect(underWay.length).toBeGreaterThan(20);
    expect(
      underWay.every(
        (index, which) =>
          requests.startNs[index] < 1e9 &&
          requests.responseBytes[index] <= ofThem[which].res &&
          requests.serverNs[index] < 1e9 * ofThem[which].server,
      ),
    ).toBe(true);
  });
});

/** Each connection has more to carry than it can in the time. @param {number} connections @param {number} seconds */
function endless(connections, seconds) {
  const host = {
    name: 'h.example',
    address: '198.18.0.1',
    delayNs: 0,
    client: FEATURES.asker,
    server: FEATURES.server,
  };
  const requests = new Requests(connections, [host]);
  requests.startNs.fill(1e9);
  requests.responseBytes.fill(280_000 * seconds);
  return { requests, source: new Uint32Array(connections), copy: new Uint16Array(connections) };
}

describe('ceilings', () => {
  /** @param {'fibre'|'satellite'} version @param {number} connections @param {number} [seconds] */
  const carried = (version, connections, seconds = 14) =>
    runSetting(
      { link: linkOf(version), connections, seconds, warmUpSeconds: 8, sampleCopies: 1, seed: 1 },
      endless(connections, seconds),
    ).measures.toNzBps;

  test.each([/** @type {const} */ (['fibre', 2.187e6]), /** @type {const} */ (['satellite', 693e3])])(
    'one connection, %s: 22 full segments a round trip',
    (version, published) => {
      const measured = carried(version, 1, 60);
      expect(Math.abs(measured / published - 1)).toBeLessThan(0.01);
      expect(measured).toBeLessThanOrEqual(((22 * 1500 * 8) / rttSeconds(version)) * 1.003);
    },
  );

  test.each([/** @type {const} */ (['fibre', 15, 16]), /** @type {const} */ (['satellite', 49, 50])])(
    '%s: %i connections do not fill the link, %i do',
    (version, fewer, enough) => {
      expect(carried(version, fewer)).toBeLessThan(0.99 * LINK_BPS);
      expect(carried(version, enough)).toBeGreaterThan(0.995 * LINK_BPS);
    },
  );
});

describe('a run', () => {
  const scaled = scaledRequests(WORKLOAD, { copies: 30, seconds: 40, features: FEATURES });
  const setting = { link: linkOf('fibre'), seconds: 40, warmUpSeconds: 10, sampleCopies: 19, seed: 1 };

  test.each([0, 5])(
    'with %i connections keeps account of every packet and byte, and is the same again',
    (connections) => {
      const { measures, network } = runSetting({ ...setting, connections }, scaled);
      const again = runSetting({ ...setting, connections }, scaled);
      expect(again.measures).toEqual(measures);
      for (const { clientToServer, serverToClient } of network.hops) {
        for (const { counts, onTheWay } of [clientToServer, serverToClient]) {
          expect(counts.delivered + onTheWay).toBe(counts.sent);
        }
      }
      expect(measures.unfinished).toBe(0);
      expect(measures.sampled).toBeGreaterThan(50);
      expect(measures.open).toBeGreaterThan(1);
      expect(
        measures.toNzBps / ((8 * (measures.presentedBytes + 40 * measures.presentedPackets)) / 30),
      ).toBeGreaterThan(0.95);
    },
  );

  test('a proxy saves round trips: by about one on the way there, more with a long way', () => {
    const latency = (/** @type {'fibre'|'satellite'} */ version, /** @type {number} */ connections) =>
      Number(runSetting({ ...setting, link: linkOf(version), connections }, scaled).measures.latencySeconds);
    for (const version of /** @type {const} */ (['fibre', 'satellite'])) {
      expect(latency(version, 0) - latency(version, 50)).toBeGreaterThan(rttSeconds(version));
    }
  });
});

test("with Nagle's rule between the proxies, segments are fuller and the ends of responses late", () => {
  const scaled = scaledRequests(WORKLOAD, { copies: 60, seconds: 40, features: FEATURES });
  const setting = {
    link: linkOf('satellite'),
    connections: 50,
    seconds: 40,
    warmUpSeconds: 10,
    sampleCopies: 19,
    seed: 1,
  };
  const without = runSetting(setting, scaled);
  const withRule = runSetting(setting, scaled, { between: { ...BETWEEN_PROXIES, nagle: true } });
  expect(withRule.measures.toNzBps).toBeLessThan(0.99 * without.measures.toNzBps);
  expect(Number(withRule.measures.latencySeconds)).toBeGreaterThan(Number(without.measures.latencySeconds) + 0.1);
});

describe('the study', () => {
  test('plans 775 runs and some of low loads, a draft far fewer, each with a name of its own', () => {
    const runs = NZ_US.plan({ seed: 1, draft: false });
    const draft = NZ_US.plan({ seed: 1, draft: true });
    expect(runs.length).toBe(775 + 2 * 7);
    expect(new Set(runs.map(({ name }) => name)).size).toBe(runs.length);
    expect(draft.length).toBeLessThan(200);
    const copies = [1, 31].map((level) => copiesFor(WORKLOAD, level));
    expect(copies[0]).toBeGreaterThan(10);
    expect(copies[1]).toBeGreaterThan(30 * copies[0]);
  });

  /**
   * What each run would give if the link carried all at once, or `spoil` of it.
   * @param {(values: any, parameters: any) => object} spoil
   */
  const concluded = (spoil) => {
    const results = NZ_US.plan({ seed: 1, draft: true }).map((run) => {
      const { version, connections, level } = run.parameters;
      const { run: seconds, warmUp } = secondsOf(run.parameters, true);
      const bps = (level / 31) * 37e6;
      const most = Math.min(
        34.368e6,
        connections === 0 ? Infinity : connections * (version === 'fibre' ? 2.187e6 : 693e3),
      );
      const values = {
        requests: 1,
        presentedPackets: 0,
        presentedBytes: (bps * (seconds - warmUp)) / 8,
        toNzBps: Math.min(bps * 1.01, most),
        toUsBps: bps / 18,
        queueToNzMean: level,
        queueToNzPeak: level,
        queueToUsMean: 5,
        queueToUsPeak: 50,
        open: level * 10,
        latencySeconds: connections === 0 ? 2.5 : 2.1,
        latency95Seconds: 5,
        serverSeconds: 1.7,
        sampled: 10,
        unfinished: 0,
        packets: 1,
      };
      return { run, values: { ...values, ...spoil(values, run.parameters) } };
    });
    return NZ_US.conclude(results, { seed: 1, draft: true });
  };
  const passedOf = (/** @type {ReturnType<typeof concluded>} */ { claims }, /** @type {string} */ id) =>
    claims.find((claim) => claim.id === id)?.passed;

  test('tells of every row of the claims table, and draws every figure of both versions', () => {
    const { claims, figures } = concluded(() => ({}));
    const rows = new Set(claims.map(({ id }) => id.split(' ')[0]));
    expect([...rows]).toEqual([
      'F4-a',
      'F4-b',
      'F5-a',
      'F5-b',
      'F5-c',
      'F5-d',
      'F5-i',
      'F5-e',
      'F5-f',
      'F5-g',
      'F5-h',
      'F5-j',
      'F6-a',
      'F6-b',
      'F6-c',
      'F6-d',
      'F7-a',
      'F7-b',
      'F7-c',
      'F7-d',
      'F7-e',
    ]);
    expect(figures.map(({ id }) => id)).toEqual(
      ['fibre', 'satellite'].flatMap((version) =>
        ['4', '5a', '5b', '6a', '6b', '6c', '6d', '7a', '7b', '7c', '7d'].map((name) => `${version}-${name}`),
      ),
    );
    expect(figures.every(({ series }) => series.every(({ points }) => points.length > 0))).toBe(true);
  });

  test('passes and misses claims by what was measured', () => {
    const good = concluded(() => ({}));
    const more = concluded(({ toNzBps }) => ({ toNzBps: 1.03 * toNzBps }));
    const less = concluded(({ toNzBps, queueToUsMean }) => ({
      toNzBps: 0.9 * toNzBps,
      queueToUsMean: queueToUsMean + 200,
    }));
    expect(['F4-a', 'F4-b', 'F5-b satellite', 'F5-d fibre', 'F6-d'].map((id) => passedOf(good, id))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(['F4-a', 'F4-b', 'F5-b satellite', 'F5-d fibre', 'F6-d'].map((id) => passedOf(less, id))).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
    expect([good, more].map((result) => passedOf(result, 'F5-a fibre'))).toEqual([false, true]);
    expect(passedOf(good, 'F5-f')).toBe(false);
    expect(
      passedOf(
        concluded(({ latencySeconds }, { connections, level }) => ({
          latencySeconds: connections === 0 ? latencySeconds : latencySeconds + 0.1 / level,
        })),
        'F5-f',
      ),
    ).toBe(true);
    expect(passedOf(good, 'F6-a fibre 0')).toBe(false);
    expect(
      passedOf(
        concluded(({ queueToNzMean }, { level }) => ({
          queueToNzMean: level > 28 ? 100 * queueToNzMean : queueToNzMean,
        })),
        'F6-a fibre 0',
      ),
    ).toBe(true);
  });
});
