/**
 * Level 2 of the validation: reductions of the window that prove unneeded, with each way to find out turned on by
 * itself.
 */
import { download } from '../support/run.js';

const MSS = 1448;
const NONE = { frto: false, eifel: false, dsackUndo: false };
const KINDS = /** @type {const} */ (['frto', 'eifel', 'dsackUndo']);

/**
 * What the server's window was just before something happened first, and at the end.
 * @param {ReturnType<typeof download>} result
 * @param {(row: import('../support/run.js').TruthRow) => boolean} happens
 */
function windows({ rows }, happens) {
  const mine = rows.filter(({ conn }) => conn.startsWith('198.'));
  const at = mine.findIndex(happens);
  const { snd_cwnd_pkts, ca_state } = mine[mine.length - 1];
  return { before: Number(mine[at - 1].snd_cwnd_pkts), after: Number(snd_cwnd_pkts), state: ca_state };
}

/** 40 segments are on their way when the path holds all for 1.5 s. @param {object} tcp */
function held(tcp) {
  return download({
    bytes: 150 * MSS,
    link: { pauses: [{ atMs: 260, forMs: 1500 }] },
    tcp: { congestionControl: 'reno', tlp: false, rack: false, ...NONE, ...tcp },
  });
}

describe('a time-out while the path held all and lost nothing', () => {
  const isTimeout = (/** @type {Record<string, string>} */ { ev }) => ev === 'rto';

  test.each([
    [{ eifel: true }],
    [{ frto: true, timestamps: false }],
    [{ frto: true, timestamps: false, sack: false }],
    [{ dsackUndo: true, frto: true, eifel: true }],
  ])('%j: one segment is sent again, and the window is as before', (tcp) => {
    const result = held(tcp);
    const { before, after, state } = windows(result, isTimeout);
    expect(new Set(result.again.map(({ seq }) => seq)).size).toBe(1);
    expect(after).toBeGreaterThanOrEqual(before);
    expect(state).toBe('Open');
  });

  test('with nothing to find out by, all is sent again, from a window of one', () => {
    const result = held({});
    const { before, after } = windows(result, isTimeout);
    expect(result.again.length).toBeGreaterThan(20);
    expect(result.again.every(({ needed }) => needed === '0')).toBe(true);
    expect(after).toBeLessThan(before * 2);
    expect(Number(result.again[result.again.length - 1].ssthresh)).toBeLessThanOrEqual(before / 2);
  });

  test('F-RTO sends two new segments when the first is acknowledged, then learns that the originals come', () => {
    const { sent, again } = held({ frto: true, timestamps: false, quickAcks: 1000 });
    const { ms } = again[again.length - 1];
    const afterwards = sent.filter((row) => row.ms > ms && row.len !== '0');
    expect(afterwards.slice(0, 2).map(({ retx, snd_cwnd_pkts }) => [retx, snd_cwnd_pkts])).toEqual([
      ['', '2'],
      ['', '2'],
    ]);
  });
});

describe('a time-out that is needed', () => {
  // The last 30 of 40 segments on their way are lost, and all of the three that duplicate acknowledgements could come
  // from.
  const lost = Array.from({ length: 31 }, (_, index) => 41 + index);
  const link = { dropData: lost };

  test.each([
    [{ frto: true, timestamps: false }],
    [{ frto: true, eifel: true, dsackUndo: true }],
    [{ frto: true, sack: false, timestamps: false }],
  ])('%j: the window stays reduced, and what is lost is repaired once each', (tcp) => {
    const result = download({
      bytes: 71 * MSS,
      link,
      tcp: { congestionControl: 'reno', tlp: false, hystart: false, ...NONE, ...tcp },
    });
    const timeout = result.rows.find(({ ev }) => ev === 'rto');
    expect(timeout).toBeDefined();
    expect(result.summary.complete).toBe(true);
    expect(result.again.every(({ needed, retx }) => needed === '1' && retx === 'rto')).toBe(true);
    expect(result.again.length).toBe(lost.length);
    expect(Number(result.again[result.again.length - 1].ssthresh)).toBeLessThan(Number(timeout?.snd_cwnd_pkts));
  });
});

describe('segments that were overtaken by more than RACK waits for', () => {
  const isRecovering = (/** @type {Record<string, string>} */ { ca_state }) => ca_state === 'Recovery';
  /** One segment in a hundred comes 40 ms later. @param {object} tcp */
  const overtaken = (tcp) =>
    download({
      bytes: 400 * MSS,
      seed: 3,
      link: { rateKbps: 20_000, reorder: { share: 0.01, delayMs: 40 } },
      tcp: { congestionControl: 'reno', hystart: false, ...NONE, ...tcp },
    });

  test.each([[{ eifel: true }], [{ dsackUndo: true, timestamps: false }]])(
    '%j: the window is as before the recovery',
    (tcp) => {
      const result = overtaken(tcp);
      const { before, after } = windows(result, isRecovering);
      expect(result.again.length).toBeGreaterThan(0);
      expect(result.again.every(({ needed }) => needed === '0')).toBe(true);
      expect(after).toBeGreaterThanOrEqual(before);
    },
  );

  test('otherwise it stays halved', () => {
    const { before, after } = windows(overtaken({}), isRecovering);
    expect(after).toBeLessThan(before);
  });

  test('a recovery that was needed is not undone', () => {
    for (const kind of KINDS) {
      const result = download({
        bytes: 150 * MSS,
        link: { dropData: [60, 62] },
        tcp: { congestionControl: 'reno', hystart: false, ...NONE, [kind]: true },
      });
      const { before } = windows(result, isRecovering);
      const last = result.rows.filter(({ ca_state, conn }) => ca_state === 'Recovery' && conn.startsWith('198.')).pop();
      expect(result.again.map(({ needed }) => needed)).toEqual(['1', '1']);
      expect(Number(last?.ssthresh)).toBeLessThanOrEqual(Math.ceil(before / 2));
    }
  });
});
