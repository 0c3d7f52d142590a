/** The packets of a connection, gathered by the core piece by piece, have what the table's rows say. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { DIR } from '../../../lib/engine/flow-fields.js';
import { OPTION, TCP } from '../../../lib/engine/segment-batch.js';
import {
  connectionPackets,
  connectionRows,
  gatherPackets,
} from '../../../lib/tcpflow/connection/connection-packets.js';
import { windowUnit } from '../../../lib/tcpflow/connection/window-scale.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../../../lib/transport/packets.js';
import { VERDICT } from '../../../lib/transport/verdict.js';
import { Conversation, merge, pcap } from '../../support/packets/packets.js';

/** As they stand in the rows. */
const COPIED = /** @type {const} */ ([
  'timeNs',
  'length',
  'captured',
  'window',
  'flags',
  'urgent',
  'analysis',
  'verdict',
  'judgement',
  'options',
  'tsValue',
  'tsEcho',
  'ipId',
  'ttl',
  'ecn',
  'sackCount',
]);

/**
 * Data of which every third segment is lost, and SACK blocks that say so; another connection's packets lie between.
 * @param {number} segments @param {number} client its port @param {number} serverIsn where the server's numbers begin
 */
function lossy(segments, client, serverIsn) {
  const talk = new Conversation({ client: `10.0.0.1:${client}`, serverIsn });
  const options = { mss: 1000, sackPermitted: true, windowScale: 3 };
  talk
    .send('client', { flags: 2, ...options })
    .send('server', { flags: 18, ...options })
    .send('client', { flags: 16 });
  for (let k = 0; k < segments; k++) {
    talk.send('server', { flags: 16, payload: new Uint8Array(1000), lost: k % 3 === 1 });
    if (k % 3 === 2) talk.send('client', { flags: 16, window: 500 + k });
  }
  return talk.packets;
}

/** @param {Uint8Array} bytes */
function analysed(bytes) {
  const analysis = new OpenedAnalysis({ keepMessages: false });
  analysis.ingest.push(bytes);
  analysis.ingest.end();
  return analysis.ingest.tcp;
}

/**
 * What the rows say.
 * @param {import('../../../lib/tcpflow/tracker.js').TcpTracker} tcp
 * @param {number} flow
 * @param {Int32Array} rows
 */
function expected(tcp, flow, rows) {
  const { flows, packets } = tcp;
  const client = flows.clientEndpoint(flow);
  /** @type {Record<string, number[]>} */
  const columns = { row: [...rows], sackLeft: [], sackRight: [] };
  const add = (/** @type {string} */ name, /** @type {number} */ value) => void (columns[name] ??= []).push(value);
  for (const row of rows) {
    const block = packets.blocks[row >> ROW_BLOCK_BITS];
    const at = row & ROW_BLOCK_MASK;
    const sender = block.flowEnd[at] & 1;
    const ackOffset = block.ackOffset(at);
    const flags = block.flags[at];
    const base = flows.dirInt(flow, 1 - sender, DIR.BASE_SEQ);
    for (const name of COPIED) add(name, block[name][at]);
    add('frame', block.frame(at));
    add('direction', sender === client ? 0 : 1);
    add('seqOffset', block.seqOffset(at));
    add('endOffset', block.seqOffset(at) + block.length[at] + (flags & TCP.FIN) + (flags & TCP.SYN ? 1 : 0));
    add('ackOffset', ackOffset);
    add('windowBytes', block.window[at] * (windowUnit(tcp, flow, sender, flags) ?? 1));
    add('sackStart', columns.sackLeft.length);
    for (let k = 0; k < block.sackCount[at]; k++) {
      const edges = [0, 1].map(
        (side) =>
          ackOffset +
          ((packets.sackEdge(block.sack[at] + k, /** @type {0|1} */ (side)) - ((base + ackOffset) | 0)) | 0),
      );
      columns.sackLeft.push(edges[0]);
      columns.sackRight.push(edges[1]);
    }
  }
  return columns;
}

