/** Probes: whose they are, and whether they kept anything alive. */
import { connectionOf } from '../../support/packets/connection.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const SHAKE = [
  `client SYN ${OPTIONS}`,
  `+20ms server SYN-ACK ${OPTIONS}`,
  '+20us client ACK',
  'client PSH data 200',
  '+20ms server data 100',
  '+20us client ACK',
];
const CLIENTS = ['+30s client ACK seq 200', '+20ms server ACK'];
const SERVERS = ['+30s server ACK seq 100', '+20us client ACK'];

/** @param {number} times @param {string[]} lines */
const repeat = (times, ...lines) => Array.from({ length: times }, () => lines).flat();

/**
 * @param {string[]} lines
 * @returns {[code: string, direction: string, probes: number | undefined, costSeconds: number][]}
 */
function probesOf(...lines) {
  const { findings } = /** @type {any} */ (connectionOf(...SHAKE, ...lines).analysis.connections.describe(0));
  return findings
    .filter((/** @type {any} */ { code }) => /keep_alive|half_open/.test(code))
    .map((/** @type {any} */ { code, direction, evidence, costSeconds }) => [
      code,
      direction,
      evidence.probes,
      Math.round(costSeconds),
    ]);
}

test('probes that nobody answers keep nothing alive', () => {
  expect(probesOf(...repeat(9, '+75s client ACK seq 200'))).toEqual([
    ['keep_alive_unanswered', 'clientToServer', undefined, 600],
  ]);
});

test('those before them that were answered did, until then', () => {
  expect(probesOf(...repeat(4, ...CLIENTS), ...repeat(9, '+30s client ACK seq 200'))).toEqual([
    ['keep_alive_unanswered', 'clientToServer', undefined, 240],
    ['keep_alive', 'clientToServer', 4, 120],
  ]);
});

test('two at the end of a capture may still be answered', () => {
  expect(probesOf(...repeat(4, ...CLIENTS), ...repeat(2, '+30s client ACK seq 200'))).toEqual([
    ['keep_alive', 'clientToServer', 6, 180],
  ]);
});

test('each end is told of its own', () => {
  expect(probesOf(...repeat(5, ...CLIENTS, ...SERVERS), '+1s client PSH data 100', '+20ms server ACK')).toEqual([
    ['keep_alive', 'clientToServer', 5, 301],
    ['keep_alive', 'serverToClient', 5, 301],
  ]);
  expect(
    probesOf(...repeat(2, ...CLIENTS), '+1s client PSH data 100', '+20ms server ACK', ...repeat(3, ...SERVERS)),
  ).toEqual([
    ['keep_alive', 'serverToClient', 3, 90],
    ['keep_alive', 'clientToServer', 2, 61],
  ]);
});

test('behind the close of the other end nobody waits for a close, nor a minute later for data; sooner it is gone', () => {
  const closing = ['+1s client FIN', '+20ms server ACK'];
  /** @param {string} pause @param {string} last what the server sends four times */
  const goneAfter = (pause, last) =>
    /** @type {any} */ (
      connectionOf(
        ...SHAKE,
        ...closing,
        `+${pause} server ${last} seq 101`,
        ...['300ms', '600ms', '1200ms'].map((wait) => `+${wait} server ${last} seq 101`),
      ).analysis.connections
    )
      .describe(0)
      .findings.find((/** @type {any} */ { code }) => code === 'half_open');
  expect(goneAfter('90s', 'FIN PSH data 31')).toMatchObject({ severity: 'note', costSeconds: null });
  expect(goneAfter('90s', 'FIN').message).toContain('the client had closed and sent its last packet 90.3 s before');
  expect(goneAfter('5s', 'FIN')).toMatchObject({ severity: 'note', costSeconds: null });
  expect(goneAfter('5s', 'PSH data 31')).toMatchObject({ severity: 'error', costSeconds: expect.closeTo(1.8, 1) });
});
