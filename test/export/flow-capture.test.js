/**
 * A connection's packets, copied out of the capture: the bytes, times, lengths and link types are those of the source.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { ContentTarget } from '../../lib/capture/content/content-target.js';
import { nodeGunzip } from '../../lib/capture/file/node-gunzip.js';
import { PcapngWriter } from '../../lib/capture/writer.js';
import { FlowCapture, flowFrames } from '../../lib/export/flow-capture.js';
import { bytesOf } from '../capture/support.js';
import { tsharkFields } from '../support/oracles/tshark.js';
import { merge, pcap, script } from '../support/packets/packets.js';
import { describeWithPrograms } from '../support/programs.js';
import { describeShared } from '../support/shared.js';

const CHUNK_BYTES = 1000;

/** In small pieces, so that packets straddle them. @param {Uint8Array} bytes @param {any} target */
async function bring(bytes, target) {
  const content = new ContentTarget(target, 2 ** 32, nodeGunzip);
  for (let at = 0; at < bytes.length && !content.finished; at += CHUNK_BYTES) {
    await content.push(bytes.slice(at, at + CHUNK_BYTES));
  }
  await content.end();
}

/** @param {Uint8Array} bytes of a capture */
async function analysed(bytes) {
  const analysis = new OpenedAnalysis({ keepMessages: false });
  await bring(bytes, analysis.ingest);
  return analysis;
}

/** @param {OpenedAnalysis} analysis @param {Uint8Array} bytes @param {number} flow */
async function exported(analysis, bytes, flow) {
  /** @type {Uint8Array[]} */
  const pieces = [];
  await bring(
    bytes,
    new FlowCapture(flowFrames(analysis.ingest, flow), (piece) => {
      pieces.push(piece);
    }),
  );
  return Buffer.concat(pieces);
}

const one = script(
  { client: '10.0.0.1:1000' },
  'client SYN',
  '+1ms server SYN-ACK',
  '+1ms client ACK',
  'client data 3000',
  '+5ms server ACK',
  'client FIN',
  'server FIN',
  'client ACK',
);
const two = script(
  { client: '10.0.0.1:2000', startNs: 500_123 },
  'client SYN',
  '+1ms server SYN-ACK',
  '+1ms client ACK',
  'server data 20x1448',
  '+5ms client ACK',
);
const both = merge(one, two);

describe('from a pcap', () => {
  it.each([true, false])(
    'gives what a capture of that connection alone would have been (nanoseconds: %p)',
    async (nanoseconds) => {
      const source = pcap(both, { nanoseconds });
      const analysis = await analysed(source);
      expect(await exported(analysis, source, 1)).toEqual(Buffer.from(pcap(two, { nanoseconds })));
      expect(await exported(analysis, source, 0)).toEqual(Buffer.from(pcap(one, { nanoseconds: false })));
    },
  );

  it('keeps the snap length, and what was on the wire', async () => {
    const source = pcap(both, { snapLength: 80 });
    expect(await exported(await analysed(source), source, 1)).toEqual(Buffer.from(pcap(two, { snapLength: 80 })));
  });

  it('reads gzip, and no further than the last packet that it needs', async () => {
    const source = pcap(both);
    const packed = gzipSync(source);
    const analysis = await analysed(packed);
    expect(await exported(analysis, packed, 1)).toEqual(Buffer.from(pcap(two)));
    const early = pcap(
      merge(
        one,
        script(
          { client: '10.0.0.1:3000', startNs: 1e9 },
          'client SYN',
          'server SYN-ACK',
          'client ACK',
          'client data 40x1448',
        ),
      ),
    );
    const copy = new FlowCapture(flowFrames((await analysed(early)).ingest, 0), () => {});
    await bring(early.subarray(0, early.length / 2), copy);
    expect(copy.finished).toBe(true);
  });

  it('says so where the file is no longer what it was', async () => {
    const source = pcap(both);
    const analysis = await analysed(source);
    await expect(exported(analysis, source.subarray(0, source.length / 3), 1)).rejects.toThrow(
      /^The capture has changed since it was analysed: frame \d+ is no longer there/,
    );
    await expect(exported(analysis, pcap(both.slice(1)), 1)).rejects.toThrow(/its first packet is another/);
  });

  it('holds up the reading until what it copied is taken', async () => {
    const source = pcap(both);
    const analysis = await analysed(source);
    let taking = false;
    await bring(
      source,
      new FlowCapture(flowFrames(analysis.ingest, 1), async (piece) => {
        expect([taking, piece.length < 3 * CHUNK_BYTES]).toEqual([false, true]);
        taking = true;
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        taking = false;
      }),
    );
  });
});

test('of several interfaces gives a pcapng with those that the connection was seen on', async () => {
  const writer = new PcapngWriter();
  const startNs = 1_700_000_000_000_000_000n;
  const packet = (/** @type {import('../support/packets/packets.js').Packet} */ { timeNs, bytes }, interfaceId = 0) =>
    writer.packet({ epochNs: startNs + BigInt(timeNs), data: bytes, interfaceId });
  const interfaces = [
    writer.interface({ name: 'unused' }),
    writer.interface({ name: 'left', description: 'one' }),
    writer.interface({ name: 'right', linkType: 1, snapLength: 99999 }),
  ];
  const source = bytesOf(writer.header(), ...interfaces, ...both.map((p, i) => packet(p, 1 + (i & 1))));
  const analysis = await analysed(source);
  const copy = await exported(analysis, source, 0);
  const again = await analysed(copy);
  expect(again.ingest.reader).toMatchObject({
    format: 'pcapng',
    frames: one.length,
    warnings: [],
    interfaces: [
      { name: 'left', description: 'one' },
      { name: 'right', snapLength: 99999 },
    ],
  });
  expect(again.connections.describe(0)).toEqual({ ...analysis.connections.describe(0), flow: 0 });
});

describeShared('public captures', 'pcaps/public', (root) => {
  describeWithPrograms('have in the copy what tshark finds of the connection in the source', ['tshark'], () => {
    const files = ['formats', 'link', 'tcp', 'http1', 'malformed', 'mixed']
      .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
      .filter((_, i) => i % 20 === 0);
    const FIELDS = ['frame.time_epoch', 'frame.len', 'frame.cap_len', 'frame.md5_hash', 'frame.encap_type'];
    const DIGEST = ['-o', 'frame.generate_md5_hash:TRUE'];

    test.each(files)('%s', async (name) => {
      const path = join(root, name);
      const bytes = readFileSync(path);
      const analysis = await analysed(bytes).catch(() => null);
      if (!analysis || analysis.connections.count === 0) return;
      const flow = analysis.connections.count >> 1;
      const number = analysis.connections.numberOf(flow);
      const { frames } = flowFrames(analysis.ingest, flow);
      if (number >= 1e9) return;
      const copy = await exported(analysis, bytes, flow);
      const source = tsharkFields(path, ['frame.number', ...FIELDS], DIGEST);
      const wanted = new Set(frames.map(String));
      expect(tsharkFields(copy, FIELDS, DIGEST)).toEqual(
        source.filter(([frame]) => wanted.has(frame)).map(([, ...fields]) => fields),
      );
    });
  });
});
