import fc from 'fast-check';

import { nodeCiphers } from '../../lib/node/ciphers.js';
import { describeQuicConnection } from '../../lib/quicflow/describe/describe-connection.js';
import { describeQuicPackets } from '../../lib/quicflow/describe/describe-packets.js';
import { whyClosed } from '../../lib/quicflow/describe/missing-keys.js';
import { VERSION_2 } from '../../lib/quicflow/wire/versions.js';
import { zeros } from '../packet/bytes.js';
import { hex, toHex } from './bytes.js';
import { CLIENT_ID, conversation, datagramsOf, ODCID, RESET_TOKEN, SERVER_ID } from './conversation.js';
import { ack, clientHello, crypto, initial, seal, Secrets, stream, tracked, updated, varint } from './seal.js';

const secrets = new Secrets();
const keyLog = secrets.keyLog();
const all = datagramsOf(secrets);

/** @param {import('../../lib/quicflow/quic-tracker.js').QuicTracker} quic */
const lines = (quic) => [...describeQuicPackets(quic)];
/** @param {import('../../lib/quicflow/quic-tracker.js').QuicTracker} quic */
const numbers = (quic) => lines(quic).map(({ type, pn }) => `${type} ${pn}`);
/** @param {import('../../lib/quicflow/quic-tracker.js').QuicTracker} quic */
const only = (quic) => {
  expect(quic.connections).toHaveLength(1);
  return describeQuicConnection(quic, 0, 0);
};
/** A client's packet of application data. @param {number} pn @param {object} [more] */
const sent = (pn, more = {}) => ({
  from: /** @type {const} */ ('client'),
  packets: [
    seal({
      type: '1rtt',
      dcid: SERVER_ID,
      pn,
      frames: stream(4, pn, [pn & 0xff]),
      secret: secrets.application[0],
      ...more,
    }),
  ],
});

describe('without keys', () => {
  test("the client's hello tells server, protocol and parameters, and what lacks is named", () => {
    const quic = tracked(conversation(secrets), { keyLog: secrets.keyLog(['CLIENT_TRAFFIC_SECRET_0']) });
    const flow = only(quic);
    expect(flow).toMatchObject({
      odcid: ODCID,
      sni: 'www.example.test',
      alpn: 'h3',
      cipher: 'TLS_AES_128_GCM_SHA256',
      versions: ['0x00000001'],
      decrypted: { initial: 'all', handshake: 'all', oneRtt: 'some', zeroRtt: 'absent' },
      keysMissing: ['CLIENT_TRAFFIC_SECRET_0'],
      connectionIds: { client: [CLIENT_ID], server: [SERVER_ID] },
    });
    expect(flow.clientToServer).toMatchObject({ ackElicitingPackets: null, frames: null, streamBytes: null });
    expect(flow.clientToServer.transportParameters).toEqual({ max_idle_timeout: 5000, initial_max_data: 1_000_000 });
    expect(flow.serverToClient).toMatchObject({ streamBytes: 2, frames: { stream: 1 } });
    expect(whyClosed(quic.connections[0])).toMatch(
      /^1 packet cannot be decrypted: the key log has no CLIENT_TRAFFIC_SECRET_0 for client random 0102/,
    );
  });

  test('a connection that began before the capture says so', () => {
    const quic = tracked(conversation(secrets).slice(1), { keyLog });
    expect(only(quic)).toMatchObject({ odcid: null, sni: null, keysMissing: [] });
    expect(whyClosed(quic.connections[0])).toMatch(/began before the capture/);
  });
});

