/** The bytes of analyze --json are what JSON.stringify makes of the objects that the server sends. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { readCapture } from '../../../lib/capture/file/read-capture.js';
import { JsonBytes } from '../../../lib/tcpflow/describe/json-bytes.js';
import { flowJson, textOf } from '../../support/flow-json.js';
import { merge, pcap, script } from '../../support/packets/packets.js';
import fc from '../../support/properties.js';
import { describeShared } from '../../support/shared.js';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/pcaps', import.meta.url));
const HANDSHAKE = [
  'client SYN mss 1460 ws 7 sack ts',
  '+10ms server SYN-ACK mss 1460 ws 7 sack ts',
  '+10ms client ACK',
];

/** @param {OpenedAnalysis} analysis @returns {number} connections compared */
function expectSame(analysis) {
  const json = new JsonBytes(analysis.ingest.tcp.flows.jsonBuffer);
  for (let index = 0; index < analysis.connections.count; index++) {
    expect(flowJson(analysis, index, json)).toBe(JSON.stringify(analysis.connections.describe(index)));
  }
  return analysis.connections.count;
}

/** @param {Uint8Array} capture @returns {OpenedAnalysis} */
function analysed(capture) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(capture);
  analysis.ingest.end();
  return analysis;
}

/** @param {string} path @returns {Promise<OpenedAnalysis|null>} null: no capture */
async function analysedFile(path) {
  const analysis = new OpenedAnalysis();
  return readCapture(path, analysis.ingest).then(
    () => analysis,
    () => null,
  );
}

describe('a connection as bytes equals its object as JSON', () => {
  it.each(readdirSync(FIXTURES).filter((name) => /\.pcap(ng)?$/.test(name)))('%s', async (name) => {
    const analysis = await analysedFile(join(FIXTURES, name));
    expect(expectSame(/** @type {OpenedAnalysis} */ (analysis))).toBeGreaterThan(0);
  });

  it.each([
    ['a lone SYN', ['client SYN']],
    ['no options', ['client SYN', '+1ns server SYN-ACK', '+999ns client ACK', '+1us client data 10', 'server ACK']],
    ...[1, 9, 10, 12, 100, 120, 123, 900, 990, 999, 1000, 1001].map(
      (ns) =>
        /** @type {[string, string[]]} */ ([
          `round trips of ${ns} ns`,
          [
            'client SYN',
            `+${ns}ns server SYN-ACK`,
            `+${ns}ns client ACK`,
            `+${ns}ns client data 10`,
            `+${ns * 2}ns server ACK`,
          ],
        ]),
    ),
    ['data one way', [...HANDSHAKE, 'client data 10', '+1ms server ACK']],
    ['one packet that is no SYN', ['client ACK']],
    ['options cut by the snap length', HANDSHAKE.map((line) => `${line} snap 80`)],
    [
      'every kind of loss',
      [
        ...HANDSHAKE,
        'server data 6x1448',
        '+20ms client ACK',
        'client ACK',
        'client ACK',
        'client ACK',
        '+1s server again 2',
        '+20ms client ACK',
        'server win 0 ACK',
        'client RST',
      ],
    ],
    ['an end', [...HANDSHAKE, '+3600s client FIN', 'server FIN', 'client ACK']],
    ['twelve days', [...HANDSHAKE, '+1036800.123456789s client data 3', '+1s server ACK']],
  ])('%s', (_, lines) => {
    const v4 = script({ client: '255.255.255.255:65535', server: '0.0.0.0:0' }, ...lines);
    const v6 = script({ client: '[2001:db8::a:0:0:1]:1', server: '[::]:9' }, ...lines);
    expect(expectSame(analysed(pcap(merge(v4, v6))))).toBe(2);
    expect(expectSame(analysed(pcap([...v4.slice(2), ...v4.slice(0, 2)])))).toBe(1);
  });

  it('with warnings of its messages and packets before the first in time', () => {
    const lines = [
      ...HANDSHAKE,
      'client "GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"',
      'server "HTTP/1.1 200 OK\\r\\nContent-Length: 1\\r\\n\\r\\nxgarbage\\r\\n"',
      'client ACK',
    ];
    const packets = script(HANDSHAKE[0], ...lines.slice(1));
    const analysis = analysed(pcap([{ ...packets[0], timeNs: 5e9 }, ...packets.slice(1)]));
    expectSame(analysis);
    expect(analysis.connections.describe(0)).toMatchObject({
      protocol: 'http/1.1',
      warnings: [{ code: 'framing_lost', message: expect.any(String) }],
    });
  });
});

describeShared('public captures', 'pcaps/public', (folder) => {
  it('have the same bytes', async () => {
    let flows = 0;
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) =>
      /\.(pcap|pcapng|cap)(\.gz)?$/.test(each),
    )) {
      const analysis = await analysedFile(join(folder, name));
      if (analysis) flows += expectSame(analysis);
    }
    expect(flows).toBeGreaterThan(100);
  }, 120_000);
});

test('text of any length comes out as it is, in a buffer however small', () => {
  const texts = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer({ min: 1, max: 40_000 }).map((length) => 'ü'.repeat(length)),
    ),
  );
  fc.assert(
    fc.property(texts, (all) => {
      const json = new JsonBytes(new Uint8Array(new SharedArrayBuffer(1 << 15)));
      let written = '';
      for (const text of all) {
        json.write(text);
        if (json.isFull) written += textOf(json);
      }
      expect(written + textOf(json)).toBe(all.join(''));
    }),
  );
});

test('the buffer says when it is full before a connection would overflow it', () => {
  const analysis = analysed(readFileSync(join(FIXTURES, 'handshake-get.pcap')));
  const json = new JsonBytes(analysis.ingest.tcp.flows.jsonBuffer);
  let written = '';
  let connections = 0;
  for (; written.length < 1e6; connections++) {
    analysis.connections.write(json, 0);
    if (json.isFull) written += textOf(json);
  }
  expect(written + textOf(json)).toBe(JSON.stringify(analysis.connections.describe(0)).repeat(connections));
});
