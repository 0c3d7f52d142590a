/**
 * Connections one after the other, and exchanges within one: said of what can be read, and no more than that of the
 * rest.
 */
import { analysed } from '../../simulator/support/run.js';
import { connectionOf } from '../../support/packets/connection.js';
import { merge, pcap, script } from '../../support/packets/packets.js';
import { keptSentence } from '../first-sentences/kept-sentence.js';

const SHAKE = ['client SYN mss 1460 ws 7 sack ts', '+20ms server SYN-ACK mss 1460 ws 7 sack ts', '+20us client ACK'];
const GET = '+1ms client PSH "GET / HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n"';
const OK = '+20ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"';

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();

describe('connections to one server, opened soon after one another', () => {
  const UNREAD = repeat(10, () => ['+1ms client PSH data 300', '+20ms server PSH data 900', 'client ACK']);
  const READ = [GET, OK];

  /** @param {string[][]} connections what each carries, 0.32 s apart */
  function toldOf(...connections) {
    const packets = connections.map((lines, k) =>
      script(
        { client: `10.0.0.1:${40_000 + k}`, server: '10.0.0.2:443', startNs: k * 0.32e9 },
        ...SHAKE,
        ...lines,
        'client FIN',
        '+20ms server FIN-ACK',
        'client ACK',
      ),
    );
    return analysed(pcap(merge(...packets)))
      .findings.ofCapture()
      .findings.find(({ code }) => code === 'no_reuse');
  }

  test('for one exchange each, where that can be read', () => {
    expect(toldOf(READ, READ, READ)).toMatchObject({
      title: 'No connection reuse',
      evidence: { withOneExchange: 3, unread: 0, openedLater: 2 },
      message: keptSentence(),
    });
  });

  test('for nobody knows what, where it cannot', () => {
    expect(toldOf(UNREAD, UNREAD, UNREAD, UNREAD)).toMatchObject({
      title: 'Serial connections',
      evidence: { withOneExchange: 0, unread: 4, openedLater: 3 },
      message: keptSentence(),
    });
  });

  test('some so and some so', () => {
    expect(toldOf(READ, READ, UNREAD, UNREAD)?.message).toMatch(
      /^Of 4 connections to 1 server, 2 carried one exchange each, and what 2 carried cannot be read; 2 were opened after another had ended: /,
    );
    expect(toldOf(READ, UNREAD, UNREAD, UNREAD)?.message).toMatch(
      /, 1 carried one exchange, and what 3 carried cannot be read; 2 were opened /,
    );
  });
});

describe('the client goes on when the server has answered', () => {
  /** @param {string[]} lines @returns {string[]} */
  const told = (...lines) =>
    /** @type {any} */ (connectionOf(...SHAKE, ...lines).analysis.connections.describe(0)).findings
      .filter((/** @type {any} */ { code }) => code === 'one_exchange_at_a_time')
      .map((/** @type {any} */ { message }) => message);
  const PAUSED = ['server PSH data 400', '+60ms server PSH data 400'];

  test('and not when it has spoken unasked', () => {
    expect(
      told(
        'client PSH data 50',
        '+20ms server ACK',
        ...repeat(20, () => ['+100ms server PSH data 80', '+1ms client PSH data 40', '+20ms server ACK']),
      ),
    ).toEqual([]);
    expect(
      told(
        ...repeat(20, () => [
          '+1ms client PSH data 40',
          '+20ms server PSH data 80',
          'client ACK',
          '+500ms server PSH data 80',
        ]),
      ),
    ).toEqual([]);
  });

  test('as where it answers soon, in one piece or several', () => {
    expect(told(...repeat(20, () => ['+1ms client PSH data 40', '+60ms server PSH data 80', 'client ACK']))).toEqual([
      expect.stringMatching(/^19 times the client/),
    ]);
    expect(
      told(...repeat(20, () => ['+1ms client PSH data 40', '+20ms ' + PAUSED[0], PAUSED[1], 'client ACK'])),
    ).toEqual([expect.stringMatching(/^19 times the client/)]);
  });

  test('as where its requests can be read, however long the answer takes', () => {
    const post = [
      '+1ms client PSH "POST / HTTP/1.1\\r\\nHost: a.test\\r\\nContent-Length: 100\\r\\n\\r\\n"',
      '+20ms server ACK',
      '+1ms client PSH data 100',
    ];
    for (const asked of [[GET], post]) {
      expect(told(...repeat(20, () => [...asked, '+20ms server ACK', '+80ms ' + OK.slice(6), 'client ACK']))).toEqual([
        expect.stringMatching(/^19 times the client/),
      ]);
    }
  });
});