test('with keys each packet of a datagram has its number and frames', () => {
  const quic = tracked(conversation(secrets), { keyLog });
  expect(numbers(quic)).toEqual(['initial 0', 'initial 0', 'handshake 0', 'handshake 0', '1rtt 0', '1rtt 0']);
  const [, , , , request, answer] = lines(quic);
  expect(request).toMatchObject({ frame: 3, index: 1, flow: 'q0', direction: 'clientToServer', space: 'app' });
  expect(request.frames).toEqual([{ type: 'stream', stream: 0, offset: 0, length: 3, fin: true }]);
  expect(answer.frames[0]).toEqual({ type: 'ack', ranges: [[0, 0]], delay: 0, ecn: null });
  expect(only(quic)).toMatchObject({ state: 'established', keysMissing: [], decrypted: { oneRtt: 'all' } });
});

test('bytes of a stream reach their reader in order, each once', () => {
  /** @type {string[]} */
  const heard = [];
  const sink = {
    onData: (/** @type {any[]} */ ...[, endpoint, offset, bytes, start, end, at]) => {
      heard.push(`${endpoint} ${offset} ${[...bytes.subarray(start, end)]} frame ${at.frame} ${at.deliveredFrame}`);
      return offset + end - start;
    },
    onGap: (/** @type {any[]} */ ...[, endpoint, offset, length]) => {
      heard.push(`${endpoint} ${offset} gap ${length}`);
      return offset + length;
    },
    onEnd: (/** @type {any[]} */ ...[, endpoint, how]) => void heard.push(`${endpoint} ${how}`),
  };
  const frames = [stream(4, 2, [2, 3]), stream(4, 0, [0, 1, 2]), stream(4, 5, [5], true)];
  const more = frames.map((one, i) => sent(i + 1, { frames: one }));
  tracked([...conversation(secrets), ...more], {
    keyLog,
    prepare: (quic) => (quic.openStream = (_connection, id) => (id === 4 ? sink : null)),
  });
  expect(heard).toEqual(['0 0 0,1 frame 6 6', '0 2 2,3 frame 5 6', '0 4 gap 1', '0 5 5 frame 7 7', '0 fin']);
});

describe('keys', () => {
  test('packets before the hello that names their keys are opened later, at their own place', () => {
    const { clientInitial, serverFlight, clientFinish, answer } = all;
    const quic = tracked([answer, clientFinish, serverFlight, clientInitial], { keyLog });
    expect(quic.connections).toHaveLength(1);
    const first = tracked([clientInitial, answer, clientFinish, serverFlight], { keyLog });
    expect(numbers(first)).toEqual(['initial 0', '1rtt 0', 'handshake 0', '1rtt 0', 'initial 0', 'handshake 0']);
    expect(lines(first).every(({ decrypted }) => decrypted)).toBe(true);
  });

  test('key updates are followed, a packet of the old phase that comes late too', () => {
    const next = updated(secrets.application[0]);
    const again = updated(next);
    const late = sent(3);
    const quic = tracked(
      [
        ...conversation(secrets),
        sent(1),
        sent(2),
        sent(4, { keySecret: next, keyPhase: 1 }),
        late,
        sent(5, { keySecret: again }),
      ],
      { keyLog },
    );
    expect(numbers(quic).slice(-5)).toEqual(['1rtt 1', '1rtt 2', '1rtt 4', '1rtt 3', '1rtt 5']);
    expect(only(quic).clientToServer.keyUpdates).toBe(2);
    expect(
      lines(quic)
        .slice(-5)
        .map(({ keyPhase }) => keyPhase),
    ).toEqual([0, 0, 1, 0, 0]);
  });

  test('numbers are found again after more than half a window is missing', () => {
    const quic = tracked([...conversation(secrets), sent(1, { pnBytes: 1 }), sent(200, { pnBytes: 1 })], { keyLog });
    expect(numbers(quic).slice(-2)).toEqual(['1rtt 1', '1rtt 200']);
  });

  test('a client that begins anew after a Retry, with another hello, is followed', () => {
    const retry = hex('ff000000010008f067a5502a4262b5746f6b656e04a265ba2eff4d829058fb3f0f2496ba'); // RFC 9001 A.4
    const other = new Secrets();
    other.random = other.random.map((byte) => byte + 100);
    other.application = [new Uint8Array(32).fill(5), new Uint8Array(32).fill(6)];
    const client = (/** @type {string} */ dcid, /** @type {Secrets} */ of, /** @type {number[]} */ token) => ({
      from: /** @type {const} */ ('client'),
      packets: [
        seal({
          type: 'initial',
          dcid,
          pn: token.length === 0 ? 0 : 1,
          frames: [...crypto(clientHello(of.random, 'www.example.test')), ...zeros(1000)],
          secret: initial(dcid, 0),
          token,
        }),
      ],
    });
    const quic = tracked(
      [client(ODCID, secrets, []), { from: 'server', packets: [retry] }, client('f067a5502a4262b5', other, [1, 2])],
      { keyLog },
    );
    expect(only(quic)).toMatchObject({ retry: true, odcid: ODCID });
    expect(quic.connections[0].isRetryGenuine).toBe(true);
    expect(quic.connections[0].handshake.clientRandom).toMatch(/^6566/);
    expect(numbers(quic)).toEqual(['initial 0', 'retry null', 'initial 1']);
  });

  test('Initials of version 2 are opened by its own salt', () => {
    const packet = seal({
      type: 'initial',
      dcid: ODCID,
      scid: CLIENT_ID,
      pn: 7,
      frames: [...crypto(clientHello(secrets.random, 'two.example.test')), ...zeros(1000)],
      secret: initial(ODCID, 0, VERSION_2),
      version: VERSION_2,
    });
    expect(only(tracked([{ from: 'client', packets: [packet] }]))).toMatchObject({
      sni: 'two.example.test',
      versions: ['0x6b3343cf'],
      state: 'initial_sent',
    });
  });
});

