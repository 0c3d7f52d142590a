/** Names that took long to be looked up, as connections that waited for them show it. */
import { OpenedAnalysis } from '../../../../lib/analysis/opened-analysis.js';
import { TimeQueries } from '../../../../lib/insight/describe/time-queries.js';
import { MAX_LOOK_UPS, MAX_SLOW_LOOK_UPS } from '../../../../lib/name-resolution/limits.js';
import { LookUps } from '../../../../lib/name-resolution/look-ups.js';
import { ethernet, ipv4, udp } from '../../../packet/bytes.js';
import { dnsMessage } from '../../../support/dns.js';
import { merge, pcap, script } from '../../../support/packets/packets.js';
import { keptSentence } from '../../first-sentences/kept-sentence.js';

const NAME = 'www.example';
const A = 1;
const AAAA = 28;
const SERVER = [192, 0, 2, 1];
const CLIENT_HOST = 2;
const RESOLVER_HOST = 9;

/** @typedef {{ atMs: number, type?: number, name?: string, host?: number }} Said */

/** @param {Uint8Array} message @param {number} host who sends it, to 10.0.0.2 @param {number} atMs */
function datagram(message, host, atMs) {
  const bytes = ethernet(ipv4(udp(message, host === RESOLVER_HOST ? [53, 4000] : [4000, 53]), { protocol: 17, host }));
  return { bytes, originalLength: bytes.length, timeNs: atMs * 1e6 };
}
const query = (/** @type {Said} */ { atMs, type = A, name = NAME, host = CLIENT_HOST }) =>
  datagram(dnsMessage({ question: name, type, flags: 0x0100 }), host, atMs);
const answer = (/** @type {Said} */ { atMs, type = A, name = NAME }) =>
  datagram(
    dnsMessage({ question: name, type, records: type === A ? [{ name, type: 'A', data: SERVER }] : [] }),
    RESOLVER_HOST,
    atMs,
  );

/** @param {number} startMs @param {ReturnType<typeof query>[]} datagrams */
function foundIn(startMs, ...datagrams) {
  const analysis = new OpenedAnalysis();
  const page = script(
    { client: '10.0.0.2:40000', server: '192.0.2.1:80', startNs: startMs * 1e6 },
    'client SYN mss 1460',
    '+40ms server SYN-ACK mss 1460',
    '+50us client ACK',
    '+1ms client PSH "GET / HTTP/1.1\\r\\nHost: www.example\\r\\n\\r\\n"',
    '+40ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"',
    '+1ms client ACK',
  );
  analysis.ingest.push(pcap(merge(datagrams, page)));
  analysis.ingest.end();
  analysis.findings.times = new TimeQueries(analysis.ingest, { all: true });
  const last = analysis.ingest.tcp.flows.count - 1;
  const { findings = [], verdict, summary, time } = /** @type {any} */ (analysis.connections.describe(last));
  return {
    time,
    found: findings.find((/** @type {any} */ { code }) => code === 'slow_name_look_up'),
    verdict,
    summary,
  };
}

test('the ledger of time gives it to the name service, before the connection', () => {
  const { time } = foundIn(1105, query({ atMs: 0 }), query({ atMs: 1000 }), answer({ atMs: 1100 }));
  expect(time.exchanges[0]).toMatchObject({ kind: 'name_look_up', start: 0, end: 1.1, owners: { name_service: 1.1 } });
  expect(time.owners.name_service).toBeUndefined();
  expect(time.start).toBeCloseTo(1.105, 6);
});

test('a look-up that is repeated after a second and answered then is what took the time', () => {
  const { found, verdict } = foundIn(1105, query({ atMs: 0 }), query({ atMs: 1000 }), answer({ atMs: 1100 }));
  expect(found).toMatchObject({
    severity: 'warning',
    cause: 'handshake',
    start: 0,
    end: 1.1,
    costSeconds: 1.1,
    evidence: { name: NAME, queries: 2 },
    message: keptSentence(),
  });
  expect(verdict.sentence).toBe('Slow DNS lookup · 1.10 s before the connection');
});

