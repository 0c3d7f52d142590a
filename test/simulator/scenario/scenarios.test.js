/** The examples of fixtures/scenarios: they run to their end, are the same again, and are good captures. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { tsharkFields } from '../../support/oracles/tshark.js';
import { describeWithPrograms } from '../../support/programs.js';
import { analysed, run } from '../support/run.js';

const FOLDER = fileURLToPath(new URL('../../../fixtures/scenarios/', import.meta.url));
/** Without TCP. */
const OF_DATAGRAMS = new Set(['parcels-ack-timer']);
const names = readdirSync(FOLDER).map((name) => name.replace('.json', ''));
/** @type {Map<string, ReturnType<typeof run>>} */
const runs = new Map();
const scenarioOf = (/** @type {string} */ name) => JSON.parse(readFileSync(`${FOLDER}${name}.json`, 'utf8'));

/**
 * Of each run: when which segment reached which end. A change of the simulator that changes one of these is to be
 * looked at, then written down here.
 * @type {Record<string, string>}
 */
const FINGERPRINTS = {
  'bulk-drop-tail': 'cbe39273',
  'bulk-reno-loss': '2368c7cd',
  'burst-loss': '1e8e0765',
  'codel-ecn': 'ad7a3687',
  codel: '7d2709b7',
  'ecn-marks': 'a56dbf8d',
  'forward-proxy': '5e6b3c80',
  'http-close': 'ca133a47',
  'http-keep-alive': '5030cd2f',
  'http-pipelining': '99188f05',
  'http-six-connections': 'dbb2640f',
  'idle-restart': 'abca73f5',
  'lost-retransmission': '936897df',
  paced: '900c54de',
  'page-http10': 'd5fa64f1',
  'page-http11': '8193ab31',
  'page-http2': 'cab86f69',
  'page-mux-1996': '30e48779',
  'page-mux-1998': '6b322609',
  'page-pipelining': '3d203441',
  'parcels-ack-timer': '05ef78b4',
  policed: 'e749548d',
  'rate-trace': '85f6e23f',
  reset: '3e2d5161',
  'rough-path': '967f0886',
  satellite: 'aa586076',
  'slow-reader': '3b9db64d',
  'spurious-timeout': '653c7623',
  'syn-loss': '7622be7c',
  'tail-loss': '8e9ff87c',
  'two-hops': '8c801523',
};

/** @param {string} name */
function firstRun(name) {
  const made = runs.get(name) ?? run(scenarioOf(name));
  runs.set(name, made);
  return made;
}

test('there are a dozen', () => {
  expect(names.length).toBeGreaterThanOrEqual(12);
  expect(Object.keys(FINGERPRINTS)).toEqual(names);
});

describe.each(names)('%s', (name) => {
  const first = firstRun(name);

  test('runs to its end, and as it always did', () => {
    expect(first.summary.complete).toBe(true);
    expect(first.summary.fingerprint).toBe(FINGERPRINTS[name]);
  });

  test('links lose nothing that they do not own up to', () => {
    for (const { clientToServer, serverToClient } of first.summary.links) {
      for (const { sent, lost, policed, queueDrops, managedDrops, duplicated, delivered, onTheWay } of [
        clientToServer,
        serverToClient,
      ]) {
        expect([delivered, onTheWay]).toEqual([sent - lost - policed - queueDrops - managedDrops + duplicated, 0]);
      }
    }
  });

  test('raises no warning, and all its connections are complete', () => {
    for (const { bytes } of first.captures) {
      const analysis = analysed(bytes);
      expect(analysis.ingest.describe().warnings).toEqual([]);
      expect(analysis.ingest.tcp.flows.count > 0).toBe(!OF_DATAGRAMS.has(name));
    }
  });
});

/** The fingerprints tell the rest. Between them these lose, reorder and mark packets by lot, and talk HTTP. */
test.each(['page-http11', 'rough-path', 'ecn-marks'])('%s is the same again, to the byte', (name) => {
  const [first, second] = [firstRun(name), run(scenarioOf(name))];
  expect(second.truthCsv === first.truthCsv).toBe(true);
  expect(second.captures.map(({ bytes }, index) => Buffer.compare(bytes, first.captures[index].bytes))).toEqual(
    first.captures.map(() => 0),
  );
});

test('HTTP is dissected: every request has its response', () => {
  const analysis = analysed(firstRun('http-pipelining').captures[0].bytes);
  const messages = [...analysis.messages.inOrder()];
  expect(messages.filter(({ kind }) => kind === 'request').length).toBe(10);
  expect(
    messages
      .filter(({ kind, complete, pair }) => kind === 'response' && complete && pair !== null)
      .map(({ bodyBytes }) => bodyBytes),
  ).toEqual(Array.from({ length: 10 }, (_, index) => 2000 * (index + 1)));
});

describeWithPrograms('tshark', ['tshark'], () => {
  test.each(names)('finds nothing malformed and no wrong checksum in %s', (name) => {
    for (const { bytes } of firstRun(name).captures) {
      const rows = tsharkFields(
        bytes,
        ['ip.checksum.status', OF_DATAGRAMS.has(name) ? 'udp.checksum.status' : 'tcp.checksum.status', '_ws.malformed'],
        [
          '-o',
          'ip.check_checksum:TRUE',
          '-o',
          'tcp.check_checksum:TRUE',
          '-o',
          'udp.check_checksum:TRUE',
          '-o',
          'tcp.desegment_tcp_streams:FALSE',
        ],
      );
      expect(rows.length).toBeGreaterThan(0);
      const isCut = scenarioOf(name).taps[0].snapLength !== undefined;
      expect(new Set(rows.map((row) => row.join(' ').trim()))).toEqual(new Set(isCut ? ['1 1', '1 2'] : ['1 1']));
    }
  });
});
