/** `selfclock analyze` as a program: what it prints where, and how it ends. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { merge, pcap, script } from '../support/packets/packets.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = join(ROOT, 'bin/selfclock.js');
const fixture = (/** @type {string} */ name) => join(ROOT, 'fixtures/pcaps', name);

/** @type {string} */
let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'selfclock-cli-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** @param {string} name @param {string|Uint8Array} content @returns {string} path */
function file(name, content) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** @param {string[]} args @param {Uint8Array} [input] */
function run(args, input) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    input,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return { status, stdout, stderr };
}

/** @param {string} text @returns {any[]} */
const lines = (text) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('input that cannot be used ends with 1 and one line', () => {
  it.each([
    ['archive.pcap', 'PK\x03\x04 a ZIP archive', /byte 0: It begins with 50 4b 03 04: a ZIP archive/],
    ['empty.pcap', '', /byte 0: It is empty/],
    ['cut.pcap', readFileSync(fixture('handshake-get.pcap')).subarray(0, 20), /byte 20: It ends at byte 20/],
  ])('%s', (name, content, reason) => {
    const path = file(name, content);
    const { status, stdout, stderr } = run(['analyze', path, '--json']);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^selfclock: [^\n]+\n$/);
    expect(stderr).toContain(`selfclock: ${path}: `);
    expect(stderr).toMatch(reason);
  });

  it('a file that is not there', () => {
    const { status, stdout, stderr } = run(['analyze', join(folder, 'nowhere.pcap')]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`selfclock: There is no file at ${join(folder, 'nowhere.pcap')}: check the path.\n`);
  });

  it('standard input is called that', () => {
    expect(run(['analyze', '-'], new TextEncoder().encode('this is not a capture')).stderr).toMatch(
      /^selfclock: standard input: byte 0: [^\n]+\n$/,
    );
  });
});

test.each([
  [['analyze']],
  [['analyze', 'a', 'b']],
  [['analyze', 'a', '--json', '--packets']],
  [['analyze', 'a', '--nonsense']],
  [['analyse', 'a']],
  [['analyze', 'a', '--mux-credit', 'much']],
  [['compare', 'a']],
  [['compare', '-', '-']],
])('wrong usage ends with 2 and one line: %j', (args) => {
  const { status, stdout, stderr } = run(args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^selfclock: [^\n]+\n$/);
});

describe('--json', () => {
  it('has the shape of the contract', () => {
    const { status, stdout, stderr } = run(['analyze', fixture('handshake-get.pcap'), '--json']);
    expect([status, stderr]).toEqual([0, '']);
    const { capture, flows } = JSON.parse(stdout);
    expect(Object.keys(capture)).toEqual([
      'format',
      'packets',
      'bytes',
      'startEpoch',
      'duration',
      'linkTypes',
      'tcpPackets',
      'flows',
      'warnings',
      'notRead',
    ]);
    expect(capture).toMatchObject({
      format: 'pcap',
      flows: flows.length,
      warnings: [],
      startEpoch: expect.stringMatching(/^\d+\.\d{9}$/),
    });
    expect(Object.keys(flows[0])).toEqual([
      'flow',
      'client',
      'server',
      'roleGuessed',
      'start',
      'end',
      'state',
      'complete',
      'handshakeRtt',
      'clientToServer',
      'serverToClient',
      'transport',
      'protocol',
      'http',
      'names',
      'stack',
      'summary',
      'time',
      'findings',
    ]);
    const direction = [
      'packets',
      'dataPackets',
      'bytes',
      'uniqueBytes',
      'retransmittedPackets',
      'retransmittedBytes',
      'outOfOrderPackets',
      'duplicateAcks',
      'mss',
      'windowScale',
      'sackPermitted',
      'timestamps',
      'maxInFlightBytes',
      'rtt',
      'initialWindowBytes',
      'initialWindowSegments',
      'throughput',
      'flags',
    ];
    expect([Object.keys(flows[0].clientToServer), Object.keys(flows[0].serverToClient)]).toEqual([
      direction,
      direction,
    ]);
    expect(Object.keys(flows[0].clientToServer.rtt)).toEqual(['samples', 'min', 'mean', 'max', 'stdev']);
    expect(Object.keys(flows[0].http)).toEqual(['requests', 'responses', 'pipelinedRequests', 'maxPipelineDepth']);
  });

  it('of a cut file gives what is there, and a warning that says where', () => {
    const path = fixture('cut-in-mid-packet.pcap');
    const { status, stdout, stderr } = run(['analyze', path, '--json']);
    const { capture, flows } = JSON.parse(stdout);
    expect([status, stderr, flows.length]).toEqual([0, '', 1]);
    expect(capture.warnings).toEqual([
      {
        code: 'cut_short',
        message: expect.stringContaining(`byte ${readFileSync(path).length}`),
        offset: readFileSync(path).length,
      },
    ]);
  });

  it('is the same from standard input, and from gzip by either way', () => {
    const bytes = readFileSync(fixture('curl-several.pcap'));
    const packed = gzipSync(bytes);
    const expected = run(['analyze', fixture('curl-several.pcap'), '--json']).stdout;
    expect(JSON.parse(expected).flows.length).toBeGreaterThan(0);
    expect(run(['analyze', '-', '--json'], bytes).stdout).toBe(expected);
    expect(run(['analyze', '-', '--json'], packed).stdout).toBe(expected);
    expect(run(['analyze', file('named-oddly.txt', packed), '--json']).stdout).toBe(expected);
  });

  it('of a cut gzip gives what is there, and a warning', () => {
    const packed = gzipSync(readFileSync(fixture('curl-several.pcap')), { level: 0 });
    const { status, stdout } = run([
      'analyze',
      file('cut.pcap.gz', packed.subarray(0, packed.length - 2000)),
      '--json',
    ]);
    const { capture } = JSON.parse(stdout);
    expect([status, capture.packets > 0]).toEqual([0, true]);
    expect(capture.warnings.map((/** @type {{ code: string }} */ { code }) => code)).toContain('gzip_cut_short');
  });

  it('of a capture without connections is whole', () => {
    const empty = readFileSync(fixture('handshake-get.pcap')).subarray(0, 24);
    expect(JSON.parse(run(['analyze', file('none.pcap', empty), '--json']).stdout)).toMatchObject({
      capture: { packets: 0, startEpoch: null, duration: null },
      flows: [],
    });
  });
});

