/**
 * What-if of pages: what requests waited for is found in a capture, and the page made over another protocol takes as
 * long as the simulator takes for it.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { pageOf } from '../../lib/whatif/page.js';
import { whatIf, whatIfDrawn } from '../../lib/whatif/predict.js';
import { readSettings } from '../../lib/whatif/settings.js';
import { workloadOf } from '../../lib/whatif/workload.js';
import { analysed, run } from '../simulator/support/run.js';
import { pcap, script } from '../support/packets/packets.js';
import fc from '../support/properties.js';
import { describeShared } from '../support/shared.js';

/** @typedef {import('../../lib/whatif/exchanges.js').Exchange} Exchange */

const SCENARIO = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../fixtures/scenarios/page-http11.json', import.meta.url)), 'utf8'),
);
const [{ objects }] = SCENARIO.traffic;

/**
 * How the page of the example is made; the words with which that is asked for.
 * @type {Record<string, { page: object, settings: string[] }>}
 */
const WAYS = {
  'http/1.0': { page: { protocol: 'http/1.0', connections: 6 }, settings: ['protocol=http/1.0', 'connections=6'] },
  'http/1.1': {
    page: { protocol: 'http/1.1', connections: 6 },
    settings: ['protocol=http/1.1', 'connections=6', 'pipelining=1'],
  },
  pipelined: {
    page: { protocol: 'http/1.1', connections: 1, pipelining: 16 },
    settings: ['protocol=http/1.1', 'connections=1', 'pipelining=16'],
  },
  mux: { page: { protocol: 'mux', mux: { format: '1998' } }, settings: ['protocol=mux', 'connections=1'] },
  'http/2': { page: { protocol: 'http/2' }, settings: ['protocol=http/2', 'connections=1'] },
};

/** @param {object} page @param {'client'|'server'} at @param {number} [delayMs] */
function loaded(page, at, delayMs = 40) {
  const way = { delayMs, rateKbps: 10_000 };
  const { captures } = run({
    ...SCENARIO,
    path: [{ name: 'path', clientToServer: way, serverToClient: way }],
    traffic: [{ kind: 'page', objects, ...page }],
    taps: [{ at }],
  });
  return workloadOf(analysed(captures[0].bytes).ingest, null);
}

describe.each(/** @type {const} */ (['client', 'server']))('captured at the %s', (at) => {
  const loads = Object.fromEntries(Object.entries(WAYS).map(([name, { page }]) => [name, loaded(page, at)]));

  test.each([
    ['http/1.0', 'http/2'],
    ['http/1.1', 'mux'],
    ['http/1.1', 'http/2'],
    ['pipelined', 'http/1.1'],
    ['mux', 'http/2'],
    ['http/2', 'http/1.1'],
    ['http/2', 'pipelined'],
    ['http/2', 'http/1.0'],
  ])('from %s to %s', (from, to) => {
    const { prediction, replay } = whatIf(loads[from], readSettings(WAYS[to].settings));
    expect(replay.error).toBeLessThan(0.03);
    expect(Math.abs(prediction.seconds / Number(loads[to].page?.seconds) - 1)).toBeLessThan(0.08);
  });

  test('how requests were made is known', () => {
    const ways = Object.values(loads).map(({ page }) => [page?.protocol, page?.connections]);
    expect(ways).toEqual([
      ['http/1.0', 6],
      ['http/1.1', 6],
      ['http/1.1', 1],
      ['mux', 1],
      ['http/2', 1],
    ]);
    expect(loads.pipelined.page?.pipelining).toBeGreaterThan(4);
    expect(loads.mux.page?.mux).toEqual({ format: '1998', creditBytes: 16_384, fragmentBytes: 4096 });
    expect(loads['http/2'].page?.http2).toEqual({ streamWindowBytes: 6_291_456 });
  });

  test('another round trip and another protocol at once', () => {
    const { prediction } = whatIf(loads['http/1.1'], readSettings(['protocol=http/2', 'connections=1', 'rtt=200ms']));
    const { page } = loaded(WAYS['http/2'].page, at, 100);
    expect(Math.abs(prediction.seconds / Number(page?.seconds) - 1)).toBeLessThan(0.1);
  });
});

