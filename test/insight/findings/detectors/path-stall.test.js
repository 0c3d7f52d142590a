/** Data that waited on the path, by its timestamps, against data that was sent later. */
import { analysed } from '../../../simulator/support/run.js';
import { connectionOf } from '../../../support/packets/connection.js';
import { pcap, script } from '../../../support/packets/packets.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];
const BEGUN = [
  ...SHAKE,
  '+1ms client PSH data 100',
  ...Array.from({ length: 14 }, () => ['+40ms server data 2x1448', 'client ACK']).flat(),
];
/** Of the server's clock at its latest packet: milliseconds since the beginning, from 100 000. */
const SENT = 'ts 100601 100041';

/** @param {import('../../../../lib/insight/findings/finding.js').Finding[]} findings */
const stalls = (findings) => findings.filter(({ code }) => code === 'path_stalled');
/** @param {string[]} lines */
const found = (...lines) =>
  stalls(/** @type {any} */ (connectionOf(...BEGUN, ...lines).analysis.connections.describe(0)).findings);

test('what had been sent before a pause and comes behind it waited on the path', () => {
  expect(found(`+5s server data 1448 ${SENT}`, 'client ACK', '+40ms server data 1448', 'client ACK')).toMatchObject([
    {
      severity: 'warning',
      direction: 'serverToClient',
      costSeconds: 5,
      message: expect.stringMatching(/^The path to the client stalled once, for 5\.00 s of 5\.\d+ s: /),
    },
  ]);
});

test("it did not where it was sent only then, nor where the capture's clock jumped", () => {
  expect(found('+5s server data 1448', 'client ACK')).toEqual([]);
  const lines = [...BEGUN, '+40ms server data 1448', 'client ACK', '+40ms server data 1448', 'client ACK'];
  const jumped = script({}, ...lines).map((packet, k, { length }) => ({
    ...packet,
    timeNs: packet.timeNs + (k >= length - 4 ? 5e9 : 0),
  }));
  expect(stalls(/** @type {any} */ (analysed(pcap(jumped)).connections.describe(0)).findings)).toEqual([]);
});
