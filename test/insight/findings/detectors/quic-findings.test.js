import { quicFindingsOf, quicUnobservableIn } from '../../../../lib/insight/findings/quic/quic-findings.js';

/** @typedef {import('../../../../lib/insight/findings/quic/context.js').QuicContext} QuicContext */
/** @typedef {import('../../../../lib/transport/quic/sent.js').QuicSent} QuicSent */

const SECOND = 1e9;
const MS = 1e6;

/** @type {QuicContext['facts']} */
const FACTS = {
  startNs: 0,
  endNs: SECOND,
  datagrams: [9, 9],
  hasBeginning: true,
  isClosed: [false, false],
  icmpErrors: [],
  lastSentNs: [SECOND, SECOND],
  hasRetry: false,
  hasVersionNegotiation: false,
  zeroRtt: { offered: false, accepted: null },
  closedBy: null,
  close: null,
  requests: [],
  idleTimeoutNs: null,
  paths: [{ kind: 'first', startNs: 0, isValidated: null }],
};

/** @param {number} direction @param {Partial<QuicSent>} [more] */
const sentOf = (direction, more = {}) =>
  /** @type {QuicSent} */ (
    /** @type {unknown} */ ({
      direction,
      packetsSent: 100,
      persistent: [],
      losses: () => [],
      probes: () => [],
      ...more,
    })
  );

/**
 * Codes and messages of what is found.
 * @param {{ sent?: Partial<QuicSent>, limits?: QuicContext['limits'], facts?: Partial<QuicContext['facts']> }} what
 */
const found = ({ sent = {}, limits = [[], []], facts = {} }) =>
  quicFindingsOf({
    sent: [sentOf(0), sentOf(1, sent)],
    limits,
    rttNs: 50 * MS,
    facts: { ...FACTS, ...facts },
    durationNs: SECOND,
  });

/** @param {QuicContext['limits'][number][number]['limit']} limit @param {number} ms @param {number | null} [stream] */
const span = (limit, ms, stream = null) => ({ startNs: 0, endNs: ms * MS, limit, stream });

/** @param {number} pn @param {boolean | null} spurious @param {boolean} [isEliciting] */
const loss = (pn, spurious, isEliciting = true) => ({
  space: 'app',
  pn,
  frame: pn,
  timeNs: pn * MS,
  cause: 'packet_threshold',
  spurious,
  isEliciting,
});

test('nothing is found in a connection without fault', () => {
  expect(found({ limits: [[], [span('congestion_window', 400), span('application', 500)]] })).toEqual([]);
});

describe('credit', () => {
  test('that was used up, with what it cost and whose it was', () => {
    const limits = [[], [span('flow_control_connection', 200), span('flow_control_stream', 100, 4)]];
    expect(found({ limits })).toMatchObject([
      { code: 'quic_flow_control', severity: 'warning', direction: 'serverToClient', costSeconds: 0.3 },
    ]);
    expect(found({ limits })[0].message).toContain('the credit of the connection and of 1 stream');
  });

  test('is no finding for less than 20 ms', () => {
    expect(found({ limits: [[span('stream_limit', 19)], [span('flow_control_stream', 19, 4)]] })).toEqual([]);
  });

  test('of streams is a kind of its own', () => {
    expect(found({ limits: [[span('stream_limit', 50)], []] })).toMatchObject([
      { code: 'quic_stream_limit', severity: 'note', direction: 'clientToServer' },
    ]);
  });
});

