/** The examples of fixtures/scenarios: they run to their end, are the same again, and are good captures. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeWithPrograms } from '../support/programs.js';
import { tsharkFields } from '../support/tshark.js';
import { analysed, run } from './support/run.js';

const FOLDER = fileURLToPath(new URL('../../fixtures/scenarios/', import.meta.url));
/** Without TCP. */
const OF_DATAGRAMS = new Set(['parcels-ack-timer']);
const names = readdirSync(FOLDER).map((name) => name.replace('.json', ''));
const scenarioOf = (/** @type {string} */ name) => JSON.parse(readFileSync(`${FOLDER}${name}.json`, 'utf8'));

/** Of each run: when which segment reached which end. A change of the simulator that changes one of these is to be looked at, then written down here. @type {Record<string, string>} */
const FINGERPRINTS = {
  'bulk-drop-tail': 'b9b76593', 'bulk-reno-loss': '4430d3c3', 'burst-loss': 'f75a4585', 'codel': '9008c391', 'forward-proxy': '5e6b3c80', 'http-close': 'ca133a47', 'http-keep-alive': '95e65fa7',
  'http-pipelining': 'c344c71f', 'http-six-connections': '31437798', 'idle-restart': 'fd97bfa3', 'lost-retransmission': '07a44ea5',
  'page-http10': 'd5fa64f1', 'page-http11': 'fc3991b7', 'page-http2': 'b52d354d', 'page-mux-1996': '5bdd4239', 'page-mux-1998': '53525f7b', 'page-pipelining': '0980aa51',
  'parcels-ack-timer': '05ef78b4',
  'policed': '603cc2fd', 'rate-trace': 'cd94ef79', 'reset': '5fc0b8e7', 'rough-path': '5ac3708c', 'satellite': 'aa586076', 'slow-reader': '8b1d7731',
  'spurious-timeout': '12f75892', 'syn-loss': '7622be7c', 'tail-loss': '8e9ff87c', 'two-hops': '2f7d0ba7',
};

test('there are a dozen', () => {
  expect(names.length).toBeGreaterThanOrEqual(12);
  expect(Object.keys(FINGERPRINTS)).toEqual(names);
});

describe.each(names)('%s', (name) => {
  const first = run(scenarioOf(name));

  test('runs to its end, and as it always did', () => {
    expect(first.summary.complete).toBe(true);
    expect(first.summary.fingerprint).toBe(FINGERPRINTS[name]);
  });

  test('is the same again, to the byte', () => {
    const second = run(scenarioOf(name));
    expect(second.truthCsv === first.truthCsv).toBe(true);
    expect(second.captures.map(({ bytes }, index) => Buffer.compare(bytes, first.captures[index].bytes))).toEqual(first.captures.map(() => 0));
  });

  test('links lose nothing that they do not own up to', () => {
    for (const { clientToServer, serverToClient } of first.summary.links) {
      for (const { sent, lost, policed, queueDrops, managedDrops, duplicated, delivered, onTheWay } of [clientToServer, serverToClient]) {
        expect([delivered, onTheWay]).toEqual([sent - lost - policed - queueDrops - managedDrops + duplicated, 0]);
      }
    }
  });

  test('raises no warning, and all its connections are complete', () => {
    for (const { bytes } of first.captures) {
      const analysis = analysed(bytes);
      expect(analysis.describeCapture().warnings).toEqual([]);
      expect(analysis.tcp.flows.count > 0).toBe(!OF_DATAGRAMS.has(name));
    }
  });
});

test('HTTP is dissected: every request has its response', () => {
  const analysis = analysed(run(scenarioOf('http-pipelining')).captures[0].bytes);
  const messages = [...analysis.messages.inOrder()].map((message) => analysis.messages.describe(message));
  expect(messages.filter(({ kind }) => kind === 'request').length).toBe(10);
  expect(messages.filter(({ kind, complete, pair }) => kind === 'response' && complete && pair !== null).map(({ bodyBytes }) => bodyBytes)).toEqual(Array.from({ length: 10 }, (_, index) => 2000 * (index + 1)));
});

describeWithPrograms('tshark', ['tshark'], () => {
  test.each(names)('finds nothing malformed and no wrong checksum in %s', (name) => {
    for (const { bytes } of run(scenarioOf(name)).captures) {
      const rows = tsharkFields(bytes, ['ip.checksum.status', OF_DATAGRAMS.has(name) ? 'udp.checksum.status' : 'tcp.checksum.status', '_ws.malformed'], ['-o', 'ip.check_checksum:TRUE', '-o', 'tcp.check_checksum:TRUE', '-o', 'udp.check_checksum:TRUE', '-o', 'tcp.desegment_tcp_streams:FALSE']);
      expect(rows.length).toBeGreaterThan(0);
      const isCut = scenarioOf(name).taps[0].snapLength !== undefined;
      expect(new Set(rows.map((row) => row.join(' ').trim()))).toEqual(new Set(isCut ? ['1 1', '1 2'] : ['1 1']));
    }
  });
});
