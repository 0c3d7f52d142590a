/**
 * Conversations: what any transport has between two ends of a capture. Endpoint 0 sent the first captured packet of a
 * conversation; a direction is named by the endpoint that sends.
 */
import { FLOW } from '../engine/flow-fields.js';
import { ConversationFields, DirectionFields } from './conversation-fields.js';

export { FLOW_BIT, SURVEY } from '../engine/enums.js';

/**
 * How a handshake ended: `unanswered` where nothing came back, `not_captured` where its beginning is missing though
 * there is data.
 * @typedef {'complete' | 'unanswered' | 'refused' | 'unfinished' | 'not_captured'} HandshakeOutcome
 */

/**
 * Numbers of connections that Wireshark counts as part of another stream (same addresses and ports in another VLAN or
 * tunnel): stream number plus a multiple of this, so that all other numbers stay Wireshark's.
 */
export const SCOPE_NUMBER_STEP = 1_000_000_000;

/** A conversation as a whole: a view of its words, made when it is asked for. */
export class Conversation extends ConversationFields {
  /**
   * A word of an end's address; IPv4 uses the last of four alone.
   * @param {number} endpoint @param {number} word
   */
  addressWord(endpoint, word) {
    return this.ints[this.intAt + (endpoint === 0 ? FLOW.ADDRESS_0 : FLOW.ADDRESS_1) + word];
  }
}

/** What an end sent. */
export class Direction extends DirectionFields {
  /** The shortest round trip of its data, ns; null where none was measured. */
  get shortestRttNs() {
    return this.rttSamples > 0 ? this.rttMinNs : null;
  }
}

/**
 * All conversations of a transport, by index; roles and times may change while a capture is read.
 * @template {Conversation} [C=Conversation]
 * @template {Direction} [D=Direction]
 * @typedef {object} Conversations
 * @property {number} count
 * @property {number} streamCount as Wireshark counts them
 * @property {(flow: number) => C} at
 * @property {(flow: number, endpoint: number) => D} direction what an end sent
 * @property {(flow: number) => number} number shown to users; see `SCOPE_NUMBER_STEP`
 * @property {(number: number) => number} indexOf the conversation with that number, or −1
 * @property {(flow: number, endpoint: number) => { address: string, port: number }} endpoint
 * @property {(flow: number, endpoint: number) => number} port
 * @property {(flow: number) => 0|1} clientEndpoint
 * @property {(flow: number) => boolean} isRoleGuessed
 * @property {(flow: number) => string} state
 * @property {(flow: number) => HandshakeOutcome} handshake
 * @property {(flow: number) => number} durationNs from its first to its latest packet
 * @property {(from: number, what: number, leastPackets?: number) => number} next from `from` on, with a property, bits
 *   of `SURVEY`; `count`: there is none
 */

/** @param {number} ns @returns {number} seconds, to the nanosecond */
export const seconds = (ns) => ns / 1e9;

/**
 * A conversation's shortest round trips, in seconds: of the handshake, and of the path as the server's capture side
 * shows it; null where not known.
 * @param {Conversations} flows @param {number} flow index
 */
export function roundTripsOf(flows, flow) {
  const { handshakeNs } = flows.at(flow);
  const pathNs = flows.direction(flow, flows.clientEndpoint(flow)).shortestRttNs;
  return { handshake: handshakeNs > 0 ? seconds(handshakeNs) : null, path: pathNs === null ? null : seconds(pathNs) };
}
