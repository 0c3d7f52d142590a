/**
 * Pages of objects that wait for others, over HTTP/1.0, HTTP/1.1, W3C MUX and HTTP/2: what Selfclock and tshark read in
 * their captures is what was played.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { sessionLedgers } from '../../../lib/protocols/webmux/ledger.js';
import { tsharkFields } from '../../support/oracles/tshark.js';
import { describeWithPrograms } from '../../support/programs.js';
import fc from '../../support/properties.js';
import { analysed, run } from '../support/run.js';

/** @typedef {import('../../../lib/simulator/applications/page/page.js').PageTraffic} PageTraffic */
/** @typedef {import('../../../lib/simulator/applications/page/dependencies.js').PageObject} PageObject */

const FOLDER = fileURLToPath(new URL('../../../fixtures/scenarios/', import.meta.url));
const NAMES = ['page-http10', 'page-http11', 'page-pipelining', 'page-mux-1996', 'page-mux-1998', 'page-http2'];
const scenarioOf = (/** @type {string} */ name) => JSON.parse(readFileSync(`${FOLDER}${name}.json`, 'utf8'));
const RTT = 0.08;
/** Of tshark's `_ws.expert.severity`: from here on it is a warning. */
const TSHARK_WARNING = 0x600000;

/** @param {Uint8Array} bytes @returns {any[]} */
function messagesOf(bytes) {
  return [...analysed(bytes).messages.inOrder()];
}

/** One page at 40 ms each way. @param {Partial<PageTraffic>} page @param {object} [link] */
function played(page, link = {}) {
  const way = { delayMs: 40, rateKbps: 10_000, ...link };
  return run({
    seed: 3,
    path: [{ name: 'path', clientToServer: { delayMs: 40 }, serverToClient: way }],
    traffic: [{ kind: 'page', protocol: 'http/2', objects: [], ...page }],
    taps: [{ at: 'client' }],
  });
}

/** @param {ReturnType<typeof run>} result @returns {Map<string, { request: any, response: any }>} by path */
function exchangesOf({ captures }) {
  const messages = messagesOf(captures[0].bytes);
  const byIndex = new Map(messages.map((message) => [message.index, message]));
  return new Map(
    messages
      .filter(({ kind }) => kind === 'request')
      .map((request) => [request.target, { request, response: byIndex.get(request.pair) }]),
  );
}

describe.each(NAMES)('%s', (name) => {
  const scenario = scenarioOf(name);
  const result = run(scenario);
  const { objects, protocol } = /** @type {PageTraffic} */ (scenario.traffic[0]);

  test('every object is asked for and answered, in the right words and sizes, at either end', () => {
    for (const { bytes } of result.captures) {
      const messages = messagesOf(bytes);
      const responses = messages.filter(({ kind }) => kind === 'response');
      expect(responses.map(({ bodyBytes, complete, notes }) => [bodyBytes, complete, ...notes]).sort()).toEqual(
        objects.map(({ responseBytes }) => [responseBytes, true]).sort(),
      );
      const requests = messages.filter(({ kind }) => kind === 'request');
      expect(requests.map(({ target }) => target).sort()).toEqual(objects.map((_, index) => `/${index}`).sort());
      expect(
        requests.every(
          ({ target, host, headerBytes, pair }) =>
            pair !== null &&
            host === (objects[Number(target.slice(1))].origin ?? 'www.example.net') &&
            headerBytes >= 370,
        ),
      ).toBe(true);
      const [named, carrier] = protocol === 'mux' ? ['http/1.1', 'webmux'] : [protocol, 'tcp'];
      expect(new Set(messages.map((message) => `${message.protocol} ${message.carrier}`))).toEqual(
        new Set([`${named} ${carrier}`]),
      );
    }
  });

  test('no object is asked for before what it waits for has come', () => {
    const exchanges = exchangesOf(result);
    objects.forEach(({ after = [], gapMs = 0 }, index) => {
      const { request } = /** @type {any} */ (exchanges.get(`/${index}`));
      for (const { object, when = 'last' } of after) {
        const { response } = /** @type {any} */ (exchanges.get(`/${object}`));
        expect(request.start).toBeGreaterThanOrEqual(
          (when === 'last' ? response.end : response.start) + gapMs / 1000 - 1e-9,
        );
      }
    });
  });

  test('connections are as many as they may be', () => {
    const { connections = protocol.startsWith('http/1') ? 6 : 1 } = /** @type {PageTraffic} */ (scenario.traffic[0]);
    const origins = 2;
    const { tcp } = analysed(result.captures[0].bytes).ingest;
    if (protocol === 'http/1.0') expect(tcp.flows.count).toBe(objects.length);
    else expect(tcp.flows.count).toBeLessThanOrEqual(connections + origins - 1);
  });
});

