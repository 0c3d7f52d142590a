/** Pauses of streams that wait for events: pings that keep them alive are no events. */
import { OpenedAnalysis } from '../../../../lib/analysis/opened-analysis.js';
import { pcap, script } from '../../../support/packets/packets.js';

/** @param {string[]} pieces of a stream of server-sent events, one each second */
function pausesOf(...pieces) {
  const analysis = new OpenedAnalysis();
  const head = 'HTTP/1.1 200 OK\\r\\nContent-Type: text/event-stream\\r\\n\\r\\n';
  analysis.ingest.push(
    pcap(
      script(
        'client SYN',
        '+20ms server SYN-ACK',
        '+20ms client ACK',
        'client PSH "GET / HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n"',
        `+20ms server PSH "${head}"`,
        ...pieces.flatMap((piece) => [`+1s server PSH "${piece}"`, '+20us client ACK']),
        'server FIN',
        'client FIN',
      ),
    ),
  );
  analysis.ingest.end();
  const { findings } = /** @type {any} */ (analysis.connections.describe(0));
  return findings.find((/** @type {any} */ { code }) => code === 'event_stream').evidence;
}

const EVENT = 'data: x\\n\\n';
const PING = ': ping\\n\\n';

test('the longest pause is between events, whatever keeps the connection alive', () => {
  expect(pausesOf(EVENT, PING, PING, EVENT).longestSeconds).toBeCloseTo(3, 2);
  expect(pausesOf(EVENT, EVENT, EVENT, EVENT).longestSeconds).toBeCloseTo(1, 2);
});
