/** What held a page: its critical path, by cause. */
import { describedPages, PageVerdicts } from '../../lib/analysis/messages/page-verdicts.js';
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { criticalPath } from '../../lib/overview/pages/critical-path.js';
import { siteOf } from '../../lib/overview/pages/site.js';
import { merge, pcap, script } from '../support/packets/packets.js';
import fc from '../support/properties.js';

/** @typedef {import('../../lib/overview/pages/critical-path.js').Leg} Leg */

/** @param {...import('../support/packets/packets.js').Packet[]} scripts @returns all pages of the capture */
function pagesOf(...scripts) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(pcap(merge(...scripts)));
  analysis.ingest.end();
  const pages = [...describedPages(analysis)];
  const first = analysis.overview.waterfalls.page(0);
  // the waterfall's page is the same
  expect(first && new PageVerdicts(analysis.ingest).of(first)).toEqual(pages[0].verdict);
  return pages.map(({ verdict }) => /** @type {NonNullable<typeof verdict>} */ (verdict));
}

const OPEN = ['client SYN mss 1460', '+20ms server SYN-ACK mss 1460', '+10us client ACK'];
/** @param {string} target @param {{ host?: string, referer?: string }} [fields] */
const get = (target, { host = 'a.test', referer = 'http://a.test/' } = {}) =>
  `client PSH "GET ${target} HTTP/1.1\\r\\nHost: ${host}\\r\\nReferer: ${referer}\\r\\n\\r\\n"`;
const GET_PAGE = 'client PSH "GET / HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n"';
const answer = (/** @type {string} */ type, fields = '', status = '200 OK') =>
  `server PSH "HTTP/1.1 ${status}\\r\\nContent-Type: ${type}\\r\\n${fields}Content-Length: 3\\r\\n\\r\\nabc"`;
/** @param {number} flow @param {string} [server] */
const at = (flow, server = '10.0.0.2:80') => ({ client: `10.0.0.1:${40_000 + flow}`, server });

const document = script(at(0), ...OPEN, GET_PAGE, '+30ms ' + answer('text/html'), '+10us client ACK');
/** Asked by the script, which is asked by the document. */
const scripted = script(
  at(1),
  '@60ms client SYN mss 1460',
  ...OPEN.slice(1),
  get('/app.js'),
  '+30ms ' + answer('text/javascript'),
  '+10us client ACK',
  '+50ms ' + get('/api/orders'),
  '+320ms ' + answer('application/json'),
  '+10us client ACK',
);
const image = script(
  at(2),
  '@61ms client SYN mss 1460',
  ...OPEN.slice(1),
  get('/i.png'),
  '+100ms ' + answer('image/png'),
);

/** @param {{ causes: { cause: string, seconds: number }[] }} verdict @returns {Record<string, number>} ms */
const msOf = ({ causes }) => Object.fromEntries(causes.map(({ cause, seconds }) => [cause, Math.round(seconds * 1e3)]));

