/** Redirect loops over connections of one request each. */
import { analysed } from '../../simulator/support/run.js';
import { merge, pcap, script } from '../../support/packets/packets.js';

/**
 * Connections one after the other: what each asks for, and where it is sent; null: to a page.
 * @param {[target: string, location: string | null][]} asked
 * @param {(k: number) => string} clientOf address of the k-th
 */
function loopsIn(asked, clientOf = () => '10.0.0.1') {
  const connections = asked.map(([target, location], k) => {
    const answer =
      location === null ? '200 OK\r\nContent-Length: 0' : `302 Found\r\nLocation: ${location}\r\nContent-Length: 0`;
    return script(
      { client: `${clientOf(k)}:${40_000 + k}`, server: '10.0.0.2:80', startNs: k * 1e9 },
      'client SYN',
      '+20ms server SYN-ACK',
      '+20ms client ACK',
      `client PSH "GET ${target} HTTP/1.1\r\nHost: a.test\r\n\r\n"`,
      `+20ms server PSH "HTTP/1.1 ${answer}\r\n\r\n"`,
      '+1ms client FIN',
      '+20ms server FIN',
      '+20ms client ACK',
    );
  });
  const { findings } = analysed(pcap(merge(...connections))).findings.ofCapture();
  return findings.filter(({ code }) => code === 'redirect_loop');
}

/** @type {(k: number) => [string, string | null]} */
const turn = (k) => (k % 2 === 0 ? ['/a', '/b'] : ['/b', '/a']);

test('each connection is sent to what the next asks for, again and again', () => {
  const found = loopsIn(Array.from({ length: 8 }, (_, k) => turn(k)));
  expect(found).toMatchObject([
    {
      severity: 'warning',
      message:
        '8 requests on 8 connections were redirected, each to the next; the last (status 302) to “http://a.test/a”.',
      evidence: { redirects: 8 },
      flows: [0, 1, 2, 3, 4, 5, 6, 7],
    },
  ]);
});

test.each(
  /** @type {[string, Parameters<typeof loopsIn>][]} */ ([
    ['too few of them', [Array.from({ length: 5 }, (_, k) => turn(k))]],
    ['a page at the end of each', [Array.from({ length: 12 }, (_, k) => (k % 2 === 0 ? ['/', '/'] : ['/', null]))]],
    ['other clients', [Array.from({ length: 8 }, (_, k) => turn(k)), (k) => `10.0.0.${10 + k}`]],
  ]),
)('no loop: %s', (_what, [asked, clientOf]) => {
  expect(loopsIn(asked, clientOf)).toEqual([]);
});
