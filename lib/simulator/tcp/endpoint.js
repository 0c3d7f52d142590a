import { DEFAULT_MSS, TIMESTAMPS_BYTES } from '../../shared/tcp-numbers.js';
import { Content } from './content.js';
import { Ecn, NOT_ECT } from './ecn.js';
import { answerTo, NO_OFFERS, offersOf, windowScaleFor } from './offers.js';
import { Receiver } from './receiver.js';
import { ACK, BLANK, datagramBytes, FIN, HEADERS_BYTES, MD5_BYTES, PSH, RST, sackBytes, SYN } from './segment.js';
import { Sender } from './sender.js';
import { SlowReading } from './slow-reading.js';
import { Timestamps } from './timestamps.js';

/** Linux accepts a timestamp that is so much older (TCP_PAWS_WINDOW). */
const OLD_TIMESTAMP_MS = 1;
/** TIME_WAIT: Linux's and BSD's minute, where RFC 9293 asks for twice the maximum segment lifetime. */
const TIME_WAIT_NS = 60e9;

/** @typedef {import('./segment.js').Segment} Segment */
/** @typedef {{ address: string, port: number }} Address */

/** @typedef {import('./roles.js').Handlers} Handlers */
/** @typedef {import('./roles.js').Observer} Observer */

/** One end of a TCP connection (RFC 9293). */
export class Endpoint {
  mss = DEFAULT_MSS;
  /**
   * @type
   *   {'CLOSED'|'LISTEN'|'SYN_SENT'|'SYN_RECV'|'ESTABLISHED'|'FIN_WAIT1'|'FIN_WAIT2'|'CLOSING'|'TIME_WAIT'
   *   |'CLOSE_WAIT'|'LAST_ACK'}
   */
  state = 'CLOSED';
  /** @type {Handlers} */
  handlers = {};
  /** The other end: set when the two are connected. @type {Endpoint|null} */
  peer = null;
  /** Where it is in its network: what comes to this place is for it. */
  place = 0;
  /**
   * Leads from that place to it, where it is not there itself.
   * @type {import('../engine/link.js').Link<Segment>|null}
   */
  access = null;
  /** Its exit: set when it is placed in its network. @type {import('../engine/link.js').Exit<Segment>} */
  exit = /** @type {any} */ (null);
  /** Segments that it has sent, and that have neither arrived nor been lost. */
  onTheWay = 0;
  flow = 0;
  /** The other end's sequence numbers come so much higher: a box on the path shifts them. */
  peerShift = 0;
  /** @type {Address} */
  local = { address: '', port: 0 };
  /** @type {Address} */
  remote = { address: '', port: 0 };
  /** NaN before the first connection: V8 is to know that it may be no small integer. */
  isn = NaN;
  content = new Content();
  ecn = new Ecn();
  /** null: the application reads at once what has come. @type {import('./slow-reading.js').Reader|null} */
  reader = null;
  #mustAcknowledge = false;
  #identification = 0;
  /** @type {SlowReading|null} */
  #reading = null;
  #peerOffers = NO_OFFERS;
  #notified = 0;
  #finOffset = -1;
  #timeWaitEndNs = Infinity;
  #isOver = false;
  /**
   * It is established and not in TIME_WAIT, nobody observes it, and there is no ECN: segments without SYN, FIN and RST
   * need no special handling.
   */
  #isPlain = false;
  /** IP and TCP headers of segments other than SYNs, without SACK blocks. */
  #headerBytes = HEADERS_BYTES;

  /**
   * @param {object} options
   * @param {import('../engine/event-queue.js').EventQueue} options.events
   * @param {import('./profiles.js').TcpFeatures} options.features
   * @param {import('./segment.js').SegmentPool} options.segments
   * @param {Observer|null} options.observer
   * @param {boolean} options.isClient
   */
  constructor({ events, features, segments, observer, isClient }) {
    this.events = events;
    this.features = features;
    this.isClient = isClient;
    this.segments = segments;
    this.observer = observer;
    this.timestamps = new Timestamps(events);
    this.sender = new Sender(this, features);
    this.receiver = new Receiver(this, features);
  }