/**
 * @param {import('../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} packets
 * @param {Record<string, number[]>} columns
 */
function expectColumns(packets, columns) {
  for (const [name, values] of Object.entries(columns)) {
    expect([name, [.../** @type {any} */ (packets)[name]]]).toEqual([name, values]);
  }
  expectOccurrences(packets);
}

/**
 * What occurs among packets, and the lists of some, by their columns.
 * @param {import('../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} packets
 */
function expectOccurrences(packets) {
  const {
    count,
    direction,
    flags,
    length,
    verdict,
    analysis,
    ttl,
    ecn,
    windowBytes,
    sackCount,
    sackStart,
    sackLeft,
    sackRight,
    ackOffset,
    timeNs,
    options,
    ipId,
    ...told
  } = packets;
  const all = Array.from({ length: count }, (_, i) => i);
  const both = (/** @type {(own: number[]) => number} */ tell) =>
    [0, 1].map((end) => tell(all.filter((i) => direction[i] === end)));
  const most = (/** @type {ArrayLike<number>} */ column, /** @type {number[]} */ own) =>
    own.reduce((highest, i) => Math.max(highest, column[i]), 0);
  const bits = (/** @type {number[]} */ own, /** @type {(i: number) => number} */ of) =>
    own.reduce((sum, i) => sum | of(i), 0);
  const isResent = (/** @type {number} */ i) => length[i] > 0 && verdict[i] === VERDICT.RETRANSMISSION;
  const isDouble = (/** @type {number} */ i) =>
    sackCount[i] > 0 && sackRight[sackStart[i]] <= ackOffset[i] && sackRight[sackStart[i]] > sackLeft[sackStart[i]];
  const unpushed = (/** @type {number[]} */ own) => own.filter((i) => length[i] > 0 && (flags[i] & TCP.PSH) === 0);
  const longest = (/** @type {number[]} */ own) => most(length, unpushed(own));
  const isOriginal = (/** @type {number} */ i) => verdict[i] !== VERDICT.DUPLICATE_IN_CAPTURE;
  const letters = all.filter(isOriginal).map((i) => (length[i] > 0 ? '-' : 'cs'[direction[i]]));
  const runs = letters
    .join('')
    .split('-')
    .map((run) => Math.min(...[...'cs'].map((end) => run.split(end).length - 1)));
  const longestMs = (/** @type {number[]} */ own) =>
    own.slice(1).reduce((longestYet, i, k) => Math.max(longestYet, Math.ceil((timeNs[i] - timeNs[own[k]]) / 1e6)), 0);
  expect(told.seen).toEqual({
    packets: both((own) => own.length),
    data: both((own) => own.filter((i) => length[i] > 0).length),
    resent: both((own) => own.filter(isResent).length),
    longest: both((own) => most(length, own)),
    verdicts: both((own) => bits(own, (i) => 1 << verdict[i])),
    ecn: both((own) => bits(own, (i) => 1 << ecn[i])),
    flags: both((own) => bits(own, (i) => (flags[i] & TCP.SYN ? 0 : flags[i]))),
    ttl: both((own) => most(ttl, own)),
    shut: both((own) => own.filter((i) => windowBytes[i] === 0 && (flags[i] & (TCP.ACK | TCP.RST)) === TCP.ACK).length),
    unpushed: both(longest),
    unpushedTimes: both((own) => {
      const of = longest(own);
      return unpushed(own).filter((i) => length[i] === of).length;
    }),
    doubleSacks: both((own) => own.filter(isDouble).length),
    smallPushed: both((own) => own.filter((i) => length[i] > 0 && length[i] <= 730 && flags[i] & TCP.PSH).length),
    stallMs: both((own) => longestMs(own.filter((i) => length[i] > 0 && options[i] & OPTION.TIMESTAMPS))),
    pauseMs: longestMs(all),
    bareRun: Math.max(...runs),
    sameIds: all.filter((i) => ipId[i] % 65535 !== 0 && ipId.subarray(Math.max(0, i - 3), i).includes(ipId[i])).length,
    allFlags: bits(all, (i) => flags[i]),
    analysis: bits(all, (i) => analysis[i]),
    backwards: all.filter((i) => i > 0 && timeNs[i] < timeNs[i - 1]).length,
  });
  expect([...told.controls]).toEqual(all.filter((i) => flags[i] & (TCP.SYN | TCP.FIN | TCP.RST)));
  expect([...told.resends]).toEqual(all.filter(isResent));
}