describe('connections', () => {
  test('a new port of the client with the same ID is a rebinding, with an ID given before a migration', () => {
    const id = 'aabbccdd';
    const given = {
      from: /** @type {const} */ ('server'),
      packets: [
        seal({
          type: '1rtt',
          dcid: CLIENT_ID,
          pn: 1,
          frames: [0x18, 1, 0, 4, ...hex(id), ...zeros(16)],
          secret: secrets.application[1],
        }),
      ],
    };
    const moved = { ...sent(1), port: 50001 };
    const away = { ...sent(2, { dcid: id, frames: [0x1a, 1, 2, 3, 4, 5, 6, 7, 8] }), port: 50002 };
    const answered = {
      from: /** @type {const} */ ('server'),
      port: 50002,
      packets: [
        seal({
          type: '1rtt',
          dcid: CLIENT_ID,
          pn: 2,
          frames: [0x1b, 1, 2, 3, 4, 5, 6, 7, 8],
          secret: secrets.application[1],
        }),
      ],
    };
    const { paths } = only(tracked([...conversation(secrets), given, moved, away, answered], { keyLog }));
    expect(paths.map(({ client, kind, validated }) => [client.port, kind, validated])).toEqual([
      [50000, 'first', null],
      [50001, 'rebinding', null],
      [50002, 'migration', true],
    ]);
  });

  describe('without keys, from another port with IDs that were told in secret', () => {
    const away = (/** @type {number} */ pn) => ({ ...sent(pn, { dcid: 'aabbccdd' }), port: 50002 });
    const back = (/** @type {number} */ pn) => ({
      from: /** @type {const} */ ('server'),
      port: 50002,
      packets: [seal({ type: '1rtt', dcid: '11223344', pn, frames: [1], secret: secrets.application[1] })],
    });
    const moved = Array.from({ length: 8 }, (_, i) => [away(20 + i), back(20 + i)]).flat();
    const continued = (/** @type {import('./seal.js').Datagram[]} */ datagrams) => {
      const quic = tracked(datagrams);
      return quic.connections.map((_, index) => describeQuicConnection(quic, index, 0).continues);
    };

    test('one seems to continue that which fell silent', () => {
      expect(continued([...conversation(secrets), ...moved])).toEqual([null, { flow: 'q0', confidence: 0.9 }]);
    });

    test('it does not, where that goes on, or had been silent for longer than its idle timeout', () => {
      const still = { ...sent(9), ms: 5000 };
      expect(continued([...conversation(secrets), ...moved, still])).toEqual([null, null]);
      const late = moved.map((datagram, i) => ({ ...datagram, ms: 60_000 + i }));
      expect(continued([...conversation(secrets), ...late])).toEqual([null, null]);
    });
  });

  test("a client's Initial to an ID that the server gave in secret goes on with its connection", () => {
    const { clientInitial, serverFlight } = all;
    const again = {
      from: /** @type {const} */ ('client'),
      packets: [
        seal({ type: 'initial', dcid: 'deadbeef', scid: CLIENT_ID, pn: 1, frames: ack(0), secret: initial(ODCID, 0) }),
      ],
    };
    expect(numbers(tracked([clientInitial, serverFlight, again]))).toEqual([
      'initial 0',
      'initial 0',
      'handshake null',
      'initial 1',
    ]);
    expect(tracked([clientInitial, serverFlight, again]).connections).toHaveLength(1);
  });

  test('another first Initial between the same ends is another connection', () => {
    const other = seal({
      type: 'initial',
      dcid: '1112131415161718',
      scid: 'd1d2d3d4',
      pn: 0,
      frames: [...crypto(clientHello(secrets.random, 'b.example.test')), ...zeros(1000)],
      secret: initial('1112131415161718', 0),
    });
    const quic = tracked([...conversation(secrets), { from: 'client', packets: [other] }], { keyLog });
    expect(quic.connections.map(({ handshake }) => handshake.sni)).toEqual(['www.example.test', 'b.example.test']);
  });

  test('a stateless reset is told by its token', () => {
    const reset = Uint8Array.from([0x41, ...zeros(20), ...hex(RESET_TOKEN)]);
    const quic = tracked([...conversation(secrets), { from: 'server', packets: [reset] }], { keyLog });
    expect(lines(quic).at(-1)).toMatchObject({ type: 'stateless_reset', space: null, pn: null, dcid: null });
    expect(only(quic)).toMatchObject({ state: 'reset', closed: { by: 'stateless_reset', code: null } });
  });

  test('the reason of a close, and zeros behind a packet', () => {
    const close = sent(1, { frames: [0x1d, ...varint(0x100), 3, 0x62, 0x79, 0x65] });
    const padded = { ...close, packets: [all.clientFinish.packets[0], [0, 0, 0]] };
    const quic = tracked([...conversation(secrets).slice(0, 2), padded, close], { keyLog });
    expect(only(quic).closed).toEqual({
      by: 'client',
      layer: 'application',
      code: 0x100,
      name: 'H3_NO_ERROR',
      reason: 'bye',
    });
    expect(quic.packets.count).toBe(5);
  });

  test('a copy of a datagram is told from a packet', () => {
    const quic = tracked([...conversation(secrets), sent(1), sent(1)], { keyLog });
    expect(
      lines(quic)
        .slice(-2)
        .map(({ verdict }) => verdict),
    ).toEqual(['original', 'duplicate_in_capture']);
    expect(only(quic).clientToServer.streamBytes).toBe(4);
  });
});

