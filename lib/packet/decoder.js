import { FrameBatch } from '../capture/frame-batch.js';
import { NO_INTERFACE } from '../capture/frame-sink.js';
import { coreChunks, coreFrames, coreVlanScopes } from '../engine/batches.js';
import { SegmentBatch } from '../engine/segment-batch.js';
import { DatagramBatch } from './datagram-batch.js';
import { LAYER } from './layers.js';
import { decodeEthernet, decodeVlan } from './link/ethernet.js';
import { Fragments } from './network/fragments.js';
import { MAX_ICMP_ERRORS, readIcmpError, UDP } from './network/icmp.js';
import { decodeIpv4 } from './network/ipv4.js';
import { decodeIpv6 } from './network/ipv6.js';
import { layerOfLinkType } from './next-layer.js';
import { NotRead } from './not-read.js';
import { HEADER_CUT, Packet } from './packet.js';
import { decodeRareLayer, nameOfLayer } from './registry.js';
import { Scopes } from './scopes.js';
import { QuicSieve } from './transport/quic-sieve.js';
import { appendSegment, MIN_CAPTURED_HEADER } from './transport/tcp.js';
import { UDP_HEADER } from './transport/udp.js';

/** Segments handed on at a time. */
const SEGMENT_BATCH_SIZE = 1024;
/** Of a DNS message: the byte whose first bit says that it is an answer (RFC 1035 section 4.1.1). */
const DNS_FLAGS_AT = 2;
const DNS_RESPONSE = 0x80;
/** Headers decoded of a frame; one nested deeper is not decoded further. */
export const MAX_LAYERS = 64;
/** Unknown link types that are counted each by itself; the others are counted under −1. */
export const MAX_UNDECODED_LINK_TYPES = 64;

/**
 * Decodes frames into TCP segments: link layers, VLANs, tunnels, IPv4 and IPv6 with fragments, TCP headers. Frames
 * without TCP, or broken before the TCP header, are skipped. Never throws on what was captured.
 *
 * Which frames hold a segment, and its length, match Wireshark's defaults, except that the IP header's length is
 * trusted where it exceeds the frame's. A wrong checksum is noted and interpreted later.
 *
 * The engine, where there is one, takes common frames (lib/engine/decode/decode.ts), as long as they are in
 * `frameBatch` with their bytes in one of `chunks`; what it leaves is decoded here.
 */
export class PacketDecoder {
  #batch;
  #core;
  #packet = new Packet();
  #onSegments;
  #onDns;
  #onDatagrams;
  #datagrams = new DatagramBatch();
  #onIcmpError;
  #onDatagramError;
  #onLayer;
  #maxIcmpErrors;
  #linkType = -1;
  #firstLayer = /** @type {number} */ (LAYER.NONE);
  #tools;
  /** The layer at which reading of the current frame first stopped. */
  #stoppedIn = /** @type {number} */ (LAYER.NONE);

  /** Frames seen. */
  frames = 0;
  /** TCP segments handed on. */
  tcpSegments = 0;
  /** Frames whose headers are nested deeper than MAX_LAYERS. */
  tooDeep = 0;
  /** ICMP errors about TCP, and those of them that were not handed on for their number. */
  icmpErrors = 0;
  icmpErrorsLeft = 0;
  /** TCP segments of which the capture holds too little of the header to place them. */
  headersCut = 0;
  /** Frames that are encrypted below TCP. */
  get sealed() {
    return this.#packet.sealed;
  }

  /** Link type to frames that could not be decoded for it. @type {Map<number, number>} */
  undecodedLinkTypes = new Map();
  /** Frames whose reading stopped at something that is not read, and that may hold TCP. */
  notRead = new NotRead();
  /** Counters of datagrams waiting and dropped. */
  fragments = new Fragments();

