/** The same recorded connection elsewhere, and without its payload. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { contradictions } from '../../support/places.js';
import { describeShared } from '../../support/shared.js';

/** @typedef {import('../../../lib/insight/findings/finding.js').Finding} Finding */

/** What differs though it should not: capture, code, why. @type {[file: RegExp, code: string, why: string][]} */
const EXCEPTIONS = [
  [
    /^tfo-/,
    'slow_start_dominates',
    'acknowledgements of one tick share the segments that echo them evenly, so that the window seems to have stopped growing a flight sooner',
  ],
];
/** Read off HTTP, TLS and HTTP/2 rather than TCP. */
const OF_MESSAGES = [
  'event_stream',
  'server_think_time',
  'pipelining_head_of_line',
  'compression_absent',
  'large_requests',
  'tls_round_trips',
  'long_round_trips',
  'http2_flow_control',
];

/**
 * Without secrets: what is encrypted is of no account here.
 * @param {Uint8Array} bytes
 * @returns {import('../../support/places.js').Found} of the first connection
 */
function foundIn(bytes) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(bytes);
  analysis.ingest.end();
  return /** @type {import('../../support/places.js').Found} */ (analysis.connections.describe(0));
}

/** @param {Finding[]} findings @param {string[]} but */
const told = (findings, but) =>
  findings
    .filter(({ code }) => !but.includes(code))
    .map(({ code, severity, direction }) => `${severity} ${code} ${direction}`)
    .sort();

/** A classic little-endian Ethernet capture whose frames end with their TCP header. @param {Uint8Array} bytes */
function withoutPayload(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const parts = [bytes.subarray(0, 24)];
  for (let at = 24; at + 16 <= bytes.length;) {
    const captured = view.getUint32(at + 8, true);
    const ip = at + 16 + 14;
    const headers = 14 + (bytes[ip] & 15) * 4 + (bytes[ip + (bytes[ip] & 15) * 4 + 12] >> 4) * 4;
    const kept = bytes[ip] >> 4 === 4 && bytes[ip + 9] === 6 ? Math.min(captured, headers) : captured;
    const record = bytes.slice(at, at + 16 + kept);
    new DataView(record.buffer).setUint32(8, kept, true);
    parts.push(record);
    at += 16 + captured;
  }
  return Uint8Array.from(Buffer.concat(parts));
}

describeShared('findings of recorded connections', 'pcaps/truth', (folder) => {
  const read = (/** @type {string} */ file) => new Uint8Array(gunzipSync(readFileSync(`${folder}/${file}`)));
  const files = readdirSync(folder);
  const elsewhere = files.filter((name) => /\.(receiver|middle)\.pcap\.gz$/.test(name) && !/^(h3|lt)-/.test(name));

  test('at the sender are found elsewhere too, or said not to be observable there; and the other way round', () => {
    const differ = elsewhere.flatMap((file) =>
      contradictions(foundIn(read(file.replace(/\.(receiver|middle)/, ''))), foundIn(read(file))).map(
        (what) => `${file}: ${what}`,
      ),
    );
    expect(differ.filter((line) => !EXCEPTIONS.some(([name, code]) => name.test(line) && line.includes(code)))).toEqual(
      [],
    );
  }, 120_000);

  test('do not change where the payload is cut off', () => {
    for (const file of files.filter((name) => /^(http1|h2c|tls|chromium-h1)[^.]*\.pcap\.gz$/.test(name))) {
      const whole = foundIn(read(file)).findings;
      // it is examined for what was said alone
      if (whole.some(({ code }) => code === 'http_errors')) continue;
      const isSaid = whole.some(({ code }) => code === 'server_think_time' || code === 'event_stream');
      // What a client of HTTP/2 says is a request, or credit, and what a server had nothing to send for is thinking, or
      // a stream of events: only the payload tells.
      const unlike = [file.startsWith('h2') ? 'one_exchange_at_a_time' : '', isSaid ? 'application_limited' : ''];
      const but = [...OF_MESSAGES, 'all_well', ...unlike];
      expect([file, told(foundIn(withoutPayload(read(file))).findings, but)]).toEqual([file, told(whole, but)]);
    }
  }, 120_000);
});