test('a connection that began before the capture is found by talk in both directions, other protocols are not', () => {
  const talk = (/** @type {(i: number) => number} */ first) =>
    Array.from({ length: 12 }, (_, i) => ({
      from: /** @type {'server'|'client'} */ (i % 3 === 0 ? 'server' : 'client'),
      packets: [[first(i), ...new Array(30).fill(i)]],
    }));
  const quic = tracked(talk((i) => 0x40 | ((i * 7) & 0x1f)));
  expect(only(quic)).toMatchObject({ roleGuessed: true, odcid: null, server: { port: 443 }, state: 'established' });
  expect(lines(quic)[0]).toMatchObject({ type: '1rtt', dcid: null, decrypted: false });
  expect(whyClosed(quic.connections[0])).toMatch(/began before the capture/);
  expect(tracked(talk(() => 0x48)).connections).toEqual([]);
  expect(tracked(talk((i) => 0x40 | ((i * 7) & 0x1f)).filter(({ from }) => from === 'client')).connections).toEqual([]);
});

describe('a connection that began before the capture', () => {
  const secrets = new Secrets();
  const other = new Secrets();
  other.random = other.random.map((byte) => byte + 100);
  other.application = [new Uint8Array(32).fill(5), new Uint8Array(32).fill(6)];
  /** @param {{ from?: number, phase?: number, secretsOf?: Uint8Array[], count?: number }} [how] */
  const midst = ({ from = 1000, phase = 0, secretsOf = secrets.application, count = 30 } = {}) =>
    Array.from({ length: count }, (_, i) => {
      const end = i % 2;
      const keySecret = Array.from({ length: phase }).reduce(
        (/** @type {Uint8Array} */ secret) => updated(secret),
        secretsOf[end],
      );
      return {
        from: /** @type {'client'|'server'} */ (end === 0 ? 'client' : 'server'),
        packets: [
          seal({
            type: '1rtt',
            dcid: end === 0 ? SERVER_ID : CLIENT_ID,
            pn: from + i,
            frames: stream(4 * i, 0, [1, 2, 3, 4, 5, 6, 7, 8]),
            secret: secretsOf[end],
            keySecret,
            keyPhase: phase % 2,
          }),
        ],
      };
    });
  const keyLog = () => {
    const log = other.keyLog();
    log.add(secrets.text());
    return log;
  };

  test.each([0, 1, 5])('is opened by the secret of the key log that fits, in key phase %d', (phase) => {
    const quic = tracked(midst({ phase }), { keyLog: keyLog() });
    const [connection] = quic.connections;
    expect(describeQuicConnection(quic, 0, 0)).toMatchObject({
      odcid: null,
      versions: ['0x00000001'],
      decrypted: { oneRtt: 'all' },
      connectionIds: { client: [CLIENT_ID], server: [SERVER_ID] },
    });
    expect(connection.handshake.clientRandom).toBe(toHex(Uint8Array.from(secrets.random)));
    const numbers = lines(quic).map(({ pn }) => Number(pn));
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, i) => 1030 - numbers.length + i));
    expect(numbers.length).toBeGreaterThan(20);
  });

  test('is opened at the end where it has few packets, with high numbers', () => {
    const quic = tracked(midst({ from: 1_000_000, count: 12 }), { keyLog: keyLog() });
    expect(describeQuicConnection(quic, 0, 0).decrypted).toMatchObject({ oneRtt: 'all' });
    expect(lines(quic).at(-1)).toMatchObject({ pn: 1_000_011 });
  });

  test('stays closed where no secret fits, and says so', () => {
    const quic = tracked(midst(), { keyLog: other.keyLog() });
    expect(whyClosed(quic.connections[0])).toMatch(/began before the capture.* and no secret of the key log fits\.$/);
  });
});