  /**
   * @param {object} options
   * @param {(batch: SegmentBatch) => SegmentBatch|void} options.onSegments may give another batch to be filled next
   * @param {(bytes: Uint8Array, start: number, end: number, timeNs: number, asker: Uint8Array) => void} [options.onDns]
   *   a DNS message that UDP carried, and the address of who asked; valid during the call only
   * @param {((batch: DatagramBatch) => SegmentBatch|void)|null} [options.onDatagrams] UDP datagrams that may be QUIC,
   *   valid during the call only; the segments before them have been handed on. May give another batch of segments to
   *   be filled next
   * @param {(error: import('./network/icmp.js').IcmpError) => void} [options.onIcmpError] an ICMP error about TCP; the
   *   segments before it have been handed on
   * @param {((error: import('./network/icmp.js').IcmpError) => void)|null} [options.onDatagramError] one about UDP; the
   *   datagrams before it have been handed on
   * @param {SegmentBatch} [options.batch] what to fill, where the receiver has its own
   * @param {import('./registry.js').Tools['inflate']} [options.inflate] unpacks IPComp
   * @param {((layer: number, at: number, packet: Packet) => void)|null} [options.onLayer] called for each header of
   *   frames decoded here, with its start, and with `packet` past it
   * @param {number} [options.maxIcmpErrors] handed on
   * @param {import('../engine/batches.js').DecoderCore | null} [options.core] that of the receiver, with the columns of
   *   `batch`
   */
  constructor({
    onSegments,
    onDns = () => {},
    onDatagrams = null,
    onIcmpError = () => {},
    onDatagramError = null,
    batch = new SegmentBatch(SEGMENT_BATCH_SIZE),
    core = null,
    inflate = null,
    onLayer = null,
    maxIcmpErrors = MAX_ICMP_ERRORS,
  }) {
    this.#maxIcmpErrors = maxIcmpErrors;
    this.#onLayer = onLayer;
    this.#tools = { fragments: this.fragments, inflate, quic: onDatagrams === null ? null : new QuicSieve() };
    this.#onDatagrams = onDatagrams;
    this.#onSegments = onSegments;
    this.#onDns = onDns;
    this.#onIcmpError = onIcmpError;
    this.#onDatagramError = onDatagramError;
    this.#batch = batch;
    this.#core = core;
    /** Where the core reads frames from. */
    this.frameBatch = core ? coreFrames(core) : new FrameBatch(0);
    /** Where it reads bytes from. */
    this.chunks = core ? coreChunks(core) : [];
    /** What the scope ids of segments stand for. */
    this.scopes = new Scopes(core ? coreVlanScopes(core) : undefined);
  }

  /**
   * Calls `onSegments` none, one or several times; its batch and the bytes are valid during the call only.
   *
   * @param {import('../capture/frame-batch.js').FrameBatch} frames
   */
  decode(frames) {
    const count = frames.count;
    const core = this.#coreFor(frames);
    this.frames += count;
    this.#packet.enterBatch(frames);
    for (let entry = 0; entry < count; entry++) {
      if (core !== null) entry = this.#decodeCommon(core, frames, entry);
      if (entry < count) this.#decodeAny(frames.linkType[entry], entry);
    }
    this.#flush(frames.bytes);
    if (this.#datagrams.count > 0) this.#flushDatagrams();
  }

  #flushDatagrams() {
    const datagrams = this.#datagrams;
    const { bytes } = this.#batch;
    const next = this.#onDatagrams?.(datagrams);
    datagrams.clear();
    if (!next) return;
    this.#batch = next;
    next.count = 0;
    next.bytes = bytes;
  }

