import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { createCore } from '../../../lib/engine/engine.js';
import { MAX_CONFLICT_BYTES, MAX_CONFLICTS_PER_FLOW } from '../../../lib/tcpflow/reassembly/conflicts.js';
import { RecentBytes } from '../../../lib/tcpflow/reassembly/recent-bytes.js';
import { flowJson } from '../../support/flow-json.js';
import { pcap, script } from '../../support/packets/packets.js';
import { bytesOf, ENDS, HANDSHAKE, play, reassemble } from '../../support/packets/segments.js';

const hex = (/** @type {string} */ text) => Buffer.from(text).toString('hex');

describe('two versions of the same bytes', () => {
  it('are shown, the first as it was handed on', () => {
    expect(
      reassemble([
        [0, 'abcdefgh'],
        [2, 'cXeYgh'],
      ]).tcp.reassembler?.conflicts.of(0),
    ).toEqual([
      {
        endpoint: 0,
        offset: 3,
        length: 3,
        first: { frame: 2, bytes: hex('def') },
        second: { frame: 3, bytes: hex('XeY') },
        used: 'first',
        delivered: true,
      },
    ]);
  });

  it('are shown where neither was handed on', () => {
    expect(
      reassemble([
        [4, 'efgh'],
        [4, 'eXXh'],
        [0, 'abcd'],
      ]).tcp.reassembler?.conflicts.of(0),
    ).toEqual([
      {
        endpoint: 0,
        offset: 5,
        length: 2,
        first: { frame: 2, bytes: hex('fg') },
        second: { frame: 3, bytes: hex('XX') },
        used: 'first',
        delivered: false,
      },
    ]);
  });

  it('are shown for each earlier segment by itself', () => {
    const conflicts =
      reassemble([
        [0, 'aaaa'],
        [4, 'bbbb'],
        [12, 'dddd'],
        [0, 'XXXXXXXXXXXXXXXX'],
      ]).tcp.reassembler?.conflicts.of(0) ?? [];
    expect(
      conflicts
        .map(({ offset, length, first, delivered }) => [offset, length, first.frame, delivered])
        .sort((a, b) => Number(a[0]) - Number(b[0])),
    ).toEqual([
      [0, 4, 2, true],
      [4, 4, 3, true],
      [12, 4, 4, false],
    ]);
  });

  it('are compared as far as both were captured', () => {
    const { conflicts } = play([
      ...HANDSHAKE,
      'client "abcdefgh" snap 58',
      'client seq 1 "abcXefgh"',
      'client seq 1 "abcdXfgh"',
    ]);
    expect(conflicts).toMatchObject([{ offset: 3, length: 1 }]);
  });

  it('are not equal copies, nor what comes for the first time', () => {
    expect(
      reassemble([
        [0, 'abcd'],
        [0, 'abcd'],
        [2, 'cdef'],
        [8, 'ij'],
        [4, 'efghijkl'],
      ]).tcp.reassembler?.conflicts.totalOf(0),
    ).toBe(0);
  });

  it('are cut, and of many the first are listed and all counted', () => {
    const long = 'x'.repeat(500);
    const { conflicts } =
      reassemble([
        [0, long],
        ...Array.from({ length: 40 }, () => /** @type {[number, string]} */ ([0, 'y'.repeat(500)])),
      ]).tcp.reassembler ?? {};
    expect(conflicts?.totalOf(0)).toBe(40);
    expect(conflicts?.of(0)).toHaveLength(MAX_CONFLICTS_PER_FLOW);
    expect(conflicts?.of(0)[0]).toMatchObject({ length: 500, first: { bytes: '78'.repeat(MAX_CONFLICT_BYTES) } });
  });
});

