/** Connections that the core writes as a whole are, byte for byte, what JavaScript writes of them, whatever their requests call for. */
import fc from 'fast-check';
import { MARK } from '../../lib/analysis/marks.js';
import { CaptureAnalysis } from '../../lib/analysis/capture-analysis.js';
import { placeSheets, sheetOf } from '../../lib/analysis/plain-sheet.js';
import { createCore } from '../../lib/engine/engine.js';
import { JsonBytes } from '../../lib/tcpflow/describe/json-bytes.js';
import { ACK, Conversation, FIN, SYN, merge, pcap } from '../support/packets/packets.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const bytesOf = (/** @type {string} */ text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** @param {string} head of a request; '': none @param {number} number of the connection @param {number} times */
function conversation(head, number, times = 1) {
  const made = new Conversation({ client: `10.0.0.1:${40000 + number}`, server: '10.0.0.2:80', startNs: number * 1_000_000 });
  made.send('client', { flags: SYN });
  made.send('server', { flags: SYN | ACK });
  for (let i = 0; head !== '' && i < times; i++) {
    made.send('client', { payload: bytesOf(head) });
    made.send('server', { payload: bytesOf(OK) });
  }
  made.send('client', { flags: FIN | ACK });
  made.send('server', { flags: FIN | ACK });
  return made.packets;
}

/** @param {Uint8Array} capture */
function analysed(capture) {
  const core = createCore(), analysis = new CaptureAnalysis({ core });
  analysis.push(capture);
  analysis.end();
  const messages = analysis.messages.parts;
  if (messages === null) throw new Error('no messages are kept');
  return { core, analysis, messages };
}

/** What either way writes of all connections; `byCore`: how many the core wrote. @param {ReturnType<typeof analysed>} what @param {Uint8Array} marks */
function written({ core, analysis, messages }, marks) {
  const { flowCount, plain } = analysis, json = new JsonBytes(analysis.tcp.flows.jsonBuffer), decoder = new TextDecoder('latin1');
  const sheet = sheetOf(core, placeSheets(core, plain, 1), 0, messages, marks);
  const whole = [], inJavaScript = [], byCore = [];
  for (let flow = 0; flow < flowCount; flow++) {
    if (sheet?.write(json, flow, flow + 1) === flow + 1) {
      byCore.push(flow);
      whole.push(decoder.decode(json.take().slice()));
    } else whole.push('');
    plain.write(json, flow);
    plain.writeNoFindings(json);
    inJavaScript.push(`${flow === 0 ? '' : ','}\n${decoder.decode(json.take().slice())}`);
  }
  return { whole, inJavaScript, byCore };
}

const TARGETS = ['/', '/', '/', '/a b', '*', '//x', ' /', 'http://absolute.example/', 'x'];
const HOSTS = [
  'Example.ORG', 'example.org:8080', 'example.org', ' \t example.org \t', '192.0.2.1', '192.0.2.1:80', '[2001:db8::1]:80', '', ' ', 'a b', 'é.example', '-', 'a..b',
  '"quoted"', '\\', `${'x'.repeat(120)}`, `${'x'.repeat(121)}`, `${'y.'.repeat(150)}z`, 'x\rz', '\0',
];
const field = fc.tuple(fc.constantFrom('Host:', 'Host:', 'host:', 'HOST: ', 'Host :', 'Hosts:', 'Hos:', 'X:', 'Content-Length: 0\r\nHost:'), fc.constantFrom(...HOSTS))
  .map(([name, value]) => `${name}${value}\r\n`);
const head = fc.tuple(fc.constantFrom(...TARGETS), fc.array(field, { maxLength: 3 })).map(([target, fields]) => `GET ${target} HTTP/1.1\r\n${fields.join('')}\r\n`);

const beginning = fc.oneof({ weight: 8, arbitrary: head }, fc.constantFrom('', 'SSH-2.0-x\r\n', '\0\x01'));
/** Of a frame's bytes: all, or so many that some of a head is there. */
const snapLength = fc.oneof(fc.constant(65_535), fc.integer({ min: 54, max: 140 }));

test('whatever the requests call for, however many they are and wherever they are cut', () => {
  fc.assert(fc.property(fc.array(fc.tuple(beginning, fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 20 }), snapLength, (heads, bytes) => {
    const what = analysed(pcap(merge(...heads.map(([text, times], number) => conversation(text, number, times))), { snapLength: bytes }));
    const { whole, inJavaScript, byCore } = written(what, new Uint8Array(heads.length));
    for (const flow of byCore) expect(whole[flow]).toBe(inJavaScript[flow]);
  }), { numRuns: 120 });
});

test('a head that is cut right behind its Host field names its server', () => {
  const request = 'GET / HTTP/1.1\r\nHost: a.example\r\nAccept: */*\r\n\r\n', headers = 14 + 20 + 20;
  const nameIn = (/** @type {number} */ bytes) => {
    const { whole, inJavaScript, byCore } = written(analysed(pcap(conversation(request, 0), { snapLength: headers + bytes })), new Uint8Array(1));
    if (byCore.length > 0) expect(whole[0]).toBe(inJavaScript[0]);
    return JSON.parse(inJavaScript[0]).names?.server.name;
  };
  const end = request.indexOf('\r\nAccept');
  expect([end - 1, end + 1, end + 2, end + 3, request.length].map(nameIn)).toEqual([undefined, undefined, 'a.example', 'a.example', 'a.example']);
});

test('it is those of HTTP/1 whose first request names a server that is known, or none, and those without any', () => {
  const get = (/** @type {string} */ host) => `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const what = analysed(pcap(merge(
    conversation(get('a.example'), 0), conversation(get('192.0.2.1'), 1), conversation('', 2), conversation(get('a.example:80'), 3, 2),
    conversation('GET / HTTP/1.1\r\n\r\n', 4), conversation(get('a.example'), 5), conversation(get('a.example'), 6),
  )));
  const { whole, inJavaScript, byCore } = written(what, Uint8Array.of(0, 0, 0, 0, 0, MARK.END, 0));
  expect(byCore).toEqual([0, 1, 2, 3, 4, 6]);
  expect(byCore.map((flow) => whole[flow])).toEqual(byCore.map((flow) => inJavaScript[flow]));
  expect(byCore.map((flow) => JSON.parse(whole[flow].replace(/^,/, '')).names?.server.name))
    .toEqual(['a.example', undefined, undefined, 'a.example', undefined, 'a.example']);
});

/** Where the core would have a host (core/hosts.ts). @param {string} host */
const placeOf = (host) => [...bytesOf(host)].reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5) & 4095;

test('hosts that find no place near their own are left to JavaScript', () => {
  const hosts = Array.from({ length: 120_000 }, (_, i) => `h${i}.example`).filter((host) => placeOf(host) === 4095).slice(0, 20);
  const what = analysed(pcap(merge(...hosts.map((host, number) => conversation(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`, number)))));
  const { whole, inJavaScript, byCore } = written(what, new Uint8Array(hosts.length));
  expect([hosts.length, byCore]).toEqual([20, [0, 1, 2, 3, 4, 5, 6, 7]]);
  expect(whole.slice(0, 8)).toEqual(inJavaScript.slice(0, 8));
});