/** @param {Partial<Exchange>} more @returns {Exchange} times in ms */
function exchange({ startNs = 0, responseNs = 0, endNs = 0, ...more }) {
  const ns = (/** @type {number} */ ms) => ms * 1e6;
  return {
    flow: 0,
    server: 'a',
    protocol: 'http/1.1',
    requestBytes: 100,
    responseBytes: 1000,
    isSecure: false,
    isDocument: false,
    name: '/',
    ...more,
    startNs: ns(startNs),
    sentNs: ns(startNs),
    responseNs: ns(responseNs),
    endNs: ns(endNs),
    heardNs: ns(endNs),
  };
}
/** @type {Parameters<typeof pageOf>[1]} */
const AT_CLIENT = { distancesNs: [0, 50e6], openedNs: () => -50e6 };

describe('what a request waited for', () => {
  test('a part of a document that was coming; the end of what ended last; nothing', () => {
    const { objects: found } = pageOf(
      [
        exchange({ startNs: 0, responseNs: 60, endNs: 100, isDocument: true, responseBytes: 4000 }),
        exchange({ flow: 1, startNs: 70, responseNs: 125, endNs: 130 }),
        exchange({ flow: 2, startNs: 400, responseNs: 460, endNs: 470, server: 'b' }),
      ],
      { ...AT_CLIENT, openedNs: (flow) => [-50e6, 70e6, 390e6][flow] },
    );
    expect(found.map(({ after, gapMs, serverMs }) => ({ after, gapMs, serverMs }))).toEqual([
      { after: [], gapMs: 0, serverMs: 10 },
      { after: [{ object: 0, when: 'bytes', bytes: 1000 }], gapMs: 0, serverMs: 5 },
      { after: [{ object: 1 }], gapMs: expect.closeTo(260, 6), serverMs: 10 },
    ]);
    expect(new Set(found.map(({ origin }) => origin)).size).toBe(2);
  });

  test('on the only connection it may have waited for that: both readings are there', () => {
    const one = (/** @type {number} */ at) => exchange({ startNs: at, responseNs: at + 55, endNs: at + 60 });
    const { objects: found, chained, thinkMs, connections } = pageOf([one(0), one(62), one(124)], AT_CLIENT);
    expect(found.map(({ after, gapMs }) => [after, gapMs])).toEqual([
      [[], 0],
      [[], 0],
      [[], 0],
    ]);
    expect(chained?.map(({ after }) => after)).toEqual([[], [{ object: 0 }], [{ object: 1 }]]);
    expect([thinkMs, connections]).toEqual([expect.closeTo(2, 6), 1]);
  });

  test('where another connection was idle it had not waited for one', () => {
    const { chained } = pageOf(
      [
        exchange({ flow: 0, startNs: 0, responseNs: 55, endNs: 60 }),
        exchange({ flow: 1, startNs: 1, responseNs: 55, endNs: 58 }),
        exchange({ flow: 0, startNs: 61, responseNs: 115, endNs: 120 }),
      ],
      AT_CLIENT,
    );
    expect(chained).toBeNull();
  });

  test('a response behind another one took the server no longer than from its end', () => {
    const {
      objects: [, second],
      pipelining,
    } = pageOf(
      [exchange({ startNs: 0, responseNs: 60, endNs: 200 }), exchange({ startNs: 1, responseNs: 203, endNs: 210 })],
      AT_CLIENT,
    );
    expect([second.serverMs, pipelining]).toEqual([expect.closeTo(3, 6), 2]);
  });
});