test('its parts sum to the whole, by cause, and the sentence names the request that took most of it', () => {
  const [verdict] = pagesOf(document, scripted, image);
  expect(verdict.path.reduce((sum, { start, end }) => sum + end - start, 0)).toBeCloseTo(verdict.seconds, 9);
  expect(verdict.causes.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(verdict.seconds, 9);
  expect(verdict.path.every(({ start }, k) => k === 0 || start === verdict.path[k - 1].end)).toBe(true);
  expect(msOf(verdict)).toEqual({ server: 320, serial: 60, client: 60, connect: 40 });
  expect(verdict).toMatchObject({ heldBy: 'server', chain: 3, confidence: 0.6 });
  // The image took part in nothing.
  expect([...new Set(verdict.path.map(({ why }) => why))]).toEqual([null, 'referer', 'connection']);
  expect(verdict.sentence).toBe(
    'Held by server think time: 0.320 of 0.480 s (67 %), most of it GET /api/orders. ' +
      'Then round trips of 3 requests, one after the other 60 ms (13 %), the client between requests 60 ms (12 %), ' +
      'connecting 40 ms (8.3 %). Which request waited for which is inferred.',
  );
});

test('a repeated SYN, and a third party, have what they cost', () => {
  const other = script(
    at(3, '10.0.0.9:80'),
    '@55ms client SYN mss 1460',
    '+1000ms client SYN mss 1460 seq 0',
    ...OPEN.slice(1),
    get('/track.js', { host: 'cdn.other.test' }),
    '+20ms ' + answer('text/javascript'),
    '+10us client ACK',
  );
  const [verdict] = pagesOf(document, other);
  expect(verdict.heldBy).toBe('losses');
  expect(msOf(verdict)).toMatchObject({ losses: 1000 });
  expect(verdict.thirdParties).toMatchObject({ hosts: ['cdn.other.test'], seconds: expect.closeTo(1.04, 2) });
  expect(verdict.sentence).toContain('Third parties: 1.04 of ');
});

test('a redirect is waited for, whatever else there was', () => {
  const redirected = script(
    at(0),
    ...OPEN,
    'client PSH "GET /old HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n"',
    '+30ms ' + answer('text/html', 'Location: http://a.test/\\r\\n', '302 Found'),
    '+10us client ACK',
    GET_PAGE,
    '+30ms ' + answer('text/html'),
  );
  const [verdict] = pagesOf(redirected);
  expect(verdict).toMatchObject({ chain: 2, confidence: 0.9 });
  expect(verdict.path.at(-1)?.why).toBe('redirect');
  expect(verdict.sentence).not.toContain('inferred');
});

test('however requests lie, the parts are one after the other, from the start to the last end', () => {
  const leg = fc.record({
    at: fc.nat(1000),
    setUp: fc.integer({ min: -1, max: 50 }),
    idle: fc.nat(100),
    wait: fc.integer({ min: -1, max: 80 }),
    receive: fc.nat(80),
    connection: fc.nat(3),
    isDocument: fc.boolean(),
    mayTrigger: fc.boolean(),
    before: fc.nat(30),
    isOrdered: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(leg, { maxLength: 20 }), (all) => {
      /** @type {Leg[]} */
      const legs = all
        .map(({ at: openNs, setUp, idle, wait, receive, ...rest }) => {
          const requestNs = openNs + Math.max(0, setUp) + idle;
          const responseNs = wait < 0 ? -1 : requestNs + wait;
          const hasSetUp = setUp >= 0;
          return {
            ...rest,
            askedNs: hasSetUp && openNs > 10 ? openNs - 10 : -1,
            lookedUpNs: hasSetUp ? openNs : -1,
            openNs: hasSetUp ? openNs : -1,
            openedNs: hasSetUp ? openNs + setUp : -1,
            requestNs,
            responseNs,
            endNs: responseNs < 0 ? requestNs : responseNs + receive,
            redirect: rest.before - 20,
            referer: rest.before - 10,
          };
        })
        .sort((a, b) => a.requestNs - b.requestNs);
      const parts = criticalPath(legs);
      for (let k = 1; k < parts.length; k++) if (parts[k].fromNs !== parts[k - 1].toNs) return false;
      const lastNs = Math.max(...legs.map(({ endNs }) => endNs));
      return parts.every(({ fromNs, toNs }) => fromNs < toNs) && (parts.length === 0 || parts.at(-1)?.toNs === lastNs);
    }),
  );
});

test.each([
  ['www.a.test', 'a.test'],
  ['A.test:8080', 'a.test'],
  ['cdn.shop.co.uk', 'shop.co.uk'],
  ['192.0.2.1:80', '192.0.2.1'],
  ['[2001:db8::1]:80', '[2001:db8::1]'],
  ['localhost', 'localhost'],
])('%s is of %s', (host, site) => expect(siteOf(host)).toBe(site));
