import { holdsWords, readingProgress, sourceWords } from '../../../client/components/capture-text.js';
import { facts, isUnreadable, sentence } from '../../../client/views/capture/capture-head.js';

/**
 * @param {Partial<import('../../../client/state/types.js').Capture>} [changes]
 * @returns {import('../../../client/state/types.js').Capture}
 */
function capture(changes = {}) {
  return {
    id: 'c',
    revision: 0,
    name: 'dump.pcap',
    tags: [],
    source: 'upload',
    state: 'ready',
    createdEpoch: 0,
    sizeBytes: 381_000,
    expectedBytes: null,
    analysedBytes: 381_000,
    version: 1,
    format: 'pcap',
    packets: 4744,
    tcpPackets: 4744,
    quicConnections: 0,
    connections: 1,
    requests: 28,
    encryption: { tls: 0, decrypted: 0 },
    startEpoch: null,
    duration: 7.17,
    warnings: [],
    notRead: [],
    error: null,
    live: null,
    verdict: null,
    judging: false,
    examining: null,
    activity: { binSeconds: 1, clientToServer: [200_000], serverToClient: [147_700], retransmissions: [19] },
    ...changes,
  };
}

/** @type {import('../../../client/state/types.js').LiveState} */
const live = {
  interface: 'eth0',
  filter: '',
  tool: 'dumpcap',
  packets: 52_118,
  bytes: 41e6,
  drops: { kernel: 214, interface: null },
  stopReason: null,
};

