/** What a connection's exchanges come to together is, byte for byte, the same from the core and from JavaScript. */
import fc from 'fast-check';
import { CaptureAnalysis } from '../../lib/analysis/capture-analysis.js';
import { roundTripsOf } from '../../lib/analysis/plain-flow-writer.js';
import { exchangesOf, spansOf } from '../../lib/protocols/model/exchanges.js';
import { REQUEST, RESPONSE } from '../../lib/protocols/http1/start-line.js';
import { MessageRoom, NOT_LAID } from '../../lib/messages/message-room.js';
import { MESSAGE_PROTOCOL, MessageTable } from '../../lib/protocols/model/message-table.js';
import { pipeliningOf } from '../../lib/protocols/model/pipelining.js';
import { JsonBytes } from '../../lib/tcpflow/describe/json-bytes.js';
import { pcap, script } from '../support/packets/packets.js';

const FLOW = 0;

/** A connection with round trips, and one without. @param {string[]} lines */
function connected(...lines) {
  const analysis = new CaptureAnalysis();
  analysis.push(pcap(script({}, ...lines)));
  analysis.end();
  const { flows } = analysis.tcp, address = flows.takeMessageRoom();
  return { flows, address, room: new MessageRoom(...flows.messageRoomAt(address)), json: new JsonBytes(flows.jsonBuffer) };
}
const withRoundTrips = connected('client SYN', '+7ms server SYN-ACK', '+3ms client ACK', 'client data 10', '+9ms server ACK');
const without = connected('server data 10', 'server data 10');

/** @typedef {{ isRequest: boolean, start: number, length: number, pair: number, firstFrame: number, frames: number }} Made */

/** @param {Made[]} made */
function tableOf(made) {
  const table = new MessageTable();
  table.append(FLOW + 1);
  for (const { isRequest, start, length, pair, firstFrame, frames } of made) {
    const row = table.append(FLOW);
    Object.entries({
      kind: isRequest ? REQUEST : RESPONSE, protocol: MESSAGE_PROTOCOL.HTTP_1_1, pair: pair % (made.length + 2), startNs: start, endNs: start + length,
      firstFrame, lastFrame: firstFrame + frames,
    }).forEach(([column, value]) => { /** @type {any} */ (table)[column][row] = value; });
  }
  return table;
}

/** @param {typeof withRoundTrips} where @param {MessageTable} table @returns {string|null} null: the core leaves it */
function byCore({ flows, address, room, json }, table) {
  const count = room.lay(table, FLOW), start = json.address, end = count === NOT_LAID ? 0 : flows.writePipelining(start, address, count, FLOW);
  if (end === 0) return null;
  json.address = end;
  return new TextDecoder().decode(json.take().slice());
}

/** @param {typeof withRoundTrips} where @param {MessageTable} table */
const inJavaScript = ({ flows }, table) => `,"pipelining":${JSON.stringify(pipeliningOf(exchangesOf(spansOf(table, table.rowsOf(FLOW)), roundTripsOf(flows, FLOW).path)))}`;

const nanoseconds = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 20_000_000 }), fc.integer({ min: 0, max: 4_000_000_000_000 }));
const message = fc.record({
  isRequest: fc.boolean(), start: nanoseconds, length: nanoseconds, pair: fc.integer({ min: -1, max: 128 }), firstFrame: fc.integer({ min: 1, max: 9 }),
  frames: fc.integer({ min: 0, max: 3 }),
});

test.each([['round trips', withRoundTrips], ['none known', without]])('with %s', (_, where) => {
  fc.assert(fc.property(fc.array(message, { maxLength: 128 }), (made) => {
    const table = tableOf(made);
    expect(byCore(where, table)).toBe(inJavaScript(where, table));
  }), { numRuns: 300 });
});

test('of more messages than there is room for, of sessions and of times before the capture begins the core says nothing', () => {
  const one = { isRequest: true, start: 0, length: 1, pair: -1, firstFrame: 1, frames: 0 }, of = (/** @type {Made[]} */ made) => byCore(without, tableOf(made));
  expect(of(Array.from({ length: 129 }, () => one))).toBe(null);
  expect(of([{ ...one, start: -1 }])).toBe(null);
  const session = tableOf([one, one]);
  session.stream[2] = 3;
  expect(byCore(without, session)).toBe(null);
  expect(of([one, one])).toBe(inJavaScript(without, tableOf([one, one])));
});