describe('dependencies', () => {
  /** @param {PageObject[]} objects */
  const startsOf = (objects) =>
    played({ objects, protocol: 'http/1.1' })
      .summary.transfers.sort((a, b) => Number(a.name.slice(1)) - Number(b.name.slice(1)))
      .map(({ start, end }) => [start, end]);

  test('first byte, so many bytes, last byte, each with a gap', () => {
    const [[, end], [first], [some], [last], [both]] = startsOf([
      { responseBytes: 50_000, serverMs: 20 },
      { responseBytes: 100, after: [{ object: 0, when: 'first' }], gapMs: 5 },
      { responseBytes: 100, after: [{ object: 0, when: 'bytes', bytes: 20_000 }] },
      { responseBytes: 100, after: [{ object: 0 }], gapMs: 7 },
      { responseBytes: 100, after: [{ object: 0, when: 'first' }, { object: 3 }] },
    ]);
    // handshake, request, the first segment's sending
    expect(first).toBeCloseTo(2 * RTT + 0.02 + 0.005 + (1500 * 8) / 1e7, 3);
    expect(some).toBeGreaterThan(first);
    expect(some).toBeLessThan(end);
    expect(last).toBeCloseTo(end + 0.007, 9);
    expect(both).toBeGreaterThan(last);
  });

  test('a connection lost to the page is opened anew for HTTP/1.0 only', () => {
    const objects = Array.from({ length: 6 }, (_, index) => ({
      responseBytes: 1000,
      ...(index === 0 ? {} : { after: [{ object: index - 1 }] }),
    }));
    const opened = (/** @type {PageTraffic['protocol']} */ protocol) =>
      analysed(played({ objects, protocol }).captures[0].bytes).ingest.tcp.flows.count;
    expect([opened('http/1.0'), opened('http/1.1'), opened('mux'), opened('http/2')]).toEqual([6, 1, 1, 1]);
  });
});

