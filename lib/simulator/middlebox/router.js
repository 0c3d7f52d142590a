import { ICMP_ERROR_BYTES } from '../output/icmp-frame.js';
import { FIN, PSH, RST, SYN } from '../tcp/segment.js';

/** @typedef {import('./box-hop.js').Middlebox} Middlebox */
/** @typedef {import('./box-hop.js').Outlet} Outlet */
/** @typedef {import('../tcp/segment.js').Segment} Segment */

const ROUTER_ADDRESS = '203.0.113.254';
const UNREACHABLE = 3;
const TIME_EXCEEDED = 11;
/** Codes of "destination unreachable" (RFC 792, RFC 1812). */
const FRAGMENTATION_NEEDED = 4;
/** Receive offload joins what comes so close together (as NAPI does with what one poll finds). */
const JOINED_NS = 60_000;
const MAX_JOINED = 44;

/**
 * Tells the sender of a packet that it could not go on (RFC 1812, section 5.2.7).
 * @param {Segment} about @param {Outlet} out
 * @param {{ type?: number, code: number, mtu?: number, sizeBytes?: number }} error
 */
export function sendError(about, out, { type = UNREACHABLE, code, mtu = 0, sizeBytes = about.sizeBytes }) {
  const { start, identification, from } = about;
  if (from.peer === null) return;
  const packet = out.make(from.peer, about, {});
  packet.sizeBytes = ICMP_ERROR_BYTES;
  packet.alter().address = ROUTER_ADDRESS;
  packet.alter().icmp = { type, code, mtu, quoted: { start, sizeBytes, identification } };
  out.emit(packet);
}

/**
 * Routers in a row: they count the TTL down, and drop what is larger than the next link takes: with an ICMP error (RFC
 * 1191), or without, which is a black hole.
 * @implements {Middlebox}
 */
export class Router {
  /** @param {{ routers?: number, mtuBytes?: number, isSilent?: boolean }} options */
  constructor({ routers = 1, mtuBytes = Infinity, isSilent = false }) {
    this.routers = routers;
    this.mtuBytes = mtuBytes;
    this.isSilent = isSilent;
  }

  /** @type {Middlebox['take']} */
  take(segment, out) {
    segment.ttl -= this.routers;
    if (segment.ttl <= 0) {
      sendError(segment, out, { type: TIME_EXCEEDED, code: 0 });
      out.drop(segment);
    } else if (segment.sizeBytes > this.mtuBytes) {
      if (!this.isSilent) sendError(segment, out, { code: FRAGMENTATION_NEEDED, mtu: this.mtuBytes });
      out.drop(segment);
    } else out.forward(segment);
  }
}

/** A run of segments that offload has joined. @typedef {{ segments: Segment[], endNs: number }} Run */

/**
 * A router with receive offload (LRO): segments of one connection that come back to back become one packet, which is
 * then larger than the next link takes: it is dropped, and its sender told so with a length that it never sent.
 * @implements {Middlebox}
 */
export class JoiningRouter {
  /** @type {Map<import('../tcp/endpoint.js').Endpoint, Run>} */
  #runs = new Map();

  /** @param {{ mtuBytes?: number }} options */
  constructor({ mtuBytes = 1500 }) {
    this.mtuBytes = mtuBytes;
  }

  /** @type {Middlebox['take']} */
  take(segment, out) {
    segment.ttl--;
    const run = this.#runs.get(segment.from);
    const last = run?.segments[run.segments.length - 1];
    const isPlain = segment.length > 0 && (segment.flags & (SYN | FIN | RST)) === 0;
    if (run && last && isPlain && last.start + last.length === segment.start && run.segments.length < MAX_JOINED) {
      run.segments.push(segment);
      if (segment.flags & PSH) this.#pass(segment.from, out);
      return;
    }
    if (run) this.#pass(segment.from, out);
    if (!isPlain || segment.flags & PSH) out.forward(segment);
    else this.#begin(segment, out);
  }

  /** @param {Segment} segment @param {Outlet} out */
  #begin(segment, out) {
    const { from } = segment;
    const run = { segments: [segment], endNs: out.nowNs + JOINED_NS };
    this.#runs.set(from, run);
    out.after(JOINED_NS, () => {
      if (this.#runs.get(from) === run) this.#pass(from, out);
    });
  }

  /** @param {import('../tcp/endpoint.js').Endpoint} from @param {Outlet} out */
  #pass(from, out) {
    const segments = this.#runs.get(from)?.segments ?? [];
    this.#runs.delete(from);
    const [first] = segments;
    const sizeBytes = segments.reduce((sum, { length }) => sum + length, first.sizeBytes - first.length);
    if (sizeBytes <= this.mtuBytes) return out.forward(first);
    sendError(first, out, { code: FRAGMENTATION_NEEDED, mtu: this.mtuBytes, sizeBytes });
    for (const segment of segments) out.drop(segment);
  }
}