test('--packets prints a line for each segment, in frame order', () => {
  const { status, stdout, stderr } = run(['analyze', fixture('fast-retransmit.pcap'), '--packets']);
  const packets = lines(stdout);
  expect([status, stderr]).toEqual([0, '']);
  expect(packets.map(({ frame }) => frame)).toEqual(packets.map((_, i) => i + 1));
  expect(Object.keys(packets[0])).toEqual(
    expect.arrayContaining([
      'frame',
      'flow',
      'direction',
      'time',
      'seq',
      'ack',
      'len',
      'window',
      'bytesInFlight',
      'rtt',
      'flags',
      'verdict',
      'retransmissionKind',
      'spurious',
      'evidence',
      'confidence',
      'wireshark',
    ]),
  );
  expect(packets.at(-1).wireshark).toMatchObject({
    completeness: expect.any(Number),
    completenessName: expect.any(String),
  });
  expect(packets.some(({ flags }) => flags.includes('fast_retransmission'))).toBe(true);
});

test('--messages prints a line for each message, by first frame', () => {
  const { status, stdout, stderr } = run(['analyze', fixture('pipelined.pcap'), '--messages']);
  const messages = lines(stdout);
  expect([status, stderr]).toEqual([0, '']);
  expect(Object.keys(messages[0])).toEqual(
    expect.arrayContaining([
      'flow',
      'index',
      'protocol',
      'carrier',
      'stream',
      'kind',
      'direction',
      'method',
      'target',
      'host',
      'status',
      'headers',
      'start',
      'end',
      'firstFrame',
      'lastFrame',
      'headerBytes',
      'bodyBytes',
      'contentType',
      'pair',
      'pipelined',
      'complete',
    ]),
  );
  const frames = messages.map(({ firstFrame }) => firstFrame);
  expect(frames).toEqual([...frames].sort((a, b) => a - b));
  expect(messages.some(({ pipelined }) => pipelined)).toBe(true);
});

test('--pages prints a line for each page', () => {
  const { status, stdout, stderr } = run(['analyze', fixture('pipelined.pcap'), '--pages']);
  expect([status, stderr]).toEqual([0, '']);
  expect(lines(stdout)[0]).toMatchObject({
    page: 1,
    url: expect.any(String),
    requests: expect.any(Number),
    connections: [0],
    pipelining: { depth: { time: expect.any(Array), requests: expect.any(Array) } },
    verdict: { sentence: expect.stringMatching(/^Held by /), causes: expect.any(Array), path: expect.any(Array) },
  });
});

