/** A server's log tells apart the time of its application: by the requests it is put on the capture's clock. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { hostLogOfText } from '../../support/host/record.js';
import { pcap, script } from '../../support/packets/packets.js';
import { toldOf } from './support/ledgers.js';

const REQUESTS = 4;
/** ms that the server takes. */
const SERVER_MS = 200;

/** Requests one after the other, of the same target. */
const capture = pcap(
  script(
    'client SYN mss 1460',
    '+20ms server SYN-ACK mss 1460',
    'client ACK',
    ...Array.from({ length: REQUESTS }, () => [
      '+100ms client PSH "GET /slow HTTP/1.1\\r\\nHost: a.example\\r\\n\\r\\n"',
      'server ACK',
      `+${SERVER_MS}ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"`,
      '+20ms client ACK',
    ]).flat(),
  ),
);

/** @param {string|null} log */
function intervalsWith(log) {
  const { ingest, opened } = new OpenedAnalysis();
  if (log !== null) ingest.hostLog = hostLogOfText(log);
  ingest.push(capture);
  ingest.end();
  const { startEpoch } = ingest.describe();
  const time = /** @type {NonNullable<ReturnType<typeof opened.time>>} */ (opened.time(0));
  const intervals = time.intervals.map((one) => ({ ...one, startNs: one.start * 1e9, endNs: one.end * 1e9 }));
  const ends = time.exchanges.filter(({ kind }) => kind === 'request').map(({ end }) => end);
  return { told: toldOf(/** @type {any} */ (intervals)), intervals, startEpoch: Number(startEpoch), ends };
}

/** @param {{ offset?: number, status?: number, connect?: number, head?: number }} [how] seconds */
function nginxLog({ offset = 0, status = 200, connect = 0.03, head = 0.15 } = {}) {
  const { startEpoch, ends } = intervalsWith(null);
  return ends
    .map(
      (end) =>
        `10.0.0.1 - - [01/Jan/2026:00:00:00 +0000] "GET /slow HTTP/1.1" ${status} 2 rt=0.2 uct="${connect}" uht="${head}" ` +
        `msec=${(startEpoch + end + offset - 0.0005).toFixed(3)}`,
    )
    .join('\n');
}

test("the server's time is told apart as its log says, whatever its clock; the rest stays its own", () => {
  const before = intervalsWith(null).told;
  for (const offset of [0, 7.25, -30]) {
    const { told, intervals } = intervalsWith(nginxLog({ offset }));
    expect(told['server_app upstream_connect']).toBeCloseTo(REQUESTS * 30, -1);
    expect(told['server_app upstream']).toBeCloseTo(REQUESTS * 120, -1);
    const parts = ['think', 'upstream_connect', 'upstream'].map((rule) => told[`server_app ${rule}`]);
    expect(parts.reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(before['server_app think'], -1);
    expect(intervals.find(({ rule }) => rule === 'upstream')).toMatchObject({ confidence: 0.7 });
  }
});

test('lines of another status, of longer requests, or of another time are not of these requests', () => {
  const before = intervalsWith(null).told;
  for (const how of [{ status: 404 }, { head: 3 }, { offset: 400 }]) {
    expect(intervalsWith(nginxLog(how)).told).toEqual(before);
  }
});