  /**
   * Begins a connection: nothing is left of one that this end had before.
   * @param {object} options
   * @param {import('./profiles.js').TcpFeatures} options.features
   * @param {Address} options.local @param {Address} options.remote
   * @param {import('../engine/random.js').Random} options.random for what hosts draw by lot
   * @param {number} options.flow
   * @param {boolean} options.keepsContent whether content is read
   */
  restart({ features, local, remote, random, flow, keepsContent }) {
    this.features = features;
    this.local = local;
    this.remote = remote;
    this.flow = flow;
    this.isn = random.uint32();
    this.timestamps.restart(random.integer(1, 1e9));
    this.#identification = random.integer(0, 65_535);
    this.mss = DEFAULT_MSS;
    this.state = 'CLOSED';
    this.handlers = {};
    this.reader = null;
    this.content.restart(keepsContent);
    this.ecn.restart(features.ecn);
    this.sender.restart(features);
    this.receiver.restart(features);
    this.#peerOffers = NO_OFFERS;
    this.#mustAcknowledge = this.#isOver = this.#isPlain = false;
    this.#headerBytes = HEADERS_BYTES;
    this.#notified = 0;
    this.#finOffset = -1;
    this.#timeWaitEndNs = Infinity;
    this.#reading = null;
    this.peerShift = 0;
  }

  get isEstablished() {
    return this.state !== 'CLOSED' && this.state !== 'LISTEN' && this.state !== 'SYN_SENT' && this.state !== 'SYN_RECV';
  }

  /** Data written by the application and not yet acknowledged by the other end. */
  get unacknowledgedBytes() {
    return this.sender.written - Math.max(this.sender.una, 1);
  }

  /** Active open. */
  connect() {
    this.state = 'SYN_SENT';
    this.observe('connect');
    this.sender.sendSyn(SYN);
  }

  /** Passive open. */
  listen() {
    this.state = 'LISTEN';
  }

  /** Bytes that the application has written and TCP has not sent yet. */
  get unsentBytes() {
    return this.sender.written - this.sender.nxt;
  }

  /** @param {import('./content.js').Piece[]} pieces that the application writes in one go */
  write(...pieces) {
    for (const piece of pieces) this.sender.written += this.content.append(piece);
    if (this.isEstablished) this.sender.transmit();
  }

  /** The application closes its direction. */
  close() {
    if (this.sender.finRequested || this.state === 'CLOSED') return;
    this.sender.finRequested = true;
    if (this.isEstablished) this.#sendFin();
  }

