import { answerTo, offersOf } from '../tcp/offers.js';
import { ACK, SYN } from '../tcp/segment.js';

/** @typedef {import('./box-hop.js').Middlebox} Middlebox */
/** @typedef {import('./box-hop.js').Outlet} Outlet */
/** @typedef {import('../tcp/segment.js').Segment} Segment */
/** @typedef {import('../tcp/segment.js').SynOptions} SynOptions */
/** @typedef {{ step: 'asked'|'connecting'|'open', shift: number, offers: SynOptions|null }} Guarded */

/** TTL of what Linux's SYNPROXY makes. */
const OWN_TTL = 64;

/**
 * A SYN proxy, as Linux's SYNPROXY: it answers the client's SYN itself with a window of 0, connects to the server when
 * the client has acknowledged that, and opens the window when the server has answered. From then on it shifts the
 * server's sequence numbers, and SACK blocks with them.
 * @implements {Middlebox}
 */
export class SynProxy {
  /** @type {Map<number, Guarded>} */
  #guarded = new Map();

  /** @type {Middlebox['take']} */
  take(segment, out) {
    const { flow, isClient } = segment.from;
    const guarded = this.#guarded.get(flow);
    if (isClient && segment.flags & SYN) this.#answer(segment, out);
    else if (guarded === undefined) out.forward(segment);
    else if (isClient) this.#fromClient(segment, guarded, out);
    else this.#fromServer(segment, guarded, out);
  }

  /** @param {Segment} syn @param {Outlet} out */
  #answer(syn, out) {
    const { from } = syn;
    const { peer, flow } = from;
    if (peer === null) return out.drop(syn);
    const known = this.#guarded.get(flow);
    const guarded = known ?? { step: 'asked', shift: out.random.integer(1, 2 ** 31), offers: syn.synOptions };
    this.#guarded.set(flow, guarded);
    from.peerShift = guarded.shift;
    const offers = answerTo(syn.synOptions ?? offersOf(peer.features), peer.features);
    const synAck = out.make(peer, syn, {
      flags: SYN | ACK,
      ack: 1,
      synOptions: offers,
      timestamp: offers.timestamps ? peer.timestamps.nowMs : -1,
      timestampEcho: Math.max(syn.timestamp, 0),
      ttl: OWN_TTL,
    });
    synAck.alter().sequenceShift = guarded.shift;
    out.emit(synAck);
    out.drop(syn);
  }

  /** @param {Segment} segment @param {Guarded} guarded @param {Outlet} out */
  #fromClient(segment, guarded, out) {
    if (guarded.step === 'open') {
      segment.alter().ackShift -= guarded.shift;
      segment.alter().sackShift -= guarded.shift;
      return out.forward(segment);
    }
    if (guarded.step === 'asked' && segment.ack === 1) {
      guarded.step = 'connecting';
      out.emit(
        out.make(segment.from, segment, {
          flags: SYN,
          windowField: segment.windowField,
          windowBytes: segment.windowField,
          synOptions: guarded.offers,
          timestamp: segment.timestamp,
          ttl: OWN_TTL,
        }),
      );
    }
    out.drop(segment);
  }

  /** @param {Segment} segment @param {Guarded} guarded @param {Outlet} out */
  #fromServer(segment, guarded, out) {
    const { from } = segment;
    if (guarded.step === 'open' && !(segment.flags & SYN)) {
      segment.alter().sequenceShift += guarded.shift;
      return out.forward(segment);
    }
    if (from.peer === null || guarded.step === 'asked') return out.drop(segment);
    guarded.step = 'open';
    const { windowField, timestamp, timestampEcho } = segment;
    const client = from.peer;
    const ack = out.make(client, segment, {
      start: 1,
      ack: 1,
      windowField: client.receiver.windowField(false),
      windowBytes: client.receiver.windowField(false) << client.receiver.scale,
      timestamp: timestamp < 0 ? -1 : timestampEcho,
      timestampEcho: Math.max(timestamp, 0),
      ttl: OWN_TTL,
    });
    ack.alter().ackShift = -guarded.shift;
    const update = out.make(from, segment, {
      start: 1,
      ack: 1,
      windowField: windowField >> from.receiver.scale,
      windowBytes: windowField,
      timestamp,
      timestampEcho,
      ttl: OWN_TTL,
    });
    update.alter().sequenceShift = guarded.shift;
    out.emit(ack);
    out.emit(update);
    out.drop(segment);
  }
}