describe('--sender FLOW', () => {
  const path = () =>
    file(
      'sender.pcap',
      pcap(
        script(
          'client SYN mss 1460 sack',
          '+40ms server SYN-ACK mss 1460 sack',
          '+50us client ACK',
          '+1ms client data 100',
          '+41ms server ACK',
          '+50us server data 12x1460',
          '+40us client ACK',
          '+300ms server again 12',
          '+30us client ACK',
        ),
      ),
    );

  it('prints a line for each direction with data: place, round trips, bytes in flight, what was retransmitted', () => {
    const { status, stdout } = run(['analyze', path(), '--sender', '0']);
    const [client, server] = lines(stdout);
    expect(status).toBe(0);
    expect([client, server].map(({ flow, direction, vantage }) => [flow, direction, vantage])).toEqual([
      [0, 'clientToServer', 'sender'],
      [0, 'serverToClient', 'receiver'],
    ]);
    expect(client).toMatchObject({
      mss: 1460,
      rtt: { seconds: [0.04, 0.041] },
      srtt: { seconds: [0.04, 0.040125] },
      congestionControl: null,
      retransmissions: [],
    });
    expect(client.limits.map((/** @type {any} */ { limit }) => limit)).toEqual(['handshake', 'application']);
    expect(client.phases.map((/** @type {any} */ { phase }) => phase)).toEqual(['slow_start', 'idle']);
    expect(client.distance).toMatchObject({ toSender: 0.00004, toReceiver: 0.04, senderHops: 0 });
    expect(client.inFlight.bytes.slice(0, 3)).toEqual([0, 100, 0]);
    expect(server.retransmissions.map((/** @type {any} */ { frame }) => frame)).toEqual([19]);
    expect(server.inFlight.time.length).toBe(server.inFlight.bytes.length);
  });

  it('says so where there is no such connection, or no number', () => {
    const none = run(['analyze', path(), '--sender', '3']);
    const word = run(['analyze', path(), '--sender', 'first']);
    expect([none.status, none.stdout, word.status, word.stdout]).toEqual([1, '', 2, '']);
    expect(none.stderr).toMatch(/^selfclock: There is no connection 3 [^\n]+\n$/);
    expect(word.stderr).toContain('--sender takes the number of a connection');
  });
});

test('--mux prints a line for each WebMUX fragment', () => {
  const { status, stdout, stderr } = run(['analyze', fixture('mux-1998.pcap'), '--mux']);
  const fragments = lines(stdout);
  expect([status, stderr]).toEqual([0, '']);
  expect(Object.keys(fragments[0])).toEqual(
    expect.arrayContaining([
      'flow',
      'direction',
      'frame',
      'time',
      'streamOffset',
      'session',
      'type',
      'flags',
      'length',
      'credit',
      'value',
    ]),
  );
  expect(fragments.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['data', 'InternString', 'SetDefaultCredit', 'AddCredit', 'code 9']),
  );
  const messages = lines(run(['analyze', fixture('mux-1998.pcap'), '--messages']).stdout);
  expect(
    messages
      .map(({ carrier, stream, method, status: code, bodyBytes, complete }) => [
        carrier,
        stream,
        method ?? code,
        bodyBytes,
        complete,
      ])
      .sort(),
  ).toEqual([
    ['webmux', 2, 200, 6000, true],
    ['webmux', 2, 'GET', 0, true],
    ['webmux', 4, 200, 5, true],
    ['webmux', 4, 'GET', 0, true],
  ]);
});

test.each([['--json'], ['--mux', '--json']])(
  '%s … has sessions and stalls under mux, and takes another first credit',
  (...forms) => {
    const muxOf = (/** @type {string[]} */ ...more) =>
      JSON.parse(run(['analyze', fixture('mux-1996.pcap'), ...forms.filter(Boolean), ...more]).stdout).flows[0].mux;
    const { format, sessions, losses } = muxOf();
    expect([format, losses, sessions.length]).toEqual(['1996', [], 2]);
    expect(sessions[0].serverToClient).toMatchObject({
      initialCredit: 4096,
      initialCreditFrom: 'assumed',
      stallCount: 1,
      stalls: [{ balance: 0, needed: 512 }],
    });
    expect(muxOf('--mux-credit', '9000').sessions[0].serverToClient).toMatchObject({
      initialCredit: 9000,
      initialCreditFrom: 'given',
      stallCount: 0,
    });
  },
);