test('requests that wait for one of six busy connections go at once where they need not', () => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    requestBytes: 400,
    responseBytes: 2000 + ((index * 7919) % 40_000),
    serverMs: 10,
    ...(index === 0 ? {} : { after: [{ object: 0, when: 'bytes', bytes: ((100 * index) % 2000) + 1 }] }),
  }));
  const [six, one] = ['http/1.1', 'http/2'].map((protocol) => {
    const { captures } = run({
      ...SCENARIO,
      traffic: [{ kind: 'page', protocol, objects: many }],
      taps: [{ at: 'client' }],
    });
    return workloadOf(analysed(captures[0].bytes).ingest, null);
  });
  const { prediction, chained, replay } = whatIf(six, { protocol: 'http/2' });
  const seconds = Number(one.page?.seconds);
  expect(replay.error).toBeLessThan(0.05);
  expect(Math.abs(prediction.seconds / seconds - 1)).toBeLessThan(0.1);
  expect(Number(chained?.seconds)).toBeGreaterThan(seconds * 1.05);
});

test('a chain of responses is told beside the answer', () => {
  const requests = Array.from({ length: 6 }, () => ({ responseBytes: 3000, serverMs: 5 }));
  const { captures } = run({
    path: [{ name: 'path', clientToServer: { delayMs: 40 }, serverToClient: { delayMs: 40 } }],
    traffic: [{ kind: 'http', requests }],
    taps: [{ at: 'client' }],
  });
  const workload = workloadOf(analysed(captures[0].bytes).ingest, null);
  const { prediction, chained } = whatIf(workload, { protocol: 'http/2' });
  expect(prediction.seconds).toBeLessThan(0.2);
  expect(chained?.seconds).toBeGreaterThanOrEqual(6 * 0.085);
  expect(whatIf(workload, {}).chained).toBeNull();
  expect(whatIfDrawn(workload, { protocol: 'mux' }).ways).toEqual({ protocol: 'mux', connections: 1, pipelining: 1 });
});

/**
 * What a page's server says of its document and style sheets, in place of the simulator's one type for all, of as many
 * letters.
 * @param {Uint8Array} capture
 * @param {Record<number, string>} types
 */
function typed(capture, types) {
  const all = 'application/octet-stream';
  const bytes = Buffer.from(capture);
  const text = bytes.toString('latin1');
  for (let at = text.indexOf(all); at >= 0; at = text.indexOf(all, at + 1)) {
    const type = types[Number(/X-Sim-Id: (\d+)/.exec(text.slice(at, at + 200))?.[1])];
    if (type !== undefined) bytes.write(type.padEnd(all.length), at, 'latin1');
  }
  return bytes;
}

describe('a page whose server says what is HTML', () => {
  const many = Array.from({ length: 40 }, (_, i) => ({
    requestBytes: 400,
    responseBytes: 2000 + ((i * 7919) % 40_000),
    serverMs: 10,
    ...(i === 0 ? {} : { after: [{ object: 0, when: 'bytes', bytes: ((500 * i) % 2000) + 1 }] }),
  }));
  /** @type {Record<string, { objects: object[], types: Record<number, string> }>} */
  const pages = {
    'of 13 that name one another': { objects, types: { 0: 'text/html', 1: 'text/css', 2: 'text/css' } },
    'of 40 that the document names': { objects: many, types: { 0: 'text/html' } },
  };
  const way = { delayMs: 40, rateKbps: 10_000 };
  const path = [{ name: 'path', clientToServer: way, serverToClient: way }];
  const load = (
    /** @type {{ objects: object[], types: Record<number, string> }} */ { types, ...page },
    /** @type {object} */ ways,
  ) =>
    workloadOf(
      analysed(
        typed(
          run({
            ...SCENARIO,
            path,
            traffic: [{ kind: 'page', protocol: 'http/1.1', objects: page.objects, ...ways }],
            taps: [{ at: 'client' }],
          }).captures[0].bytes,
          types,
        ),
      ).ingest,
      null,
    );

  test.each(
    Object.keys(pages).flatMap((name) => [
      [name, { connections: 1 }, { connections: 6 }],
      [name, { connections: 2 }, { connections: 6 }],
      [name, { connections: 1 }, { connections: 1, pipelining: 8 }],
    ]),
  )('%s: from %j to %j within 15 %%', (name, from, to) => {
    const { prediction } = whatIf(load(pages[name], from), to);
    const seconds = Number(load(pages[name], to).page?.seconds);
    expect(Math.abs(prediction.seconds / seconds - 1)).toBeLessThan(0.15);
  });
});

