import { recover } from '../../../lib/quicflow/recovery/recover.js';
import { script } from './script.js';

/** @type {[{}, {}]} */
const NO_PARAMETERS = [{}, {}];

/** In a capture at the server: a request, and what follows; the server's packets are acknowledged late. */
const atServer = (/** @type {string} */ text) =>
  recover(script(`0 c 1rtt 0 60 stream:0:0:20:fin\n0.1 s 1rtt 0 30 ack:0\n${text}`), { parameters: NO_PARAMETERS });

/** … and at the client, which acknowledges at once. */
const atClient = (/** @type {string} */ text) =>
  recover(script(`0 c 1rtt 0 60 stream:0:0:20:fin\n50 s 1rtt 0 30 ack:0\n${text}`), { parameters: NO_PARAMETERS });

/** @param {string} numbers of full packets that follow one another in a stream @param {number} [from] ms */
const sent = (numbers, from = 1) =>
  numbers
    .split(' ')
    .map((pn, at) => `${from + at / 10} s 1rtt ${pn} 1200 stream:0:${(Number(pn) - 1) * 1160}:1160`)
    .join('\n');

/** @param {ReturnType<typeof recover>} recovery */
const lossesOf = ({ directions }) => directions[1].losses().map(({ pn, cause, spurious }) => ({ pn, cause, spurious }));

describe('what the sender declared lost', () => {
  test('is three numbers behind what is acknowledged', () => {
    const recovery = atServer(`${sent('1 2 3 4 5')}\n51 c 1rtt 1 40 ack:0-1+3-4\n51.5 c 1rtt 2 40 ack:0-1+3-5`);
    expect(lossesOf(recovery)).toEqual([{ pn: 2, cause: 'packet_threshold', spurious: false }]);
    expect(recovery.directions[1].losses()[0]).toMatchObject({ space: 'app', frame: 4, timeNs: 51.5e6 });
  });

  test('or was sent an eighth more than a round trip before, at that moment', () => {
    const recovery = atServer(`${sent('1 2 3')}\n51 c 1rtt 1 40 ack:0-1+3\n80 s 1rtt 4 1200 stream:0:1160:1160`);
    expect(lossesOf(recovery)).toEqual([{ pn: 2, cause: 'time_threshold', spurious: false }]);
    // 1.1 ms + 9/8 of max(smoothed: 50 ms and an eighth of 0.2 less, latest: 49.8 ms)
    expect(recovery.directions[1].losses()[0].timeNs).toBeCloseTo(1.1e6 + (9 / 8) * 49.8e6, -4);
  });

  test('is spurious where it is acknowledged later', () => {
    const recovery = atServer(
      `${sent('1 2 3 4 5')}\n51 c 1rtt 1 40 ack:0-1+3-5\n51.2 s 1rtt 6 1200 stream:0:1160:1160\n55 c 1rtt 2 40 ack:0-5`,
    );
    expect(lossesOf(recovery)).toEqual([{ pn: 2, cause: 'packet_threshold', spurious: true }]);
  });

  test('is not what a sender sends new data instead of, and is acknowledged later: it waits for longer', () => {
    const recovery = atServer(
      `${sent('1 2 3 4 5')}\n51 c 1rtt 1 40 ack:0-1+3-5\n${sent('6 7', 52)}\n55 c 1rtt 2 40 ack:0-5`,
    );
    expect(lossesOf(recovery)).toEqual([]);
  });

  test('is no number that was left out on purpose', () => {
    expect(lossesOf(atServer(`${sent('1 2 4 5 6 7')}\n51 c 1rtt 1 40 ack:0-2+4-7`))).toEqual([]);
  });

  test.each(['', 'immediate_ack'])('is no probe of the path’s MTU: ping %s padding', (more) => {
    const recovery = atServer(`1 s 1rtt 1 1452 ping ${more} padding\n${sent('2 3 4 5')}\n51 c 1rtt 1 40 ack:0+2-5`);
    expect(lossesOf(recovery)).toEqual([]);
  });

  test('is no packet whose acknowledgement was lost: its data is not sent again', () => {
    const recovery = atServer(
      `${sent('1 2 3 4 5')}\n51 c 1rtt 1 40 ack:0-1+3-5\n${sent('6 7', 52)}\n102 c 1rtt 2 40 ack:6-7\n${sent('8', 110)}`,
    );
    expect(lossesOf(recovery)).toEqual([]);
  });

  test('has none in a space whose keys are dropped', () => {
    const recovery = recover(
      script(`
        0 c initial 0 1200 crypto:0:300 padding
        50 s initial 1 1200 ack:0 crypto:0:90
        50 s initial 2 1200 crypto:90:90
        50 s initial 6 1200 crypto:180:90
        51 c handshake 0 100 crypto:0:36
        100 s 1rtt 0 100 handshake_done`),
      { parameters: NO_PARAMETERS },
    );
    expect(recovery.directions[0].losses()).toEqual([]);
    expect(recovery.directions[1].losses()).toEqual([]);
  });

  test('has none where the path changes, and all is sent anew', () => {
    const recovery = atServer(`${sent('1 2 3 4')}
      20 c 1rtt 1 60 ping path:1
      20.1 s 1rtt 5 1200 stream:0:0:1160 path:1
      20.2 s 1rtt 6 1200 stream:0:1160:1160 path:1
      20.3 s 1rtt 7 1200 stream:0:2320:1160 path:1
      20.4 s 1rtt 8 1200 stream:0:3480:1160 path:1
      70 c 1rtt 2 40 ack:0+5-8 path:1`);
    expect(lossesOf(recovery)).toEqual([]);
  });

  test('has no 0-RTT packet where the server took none', () => {
    const recovery = recover(
      script(`
        0 c 0rtt 0 1200 stream:0:0:1160
        0 c 0rtt 1 1200 stream:0:1160:1160
        50 s handshake 0 100 crypto:0:50
        51 c 1rtt 2 1200 stream:0:0:1160
        51 c 1rtt 3 1200 stream:0:1160:1160
        51 c 1rtt 4 1200 stream:0:2320:1160
        51 c 1rtt 5 1200 stream:0:3480:1160
        101 s 1rtt 0 60 ack:2-5 ping
        101.1 c 1rtt 6 40 ack:0`),
      { parameters: NO_PARAMETERS },
    );
    expect(recovery.directions[0].losses()).toEqual([]);
  });
});

