import { DIR, DIR_BIT, DIR_F } from '../../engine/flow-fields.js';
import { formatAddress } from '../../shared/text/address.js';
import { icmpKind } from '../../transport/icmp-errors.js';

/** @typedef {import('../../packet/network/icmp.js').IcmpError} IcmpError */

/** ICMP errors of a connection that are kept; more are counted. */
export const MAX_ICMP_ERRORS_OF_FLOW = 64;

/** Words of `Quoted` (lib/engine/track/flows.ts). */
const QUOTED = Object.freeze({ IP_VERSION: 0, SOURCE: 1, DESTINATION: 5, PORTS: 9, SCOPE: 10, WORDS: 11 });

/** @typedef {import('../../transport/icmp-errors.js').FlowIcmpError} FlowIcmpError */
/** @typedef {import('../../transport/icmp-errors.js').FlowIcmpErrors} FlowIcmpErrors */

/** @type {FlowIcmpErrors} */
const NONE = Object.freeze({ errors: [], total: 0, outside: 0 });

/**
 * ICMP errors by the connection whose header they quote. Errors are added after the segments before them, so an error
 * is checked against what had been sent and acknowledged when it came.
 */
export class IcmpErrors {
  #core;
  #flows;
  #quoted;
  /** @type {Map<number, FlowIcmpErrors>} */
  #ofFlow = new Map();
  /** All that quote a TCP segment, and those of them without a connection here. */
  #total = 0;
  #unmatched = 0;

  /** @param {import('../../engine/engine.js').Core} core @param {import('./flow-table.js').FlowTable} flows */
  constructor(core, flows) {
    this.#core = core;
    this.#flows = flows;
    this.#quoted = new Int32Array(core.buffer, core.quoted.value, QUOTED.WORDS);
  }

  /** @param {IcmpError} error */
  add(error) {
    const found = this.#find(error);
    this.#total++;
    if (found < 0) {
      this.#unmatched++;
      return;
    }
    const flow = found >> 1;
    const of = this.#ofFlow.get(flow) ?? { errors: [], total: 0, outside: 0 };
    const event = this.#eventOf(error, flow, found & 1);
    this.#ofFlow.set(flow, of);
    of.total++;
    if (event.isInSpace) this.#flows.markIcmpError(flow);
    else of.outside++;
    if (of.errors.length < MAX_ICMP_ERRORS_OF_FLOW) of.errors.push(event);
  }

  /** Whether it quotes a segment of a known connection. @param {IcmpError} error */
  isAboutAny(error) {
    return this.#find(error) >= 0;
  }

  /** @param {number} flow index @returns {FlowIcmpErrors} in capture order */
  of(flow) {
    return this.#ofFlow.get(flow) ?? NONE;
  }

  /** @returns {Iterable<number>} connections with any */
  flows() {
    return this.#ofFlow.keys();
  }

  /** `capture.icmpErrors` of `analyze --json`; null: none. */
  describe() {
    return this.#total === 0 ? null : { total: this.#total, unmatched: this.#unmatched };
  }

  /**
   * A NAT that does not translate the quotation leaves the segment's outside address there; the error itself is sent to
   * its address here.
   * @param {IcmpError} error @returns {number} connection times 2, plus the endpoint that sent the segment; −1: none
   */
  #find(error) {
    const found = this.#findFrom(error, error.source);
    return found >= 0 ? found : this.#findFrom(error, error.receiver);
  }

  /** @param {IcmpError} error @param {Int32Array} source */
  #findFrom({ ipVersion, destination, ports, scope }, source) {
    const quoted = this.#quoted;
    quoted[QUOTED.IP_VERSION] = ipVersion;
    quoted.set(source, QUOTED.SOURCE);
    quoted.set(destination, QUOTED.DESTINATION);
    quoted[QUOTED.PORTS] = ports;
    quoted[QUOTED.SCOPE] = scope;
    return this.#core.findQuoted();
  }

  /** @param {IcmpError} error @param {number} flow @param {number} endpoint @returns {FlowIcmpError} */
  #eventOf(error, flow, endpoint) {
    const { frame, timeNs, ipVersion, type, code, mtu, packetBytes, reporter } = error;
    const seqOffset = this.#offsetOf(error.seq, flow, endpoint);
    return {
      frame,
      timeNs,
      endpoint,
      seqOffset,
      kind: icmpKind(ipVersion, type, code),
      type,
      code,
      mtu: mtu || null,
      packetBytes: packetBytes || null,
      reporter: formatAddress(reporter, 0, ipVersion),
      isInSpace: this.#isUnderWay(seqOffset, flow, endpoint),
    };
  }

  /** @param {number} seq @param {number} flow @param {number} endpoint */
  #offsetOf(seq, flow, endpoint) {
    const reference = this.#flows.dirInt(flow, endpoint, DIR.REFERENCE_SEQ);
    return this.#flows.dirFloat(flow, endpoint, DIR_F.REFERENCE) + ((seq - reference) | 0);
  }

  /**
   * Between what the other end has acknowledged and all that was sent, as a host checks it (RFC 5927 section 4.1); the
   * number before is that of a keep-alive.
   * @param {number} offset @param {number} flow @param {number} endpoint
   */
  #isUnderWay(offset, flow, endpoint) {
    const flows = this.#flows;
    const isKnown = (flows.dirInt(flow, endpoint, DIR.BITS) & DIR_BIT.BASE_KNOWN) !== 0;
    if (!isKnown || flows.dirInt(flow, endpoint, DIR.PACKETS) === 0) return false;
    const first = Math.max(0, flows.dirFloat(flow, endpoint, DIR_F.ACKED) - 1);
    return offset >= first && offset <= flows.dirFloat(flow, endpoint, DIR_F.HIGHEST);
  }
}
