/**
 * Accurate feedback of congestion marks (RFC 9768): in each packet AE, CWR and ECE are three bits of a counter, which
 * starts at 5.
 */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { ACK, Conversation, CWR, ECE, pcap, PSH, SYN } from '../../support/packets/packets.js';

const AE = 256;
const FIVE = AE | ECE;
const OPTIONS = { mss: 1460, windowScale: 7, sackPermitted: true, timestamps: true };

/**
 * A download of growing flights.
 * @param {{ syn?: number, answer: number, counter?: number, ecn?: number, begins?: boolean }} how counter: of the
 *   packets behind the handshake;
 *   ecn: of the server's data; begins: with its handshake
 */
function download({ syn = AE | CWR | ECE, answer, counter = FIVE, ecn = 0, begins = true }) {
  const talk = new Conversation({ established: !begins });
  const analysis = new OpenedAnalysis();
  if (begins) {
    talk
      .send('client', { flags: SYN | syn, ...OPTIONS })
      .send('server', { flags: SYN | ACK | answer, ...OPTIONS, afterNs: 20e6 });
    talk.send('client', { flags: ACK | CWR, afterNs: 1e4 });
  }
  talk.send('client', { flags: ACK | PSH | counter, payload: new Uint8Array(100), afterNs: 1e4 });
  for (let k = 1; k <= 12; k++) {
    talk.send('server', { flags: ACK | counter, payload: new Uint8Array(1448), count: 2 * k, afterNs: 20e6 });
    talk.send('client', { flags: ACK | counter, afterNs: 1e4 });
  }
  for (const { bytes } of talk.packets) if (bytes.length > 1000) bytes[15] |= ecn;
  analysis.ingest.push(pcap(talk.packets));
  analysis.ingest.end();
  const { findings } = /** @type {any} */ (analysis.connections.describe(0));
  const senders = /** @type {any[]} */ (analysis.opened.describeSenders(0));
  const [client, server] = senders;
  return {
    ecnFindings: findings.filter((/** @type {any} */ { code }) => /^(ecn_|congestion_marks)/.test(code)),
    mechanism: client.mechanisms.find((/** @type {any} */ { name }) => name === 'ecn'),
    exit: server.slowStartExit?.cause ?? null,
    phases: server.phases.map((/** @type {any} */ { phase }) => phase),
  };
}

test.each([CWR, CWR | ECE, AE, AE | CWR])('a counter at its start is no mark (SYN-ACK %i)', (answer) => {
  const { ecnFindings, mechanism, exit, phases } = download({ answer, ecn: 2 });
  expect(ecnFindings).toEqual([]);
  expect(exit).not.toBe('mark');
  expect(phases).not.toContain('fast_recovery');
  expect(mechanism).toMatchObject({ seen: 'seen', detail: { feedback: 'accurate', marked: 0, echoed: null } });
});

test('a counter is none where the capture begins behind the handshake, either', () => {
  const { ecnFindings, exit, phases } = download({ answer: 0, begins: false });
  expect(ecnFindings).toEqual([]);
  expect([exit, ...phases].filter((word) => word === 'mark' || word === 'fast_recovery')).toEqual([]);
});

test('marks in IP headers are told in any case, and no acknowledgement is said to echo them', () => {
  const { ecnFindings, mechanism } = download({ answer: CWR, ecn: 3 });
  expect(ecnFindings).toMatchObject([
    { code: 'congestion_marks', direction: 'serverToClient', evidence: { echoes: 0 } },
  ]);
  expect(ecnFindings[0].message).toMatch(
    /^Queues on the path to the client marked packets instead of dropping them: \d+ CE marks seen here\.$/,
  );
  expect(mechanism).toMatchObject({ seen: 'seen', detail: { feedback: 'accurate', echoed: null } });
});

test('a server of the classic feedback echoes marks by ECE', () => {
  const { ecnFindings, mechanism, exit } = download({ answer: ECE, counter: ECE, ecn: 2 });
  expect(ecnFindings.map((/** @type {any} */ { code }) => code)).toContain('congestion_marks');
  expect(exit).toBe('mark');
  expect(mechanism).toMatchObject({
    seen: 'seen',
    detail: { feedback: 'classic', marked: 0, echoed: expect.any(Number) },
  });
});

test.each([
  ['nothing', 0],
  ['what it was asked', AE | CWR | ECE],
])('a server that answers %s refuses, and what looks like echoes is none', (_, answer) => {
  const { ecnFindings, mechanism } = download({ answer, counter: ECE });
  expect(ecnFindings.map((/** @type {any} */ { code }) => code)).toEqual(['ecn_refused']);
  expect(mechanism).toMatchObject({ seen: 'not_seen', reason: 'the server refused it' });
});