describe('losses before the capture point', () => {
  test('are numbers that are missing with their data', () => {
    const recovery = atClient(`${sent('1 3 4 5', 50)}\n50.5 c 1rtt 1 40 ack:0-1+3-5`);
    expect(recovery.vantages[1].place).toBe('receiver');
    expect(recovery.directions[1].losses()).toMatchObject([{ pn: 2, frame: null, spurious: false }]);
  });

  test("are the first of a handshake whose first bytes come twice at once: a time-out's probes", () => {
    const handshake = (/** @type {string} */ second) => `
      0 c initial 0 1200 crypto:0:300
      50 s initial 1 50 ack:0
      900 s initial 2 1200 crypto:0:90
      ${second}
      901 c initial 1 1200 ack:1-2
      950 s handshake 1 800 crypto:0:700
      951 c handshake 0 100 ack:1 crypto:0:36
      1000 s 1rtt 1 1200 stream:0:0:1160
      1001 c 1rtt 0 40 ack:1`;
    const lost = (/** @type {string} */ text) =>
      recover(script(text), { parameters: NO_PARAMETERS })
        .directions[1].losses()
        .map(({ space, pn }) => [space, pn]);
    expect(lost(handshake('900.1 s initial 3 1200 crypto:0:90'))).toEqual([
      ['initial', 0],
      ['handshake', 0],
      ['app', 0],
    ]);
    expect(lost(handshake('1100 s initial 3 1200 ping'))).toEqual([]);
  });

  test('are no numbers before the first of a space, unless data is missing too', () => {
    const lost = (/** @type {string} */ numbers) => {
      const [handshake, data, offset] = numbers.split(' ');
      const recovery = recover(
        script(`
          0 c initial 0 1200 crypto:0:300
          50 s initial 0 1200 ack:0 crypto:0:90
          50.1 s handshake 0 800 crypto:0:700
          100 c initial 1 40 ack:0
          100 c handshake ${handshake} 100 ack:0 crypto:0:36
          100.1 c 1rtt ${data} 1200 stream:0:${offset}:1100
          100.2 s 1rtt 0 40 ack:${data}`),
        { parameters: NO_PARAMETERS },
      );
      return recovery.directions[0].losses().map(({ space, pn }) => [space, pn]);
    };
    expect(lost('2 3 0')).toEqual([]); // one count for all spaces
    expect(lost('3 2 0')).toEqual([]); // … of which the spaces overlap
    expect(lost('0 1 0')).toEqual([]);
    expect(lost('0 2 0')).toEqual([]);
    expect(lost('0 1 1100')).toEqual([['app', 0]]);
  });

  test('are no numbers that are missing alone', () => {
    const recovery = atClient(`
      50.1 s 1rtt 1 1200 stream:0:0:1160
      50.2 s 1rtt 3 1200 stream:0:1160:1160
      50.3 s 1rtt 4 1200 stream:0:2320:1160
      50.4 s 1rtt 5 1200 stream:0:3480:1160
      50.5 c 1rtt 1 40 ack:0-1+3-5`);
    expect(recovery.directions[1].losses()).toEqual([]);
  });
});

