import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readCapture } from '../../lib/capture/file/read-capture.js';
import { CaptureReader } from '../../lib/capture/reader.js';
import { describeShared } from '../support/shared.js';

/** tshark refuses these for a header field that is not needed; here they are read with a warning. */
const READ_DESPITE_HEADER = new Set(['ns3tcp-loss-WestwoodPlus4-response-vectors.pcap', 'pcap-invalid-version-1.pcap']);
const EMPTY = 'zero-bytes.pcap';

describeShared("frames, bytes and the first time are tshark's", 'pcaps/public', (root) => {
  const folders = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'expected',
  );
  const files = folders
    .flatMap(({ name: folder }) => readdirSync(join(root, folder)).map((name) => ({ folder, name })))
    .filter(
      ({ name }) =>
        existsSync(join(root, 'expected', `${name}.tshark.json`)) && !READ_DESPITE_HEADER.has(name) && name !== EMPTY,
    );

  test.each(files)('$folder/$name', async ({ folder, name }) => {
    const expected = JSON.parse(readFileSync(join(root, 'expected', `${name}.tshark.json`), 'utf8'));
    let wire = 0;
    let captured = 0;
    const reader = new CaptureReader({
      onFrames: (batch) => {
        for (let i = 0; i < batch.count; i++) {
          wire += batch.wireLength[i];
          captured += batch.capturedLength[i];
        }
      },
    });
    await readCapture(join(root, folder, name), reader);
    expect({ frames: reader.frames, wire, captured }).toEqual({
      frames: expected.frames,
      wire: expected.wire_bytes ?? 0,
      captured: expected.captured_bytes ?? 0,
    });
    if (reader.startEpochNs === null || !expected.first_time) return;
    const [seconds, fraction] = expected.first_time.split('.');
    expect(reader.startEpochNs).toBe(BigInt(seconds) * 1_000_000_000n + BigInt(fraction));
  });
});