const two = (/** @type {number} */ segments, serverIsn = 7) =>
  analysed(pcap(merge(lossy(segments, 1001, serverIsn), lossy(segments >> 1, 1002, 90))));

test.each([
  ['few', 20, 7],
  ['as many as a piece has', 383, 7],
  ['some more', 400, 7],
  ['several pieces', 3000, 7],
  ['numbers that wrap', 900, 2 ** 32 - 100_000],
])('%s', (_, segments, serverIsn) => {
  const tcp = two(segments, serverIsn);
  for (const flow of [0, 1]) {
    const rows = connectionRows(tcp, flow);
    const columns = expected(tcp, flow, rows);
    expect(columns.sackLeft.length).toBeGreaterThan(segments / 8);
    expectColumns(connectionPackets(tcp, flow), columns);
  }
});

test.each([400, 3000])('any of %i segments', (segments) => {
  const tcp = two(segments);
  const rows = connectionRows(tcp, 0).filter((_, i) => i % 7 !== 3);
  expectColumns(gatherPackets(tcp, 0, rows), expected(tcp, 0, rows));
});

test('of a connection in which all sorts of things occur, and its end', () => {
  const talk = new Conversation({});
  const options = { mss: 1000, sackPermitted: true, timestamps: true };
  talk
    .send('client', { flags: 2, ...options })
    .send('server', { flags: 18, ...options, afterNs: 1e6 })
    .send('server', { flags: 18, ...options, seq: 0, afterNs: 1e9 });
  for (let k = 0; k < 600; k++) {
    talk.send(k % 2 ? 'client' : 'server', {
      flags: k % 3 ? 16 : 24,
      payload: new Uint8Array(500 + (k % 7) * 50),
      window: k % 11 ? 500 : 0,
      lost: k % 50 === 9,
    });
    if (k % 40 === 5) talk.send('client', { flags: 16, payload: new Uint8Array(100), seq: 1, afterNs: 3e8 });
    if (k % 60 === 7) talk.send('server', { flags: 16, sack: [[1, 101]] });
  }
  for (let k = 0; k < 8; k++) talk.send(k % 4 ? 'client' : 'server', { flags: 16 });
  talk.send('server', { flags: 17 }).send('client', { flags: 17 }).send('server', { flags: 4 });
  const sent = talk.packets.map((packet, k) => ({ ...packet, timeNs: packet.timeNs + (k % 30 === 4 ? 50e6 : 0) }));
  const tcp = analysed(pcap(sent));
  const packets = connectionPackets(tcp, 0);
  const { seen } = packets;
  expectOccurrences(packets);
  expect(
    [...seen.resent, ...seen.shut, ...seen.doubleSacks, seen.analysis].filter((count) => count > 0).length,
  ).toBeGreaterThan(4);
  expect([seen.pauseMs, seen.bareRun, seen.sameIds > 0, Math.min(...seen.stallMs) > 0]).toEqual([1000, 4, true, true]);
  expect(seen.backwards).toBeGreaterThan(10);
  expect([packets.controls.length, packets.resends.length > 10]).toEqual([6, true]);
});

test('packets that are not handed on yet are left out', () => {
  const tcp = two(400);
  const { packets } = tcp;
  const whole = connectionPackets(tcp, 0).count;
  packets.count = connectionRows(tcp, 0)[10];
  expect([whole > 10, connectionPackets(tcp, 0).count]).toEqual([true, 10]);
});