describe('a time-out', () => {
  const text = `${sent('1 2 3 4')}\n51 c 1rtt 1 40 ack:0-4\n${sent('5 6', 52)}`;

  test('sends old data, which was lost if it is never acknowledged', () => {
    const recovery = atServer(`${text}\n300 s 1rtt 7 1200 stream:0:4640:1160`);
    expect(recovery.directions[1].probes()).toMatchObject([{ space: 'app', pn: 7, frame: 10, kind: 'old_data' }]);
    expect(lossesOf(recovery)).toEqual([{ pn: 5, cause: 'pto', spurious: null }]);
  });

  test('or a PING', () => {
    expect(atServer(`${text}\n300 s 1rtt 7 40 ping`).directions[1].probes()).toMatchObject([{ pn: 7, kind: 'ping' }]);
  });

  test('is no probe of the path’s MTU, nor what follows it at once', () => {
    const probing = `${text}\n300 s 1rtt 7 1400 ping padding\n300.5 s 1rtt 8 1200 stream:0:6960:1160`;
    expect(atServer(probing).directions[1].probes()).toEqual([]);
  });

  test('is none where nothing waits for an acknowledgement', () => {
    const recovery = recover(script('0 c 1rtt 0 1200 padding\n900 c 1rtt 1 40 ping'), { parameters: NO_PARAMETERS });
    expect(recovery.directions[0].probes()).toEqual([]);
  });

  test('is none where nothing is in flight', () => {
    const recovery = atServer(`${sent('1 2 3 4')}\n51 c 1rtt 1 40 ack:0-4\n300 s 1rtt 5 1200 stream:0:4640:1160`);
    expect(recovery.directions[1].probes()).toEqual([]);
  });
});

test('data sent again says of which packet', () => {
  const recovery = atServer(`${sent('1 2 3 4 5')}\n51 c 1rtt 1 40 ack:0-1+3-5\n52 s 1rtt 6 1200 stream:0:1160:1160`);
  expect(recovery.directions[1].resendsOf(8)).toEqual([{ stream: 0, offset: 1160, length: 1160, ofPacket: 2 }]);
});

test('a round trip is that of the highest packet newly acknowledged, whatever the peer says it waited', () => {
  const { samples } = atServer(`${sent('1 2')}\n51 c 1rtt 1 40 ack:0-2:900\n52 c 1rtt 2 40 ack:0-2`).directions[1].walk;
  expect(samples.count).toBe(1);
  expect(samples.rttNs[0]).toBeCloseTo(49.9e6, 0);
  expect(samples.waitedNs[0]).toBe(0.9e6);
});

test('bytes in flight are those of whole packets, neither acknowledged nor lost', () => {
  const { walk, sends } = atServer(`${sent('1 2 3 4 5')}\n51 c 1rtt 1 40 ack:0-1+3-5\n${sent('6', 52)}`).directions[1];
  expect(Array.from(walk.inFlightAt)).toEqual([0, 1200, 2400, 3600, 4800, 6000, 1200]);
  expect(sends.count).toBe(7);
});