describe('losses', () => {
  test('are told with their share', () => {
    const [one] = found({ sent: { losses: () => [loss(1, false), loss(2, false), loss(3, null)] } });
    expect(one).toMatchObject({ code: 'quic_loss', severity: 'warning', evidence: { packets: 2, frames: [1, 2] } });
    expect(one.message).toBe('2 packets of 100 that the server sent to be acknowledged were lost (2 %).');
  });

  test('of acknowledgements alone are none', () => {
    expect(found({ sent: { losses: () => [loss(1, false, false)] } })).toEqual([]);
  });

  test('declared needlessly are another kind', () => {
    const losses = () => [loss(1, true), loss(2, true), loss(3, true)];
    expect(found({ sent: { losses } })).toMatchObject([{ code: 'quic_spurious_loss', evidence: { packets: 3 } }]);
  });

  test('declared needlessly twice are no habit', () => {
    expect(found({ sent: { losses: () => [loss(1, true), loss(2, true)] } })).toEqual([]);
  });

  test('all along make congestion persistent', () => {
    const persistent = [{ startNs: 0, endNs: 900 * MS }];
    expect(found({ sent: { persistent } })).toMatchObject([{ code: 'quic_persistent_congestion', costSeconds: 0.9 }]);
  });

  test('of a tail cost the wait for a time-out', () => {
    const probe = { space: 'app', pn: 9, frame: 7, kind: 'ping', timeNs: 400 * MS, waitedNs: 300 * MS };
    const limits = [[], [span('application', 900)]];
    expect(found({ sent: { probes: () => [probe] }, limits })).toMatchObject([
      { code: 'quic_probe_timeout', severity: 'warning', costSeconds: 0.3, start: 0.1, end: 0.4 },
    ]);
  });
});

describe('a wait', () => {
  test('of a tail that cost less than 20 ms are none', () => {
    const probe = { space: 'app', pn: 9, frame: 7, kind: 'ping', timeNs: 400 * MS, waitedNs: 19 * MS };
    expect(found({ sent: { probes: () => [probe] }, limits: [[], [span('application', 900)]] })).toEqual([]);
  });
});

describe('the handshake', () => {
  test('that nothing answered; not where one datagram waits', () => {
    const codes = (/** @type {readonly [number, number]} */ datagrams) =>
      found({ facts: { datagrams } }).map(({ code, severity }) => [code, severity]);
    expect([codes([3, 0]), codes([1, 0]), codes([3, 1])]).toEqual([[['quic_unanswered', 'error']], [], []]);
  });

  test('that waited for the amplification limit', () => {
    expect(found({ limits: [[], [span('anti_amplification', 60)]] })).toMatchObject([
      { code: 'quic_amplification_limit', costSeconds: 0.06 },
    ]);
  });

  test('that waited for less than 20 ms is none', () => {
    expect(found({ limits: [[], [span('anti_amplification', 19)]] })).toEqual([]);
  });

  test('that took round trips more', () => {
    const [one] = found({ facts: { hasRetry: true, hasVersionNegotiation: true } });
    expect(one).toMatchObject({ code: 'quic_handshake_round_trips', costSeconds: 0.1 });
    expect(one.message).toBe('The handshake took 2 extra round trips: a Retry and version negotiation.');
  });

  test('whose 0-RTT was rejected; not where it was accepted, or that is not known', () => {
    const codes = (/** @type {boolean | null} */ accepted) =>
      found({ facts: { zeroRtt: { offered: true, accepted } } }).map(({ code }) => code);
    expect([codes(false), codes(true), codes(null)]).toEqual([['quic_zero_rtt_rejected'], [], []]);
  });
});

describe('the end', () => {
  test('by a stateless reset is an error', () => {
    expect(found({ facts: { closedBy: 'stateless_reset' } })).toMatchObject([
      { code: 'quic_stateless_reset', severity: 'error' },
    ]);
  });

  test('by the idle time-out is a note', () => {
    expect(found({ facts: { closedBy: 'idle', idleTimeoutNs: 30 * SECOND } })).toMatchObject([
      { code: 'quic_idle_timeout', severity: 'note' },
    ]);
  });

  test('that an end closed is none', () => {
    expect(found({ facts: { closedBy: 'client', idleTimeoutNs: 30 * SECOND } })).toEqual([]);
  });

  test('of a path, with another behind it', () => {
    const paths = [
      FACTS.paths[0],
      { kind: /** @type {const} */ ('migration'), startNs: SECOND / 2, isValidated: false },
    ];
    expect(found({ facts: { paths } })).toMatchObject([{ code: 'quic_migration', severity: 'warning', start: 0.5 }]);
  });
});