test('compare prints a table, or each file with its differences to the first', () => {
  const files = [fixture('mux-plain.pcap'), fixture('mux-1996.pcap')];
  const { status, stdout, stderr } = run(['compare', ...files]);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^server to client \/ client to server\n +mux-plain\.pcap +mux-1996\.pcap\npackets +7 \/ 5 +8 \/ 9\n/,
  );
  const {
    files: [first, second],
  } = JSON.parse(run(['compare', ...files, '--json']).stdout);
  expect([
    first.file,
    first.difference,
    second.difference.serverToClient.packets,
    second.clientToServer.creditOnlySegments,
  ]).toEqual([files[0], null, 1, 1]);
});

test('without an option it prints a table, and warnings on standard error', () => {
  const { status, stdout, stderr } = run(['analyze', fixture('cut-in-mid-packet.pcap')]);
  const [summary, heads, ...rows] = stdout.trimEnd().split('\n');
  expect(status).toBe(0);
  expect(summary).toMatch(/^\d+ packets, \d+ TCP, 1 connection, \d+\.\d{6} s$/);
  expect(heads).toMatch(/^flow +client +server +state/);
  expect(rows).toHaveLength(2);
  expect(rows[1]).toBe('Nothing wrong.');
  expect(stderr).toMatch(/^selfclock: The file ends in the middle of packet \d+ at byte \d+[^\n]*\n$/);
});

describe('a reader that has seen enough', () => {
  let many = '';
  beforeAll(() => {
    const connections = Array.from({ length: 600 }, (_, i) =>
      script({ client: `10.0.0.1:${1024 + i}`, startNs: i * 1e6 }, 'client SYN', 'server SYN-ACK', 'client ACK'),
    );
    many = file('many.pcap', pcap(merge(...connections)));
  });

  it.each(['--json', '--packets'])('ends %s with 0 and no word', async (form) => {
    const child = spawn(process.execPath, [PROGRAM, 'analyze', many, form], {
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    let stderr = '';
    child.stderr.on('data', (data) => {
      stderr += data;
    });
    child.stdout.destroy();
    const [status] = await once(child, 'close');
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('--reassembly', () => {
  const changed = () =>
    file(
      'changed.pcap',
      pcap(
        script(
          'client SYN',
          'server SYN-ACK',
          'client ACK',
          'client "GET /first HTTP/1.1\\r\\n\\r\\n"',
          'client seq 1 "GET /other HTTP/1.1\\r\\n\\r\\n"',
          'server ACK',
        ),
      ),
    );

  it.each([
    [[], '/first'],
    [['--reassembly', 'last'], '/other'],
    [['--reassembly', 'linux'], '/first'],
    [['--reassembly', 'solaris'], '/other'],
  ])('%j', (options, target) => {
    expect(lines(run(['analyze', changed(), '--messages', ...options]).stdout)[0].target).toBe(target);
  });

  it('takes a policy that there is', () => {
    const { status, stderr } = run(['analyze', changed(), '--reassembly', 'newest']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('--reassembly takes one of first, last, bsd')]);
  });
});

/**
 * Larger than what one thread reads alone.
 * @returns {Uint8Array} a pcap file of 60 000 connections, alike but for the client's port and address
 */
function manyConnections() {
  const one = pcap(
    script(
      { client: '10.0.0.1:40000' },
      'client SYN',
      'server SYN-ACK',
      'client ACK',
      'client PSH data 100',
      'server FIN-ACK',
      'client FIN-ACK',
    ),
  );
  const header = one.subarray(0, 24);
  const packets = one.subarray(24);
  const times = 60_000;
  const all = Buffer.alloc(header.length + packets.length * times);
  all.set(header);
  for (let k = 0; k < times; k++) {
    const at = header.length + k * packets.length;
    all.set(packets, at);
    for (let record = at; record < at + packets.length; record += 16 + all.readUInt32LE(record + 8)) {
      const ports = record + 16 + 34;
      const addresses = ports - 8;
      const isClient = all.readUInt16BE(ports) === 40_000;
      all.writeUInt16BE(1024 + (k % 60_000), isClient ? ports : ports + 2);
      all.writeUInt8(k >> 14, isClient ? addresses + 3 : addresses + 7);
    }
  }
  return all;
}

test('a reader that has seen enough ends it, also where two threads write', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'analyze', file('many.pcap', manyConnections()), '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await ended).toEqual([0, null]);
});