test('the slowest of the answers that it waited for counts', () => {
  const asked = [query({ atMs: 0 }), query({ atMs: 0, type: AAAA }), answer({ atMs: 20 })];
  expect(foundIn(310, ...asked, answer({ atMs: 300, type: AAAA })).found).toMatchObject({
    severity: 'note',
    costSeconds: 0.3,
  });
  // Happy Eyeballs does not wait for it
  expect(foundIn(70, ...asked, answer({ atMs: 300, type: AAAA })).found).toBeUndefined();
});

test.each([
  ['it was answered at once', 30, [query({ atMs: 0 }), answer({ atMs: 20 })]],
  ['the connection came long after', 2000, [query({ atMs: 0 }), answer({ atMs: 900 })]],
  ['another host asked', 905, [query({ atMs: 0, host: 7 }), answer({ atMs: 900 })]],
  ['another name was asked for', 905, [query({ atMs: 0, name: 'other.example' }), answer({ atMs: 900 })]],
  ['the question is not in the capture', 905, [answer({ atMs: 900 })]],
  [
    'an earlier look-up of the name was slow, this one was not',
    5030,
    [query({ atMs: 0 }), answer({ atMs: 900 }), query({ atMs: 5000 }), answer({ atMs: 5020 })],
  ],
  ['the earlier query was given up', 50_030, [query({ atMs: 0 }), query({ atMs: 50_000 }), answer({ atMs: 50_020 })]],
])('nothing is said where %s', (_why, startMs, datagrams) => {
  expect(foundIn(startMs, ...datagrams).found).toBeUndefined();
});

describe('a query that nobody answers', () => {
  const asked = [query({ atMs: 0 }), query({ atMs: 1, type: AAAA }), answer({ atMs: 20 })];

  test('keeps a client waiting that has the address, to its resolver’s limit', () => {
    const { found, verdict } = foundIn(3011, ...asked);
    expect(found).toMatchObject({ severity: 'warning', costSeconds: expect.closeTo(3.011, 6) });
    expect(found.message).toMatch(/did not answer the query for AAAA of “www.example”/);
    expect(verdict.sentence).toBe('Slow DNS lookup · 3.01 s before the connection');
  });

  test('does not where it is answered, or the client connected at some other time, or to there before', () => {
    expect(foundIn(3011, ...asked, answer({ atMs: 22, type: AAAA })).found).toBeUndefined();
    expect(foundIn(3400, ...asked).found).toBeUndefined();
    const syn = script({ client: '10.0.0.2:39999', server: '192.0.2.1:80', startNs: 25e6 }, 'client SYN mss 1460');
    const other = script({ client: '10.0.0.2:39999', server: '192.0.2.7:80', startNs: 25e6 }, 'client SYN mss 1460');
    expect(foundIn(3011, ...asked, ...syn).found).toBeUndefined();
    expect(foundIn(3011, ...asked, ...other).found).toBeDefined();
  });
});

test('look-ups that are followed, and slow ones that are kept, have a bound', () => {
  const lookUps = new LookUps();
  const asker = Uint8Array.of(10, 0, 0, 2);
  const say = (/** @type {string} */ name, /** @type {boolean} */ isAnswer, /** @type {number} */ ns) => {
    const records = isAnswer ? [{ name, type: /** @type {const} */ ('A'), data: SERVER }] : [];
    const bytes = dnsMessage({ question: name, records, flags: isAnswer ? 0x8180 : 0x0100 });
    lookUps.add(bytes, 0, bytes.length, ns, asker);
  };
  const before = (/** @type {number} */ ns) => lookUps.before('10.0.0.2', '192.0.2.1', ns)?.name;
  say('first.example', false, 0);
  for (let k = 0; k < MAX_LOOK_UPS; k++) say(`h${k}.example`, false, 0);
  say('first.example', true, 1e9);
  expect(before(1e9)).toBeUndefined();
  say('h0.example', true, 2e9);
  expect(before(2e9)).toBe('h0.example');
  for (let k = 0; k < MAX_SLOW_LOOK_UPS; k++) {
    say(`s${k}.example`, false, 3e9);
    say(`s${k}.example`, true, 4e9);
  }
  say('last.example', false, 5e9);
  say('last.example', true, 6e9);
  expect(before(6e9)).toBeUndefined();
});
