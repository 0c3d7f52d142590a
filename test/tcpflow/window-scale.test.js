/** How windows are scaled where the capture lacks the handshake: what the packets prove, and nothing else. */
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { Examiner } from '../../lib/insight/findings/examiner.js';
import { connectionOptions } from '../../lib/tcpflow/connection/connection-packets.js';
import { pcap, script } from '../support/packets/packets.js';
import { packetsOf, track } from '../support/track.js';

const ENDS = { client: '10.0.0.1:40000', server: '10.0.0.2:80' };
const OPTIONS = 'mss 1460 ws 7 sack ts';
const HANDSHAKE = [`client SYN ${OPTIONS}`, `+20ms server SYN-ACK ${OPTIONS}`, '+0.1ms client ACK'];
const ROUNDS = 30;

/** @param {(round: number) => string[]} lines */
const rounds = (lines) => Array.from({ length: ROUNDS }, (_, round) => lines(round)).flat();
/**
 * What the server sends is acknowledged a round trip of 20 ms later.
 * @param {number} segments
 * @param {number} window field
 */
const bulk = (segments, window) => rounds(() => [`server data ${segments}x1448`, `+20ms client ACK win ${window}`]);
/**
 * The client reads nothing until all has come: what is left of its window shrinks with each segment.
 * @param {number} shift
 */
const slowReader = (shift) =>
  rounds((round) => [
    `client ACK win ${12800 >> shift}`,
    '+0.1ms server data 8x1448',
    ...Array.from({ length: 8 }, (_, i) => {
      const received = 1448 * (i + 1);
      return `${i === 0 ? '+20ms ' : ''}client ACK ${1 + 8 * 1448 * round + received} win ${Math.ceil((12800 - received) / 2 ** shift)}`;
    }),
  ]);

/** @param {Uint8Array} capture @returns {any} what is found in its connection */
function foundIn(capture) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(capture);
  analysis.ingest.end();
  analysis.examiner = new Examiner(analysis.ingest.tcp, analysis.ingest.messages, undefined);
  return analysis.connections.describe(0);
}

/** @param {string[]} lines @param {number} [skipped] packets that the capture lacks */
const captured = (lines, skipped = HANDSHAKE.length) => pcap(script(ENDS, ...HANDSHAKE, ...lines).slice(skipped));

it.each([
  ['a sender that stops at the end of each window', bulk(8, 100), 7],
  ['a receiver that reads late, scaled', slowReader(7), 7],
  ['a receiver that reads late, not scaled', slowReader(0), 0],
  [
    'a receiver that takes its window back when its memory is full',
    rounds((round) => [
      'server data 8x1448',
      '+20ms client ACK win 100',
      ...(round % 6 === 0 ? ['client ACK win 0', '+1ms client ACK win 100'] : []),
    ]),
    7,
  ],
  ['less under way than the window would take: not known', bulk(3, 100), -1],
  [
    'one request and its answer: not known',
    ['client data 100', '+20ms server data 400', '+0.1ms client ACK win 100'],
    -1,
  ],
])('%s', (_, lines, shift) => {
  const tcp = track(captured(lines));
  expect(connectionOptions(tcp, 0).windowScale[0]).toBe(shift);
});

it('a handshake that is there is believed', () => {
  expect(connectionOptions(track(captured(bulk(3, 100), 0)), 0).windowScale[0]).toBe(7);
});

it('packets say in which unit their window is, or that it is not known', () => {
  const windows = (/** @type {string[]} */ lines, skipped = HANDSHAKE.length) =>
    packetsOf(track(captured(lines, skipped)))
      .filter(({ direction }) => direction === 'clientToServer')
      .map(({ window, windowUnitBytes }) => [window, windowUnitBytes])
      .at(-1);
  expect(windows(bulk(8, 100))).toEqual([12800, 128]);
  expect(windows(bulk(3, 100))).toEqual([100, null]);
  expect(windows(bulk(3, 100), 0)).toEqual([12800, 128]);
});

it('a sender held back by the receive window is told so in mid-connection too', () => {
  const inner = foundIn(captured(bulk(8, 100)));
  expect(inner.findings.map((/** @type {any} */ { code }) => code)).toContain('receive_window_limited');
  expect(inner.findings.find((/** @type {any} */ { code }) => code === 'receive_window_limited')?.message).toMatch(
    /12800 bytes.*inferred/,
  );
});

it('a window that is not known is not observable as what held the data back', () => {
  const { findings, unobservable } = foundIn(captured(bulk(3, 100)));
  expect(findings.map((/** @type {any} */ { code }) => code)).not.toContain('receive_window_limited');
  expect(unobservable.map((/** @type {any} */ { code, direction }) => [code, direction])).toContainEqual([
    'receive_window_limited',
    'serverToClient',
  ]);
});
