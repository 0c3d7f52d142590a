/** A server of this host that listens on addresses of one version of IP only. */
import { analysed } from '../../simulator/support/run.js';
import { merge, pcap, script } from '../../support/packets/packets.js';

const refused = (/** @type {string} */ client, /** @type {string} */ server) =>
  script({ client, server, startNs: 0 }, 'client SYN', '+0.01ms server RST ACK');
const answered = (/** @type {string} */ client, /** @type {string} */ server, startNs = 1e6) =>
  script(
    { client, server, startNs },
    'client SYN',
    '+0.01ms server SYN-ACK',
    '+0.01ms client ACK',
    'client PSH "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"',
    '+1ms server PSH "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"',
    'client FIN',
    '+0.01ms server FIN',
    '+0.01ms client ACK',
  );
const of = (/** @type {ReturnType<typeof script>[]} */ ...connections) =>
  analysed(pcap(merge(...connections))).findings.ofCapture();
const refusalOf = (/** @type {ReturnType<typeof script>[]} */ ...connections) =>
  of(...connections).findings.find(({ code }) => code === 'connection_refused');

test('a refusal at ::1 is no fault where the client goes on to 127.0.0.1', () => {
  const both = [refused('[::1]:40000', '[::1]:80'), answered('127.0.0.1:40001', '127.0.0.1:80')];
  expect(refusalOf(...both)).toMatchObject({
    severity: 'note',
    message: 'Connection 0: the server refused the connection, and the client reached it at 127.0.0.1.',
    flows: [0],
  });
  expect(of(...both).verdict?.code).toBe('all_well');
});

test.each([
  ['at another port', ['[::1]:40000', '[::1]:80'], ['127.0.0.1:40001', '127.0.0.1:81'], 1e6],
  ['much later', ['[::1]:40000', '[::1]:80'], ['127.0.0.1:40001', '127.0.0.1:80'], 9e9],
  ['at the same address', ['127.0.0.1:40000', '127.0.0.1:80'], ['127.0.0.1:40001', '127.0.0.1:80'], 1e6],
  ['of what may be another host', ['[2001:db8::1]:4', '[2001:db8::2]:80'], ['10.0.0.1:5', '10.0.0.2:80'], 1e6],
])('it is one where it goes on %s', (_where, [client, server], [nextClient, nextServer], startNs) => {
  const found = refusalOf(refused(client, server), answered(nextClient, nextServer, startNs));
  expect(found).toMatchObject({ severity: 'error', message: 'Connection 0: the server refused the connection.' });
});
