import { FlowNamer, writeNames } from './flow-names.js';
import { DIR, DIR_F, FLOW_F } from '../engine/flow-fields.js';
import { writeFlow } from '../tcpflow/describe/flow-json.js';
import { MessageRoom, NOT_LAID } from '../messages/message-room.js';
import { fragment } from '../tcpflow/describe/json-bytes.js';

/** @typedef {import('../tcpflow/describe/json-bytes.js').JsonBytes} JsonBytes */
/** @typedef {import('../tcpflow/describe/json-bytes.js').Fragment} Fragment */
/** @typedef {import('../tcpflow/tables/flow-table.js').FlowTable} FlowTable */
/**
 * @typedef {Pick<import('../protocols/message-analysis.js').MessageAnalysis, 'counts' | 'protocolOf' | 'warningsOf' | 'pipeliningOf' |
 *   'layMessages' | 'serverAsked'> & { tlsOf(flow: number): { sni: string|null } | null }} Messages
 */

const KEY = { pipelining: fragment(',"pipelining":'), noFindings: fragment(',"findings":[]}') };

/** A connection's round trips. @param {FlowTable} flows @param {number} index @returns {import('../protocols/model/exchanges.js').RoundTrips} */
export function roundTripsOf(flows, index) {
  const handshakeNs = flows.float(index, FLOW_F.HANDSHAKE_RTT), client = flows.clientEndpoint(index);
  const hasSamples = flows.dirInt(index, client, DIR.RTT_SAMPLES) > 0;
  return { handshake: handshakeNs > 0 ? handshakeNs / 1e9 : null, path: hasSamples ? flows.dirFloat(index, client, DIR_F.RTT_MIN) / 1e9 : null };
}

/** Writes the parts of a connection's JSON that most connections have, and no others; by any thread that sees its tables. */
export class PlainFlowWriter {
  #flows;
  #messages;
  #namer;
  #takeRoom;
  /** Where the core finds messages, once there are some. @type {{ address: number, messages: MessageRoom }|null} */
  #room = null;
  /** The same few warnings stand at very many connections of a capture that was cut. @type {WeakMap<{ code: string, message: string }[], Fragment>} */
  #warningTexts = new WeakMap();
  /** @type {Map<string|null, Fragment>} */
  #protocolTexts = new Map();

  /**
   * @param {FlowTable} flows @param {Messages} messages @param {import('../name-resolution/address-names.js').AddressNames} names
   * @param {() => number} takeRoom gives room in the core's memory for the messages of a connection (`FlowTable.takeMessageRoom`)
   */
  constructor(flows, messages, names, takeRoom) {
    this.#flows = flows;
    this.#messages = messages;
    this.#takeRoom = takeRoom;
    this.#namer = new FlowNamer(names, flows, messages);
  }

  /** What either end of a connection is called. @param {number} index */
  namesOf(index) { return this.#namer.of(index); }

  /**
   * All that stands before judgement and findings, of a connection about whose streams and messages nothing is odd.
   * @param {JsonBytes} json
   * @param {number} index
   */
  write(json, index) {
    this.writeCounts(json, index);
    this.writeExchanges(json, index);
    writeNames(json, this.namesOf(index));
    this.writeWarnings(json, this.#messages.warningsOf(index));
  }

  /** The connection, its protocol, and how many messages it has. @param {JsonBytes} json @param {number} index */
  writeCounts(json, index) {
    writeFlow(json, this.#flows, index);
    json.text(this.#protocolText(this.#messages.protocolOf(index)));
    json.address = this.#flows.writeMessageCounts(json.address, this.#messages.counts(index));
  }

  /** What its exchanges come to together, where it has two or more; by the core, where it can. @param {JsonBytes} json @param {number} index */
  writeExchanges(json, index) {
    if (this.#messages.counts(index).requests < 2) return;
    const { address, messages } = this.#room ??= this.#makeRoom(), laid = this.#messages.layMessages(index, messages);
    const end = laid === NOT_LAID ? 0 : this.#flows.writePipelining(json.address, address, laid, index);
    if (end > 0) json.address = end;
    else this.#writeOddExchanges(json, index);
  }

  #makeRoom() {
    const address = this.#takeRoom();
    return { address, messages: new MessageRoom(...this.#flows.messageRoomAt(address)) };
  }

  /** @param {JsonBytes} json @param {number} index */
  #writeOddExchanges(json, index) {
    const pipelining = this.#messages.pipeliningOf(index, roundTripsOf(this.#flows, index));
    if (pipelining === null) return;
    json.text(KEY.pipelining);
    json.value(pipelining);
  }

  /** @param {JsonBytes} json @param {{ code: string, message: string }[]} warnings */
  writeWarnings(json, warnings) {
    if (warnings.length > 0) json.text(this.#warningText(warnings));
  }

  /** The end of a connection that was not looked at. @param {JsonBytes} json */
  writeNoFindings(json) { json.text(KEY.noFindings); }

  /** What `writeCounts` writes of a protocol. @param {string|null} protocol */
  protocolJson(protocol) { return `,"protocol":${JSON.stringify(protocol)}`; }

  /** What `write` writes of warnings. @param {{ code: string, message: string }[]} warnings */
  warningsJson(warnings) { return warnings.length === 0 ? '' : `,"warnings":${JSON.stringify(warnings)}`; }

  /** What `write` writes of names where a request calls for its server, and no address has a name. @param {string} host of the request */
  serverJson(host) {
    const names = this.#namer.ofHost(host);
    return names === null ? '' : `,"names":${JSON.stringify(names)}`;
  }

  /** Whether no address has a name. */
  get areAddressesNameless() { return this.#namer.areAddressesNameless; }

  /** @param {string|null} protocol one of a few names */
  #protocolText(protocol) {
    const known = this.#protocolTexts.get(protocol), text = known ?? fragment(this.protocolJson(protocol));
    if (known === undefined) this.#protocolTexts.set(protocol, text);
    return text;
  }

  /** @param {{ code: string, message: string }[]} warnings */
  #warningText(warnings) {
    const known = this.#warningTexts.get(warnings), text = known ?? fragment(this.warningsJson(warnings));
    if (known === undefined) this.#warningTexts.set(warnings, text);
    return text;
  }
}