describe('what a capture says of itself', () => {
  test('facts of a capture that was read', () => {
    expect(holdsWords(capture({ connections: 0 }))).toEqual({
      kind: 'fact',
      first: '28 requests · 19 packets retransmitted',
      second: '348 kB payload · pcap of 381 kB',
    });
    expect(sentence(capture())).toEqual([
      '1 connection, 28 requests.',
      '19 packets retransmitted, 0.4 % of all TCP packets.',
    ]);
  });

  test('where its worst finding is not known it says when it will be', () => {
    expect(holdsWords(capture({ judging: true })).second).toBe('Analysing.');
    const verdict = /** @type {any} */ ({ code: 'not_examined', sentence: 'Not analysed yet', message: 'one' });
    const examining = { done: 1, total: 3 };
    expect(holdsWords(capture({ verdict, examining })).second).toBe('Analysing long connections: 33 %');
    expect(holdsWords(capture()).second).toBe('Analysed when opened.');
  });

  test('where nothing is wrong it says so', () => {
    const clean = capture({
      activity: { binSeconds: 1, clientToServer: [1], serverToClient: [1], retransmissions: [0] },
    });
    expect(sentence(clean)[1]).toBe('No retransmissions.');
  });

  test('nothing at all, nothing of a transport that is read, and nothing but QUIC', () => {
    expect(holdsWords(capture({ packets: 0, tcpPackets: 0, requests: 0, activity: null })).first).toBe('No packets');
    expect(holdsWords(capture({ packets: 9, tcpPackets: 0, requests: 0, activity: null })).second).toBe(
      '9 packets of other protocols, not shown.',
    );
    const quic = capture({
      packets: 9,
      tcpPackets: 0,
      connections: 0,
      quicConnections: 2,
      requests: 0,
      activity: null,
    });
    expect(sentence(quic)).toEqual(['2 QUIC connections, no HTTP requests seen.', '']);
    const both = { ...quic, tcpPackets: 5, connections: 3 };
    expect(sentence(both)[0]).toBe('5 connections, 2 of them QUIC, no HTTP requests seen.');
    expect(facts(both)).toContainEqual(['Connections', '5 connections, 2 of them QUIC']);
    expect(sentence({ ...quic, quicConnections: 0 })[0]).toBe('No TCP or QUIC packets.');
  });

  test('a capture whose file is gone says so, and not that nothing is wrong with it, or how far it was read', () => {
    const gone = capture({
      state: 'failed',
      error: { code: 'file_gone', message: 'The file of this capture is no longer where it was.' },
    });
    expect(holdsWords(gone)).toEqual({
      kind: 'failure',
      first: 'Cannot be read',
      second: 'The file of this capture is no longer where it was.',
    });
    expect([sentence(gone), isUnreadable(gone)]).toEqual([['', ''], true]);
  });

  test("a failure has the server's sentence, and what was kept", () => {
    const error = { code: 'x', message: 'It begins with 50 4b 03 04: a ZIP archive.' };
    expect(holdsWords(capture({ state: 'failed', packets: 0, error }))).toEqual({
      kind: 'failure',
      first: 'Cannot be read',
      second: error.message,
    });
    expect(holdsWords(capture({ state: 'failed', packets: 12, error })).first).toBe('Reading stopped after 12 packets');
  });

  test('of one that was being read when the server died, whatever is known of it from before', () => {
    const error = { code: 'interrupted', message: 'This capture was being read when the server ended: read it again?' };
    for (const packets of [0, 12]) {
      const broken = capture({ state: 'failed', packets, error });
      expect(holdsWords(broken)).toEqual({ kind: 'failure', first: 'Reading was interrupted', second: error.message });
      expect([sentence(broken), isUnreadable(broken)]).toEqual([['', ''], true]);
    }
  });

  test("a warning is shown in place of the file's facts", () => {
    const warnings = [
      { code: 'cut', message: 'It ends in frame 9.' },
      { code: 'b', message: 'b' },
    ];
    expect(holdsWords(capture({ warnings: warnings.slice(0, 1) }))).toMatchObject({
      kind: 'doubt',
      second: 'It ends in frame 9.',
    });
    expect(holdsWords(capture({ warnings })).second).toBe('2 warnings: It ends in frame 9.');
  });

  /**
   * @param {Partial<import('../../../client/state/types.js').CaptureVerdict>} [changes]
   * @returns {import('../../../client/state/types.js').CaptureVerdict}
   */
  const verdict = (changes) => ({
    code: 'zero_window',
    title: 'Zero window',
    cause: 'zero_window',
    severity: 'warning',
    costSeconds: 4.162,
    limit: null,
    sentence: 'Zero window · 4.16 of 7.17 s (58 %)',
    message: 'For 4.16 s of 7.17 s the server took 12345 bytes.',
    ...changes,
  });

  test('once judged: its verdict, and the sentence of its worst finding', () => {
    const judged = capture({ verdict: verdict() });
    expect(holdsWords(judged)).toEqual({
      kind: 'fact',
      cause: 'zero_window',
      severity: 'warning',
      first: 'Zero window · 4.16 of 7.17 s (58 %)',
      second: 'For 4.16\u00a0s of 7.17\u00a0s the server took 12\u202f345 bytes.',
    });
    expect(
      holdsWords(capture({ verdict: verdict(), warnings: [{ code: 'cut', message: 'It ends in frame 9.' }] })),
    ).toMatchObject({ kind: 'doubt', cause: 'zero_window', second: 'It ends in frame 9.' });
  });

  test('of several connections the sentence does not repeat what stands above it', () => {
    const message = 'Zero window in 4 connections, 4.16 s in all; connection 2: the window was closed.';
    expect(holdsWords(capture({ connections: 4, verdict: verdict({ message }) })).second).toBe(
      '4 connections; connection 2: the window was closed.',
    );
  });

  test('where nothing is wrong, the facts stay', () => {
    const well = capture({
      verdict: verdict({
        code: 'all_well',
        title: 'Nothing wrong',
        sentence: 'Nothing wrong',
        cause: 'idle',
        costSeconds: null,
        message: 'Nothing is wrong.',
      }),
    });
    expect(holdsWords(well)).toMatchObject({
      first: 'Nothing wrong',
      second: '19 packets retransmitted · 348 kB payload · pcap of 381 kB',
    });
    expect(sourceWords(well)).toMatch(/ · 28 requests$/);
  });

  test('while it arrives, how far it is; while it is live, what was lost', () => {
    const arriving = capture({
      state: 'receiving',
      sizeBytes: 500,
      expectedBytes: 1000,
      analysedBytes: 250,
      version: 1,
      packets: 3,
    });
    expect(readingProgress(arriving)).toEqual({ done: 0.25, arrived: 0.5, totalBytes: 1000 });
    expect(holdsWords(arriving).first).toBe('Receiving · 25 % of 1.0 kB read');
    // Of standard input nobody knows the length.
    expect(holdsWords({ ...arriving, expectedBytes: null }).first).toMatch(/^Receiving · \d+ B read$/);
    const running = capture({ source: 'live', state: 'live', live, packets: 4100, connections: 37 });
    expect(holdsWords(running)).toMatchObject({
      kind: 'running',
      first: expect.stringMatching(/^Live · 4.100 packets · /), // as in the column of packets
      second: '37 connections so far · 214 dropped',
    });
    expect(
      [running, { ...running, state: /** @type {const} */ ('ready') }].map((one) => sourceWords(one).split(' · ')[0]),
    ).toEqual(['Live on eth0', 'Captured on eth0']);
  });
});

test('packets that were not read are a fact of the capture, and none where all were', () => {
  const notRead = [{ layer: 'GRE protocol 0xbeef', packets: 2407 }];
  const labels = facts(capture()).map(([label]) => label);
  expect(labels).not.toContain('Not read');
  expect(facts(capture({ notRead }))[1]).toEqual(['Not read', '2\u202f407 packets in GRE protocol 0xbeef']);
});