  /** @param {import('../capture/frame-batch.js').FrameBatch} frames */
  #coreFor(frames) {
    return frames === this.frameBatch && frames.bytes.buffer === this.chunks[0]?.buffer ? this.#core : null;
  }

  /**
   * @param {import('../engine/batches.js').DecoderCore} core
   * @param {import('../capture/frame-batch.js').FrameBatch} frames
   * @param {number} first
   * @returns {number} the first frame that the core leaves
   */
  #decodeCommon(core, frames, first) {
    for (let entry = first; ;) {
      if (this.#batch.count === this.#batch.capacity || this.#batch.bytes !== frames.bytes) this.#flush(frames.bytes);
      const batch = this.#batch;
      entry = core.decodeFrames(
        batch.index,
        frames.bytes.byteOffset,
        entry,
        frames.count,
        frames.firstFrame,
        batch.count,
      );
      this.tcpSegments += core.segmentCount() - batch.count;
      batch.count = core.segmentCount();
      if (entry === frames.count || batch.count < batch.capacity) return entry;
    }
  }

  /** @param {number} linkType @param {number} entry of the frames */
  #decodeAny(linkType, entry) {
    this.#packet.start(entry);
    if (linkType !== this.#linkType) this.#enterLinkType(linkType);
    if (this.#firstLayer !== LAYER.NONE) this.#walk(this.#firstLayer);
    else if (this.#packet.frames.interfaceIndex[entry] !== NO_INTERFACE) this.#countUndecoded(linkType);
  }

  /** @param {number} linkType */
  #enterLinkType(linkType) {
    this.#linkType = linkType;
    this.#firstLayer = layerOfLinkType(linkType);
  }

  /** @param {number} linkType */
  #countUndecoded(linkType) {
    const counts = this.undecodedLinkTypes;
    const key = counts.has(linkType) || counts.size < MAX_UNDECODED_LINK_TYPES ? linkType : -1;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  /** @param {number} firstLayer */
  #walk(firstLayer) {
    const packet = this.#packet;
    this.#stoppedIn = LAYER.NONE;
    this.#walkNesting(firstLayer);
    while (packet.resumeAt >= 0) {
      packet.resume();
      this.#walkNesting(LAYER.A_MSDU);
    }
    if (packet.stoppedAt !== '') this.#countNotRead(packet);
  }

  /** @param {number} outermost */
  #walkNesting(outermost) {
    let layer = outermost;
    for (let depth = 0; depth < MAX_LAYERS; depth++) {
      const { at } = this.#packet;
      const next = this.#step(layer);
      this.#onLayer?.(layer, at, this.#packet);
      if (next === LAYER.NONE) {
        if (this.#stoppedIn === LAYER.NONE) this.#stoppedIn = layer;
        return;
      }
      layer = next;
    }
    this.tooDeep++;
  }

  /** @param {Packet} packet */
  #countNotRead({ stoppedAt, stoppedNumber }) {
    if (stoppedAt === HEADER_CUT) this.notRead.addCut(nameOfLayer(this.#stoppedIn));
    else this.notRead.add(stoppedAt, stoppedNumber);
  }

  /**
   * @param {number} layer
   * @returns {number} the next layer
   */
  #step(layer) {
    const packet = this.#packet;
    switch (layer) {
      case LAYER.ETHERNET:
        return decodeEthernet(packet);
      case LAYER.IPV4:
        return decodeIpv4(packet, this.fragments);
      case LAYER.TCP:
        return this.#takeSegment(packet);
      case LAYER.IPV6:
        return decodeIpv6(packet, this.fragments);
      case LAYER.VLAN:
        return decodeVlan(packet, this.scopes);
      case LAYER.DNS:
        return this.#handOver(packet);
      case LAYER.QUIC:
        return this.#takeDatagram(packet);
      case LAYER.ICMP:
        return this.#takeIcmpError(packet, 4);
      case LAYER.ICMP_V6:
        return this.#takeIcmpError(packet, 6);
      default:
        return decodeRareLayer(layer, packet, this.scopes, this.#tools);
    }
  }

  /**
   * With the address of who asked: an answer's destination.
   * @param {Packet} packet @returns {number}
   */
  #handOver({ bytes, at, end, frames, entry, addressAt, ipVersion }) {
    const length = ipVersion === 6 ? 16 : 4;
    const isAnswer = at + DNS_FLAGS_AT < end && (bytes[at + DNS_FLAGS_AT] & DNS_RESPONSE) !== 0;
    const asker = addressAt + (isAnswer ? length : 0);
    this.#onDns(bytes, at, end, frames.timeNs[entry], bytes.subarray(asker, asker + length));
    return LAYER.NONE;
  }

  /**
   * The header's length bounds the datagram, unless it is that of a jumbogram.
   * @param {Packet} packet @returns {number}
   */
  #takeDatagram(packet) {
    const captured = packet.end - packet.at;
    const announcedBytes = packet.view.getUint16(packet.at - 4) - UDP_HEADER;
    const length = announcedBytes > 0 ? announcedBytes : captured + packet.missing;
    this.#datagrams.add(packet, length, Math.min(captured, length));
    return LAYER.NONE;
  }

  /** @param {Packet} packet @param {number} ipVersion @returns {number} */
  #takeIcmpError(packet, ipVersion) {
    const error = readIcmpError(packet, ipVersion);
    if (error === null) return this.#takeDatagramError(packet, ipVersion);
    if (this.icmpErrors++ >= this.#maxIcmpErrors) this.icmpErrorsLeft++;
    else {
      this.#flush(packet.bytes);
      this.#onIcmpError(error);
    }
    return LAYER.NONE;
  }

  /** @param {Packet} packet @param {number} ipVersion @returns {number} */
  #takeDatagramError(packet, ipVersion) {
    const error = this.#onDatagramError && readIcmpError(packet, ipVersion, UDP);
    if (!error) return LAYER.NONE;
    if (this.#datagrams.count > 0) {
      this.#flush(packet.bytes);
      this.#flushDatagrams();
    }
    this.#onDatagramError?.(error);
    return LAYER.NONE;
  }

  /** @param {Packet} packet @returns {number} */
  #takeSegment(packet) {
    if (packet.end - packet.at < MIN_CAPTURED_HEADER) {
      if (packet.missing > 0) this.headersCut++;
      return LAYER.NONE;
    }
    if (this.#batch.count === this.#batch.capacity || this.#batch.bytes !== packet.bytes) this.#flush(packet.bytes);
    appendSegment(this.#batch, packet);
    this.tcpSegments++;
    return LAYER.NONE;
  }

  /** @param {Uint8Array} nextBytes what the entries after these point into */
  #flush(nextBytes) {
    const batch = this.#batch;
    const next = batch.count > 0 ? (this.#onSegments(batch) ?? batch) : batch;
    next.count = 0;
    next.bytes = nextBytes;
    this.#batch = next;
  }
}