  #sendFin() {
    if (this.state === 'ESTABLISHED') this.state = 'FIN_WAIT1';
    if (this.state === 'CLOSE_WAIT') this.state = 'LAST_ACK';
    this.sender.transmit();
  }

  /** Ends the connection with RST. */
  abort() {
    if (this.state === 'CLOSED') return;
    this.send(this.sender.nxt, 0, RST, '', -1);
    this.#closed();
  }

  /**
   * @param {string} ev
   * @param {Segment|null} [segment]
   * @param {string} [retransmission]
   * @param {number} [arg0]
   * @param {number} [arg1]
   */
  observe(ev, segment = null, retransmission = '', arg0 = 0, arg1 = 0) {
    if (this.observer !== null) this.observer.observe(this, ev, segment, retransmission, arg0, arg1);
  }

  /** A pure acknowledgement. */
  acknowledge() {
    this.send(this.sender.nxt, 0, 0, '', -1);
  }

  /** A keep-alive probe (RFC 9293, section 3.8.4), if the connection is idle. */
  askWhetherAlive() {
    if (this.isEstablished && this.sender.una === this.sender.nxt) this.send(this.sender.nxt - 1, 0, 0, 'probe', -1);
  }

  /** What has just come is to be acknowledged, with data if the application writes any. */
  acknowledgeSoon() {
    this.#mustAcknowledge = true;
  }

  /**
   * Makes a segment and sends it.
   * @param {number} start
   * @param {number} length
   * @param {number} flags
   * @param {string} retransmission as truth.csv names it; '' for none
   * @param {number} previous number of the sending before of the same; -1: none
   * @returns {number} of this sending
   */
  send(start, length, flags, retransmission, previous) {
    const { receiver, ecn, timestamps } = this;
    const isSyn = (flags & SYN) !== 0;
    const segment = this.segments.take(this);
    const { number } = segment;
    segment.previous = previous;
    segment.start = start;
    segment.length = length;
    segment.flags = flags | ACK;
    segment.ack = receiver.queue.next;
    segment.windowField = receiver.windowField(isSyn);
    segment.windowBytes = isSyn ? segment.windowField : segment.windowField << receiver.scale;
    segment.sackEdges = receiver.queue.hasBlocks && this.sender.hasSack ? this.#writeSackBlocks(segment) : 0;
    segment.timestamp = timestamps.isOn ? timestamps.nowMs : -1;
    segment.timestampEcho = timestamps.echo;
    segment.ecn = NOT_ECT;
    segment.md5Key = this.features.md5Key;
    if (ecn.isOn) ecn.mark(segment, length > 0 && previous < 0);
    segment.sizeBytes = this.#headerBytes + length;
    if (segment.sackEdges > 0) segment.sizeBytes += sackBytes(segment.sackEdges / 2);
    if (isSyn) this.#makeSyn(segment, flags, retransmission);
    segment.identification = this.#identification;
    this.#identification = (this.#identification + 1) & 0xffff;
    this.#mustAcknowledge = false;
    receiver.noteAcknowledged();
    if (this.observer !== null) this.observe('out', segment, retransmission);
    this.exit.pass(segment);
    return number;
  }

  /**
   * Fields of a SYN, or SYN/ACK.
   * @param {Segment} segment
   * @param {number} flags
   * @param {string} retransmission
   */
  #makeSyn(segment, flags, retransmission) {
    const isFirst = this.isClient;
    segment.flags = isFirst ? flags | this.ecn.synFlags(retransmission !== '') : flags | ACK | this.ecn.synAckFlags();
    segment.ack = isFirst ? 0 : segment.ack;
    segment.synOptions = isFirst ? offersOf(this.features) : answerTo(this.#peerOffers, this.features);
    segment.timestamp = this.timestamps.isOn || this.features.timestamps ? this.timestamps.nowMs : -1;
    segment.timestampEcho = isFirst ? 0 : this.timestamps.echo;
    segment.sizeBytes = datagramBytes(segment);
  }

  /**
   * A link lost what this end sent, or a box dropped it.
   * @param {Segment} segment @param {string} [by] kind of box
   */
  onDropped(segment, by = '') {
    this.observer?.noteDropped(segment, by);
    this.segments.release(segment);
  }

  /** Blocks, unless data leave no room for them. @param {Segment} segment @returns {number} edges */
  #writeSackBlocks({ length, sack }) {
    const edges = this.receiver.queue.writeSackBlocks(sack, this.timestamps.isOn);
    return length + sackBytes(edges / 2) > this.mss ? 0 : edges;
  }

  /** @param {Segment} segment has come; it is used again */
  receive(segment) {
    if (this.#mustRefuse(segment)) {
      this.observer?.noteDropped(segment, 'refused');
      this.segments.release(segment);
      return;
    }
    if (this.#isPlain && (segment.flags & ~PSH) === ACK) this.#takePlain(segment);
    else {
      if (this.events.nowNs >= this.#timeWaitEndNs) this.#closed();
      if (this.state !== 'CLOSED') this.#take(segment);
    }
    this.segments.release(segment);
    if (this.#isOver) this.#retire();
  }

  /**
   * What never gets to the connection: with a wrong checksum, a wrong signature or none where there must be one (RFC
   * 2385, as Linux). ICMP errors about an established connection are soft (RFC 1122, section 4.2.3.9). What is not
   * acceptable is answered with an acknowledgement: an old timestamp (RFC 7323, section 5.3), or all beyond the window.
   * @param {Segment} segment
   */
  #mustRefuse({ altered, md5Key, flags, start, length, timestamp }) {
    if (md5Key !== this.features.md5Key || (altered !== null && (altered.isDamaged || altered.icmp !== null))) {
      return true;
    }
    const { receiver, timestamps } = this;
    const isOld =
      timestamp >= 0 && timestamp < timestamps.echo - OLD_TIMESTAMP_MS && start + length > receiver.queue.next;
    if (!isOld && !(length > 0 && receiver.isBeyond(start))) return false;
    if (!this.isEstablished || (flags & (SYN | RST)) !== 0) return false;
    this.acknowledge();
    return true;
  }

  /**
   * Nothing can come any more where both ends are over and nothing is on the way: an end that is over sends only when
   * something comes.
   */
  #retire() {
    const { peer } = this;
    if (peer === null || !peer.#isOver || this.onTheWay > 0 || peer.onTheWay > 0) return;
    const client = this.isClient ? this : peer;
    client.handlers.onRetired?.();
  }

  /**
   * The same as #take for what most segments are, with nothing to decide that a connection in its midst has decided
   * already (header prediction).
   * @param {Segment} segment without SYN, FIN and RST
   */
  #takePlain(segment) {
    const { length } = segment;
    const { sender, receiver } = this;
    const { queue } = receiver;
    if (segment.timestamp >= 0) this.timestamps.note(segment, receiver, this.mss);
    if (length > 0) receiver.onSegment(segment.start, segment.start + length, length);
    else if (segment.start < queue.next) this.acknowledgeSoon();
    if (!sender.isUntouchedBy(segment)) {
      const { una } = sender;
      sender.onAck(segment);
      if (sender.una > una) this.handlers.onAcknowledged?.();
      if (sender.finSent && sender.una === sender.nxt) this.#onFinAcknowledged();
    }
    if (queue.next - 1 > this.#notified) this.#tell();
    if (this.#mustAcknowledge) this.acknowledge();
  }

  /** @param {Segment} segment */
  #take(segment) {
    this.observe('in', segment);
    if (segment.flags & RST) {
      this.#closed();
      return;
    }
    if (this.state === 'SYN_SENT' && !(segment.flags & SYN)) {
      this.#resetOther(segment);
      return;
    }
    if (segment.flags & SYN) this.#onSyn(segment);
    if (this.state === 'LISTEN' || this.#isDeferred(segment)) return;
    if (segment.timestamp >= 0) this.timestamps.note(segment, this.receiver, this.mss);
    if (this.ecn.isOn && this.ecn.onSegment(segment)) this.receiver.acknowledgeNext();
    this.#takeData(segment);
    if (segment.flags & ACK) this.#onAck(segment);
    this.#tell();
    if (this.#mustAcknowledge) this.acknowledge();
  }

  /**
   * An acknowledgement, of another connection, answers the SYN (RFC 9293, section 3.10.7.3).
   * @param {Segment} acknowledgement
   */
  #resetOther({ ack, altered }) {
    const reset = this.segments.take(this);
    Object.assign(reset, BLANK, { start: ack, flags: RST, identification: this.#identification });
    reset.sizeBytes = datagramBytes(reset);
    reset.alter().sequenceShift = altered?.ackShift ?? 0;
    this.#identification = (this.#identification + 1) & 0xffff;
    this.observe('out', reset);
    this.exit.pass(reset);
  }

  /** @param {Segment} segment */
  #onSyn(segment) {
    if (this.receiver.queue.next > 0) {
      // once more: the answer was lost
      if (this.state !== 'SYN_RECV') this.acknowledgeSoon();
      return;
    }
    this.ecn.onSyn(segment.flags, this.isClient);
    this.#agree(/** @type {import('./segment.js').SynOptions} */ (segment.synOptions));
    this.receiver.queue.take(0, 1);
    this.timestamps.echo = Math.max(segment.timestamp, 0);
    this.sender.peerWindowBytes = segment.windowBytes;
    if (this.state !== 'LISTEN') return;
    this.state = 'SYN_RECV';
    this.sender.sendSyn(SYN);
  }

  /** @param {import('./segment.js').SynOptions} offers the other end's */
  #agree(offers) {
    const { features } = this;
    this.#peerOffers = offers;
    this.timestamps.isOn = features.timestamps && offers.timestamps;
    this.sender.hasSack = features.sack && offers.sackPermitted;
    if (features.windowScaling && offers.windowScale !== null) {
      this.receiver.scale = windowScaleFor(features.maxReceiveWindowBytes);
    }
    const optionBytes = (this.timestamps.isOn ? TIMESTAMPS_BYTES : 0) + (features.md5Key === 0 ? 0 : MD5_BYTES);
    this.mss = Math.min(offers.mss, features.mss) - optionBytes;
    this.#headerBytes = HEADERS_BYTES + optionBytes;
  }

  /**
   * TCP_DEFER_ACCEPT: an acknowledgement without data does not establish the connection, and Linux forgets it.
   * @param {Segment} segment
   */
  #isDeferred({ flags, length }) {
    return this.features.deferAccept && this.state === 'SYN_RECV' && length === 0 && (flags & (SYN | FIN)) === 0;
  }

  /** @param {Segment} segment */
  #takeData({ start, length, flags }) {
    const isProbe = length === 0 && start < this.receiver.queue.next && !(flags & (SYN | FIN));
    if (isProbe && this.isEstablished) this.acknowledgeSoon();
    if (length === 0 && !(flags & FIN)) return;
    const end = start + length + (flags & FIN ? 1 : 0);
    if (flags & FIN) {
      this.#finOffset = end - 1;
      if (this.state === 'TIME_WAIT') this.#waitAfterClose();
      this.acknowledgeSoon();
    }
    this.receiver.onSegment(start, end, length);
  }

  /** @param {Segment} segment */
  #onAck(segment) {
    if ((this.state === 'SYN_SENT' || this.state === 'SYN_RECV') && segment.ack >= 1) {
      this.state = 'ESTABLISHED';
      this.#isPlain = this.observer === null && !this.ecn.isOn;
      if (this.isClient) this.acknowledgeSoon();
      this.sender.onAck(segment);
      this.observe('established');
      this.handlers.onEstablished?.();
      if (this.sender.finRequested) this.#sendFin();
      return;
    }
    const { una } = this.sender;
    this.sender.onAck(segment);
    if (this.sender.una > una) this.handlers.onAcknowledged?.();
    if (this.sender.finSent && this.sender.una === this.sender.nxt) this.#onFinAcknowledged();
  }

  #onFinAcknowledged() {
    if (this.state === 'FIN_WAIT1') this.state = 'FIN_WAIT2';
    else if (this.state === 'CLOSING') this.#waitAfterClose();
    else if (this.state === 'LAST_ACK') this.#closed();
  }

  /** Notifies the application of received data. */
  #tell() {
    const { receiver } = this;
    const dataEnd = receiver.queue.next - (this.#hasEnd() ? 1 : 0);
    if (dataEnd - 1 > this.#notified) {
      this.#notified = dataEnd - 1;
      if (this.reader === null) receiver.readTo(dataEnd);
      else (this.#reading ??= new SlowReading(this.events, receiver, this.reader)).extend(dataEnd);
      this.handlers.onData?.(this.#notified);
    }
    if (this.#hasEnd()) this.#onFin();
  }

  /** All that the other end sent has come. */
  #hasEnd() {
    return this.#finOffset >= 0 && this.receiver.queue.next > this.#finOffset;
  }

  #onFin() {
    if (this.state === 'ESTABLISHED') {
      this.state = 'CLOSE_WAIT';
      this.handlers.onEnd?.();
    } else if (this.state === 'FIN_WAIT1') this.state = 'CLOSING';
    else if (this.state === 'FIN_WAIT2') {
      this.handlers.onEnd?.();
      this.#waitAfterClose();
    }
  }

  /**
   * No timer: only segments to this end could show whether the time is over, and a timer would keep the run going and
   * this end in memory.
   */
  #waitAfterClose() {
    this.#isPlain = false;
    this.state = 'TIME_WAIT';
    this.#timeWaitEndNs = this.events.nowNs + TIME_WAIT_NS;
    this.#tellClosed();
  }

  #closed() {
    this.#isPlain = false;
    this.state = 'CLOSED';
    this.sender.stop();
    this.receiver.stop();
    this.#reading?.stop();
    this.#timeWaitEndNs = Infinity;
    this.#tellClosed();
  }

  #tellClosed() {
    if (this.#isOver) return;
    this.#isOver = true;
    this.handlers.onClosed?.();
  }
}