describe('requests', () => {
  /** @type {QuicContext['facts']['requests'][number]} */
  const whole = {
    ...{ startNs: 100 * MS, endNs: 400 * MS, isAsked: true, isAnswered: true, isWhole: true, reset: null },
    ...{ streamBytes: 1000, body: null },
  };
  const cut = { ...whole, isWhole: false, body: { bytes: 473_502, length: 600_000 } };
  const failed = { name: 'H3_INTERNAL_ERROR', isError: true, reason: 'no memory' };
  const byServer = { closedBy: /** @type {const} */ ('server'), close: failed };
  const noError = { name: 'H3_NO_ERROR', isError: false, reason: null };
  const byClient = { closedBy: /** @type {const} */ ('client'), close: noError };

  test('whose response an error cut short are told with who, why and how much came', () => {
    const [one] = found({ facts: { ...byServer, requests: [cut] }, sent: { losses: () => [loss(1, false)] } });
    expect(one).toMatchObject({ code: 'response_cut', severity: 'warning', direction: 'serverToClient' });
    expect(one.message).toBe(
      'The response was incomplete when the server closed the connection with H3_INTERNAL_ERROR “no memory”: 474 kB of 600 kB arrived.',
    );
  });

  test('that had no response are another kind', () => {
    const requests = [whole, { ...cut, isAnswered: false, body: null }];
    expect(found({ facts: { ...byServer, requests } })).toMatchObject([
      { code: 'request_unanswered', severity: 'warning', message: expect.stringContaining('1 of 2 requests had no') },
    ]);
  });

  test('that the client gave up as it closed without an error are a note', () => {
    expect(found({ facts: { ...byClient, requests: [cut] } })).toMatchObject([
      { code: 'response_cut', severity: 'note' },
    ]);
  });

  test('that were all answered, half sent, or are still open are none, however the connection was closed', () => {
    const half = { ...cut, isAsked: false };
    expect(found({ facts: { ...byServer, requests: [whole] } })).toEqual([]);
    expect(found({ facts: { ...byClient, requests: [whole] } })).toEqual([]);
    expect(found({ facts: { ...byServer, requests: [half] } })).toEqual([]);
    expect(found({ facts: { requests: [cut] } })).toEqual([]);
  });

  test('whose streams an end reset: a note where the client cancelled; none without an error', () => {
    const reset = (/** @type {number} */ by, /** @type {number} */ code) =>
      found({ facts: { ...byClient, requests: [whole, { ...cut, reset: { by, code } }] } });
    expect(reset(0, 0x10c)).toMatchObject([{ code: 'quic_stream_reset', severity: 'note' }]);
    expect(reset(0, 0x10c)[0].message).toBe(
      'The client cancelled 1 of 2 requests (H3_REQUEST_CANCELLED): 474 kB of 600 kB arrived.',
    );
    expect(reset(1, 0x102)).toMatchObject([{ code: 'quic_stream_reset', severity: 'warning' }]);
    expect(reset(1, 0x100)).toEqual([]);
  });

  test('that a stateless reset left open are told with it', () => {
    const requests = [whole, { ...cut, isAnswered: false }];
    const findings = found({ facts: { closedBy: 'stateless_reset', requests } });
    expect(findings).toMatchObject([{ code: 'quic_stateless_reset', evidence: { requests: 1 } }]);
    expect(findings[0].evidence.failure).toBe('1 of 2 requests not answered');
  });
});

