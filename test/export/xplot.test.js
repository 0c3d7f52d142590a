/** The graphs drawn for xplot: primitive by primitive those of `tcptrace -G`. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { readCapture } from '../../lib/capture/file/read-capture.js';
import { endLetters } from '../../lib/export/xplot/connection-plots.js';
import { Curve } from '../../lib/export/xplot/curve.js';
import { Plot } from '../../lib/export/xplot/plot.js';
import { describeWithPrograms } from '../support/programs.js';
import { describeShared } from '../support/shared.js';
import { difference, parseXpl, tcptraceGraphs } from './xpl.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/pcaps/', import.meta.url));

/**
 * @param {string} capture path
 * @returns {Promise<Map<string, string>>} what is drawn of all connections, text by name
 */
async function ourGraphs(capture) {
  const analysis = await readInto(capture, new OpenedAnalysis({ keepMessages: false }));
  /** @type {Map<string, string>} */
  const graphs = new Map();
  for (let flow = 0; flow < analysis.connections.count; flow++) {
    analysis.opened.drawGraphs(flow, (name) => {
      let text = '';
      return (piece, last) => {
        text += piece;
        if (last) graphs.set(name, text);
      };
    });
  }
  return graphs;
}

/** @param {string} capture @param {OpenedAnalysis} analysis */
async function readInto(capture, analysis) {
  await readCapture(capture, analysis.ingest);
  return analysis;
}

/**
 * In time lines tcptrace takes the first connection's first sequence numbers off those of all others, so relative
 * numbers are not compared.
 * @param {string} name @param {string} text @param {boolean} alone the only connection
 */