describe('MUX', () => {
  /** @param {PageTraffic['mux']} mux @param {number} [responseBytes] */
  const booksOf = (mux, responseBytes = 40_000) => {
    const result = played({ protocol: 'mux', mux, objects: [{ responseBytes }, { responseBytes }] });
    const { messages } = analysed(result.captures[0].bytes).ingest;
    const [record] = messages.mux.connections;
    return {
      sessions: sessionLedgers(messages.mux, record),
      fragments: [...messages.mux.rowsOf(record)].map((row) => messages.describeFragment(row)),
      record,
    };
  };

  test.each([
    [4096, 512],
    [2048, 512],
    [10_000, 3000],
  ])('1996: credit of %i, fragments of %i: whole fragments while anything is left', (creditBytes, fragmentBytes) => {
    const { sessions, fragments } = booksOf({ format: '1996', creditBytes, fragmentBytes });
    expect(sessions.map(({ id, protocolId, initiator }) => [id, protocolId, initiator])).toEqual([
      [3, 80, sessions[0].initiator],
      [5, 80, sessions[0].initiator],
    ]);
    const data = fragments.filter(
      ({ direction, type, length }) => direction === 'serverToClient' && type === 'data' && length > 0,
    );
    expect(Math.max(...data.map(({ length }) => length))).toBe(fragmentBytes);
    for (const credit of fragments.filter(({ type }) => type === 'SendCredit')) {
      expect(credit.credit).toBeGreaterThan(creditBytes / 2);
    }
    for (const {
      directions: [, { bytes, creditBytes: granted, ended }],
    } of sessions) {
      expect(ended).toBe('fin');
      expect(bytes).toBeLessThan(creditBytes + granted + fragmentBytes);
    }
  });

  test('1998: what differs from the defaults is told, and no balance falls below 0', () => {
    const { sessions, fragments } = booksOf({ format: '1998', creditBytes: 3000, fragmentBytes: 700 });
    expect(
      fragments.filter(({ type }) => type === 'SetMSS' || type === 'SetDefaultCredit').map(({ value }) => value),
    ).toEqual([700, 3000]);
    for (const {
      id,
      directions: [, server],
    } of sessions) {
      expect(id % 2).toBe(0);
      expect([server.initialCredit, server.initialCreditFrom, server.ended]).toEqual([3000, 'set', 'fin']);
      expect(server.lowestBalance).toBeGreaterThanOrEqual(0);
      expect(server.stalls.length).toBeGreaterThan(3);
    }
  });

  test('sessions take turns', () => {
    const turns = booksOf({ format: '1996', creditBytes: 200_000 })
      .fragments.filter(({ direction, length }) => direction === 'serverToClient' && length === 512)
      .map(({ session }) => session);
    const both = turns.slice(turns.indexOf(5), turns.lastIndexOf(3));
    const changes = both.filter((session, index) => index > 0 && session !== both[index - 1]).length;
    expect(both.length).toBeGreaterThan(20);
    expect(changes).toBe(both.length - 1);
  });

  test('an id that is free again is used again', () => {
    const objects = Array.from({ length: 3 }, (_, index) => ({
      responseBytes: 700,
      ...(index === 0 ? {} : { after: [{ object: index - 1 }], gapMs: 1 }),
    }));
    const { messages } = analysed(played({ protocol: 'mux', objects }).captures[0].bytes).ingest;
    expect(sessionLedgers(messages.mux, messages.mux.connections[0]).map(({ id, useOfId }) => [id, useOfId])).toEqual([
      [3, 1],
      [3, 2],
      [3, 3],
    ]);
  });

  test('a payload that does not fit the write buffer goes past it: its header is the end of a segment', () => {
    const { messages } = analysed(
      played({
        protocol: 'mux',
        mux: { writeBufferBytes: 1100, creditBytes: 20_000 },
        objects: [{ responseBytes: 5000 }],
      }).captures[0].bytes,
    ).ingest;
    const fragments = [...messages.mux.rowsOf(messages.mux.connections[0])]
      .map((row) => messages.describeFragment(row))
      .filter(({ direction, length }) => direction === 'serverToClient' && length > 0);
    expect(fragments.filter(({ frame, lastFrame }) => frame !== lastFrame).length).toBeGreaterThan(2);
  });

  test('with credit C a session cannot be faster than C in a round trip', () => {
    const { summary } = played({ protocol: 'mux', mux: { creditBytes: 4096 }, objects: [{ responseBytes: 60_000 }] });
    const [{ seconds }] = summary.transfers;
    expect(seconds).toBeGreaterThan((60_000 / 4608) * RTT); // 4096, overdrawn by up to a fragment
  });
});

describe('HTTP/2', () => {
  test('what is urgent overtakes; what is incremental shares', () => {
    const {
      summary: { transfers },
    } = played({
      http2: { frameBytes: 4096 },
      objects: [
        { responseBytes: 200_000, urgency: 5 },
        { responseBytes: 60_000, urgency: 5, incremental: true },
        { responseBytes: 60_000, urgency: 5, incremental: true },
        { responseBytes: 20_000, urgency: 1, gapMs: 60 },
      ],
    });
    const [whole, one, other, urgent] = ['/0', '/1', '/2', '/3'].map((name) =>
      Number(transfers.find((transfer) => transfer.name === name)?.end),
    );
    expect(urgent).toBeLessThan(whole);
    expect(whole).toBeLessThan(one);
    expect(Math.abs(one - other)).toBeLessThan(0.01);
  });

  test('a stream waits for its window, and the analysis says so', () => {
    const {
      captures: [{ bytes }],
    } = played({ http2: { streamWindowBytes: 10_000 }, objects: [{ responseBytes: 50_000 }] });
    const facts = analysed(bytes).ingest.messages.describeHttp2(0);
    expect(facts?.clientToServer.settings).toEqual({ enablePush: 0, initialWindowSize: 10_000 });
    expect(facts?.serverToClient.settings).toEqual({ maxConcurrentStreams: 100 });
    expect(facts?.serverToClient.stallCount).toBeGreaterThan(2);
    expect(facts?.clientToServer.goAway).toMatchObject({ error: 'NO_ERROR' });
  });

  test('no more streams at once than the server lets', () => {
    const objects = Array.from({ length: 9 }, () => ({ responseBytes: 2000, serverMs: 50 }));
    const messages = messagesOf(played({ http2: { maxStreams: 3 }, objects }).captures[0].bytes);
    const open = (/** @type {number} */ time) =>
      messages.filter(({ kind, start, pair }) => kind === 'request' && start <= time && messages[pair]?.end > time)
        .length;
    expect(Math.max(...messages.map(({ start }) => open(start)))).toBe(3);
  });

  test('a long request needs CONTINUATION', () => {
    const [request] = messagesOf(played({ objects: [{ requestBytes: 40_000, responseBytes: 10 }] }).captures[0].bytes);
    expect([request.kind, request.complete]).toEqual(['request', true]);
    expect(request.headerBytes).toBeGreaterThan(2 * 16_384);
  });
});