test('no answer is below what the bytes take at the rate, nor below the chain, whatever is set', () => {
  const workload = loaded(WAYS['http/1.1'].page, 'client');
  fc.assert(
    fc.property(
      fc.record(
        {
          initcwnd: fc.integer({ min: 1, max: 100 }),
          rttMs: fc.integer({ min: 1, max: 800 }),
          rateKbps: fc.integer({ min: 200, max: 1e6 }),
          loss: fc.constantFrom(0, 0.01),
          protocol: fc.constantFrom('http/1.0', 'http/1.1', 'mux', 'http/2'),
          connections: fc.integer({ min: 1, max: 12 }),
          proxy: fc.integer({ min: 1, max: 8 }),
        },
        { requiredKeys: [] },
      ),
      (given) => {
        const settings = /** @type {import('../../lib/whatif/settings.js').Settings} */ (given);
        const { low } = whatIf(workload, settings).prediction;
        const rttMs = settings.rttMs ?? workload.conditions.rttMs;
        if (settings.rateKbps !== undefined) {
          expect(low).toBeGreaterThanOrEqual((workload.bytes * 8) / settings.rateKbps / 1e3 - 1e-6);
        }
        // The document, then what it names: two round trips at least.
        expect(low).toBeGreaterThanOrEqual((2 * rttMs) / 1e3 - 1e-6);
      },
    ),
    { numRuns: 25, seed: 7 },
  );
});

describe('with two proxies', () => {
  const seconds = (/** @type {object} */ traffic, /** @type {object[]} */ path) =>
    workloadOf(
      analysed(
        run({
          ...SCENARIO,
          path,
          traffic: [{ kind: 'page', objects, protocol: 'http/1.0', ...traffic }],
          taps: [{ at: 'client' }],
        }).captures[0].bytes,
      ).ingest,
      null,
    ).seconds;
  const link = (/** @type {string} */ name, /** @type {number} */ delayMs, more = {}) => ({
    name,
    clientToServer: { delayMs, ...more },
    serverToClient: { delayMs, ...more },
  });
  const rateKbps = 10_000;

  test.each(/** @type {const} */ (['client', 'server']))(
    'captured at the %s, the answer is what the simulator gives for them',
    (at) => {
      const from = loaded(WAYS['http/1.0'].page, at);
      const replay = whatIf(from, { proxy: 2 }).replay;
      expect(replay.error).toBeLessThan(0.03);
      for (const [proxy, proxyAt] of [
        [2, 0.9],
        [4, 0.5],
      ]) {
        const truth = seconds({ proxy: { connections: proxy }, startMs: 160 }, [
          link('between', 40 * proxyAt, { rateKbps }),
          link('servers', 40 * (1 - proxyAt)),
        ]);
        expect(Math.abs(whatIf(from, { proxy, proxyAt }).prediction.seconds / truth - 1)).toBeLessThan(0.08);
      }
    },
  );

  test('they save the handshakes of HTTP/1.0, the more the nearer the far one is to the servers', () => {
    const from = loaded(WAYS['http/1.0'].page, 'client');
    const [none, half, most] = [
      { protocol: /** @type {const} */ ('http/1.0') },
      { proxy: 4, proxyAt: 0.5 },
      { proxy: 4, proxyAt: 0.95 },
    ].map((settings) => whatIf(from, settings).prediction.seconds);
    expect(half).toBeLessThan(none);
    expect(most).toBeLessThan(half);
    expect(whatIf(from, { proxy: 4 }).assumptions.join()).toContain('The far proxy is at 90 % of the round trip');
    expect(whatIf(from, { proxy: 4, rttMs: 1, rateKbps: 500 }).prediction.seconds).toBeGreaterThanOrEqual(
      (from.bytes * 8) / 500e3,
    );
  });
});