function comparable(name, text, alone) {
  const { head, primitives } = parseXpl(text);
  if (alone || !name.endsWith('_tline.xpl')) return { head, primitives };
  return {
    head,
    primitives: primitives.map((primitive) => primitive.replace(/\d+:\d+\(/, '(').replace(/ack \d+/, 'ack')),
  };
}

/**
 * tcptrace 6.6.7 looks into no VLAN; and past sequence number 2^32 it subtracts in 64 bits, so that its outstanding
 * data and relative numbers are about 2^64 (docs/metrics.md).
 */
const WRONG_THERE = new Map([
  ['vlan.pcap', /./],
  ['sequence-wrap.pcap', /_(owin|tline)\.xpl$/],
]);

/** @param {string} capture path @returns {Promise<unknown[]>} what differs; files without a primitive do not count */
async function differences(capture) {
  const theirs = tcptraceGraphs(capture);
  const ours = await ourGraphs(capture);
  const alone = [...theirs.keys()].filter((name) => name.endsWith('_tline.xpl')).length === 1;
  return [...new Set([...theirs.keys(), ...ours.keys()])]
    .filter((name) => !WRONG_THERE.get(basename(capture))?.test(name))
    .flatMap((name) => {
      const [their, our] = [theirs, ours].map((graphs) =>
        graphs.has(name) ? comparable(name, String(graphs.get(name)), alone) : { head: null, primitives: [] },
      );
      const { missing, extra } = difference(their.primitives, our.primitives);
      const sameHead = their.head === our.head || their.primitives.length === 0;
      return missing.length + extra.length === 0 && sameHead
        ? []
        : [{ name, heads: [their.head, our.head], missing: missing.slice(0, 5), extra: extra.slice(0, 5) }];
    });
}

describeWithPrograms('as tcptrace draws it', ['tcptrace'], () => {
  test.each(readdirSync(FIXTURES).filter((name) => name.endsWith('.pcap')))('%s', async (name) => {
    expect(await differences(join(FIXTURES, name))).toEqual([]);
  });

  describeShared('public captures', 'pcaps/public/tcp', (root) => {
    test.each([
      '6syns.dmp',
      'bad_tcp_checksum.dmp',
      'bug3.pcap',
      'fast_reuse.dmp',
      'inconsistent_printer.pcapng',
      'miss_end_data.pcap',
      'missing-syn.pcap',
      'mptcp-v1.pcap',
      'nebby-test.pcap',
      'pcapr.net.pcap',
      'reassembly.pcap',
      'split-handshake-4whs.pcap',
      'tcp-async-01.pcap',
      'tcp-empty-sack.pcap',
      'tcp-fast-open.pcap',
      'tcp-overlap.pcap',
    ])('%s', async (name) => {
      expect(await differences(join(root, name))).toEqual([]);
    });
  });
});

test('a file that is compared is a file that was read: the comparison sees one primitive more, less or in another colour', () => {
  const file = (/** @type {string} */ body) =>
    parseXpl(`timeval signed\ntitle\nt\nxlabel\nx\nylabel\ny\n${body}go\n`).primitives;
  const one = file('red\ndot 1.000000 5\nltext 1.000000 5 blue\nwords\n');
  expect(one).toEqual(['dot 1.000000 5 red', 'ltext 1.000000 5 blue "words"']);
  expect(difference(one, [...one].reverse())).toEqual({ missing: [], extra: [] });
  expect(difference(one, [one[0], one[0]])).toEqual({ missing: [one[1]], extra: [one[0]] });
  expect(() => file('wobble 1.000000 5\n')).toThrow('line 8 is no primitive');
});

/** @param {string} axes @param {(plot: Plot) => void} draw @returns {string[]} lines behind the head */
function drawn(axes, draw) {
  let text = '';
  const plot = new Plot({ axes, title: 't', xLabel: 'x', yLabel: 'y' }, (piece) => {
    text += piece;
  });
  draw(plot);
  plot.end();
  return text.split('\n').slice(7, -2);
}

test('a sequence number wraps, any other value ends at what xplot can hold', () => {
  const draw = (/** @type {Plot} */ plot) => [2 ** 32 + 7, 2 ** 31, -5].forEach((y) => plot.mark('dot', 1_000_001, y));
  expect(drawn('timeval double', draw)).toEqual([
    'dot 1.000001 7',
    'dot 1.000001 2147483648',
    'dot 1.000001 4294967291',
  ]);
  expect(drawn('timeval signed', draw)).toEqual(
    ['dot 1.000001 4294967303', 'dot 1.000001 2147483648', 'dot 1.000001 -5'].map((line) =>
      line.replace(/\d{10}/, '2147483647'),
    ),
  );
});

test('a curve is labelled once, before the first value behind the first that is not 0', () => {
  const lines = drawn('timeval signed', (plot) => {
    const curve = new Curve(plot, 'red', 'rtt');
    for (const [timeUs, value] of [
      [1_000_000, 3.9],
      [2_000_000, 0],
      [5_000_003, 8],
    ]) {
      curve.extend(timeUs, value);
    }
  });
  expect(lines).toEqual([
    'red',
    'dot 1.000000 3',
    'red',
    'dot 2.000000 0',
    'line 2.000000 0 1.000000 3',
    'ltext 3.000001 4 red',
    'rtt',
    'red',
    'dot 5.000003 8',
    'line 5.000003 8 2.000000 0',
  ]);
});

test('ends are named a to z, then aa', () => {
  expect([0, 1, 25, 26, 27, 51, 52, 701, 702].map(endLetters)).toEqual([
    'a',
    'b',
    'z',
    'aa',
    'ab',
    'az',
    'ba',
    'zz',
    'aaa',
  ]);
});

test('a large graph is handed on in pieces', () => {
  /** @type {[number, boolean][]} */
  const pieces = [];
  const plot = new Plot({ axes: 'timeval signed', title: 't', xLabel: 'x', yLabel: 'y' }, (text, last) => {
    pieces.push([text.length, last]);
  });
  for (let i = 0; i < 10_000; i++) plot.mark('dot', i, i);
  plot.end();
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.map(([, last]) => last)).toEqual(pieces.map((_, i) => i === pieces.length - 1));
  expect(Math.max(...pieces.map(([length]) => length))).toBeLessThan(70_000);
});