describe('what a capture does not show', () => {
  /** @param {Partial<QuicContext['facts']>} facts */
  const unseen = (facts) => {
    const context = { sent: [sentOf(0), sentOf(1)], limits: [[], []], rttNs: 0, durationNs: SECOND };
    return quicUnobservableIn({ ...context, facts: { ...FACTS, ...facts } }, []).map(
      ({ code, direction, reason }) => `${code} ${direction}: ${reason.replace('not observable here, because ', '')}`,
    );
  };

  test('is nothing where all is decrypted', () => {
    expect(unseen({})).toEqual([]);
  });

  test('is told once where no data is decrypted; what needs no keys is not in it', () => {
    const all = unseen({ isClosed: [true, true] });
    expect(all).toContain('quic_loss null: no data is decrypted');
    expect(all).toContain('quic_stateless_reset null: no data is decrypted');
    expect(all.join()).not.toMatch(/quic_(unanswered|idle_timeout|handshake_round_trips|zero_rtt_rejected)/);
    expect(new Set(all).size).toBe(all.length);
  });

  test('is told of the direction that lacks it, and with the end whose packets are closed', () => {
    expect(unseen({ isClosed: [true, false] }).filter((one) => one.startsWith('quic_loss'))).toEqual([
      "quic_loss clientToServer: the client's data is not decrypted",
      "quic_loss serverToClient: the client's acknowledgements are not decrypted",
    ]);
    expect(unseen({ datagrams: [0, 9] })).toContain("quic_loss null: only the server's packets are in the capture");
  });

  test('is the handshake of a connection that began before, and a 0-RTT that it may have had', () => {
    expect(unseen({ hasBeginning: false })).toEqual(
      expect.arrayContaining([
        'quic_handshake_round_trips null: the connection began before the capture',
        'quic_zero_rtt_rejected null: the connection began before the capture',
      ]),
    );
  });
});

describe('ICMP errors', () => {
  const error = /** @type {const} */ ({
    frame: 7,
    timeNs: 500 * MS,
    direction: 0,
    kind: 'port_unreachable',
    type: 3,
    code: 3,
    mtu: null,
    packetBytes: 1228,
    reporter: '10.0.0.9',
  });

  test('after which nothing came end the connection, and say more than that nothing answered', () => {
    const findings = found({ facts: { icmpErrors: [error, error], datagrams: [3, 0], lastSentNs: [SECOND, -1] } });
    expect(findings).toMatchObject([
      { code: 'unreachable', severity: 'error', direction: 'clientToServer', evidence: { errors: 2, frames: [7, 7] } },
    ]);
    expect(findings[0].message).toBe(
      '2 datagrams of the client came back as ICMP "port unreachable" from 10.0.0.9. The server sent nothing after it.',
    );
  });

  test('that come back from an end that has closed the connection are notes', () => {
    const facts = { icmpErrors: [{ ...error, direction: 1 }], lastSentNs: /** @type {const} */ ([400 * MS, SECOND]) };
    expect(found({ facts: { ...facts, closedBy: 'client' } })).toMatchObject([
      { severity: 'note', costSeconds: null, message: expect.stringContaining('The client had closed the connection') },
    ]);
    expect(found({ facts: { ...facts, closedBy: 'server' } })).toMatchObject([{ severity: 'error' }]);
  });

  test('at the very end, from an end whose data is not decrypted, are notes: it may have closed the connection', () => {
    const facts = {
      icmpErrors: [{ ...error, direction: 1, timeNs: SECOND }],
      isClosed: /** @type {const} */ ([true, true]),
    };
    const after = (/** @type {number} */ lastNs) =>
      found({ facts: { ...facts, endNs: SECOND, lastSentNs: [lastNs, SECOND] } });
    expect(after(900 * MS)).toMatchObject([
      { severity: 'note', message: expect.stringContaining('The client may have closed the connection before') },
    ]);
    expect(after(-SECOND)).toMatchObject([{ severity: 'error' }]);
    expect(found({ facts: { ...facts, isClosed: [false, true], lastSentNs: [900 * MS, SECOND] } })).toMatchObject([
      { severity: 'error' },
    ]);
  });

  test('in spite of which the other end goes on are notes, and so is a datagram too big', () => {
    const tooBig = { ...error, kind: /** @type {const} */ ('fragmentation_needed'), mtu: 1400 };
    expect(found({ facts: { icmpErrors: [error] } })).toMatchObject([{ code: 'unreachable', severity: 'note' }]);
    expect(found({ facts: { icmpErrors: [tooBig], lastSentNs: [SECOND, 0] } })).toMatchObject([
      { code: 'path_mtu', severity: 'note', evidence: { mtu: 1400 } },
    ]);
  });
});
