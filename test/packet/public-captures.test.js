import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { CaptureReader } from '../../lib/capture/reader.js';
import { PacketDecoder } from '../../lib/packet/decoder.js';
import { describeShared } from '../support/shared.js';

/** Captures without frames to compare: what is not read at all (tests of the capture room tell why). */
const NOT_READ = new Set([
  'zero-bytes.pcap',
  'pcap-invalid-version-1.pcap',
  'ns3tcp-loss-WestwoodPlus4-response-vectors.pcap',
]);

/**
 * Captures in which the IP header's length is right, as tcptrace has it, and the record's, which Wireshark believes, is
 * not.
 */
const LENGTH_OF_IP_BELIEVED = new Set(['6syns.dmp', 'fast_reuse.dmp', 'reassembly.pcap']);

/**
 * @param {string} path
 * @returns {{ packets: number, payloadBytes: number, payloadCaptured: number }}
 */
function segmentTotals(path) {
  const totals = { packets: 0, payloadBytes: 0, payloadCaptured: 0 };
  const decoder = new PacketDecoder({
    onSegments(batch) {
      totals.packets += batch.count;
      for (let entry = 0; entry < batch.count; entry++) totals.payloadBytes += batch.payloadLength[entry];
      for (let entry = 0; entry < batch.count; entry++) totals.payloadCaptured += batch.payloadCaptured[entry];
    },
  });
  const reader = new CaptureReader({ onFrames: (frames) => decoder.decode(frames) });
  const bytes = readFileSync(path);
  reader.push(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes);
  reader.end();
  return totals;
}

/**
 * @param {{ columns: string[], rows: (string|number)[][] }} table
 * @param {string[]} names of columns
 * @returns {number} the sum over these columns and all rows
 */
function sum({ columns, rows }, names) {
  const at = names.map((name) => columns.indexOf(name));
  return rows.reduce((total, row) => total + at.reduce((part, index) => part + Number(row[index]), 0), 0);
}

describeShared('segments of the public captures are those of tshark', 'pcaps/public', (folder) => {
  const [header, ...lines] = readFileSync(`${folder}/INDEX.tsv`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  const files = lines.map((line) => ({
    name: line[header.indexOf('name')],
    category: line[header.indexOf('category')],
  }));

  test.each(files.filter(({ name }) => !NOT_READ.has(name)))('$category/$name', ({ name, category }) => {
    const read = (/** @type {string} */ tool) =>
      JSON.parse(readFileSync(`${folder}/expected/${name}.${tool}.json`, 'utf8'));
    const { tcp_streams: streams } = read('tshark');
    const totals = segmentTotals(`${folder}/${category}/${name}`);
    expect(totals.packets).toBe(sum(streams, ['packets_ab', 'packets_ba']));
    const bytesOfTshark = sum(streams, ['payload_bytes_ab', 'payload_bytes_ba']);
    if (LENGTH_OF_IP_BELIEVED.has(name)) {
      expect(totals.payloadCaptured).toBe(bytesOfTshark);
      expect(totals.payloadBytes).toBe(sum(read('tcptrace'), ['actual_data_bytes_a2b', 'actual_data_bytes_b2a']));
    } else {
      expect(totals.payloadBytes).toBe(bytesOfTshark);
    }
  });
});
