/** The same recorded connection elsewhere, and without its payload. */
import { readFileSync, readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { CAPTURE_CODES } from '../../lib/insight/findings/captured.js';
import { OpenedAnalysis } from '../../lib/opened-analysis.js';
import { describeShared } from '../support/shared.js';

/** @typedef {import('../../lib/insight/findings/finding.js').Finding} Finding */

/**
 * What only the sender shows. A repair that is lost before it comes by cannot be seen; at the tail, nor can what it repairs (docs/metrics.md: "Flags and
 * verdicts"). Copies that the path makes are seen behind the place that makes them, and told by acknowledgements before it.
 */
const AT_SENDER = ['lost_retransmission', 'tail_loss_timeout', 'duplicates_on_path', 'send_buffer_limited'];
/** Read off HTTP, TLS and HTTP/2 rather than TCP. */
const OF_MESSAGES = ['server_think_time', 'pipelining_head_of_line', 'compression_absent', 'large_requests', 'tls_round_trips', 'http2_flow_control'];
/** Share of all places at which all findings are the same, notes of how long something took included. */
const MOST_NOTES = 0.95;

/** Without secrets: what is encrypted is of no account here. @param {Uint8Array} bytes @returns {Finding[]} of the first connection */
function findingsIn(bytes) {
  const analysis = new OpenedAnalysis();
  analysis.push(bytes);
  analysis.end();
  return /** @type {Finding[]} */ (analysis.describeFlow(0).findings);
}

/** @param {Finding[]} findings @param {string[]} but */
const told = (findings, but) => findings.filter(({ code }) => !but.includes(code)).map(({ code, severity, direction }) => `${severity} ${code} ${direction}`).sort();

/** A classic little-endian Ethernet capture whose frames end with their TCP header. @param {Uint8Array} bytes */
function withoutPayload(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset), parts = [bytes.subarray(0, 24)];
  for (let at = 24; at + 16 <= bytes.length;) {
    const captured = view.getUint32(at + 8, true), ip = at + 16 + 14, headers = 14 + (bytes[ip] & 15) * 4 + (bytes[ip + (bytes[ip] & 15) * 4 + 12] >> 4) * 4;
    const kept = bytes[ip] >> 4 === 4 && bytes[ip + 9] === 6 ? Math.min(captured, headers) : captured, record = bytes.slice(at, at + 16 + kept);
    new DataView(record.buffer).setUint32(8, kept, true);
    parts.push(record);
    at += 16 + captured;
  }
  return Uint8Array.from(Buffer.concat(parts));
}

describeShared('findings of recorded connections', 'pcaps/truth', (folder) => {
  const read = (/** @type {string} */ file) => new Uint8Array(gunzipSync(readFileSync(`${folder}/${file}`)));
  const files = readdirSync(folder), elsewhere = files.filter((name) => /\.(receiver|middle)\.pcap\.gz$/.test(name) && !/^(h3|lt)-/.test(name));

  test('are the same at the sender, the receiver and between', () => {
    /** @type {string[]} */
    const differ = [];
    let same = 0;
    for (const file of elsewhere) {
      const there = findingsIn(read(file)), at = findingsIn(read(file.replace(/\.(receiver|middle)/, ''))), but = [...CAPTURE_CODES, ...AT_SENDER, 'all_well'];
      const bad = (/** @type {Finding[]} */ list) => told(list.filter(({ severity }) => severity !== 'note'), but);
      if (bad(at).join() !== bad(there).join()) differ.push(`${file}: ${bad(there)}, at the sender ${bad(at)}`);
      if (told(at, but).join() === told(there, but).join()) same++;
    }
    expect(differ).toEqual([]);
    expect(same / elsewhere.length).toBeGreaterThanOrEqual(MOST_NOTES);
  }, 120_000);

  test('do not change where the payload is cut off', () => {
    for (const file of files.filter((name) => /^(http1|h2c|tls|chromium-h1)[^.]*\.pcap\.gz$/.test(name))) {
      const bytes = read(file), but = [...OF_MESSAGES, 'all_well'];
      expect([file, told(findingsIn(withoutPayload(bytes)), but)]).toEqual([file, told(findingsIn(bytes), but)]);
    }
  }, 120_000);
});