describe('analyze --json', () => {
  /** @param {string[]} lines @param {import('../../../lib/tcpflow/reassembly/policy.js').PolicyName} [reassembly] */
  function analyse(lines, reassembly) {
    const analysis = new OpenedAnalysis({ reassembly });
    analysis.ingest.push(pcap(script(ENDS, ...lines)));
    analysis.ingest.end();
    const written = JSON.parse(flowJson(analysis, 0));
    expect(written).toEqual(JSON.parse(JSON.stringify(analysis.connections.describe(0))));
    return { flow: written, messages: analysis.messages.ofConnection(0, 0, 10).messages };
  }
  const CHANGED = [
    ...HANDSHAKE,
    'client "GET /first HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"',
    'client seq 1 "GET /other HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"',
    'server ACK',
  ];

  it('has the conflicts of a connection, and a warning', () => {
    const { flow, messages } = analyse(CHANGED);
    expect(flow).toMatchObject({
      conflicts: [
        {
          direction: 'clientToServer',
          offset: 5,
          length: 5,
          first: { frame: 4, bytes: hex('first') },
          second: { frame: 5, bytes: hex('other') },
          used: 'first',
          delivered: true,
        },
      ],
      conflictTotal: 1,
      warnings: [{ code: 'conflicting_bytes' }],
    });
    expect(messages[0].target).toBe('/first');
  });

  it('has messages as the policy makes them', () => {
    const { flow, messages } = analyse(CHANGED, 'last');
    expect(flow.conflicts[0]).toMatchObject({ used: 'second', delivered: false });
    expect(messages[0]).toMatchObject({ target: '/other', start: 0.02002, end: 0.02002 });
  });

  it('says nothing where all is well', () => {
    const { flow } = analyse([...HANDSHAKE, 'client "GET / HTTP/1.1\\r\\n\\r\\n"', '+1s client again 1', 'server ACK']);
    expect(Object.keys(flow)).not.toEqual(expect.arrayContaining(['conflicts']));
    expect(flow).not.toHaveProperty('warnings');
    expect(flow).not.toHaveProperty('urgent');
  });

  it('marks where urgent data ends', () => {
    const { flow } = analyse([
      ...HANDSHAKE,
      'client "abcd" URG urg 3',
      'client "efg" URG urg 2',
      'client again 1 URG urg 3',
      'server "x" URG urg 0',
    ]);
    expect([flow.urgent, flow.urgentTotal]).toEqual([
      [
        { direction: 'clientToServer', offset: 2, frame: 4 },
        { direction: 'clientToServer', offset: 5, frame: 5 },
        { direction: 'serverToClient', offset: 0, frame: 7 },
      ],
      3,
    ]);
  });
});

describe('the bytes handed on last', () => {
  /** @param {RecentBytes} recent @param {number} direction @param {number} start @param {number} end */
  function found(recent, direction, start, end) {
    /** @type {[number, string, number][]} */
    const parts = [];
    recent.find(direction, start, end, (from, to, bytes, at, frame) =>
      parts.push([from, new TextDecoder().decode(bytes.slice(at, at + to - from)), frame]),
    );
    return parts;
  }

  it('are found by direction and offset', () => {
    const recent = new RecentBytes(createCore());
    const text = bytesOf('..abcdefgh');
    recent.add(6, 1, text, 2, 6, 10);
    recent.add(7, 1, text, 6, 10, 11);
    recent.add(6, 5, text, 6, 10, 12);
    expect(found(recent, 6, 0, 100)).toEqual([
      [5, 'efgh', 12],
      [1, 'abcd', 10],
    ]);
    expect(found(recent, 6, 3, 7)).toEqual([
      [5, 'ef', 12],
      [3, 'cd', 10],
    ]);
    expect(found(recent, 7, 3, 4)).toEqual([[3, 'g', 11]]);
    expect(found(recent, 900_000, 0, 10)).toEqual([]);
  });

  it('are forgotten in turn', () => {
    const recent = new RecentBytes(createCore());
    const block = new Uint8Array(1501).fill(97);
    recent.add(1, 1, bytesOf('first'), 0, 5, 1);
    for (let i = 0; i < 300; i++) recent.add(2, 1 + i * 1501, block, 0, 1501, 2 + i);
    expect(found(recent, 1, 0, 10)).toEqual([[1, 'first', 1]]);
    for (let i = 300; i < 400; i++) recent.add(2, 1 + i * 1501, block, 0, 1501, 2 + i);
    expect(found(recent, 1, 0, 10)).toEqual([]);
    const kept = found(recent, 2, 0, 1e9);
    expect(kept.every(([, text]) => text === 'a'.repeat(1501))).toBe(true);
    expect(kept.length).toBeGreaterThan(300);
    expect(kept.length).toBeLessThan(351);
  });
});