test('the handshake is timed by the Initial that the server acknowledges', () => {
  const { clientInitial, serverFlight } = all;
  const again = {
    ...clientInitial,
    packets: [
      seal({
        type: 'initial',
        dcid: ODCID,
        scid: CLIENT_ID,
        pn: 1,
        frames: [...crypto(clientHello(secrets.random, 'www.example.test')), ...zeros(1000)],
        secret: initial(ODCID, 0),
      }),
    ],
  };
  const repeated = [
    { ...again, ms: 0 },
    { ...clientInitial, ms: 200 },
    { ...serverFlight, ms: 250 },
  ];
  expect(only(tracked(repeated)).handshakeRtt).toBe(0.05);
  const unnamed = [
    { ...again, ms: 0 },
    { ...again, ms: 200 },
    { ...serverFlight, ms: 250 },
  ];
  expect(only(tracked(unnamed))).toMatchObject({ handshakeRtt: null, quicConnection: 0 });
});

describe('hostile bytes', () => {
  test('damaged and random datagrams neither throw nor are taken for more than they are', () => {
    const good = conversation(secrets);
    const damage = fc.record({
      which: fc.nat(good.length - 1),
      at: fc.nat(400),
      byte: fc.nat(255),
      cut: fc.option(fc.nat(1200)),
    });
    fc.assert(
      fc.property(
        fc.array(damage, { maxLength: 6 }),
        fc.array(fc.uint8Array({ maxLength: 80 }), { maxLength: 4 }),
        (all, noise) => {
          const bad = all.map(({ which, at, byte, cut }) => {
            const { from, packets } = good[which];
            const bytes = Uint8Array.from(packets.flatMap((packet) => [...packet]));
            if (at < bytes.length) bytes[at] = byte;
            return { from, packets: [bytes.subarray(0, cut ?? bytes.length)] };
          });
          const other = noise.map((bytes) => ({ from: /** @type {const} */ ('client'), packets: [bytes] }));
          const quic = tracked([good[0], ...bad, ...good.slice(1), ...other], { keyLog });
          expect(quic.connections.length).toBeLessThan(12);
          for (const line of lines(quic)) expect(line.len).toBeLessThanOrEqual(line.datagramLen);
          quic.connections.forEach((_, index) => describeQuicConnection(quic, index, 0));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a flood of packets that nothing opens costs few attempts', () => {
    let attempts = 0;
    const ciphers = {
      ...nodeCiphers,
      open: (/** @type {Parameters<typeof nodeCiphers.open>} */ ...args) => {
        attempts++;
        return nodeCiphers.open(...args);
      },
    };
    const garbage = [0xc0, 0, 0, 0, 1, 8, ...hex(ODCID), 0, 0, 0x40, 20, ...zeros(20)];
    const flood = Array.from({ length: 100 }, () => ({
      from: /** @type {const} */ ('client'),
      packets: new Array(30).fill(garbage),
    }));
    const quic = tracked(flood, { keyLog, ciphers });
    expect(quic.packets.count).toBe(3000);
    expect(attempts).toBeLessThan(300);
  });

  test('a packet that is damaged in its data alone stays closed', () => {
    const many = Array.from({ length: 400 }, (_, i) => sent(i + 1));
    const [packet] = many[300].packets;
    const damaged = packet.map((byte, at) => (at === packet.length - 17 - 3 ? byte ^ 0xff : byte));
    many[300] = { ...many[300], packets: [damaged] };
    const others = tracked([...conversation(secrets), ...many], { keyLog });
    expect(lines(others).filter(({ decrypted }) => !decrypted)).toMatchObject([{ pn: null, frames: [] }]);
  });

  test('a capture that begins in a later key phase is opened by keys derived ahead', () => {
    const later = updated(updated(updated(secrets.application[0])));
    const many = Array.from({ length: 12 }, (_, i) => sent(i + 1, { keySecret: later, keyPhase: 1 }));
    const quic = tracked([...conversation(secrets).slice(0, 2), ...many], { keyLog });
    expect(lines(quic).filter(({ type, decrypted }) => type === '1rtt' && decrypted)).toHaveLength(4);
  });

  test('frames that say more than there is end the packet, and a run of PINGs is bounded', () => {
    const quic = tracked(
      [
        ...conversation(secrets),
        sent(1, { frames: [1, 0x0e, 4, 0, 0x7f, 0xff] }),
        sent(2, { frames: new Array(1300).fill(1) }),
      ],
      { keyLog },
    );
    const [short, many] = lines(quic).slice(-2);
    expect(short.frames).toEqual([{ type: 'ping' }]);
    expect(many.frames).toHaveLength(512);
  });
});