test('no answer is below a chain of round trips', () => {
  const chain = Array.from({ length: 5 }, (_, index) => ({
    responseBytes: 2000,
    serverMs: 20,
    ...(index === 0 ? {} : { after: [{ object: index - 1 }], gapMs: 150 }),
  }));
  const { captures } = run({
    ...SCENARIO,
    traffic: [{ kind: 'page', protocol: 'http/1.1', objects: chain }],
    taps: [{ at: 'client' }],
  });
  const { prediction } = whatIf(workloadOf(analysed(captures[0].bytes).ingest, null), {
    protocol: 'http/2',
    rttMs: 10,
  });
  expect(prediction.seconds).toBeGreaterThanOrEqual(5 * 0.03 + 4 * 0.15 - 0.001);
});

test('what cannot be made in other ways is refused', () => {
  const OPEN = [
    'client SYN mss 1460',
    '+20ms server SYN-ACK mss 1460',
    'client ACK',
    'client data 100',
    '+20ms server data 1460',
    'client ACK',
  ];
  expect(() => whatIf(workloadOf(analysed(pcap(script({}, ...OPEN))).ingest, null), { protocol: 'http/2' })).toThrow(
    'only where all of the capture is HTTP of one kind',
  );
  const mux = loaded(WAYS.mux.page, 'client');
  expect(() => whatIf(mux, { pipelining: 4 })).toThrow(
    'pipelining goes with HTTP/1.1, and the protocol is mux; set protocol=http/1.1 too',
  );
  expect(() => whatIf(mux, { proxyAt: 0.5 })).toThrow('set proxy too');
  expect(whatIf(mux, { pipelining: 4, protocol: 'http/1.1' }).prediction.seconds).toBeGreaterThan(0.3);
});

describeShared('Chromium loads one page in several ways', 'pcaps/truth', (folder) => {
  const recorded = (/** @type {string} */ name) => {
    const analysis = new OpenedAnalysis({ ciphers: nodeCiphers });
    analysis.ingest.push(gunzipSync(readFileSync(`${folder}/${name}`)));
    analysis.ingest.end();
    return workloadOf(analysis.ingest, null);
  };
  const http1 = recorded('chromium-h1-60ms.pcap.gz');
  const http2 = recorded('chromium-h2-60ms.dsb.pcapng.gz');

  test('from six connections to HTTP/2, and back', () => {
    expect([
      http1.page?.protocol,
      http1.page?.connections,
      http2.page?.protocol,
      http2.page?.connections,
      http2.page?.silent,
    ]).toEqual(['http/1.1', 6, 'http/2', 1, 2]);
    const forth = whatIf(http1, { protocol: 'http/2' });
    const back = whatIf(http2, { protocol: 'http/1.1' });
    for (const { replay } of [forth, back]) expect(replay.error).toBeLessThan(0.1);
    expect(Math.abs(forth.prediction.seconds / Number(http2.page?.seconds) - 1)).toBeLessThan(0.1);
    expect(Math.abs(back.prediction.seconds / Number(http1.page?.seconds) - 1)).toBeLessThan(0.1);
    expect(forth.assumptions.join()).not.toContain('TLS');
    expect(back.assumptions).toEqual(
      expect.arrayContaining([
        'TLS is left out: its handshakes and its overhead.',
        '2 connections without a request are left out.',
      ]),
    );
  });
});