const anyPage = fc.record({
  protocol: fc.constantFrom(
    /** @type {const} */ ('http/1.0'),
    /** @type {const} */ ('http/1.1'),
    /** @type {const} */ ('mux'),
    /** @type {const} */ ('http/2'),
  ),
  format: fc.constantFrom(/** @type {const} */ ('1996'), /** @type {const} */ ('1998')),
  credit: fc.integer({ min: 800, max: 30_000 }),
  fragment: fc.integer({ min: 50, max: 5000 }),
  buffer: fc.integer({ min: 16, max: 9000 }),
  loss: fc.constantFrom(0, 0.03),
  readMs: fc.constantFrom(0, 0.3),
  objects: fc.array(
    fc.record({
      responseBytes: fc.integer({ min: 1, max: 9000 }),
      requestBytes: fc.integer({ min: 1, max: 3000 }),
      back: fc.integer({ min: 0, max: 3 }),
      when: fc.constantFrom(/** @type {const} */ ('first'), /** @type {const} */ ('last')),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});

test('whatever the page, all comes, and is read as it was written', () => {
  fc.assert(
    fc.property(anyPage, ({ protocol, format, credit, fragment, buffer, loss, readMs, objects }) => {
      const linked = objects.map(({ back, when, ...object }, index) => ({
        ...object,
        ...(back === 0 || back > index ? {} : { after: [{ object: index - back, when }] }),
      }));
      const mux =
        protocol === 'mux'
          ? { mux: { format, creditBytes: credit, fragmentBytes: fragment, writeBufferBytes: buffer } }
          : {};
      const {
        summary,
        captures: [{ bytes }],
      } = played({ protocol, objects: linked, readMs, ...mux }, { loss });
      const analysis = analysed(bytes);
      expect(summary.complete).toBe(true);
      expect(analysis.ingest.describe().warnings).toEqual([]);
      const responses = [...analysis.messages.inOrder()].filter(
        ({ kind, complete }) => kind === 'response' && complete,
      );
      expect(responses.map(({ bodyBytes }) => bodyBytes).sort()).toEqual(
        objects.map(({ responseBytes }) => responseBytes).sort(),
      );
    }),
    { numRuns: 15 },
  );
});

describeWithPrograms('tshark', ['tshark'], () => {
  test.each(NAMES)('finds nothing to complain of in %s', (name) => {
    const { bytes } = run(scenarioOf(name)).captures[0];
    const rows = tsharkFields(bytes, ['_ws.expert.severity', '_ws.malformed']);
    for (const [severities, malformed] of rows) {
      expect(malformed).toBe('');
      for (const severity of severities.split(',').filter(Boolean)) {
        expect(Number(severity)).toBeLessThan(TSHARK_WARNING);
      }
    }
  });

  test('reads HTTP/2 and HTTP/1.0 as such', () => {
    const http2 = tsharkFields(run(scenarioOf('page-http2')).captures[0].bytes, [
      'http2.headers.path',
      'http2.headers.status',
      'http2.magic',
    ]);
    expect(http2.flatMap(([path]) => path.split(',')).filter(Boolean).length).toBe(13);
    expect(http2.flatMap(([, status]) => status.split(',')).filter((status) => status === '200').length).toBe(13);
    expect(http2.filter(([, , magic]) => magic !== '').length).toBe(2);
    const http10 = tsharkFields(run(scenarioOf('page-http10')).captures[0].bytes, [
      'http.request.version',
      'http.response.version',
    ]);
    expect(new Set(http10.flat().filter(Boolean))).toEqual(new Set(['HTTP/1.0']));
  });
});
