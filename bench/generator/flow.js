/**
 * One simulated HTTP connection as seen at one place: a client, a server, and between them a path with delay, a
 * bottleneck with a queue, loss and reordering (of the server's data; the client's packets all arrive). Events happen
 * in order of time; whoever runs several flows calls the one with the least `nextNs`, and the capture comes out sorted.
 *
 *   server ──data──▶ one-way delay ─▶ bottleneck queue ──▶ client
 *          ◀──────────────── one-way delay ────────ACKs───
 */
import { ByteStream } from './byte-stream.js';
import { ACK, FIN, FrameWriter, NO_SACK, PSH, RST, SYN } from './frame-writer.js';
import { Receiver } from './receiver.js';
import { Sender } from './sender.js';

/**
 * @typedef {import('./sender.js').Sent} Sent
 * @typedef {import('./frame-writer.js').Segment & { sent: Sent|null, arrived: Sent[] }} Travelling
 *
 * @typedef {{ request: string, respond: (stream: ByteStream) => void }} Exchange
 * @typedef {{ thinkNs: number, exchanges: Exchange[] }} Batch requests sent together, so long after the responses
 *   before them
 *
 * @typedef {object} FlowPlan
 * @property {import('./frame-writer.js').FlowIdentity} identity @property {number} startNs @property {Batch[]} batches
 * @property {number} oneWayNs
 * @property {number} nsPerByte of the bottleneck
 * @property {number} queueNs longest wait before it
 * @property {number} lossRate
 * @property {number} reorderRate
 * @property {number} bufferBytes of the receiver
 * @property {number} readNsPerByte
 * @property {number} serverDelayNs from request to response @property {boolean} atServer where the capture is made
 * @property {boolean} reset the client ends by RST
 */

const LINE_NS_PER_BYTE = 0.8;
const DELAYED_ACK_NS = 40e6;
const QUICK_ACK_LIMIT_NS = 500_000;
const HEADER_BYTES = 66;
const NONE = /** @type {Sent[]} */ ([]);

/** Packets on their way in one direction, in order of arrival. */
class Link {
  #times = /** @type {number[]} */ ([]);
  #segments = /** @type {Travelling[]} */ ([]);
  #head = 0;
  nextNs = Infinity;

  /** @param {number} timeNs @param {Travelling} segment */
  push(timeNs, segment) {
    this.#times.push(timeNs);
    this.#segments.push(segment);
    if (this.nextNs === Infinity) this.nextNs = timeNs;
  }

  /** The last two change places, if both bear data. */
  swapLast() {
    const last = this.#segments.length - 1;
    if (last - 1 < this.#head || !this.#segments[last].length || !this.#segments[last - 1].length) return;
    [this.#segments[last], this.#segments[last - 1]] = [this.#segments[last - 1], this.#segments[last]];
  }

  /** @returns {Travelling} */
  shift() {
    const segment = this.#segments[this.#head++];
    if (this.#head === this.#segments.length) this.#clear();
    else if (this.#head > 1024) this.#compact();
    this.nextNs = this.#times.length ? this.#times[this.#head] : Infinity;
    return segment;
  }

  #clear() {
    this.#times.length = 0;
    this.#segments.length = 0;
    this.#head = 0;
  }

  #compact() {
    this.#times = this.#times.slice(this.#head);
    this.#segments = this.#segments.slice(this.#head);
    this.#head = 0;
  }
}

export class Flow {
  nextNs;
  #plan;
  #random;
  #writer;
  #streams = [new ByteStream(), new ByteStream()];
  #sender;
  #receiver;
  #toClient = new Link();
  #toServer = new Link();
  /** Times of what is planned: Infinity for what is not. */
  #clientNs;
  #ackNs = Infinity;
  #windowNs = Infinity;
  #sendNs = Infinity;
  #respondNs = Infinity;
  #wireFreeNs = 0;
  #bottleneckFreeNs = 0;
  #clientNext = 0;
  #serverReceived = 0;
  #windowEnd = 1;
  #unacknowledged = 0;
  #arrived = NONE;
  #echo = [0, 0];
  #batch = 0;
  /** Length of the server's stream before the answers that the client waits for; Infinity while it waits for none. */
  #answeredBefore = Infinity;

  /**
   * @param {FlowPlan} plan
   * @param {import('./random.js').Random} random
   * @param {import('./pcap-output.js').PcapOutput} output
   */
  constructor(plan, random, output) {
    this.#plan = plan;
    this.#random = random;
    this.#writer = new FrameWriter(output, plan.identity);
    this.#sender = new Sender(
      plan.identity.mss - (plan.identity.timestamps ? 12 : 0),
      200e6 + 4 * plan.oneWayNs + plan.queueNs,
    );
    this.#receiver = new Receiver(plan.bufferBytes, plan.readNsPerByte, 1 << plan.identity.windowScale);
    this.#clientNs = plan.startNs;
    this.nextNs = plan.startNs;
  }

  /** Lets the next event happen; afterwards `nextNs` is that of the one after it, Infinity at the end. */
  step() {
    this.#happen(this.nextNs);
    this.nextNs = Math.min(
      this.#toClient.nextNs,
      this.#toServer.nextNs,
      this.#sendNs,
      this.#ackNs,
      this.#clientNs,
      this.#respondNs,
      this.#windowNs,
      this.#sender.rtoAtNs,
    );
  }

  /** @param {number} now */
  #happen(now) {
    if (this.#toServer.nextNs === now) this.#atServer(this.#toServer.shift(), now);
    else if (this.#toClient.nextNs === now) this.#atClient(this.#toClient.shift(), now);
    else if (this.#sendNs === now) this.#sendData(now);
    else if (this.#clientNs === now) this.#clientActs(now);
    else if (this.#ackNs === now) this.#fromClient(ACK, 0, now);
    else if (this.#respondNs === now) this.#respond(now);
    else if (this.#windowNs === now) this.#updateWindow(now);
    else this.#timeout(now);
  }

  /**
   * @param {boolean} fromServer
   * @param {number} flags
   * @param {number} seq
   * @param {number} length
   * @param {number} now
   * @returns {Travelling}
   */
  #segment(fromServer, flags, seq, length, now) {
    const clock = fromServer ? 700_000 : 300_000;
    return {
      fromServer,
      flags,
      seq,
      length,
      ack: fromServer ? this.#serverReceived : this.#receiver.next,
      window: fromServer ? 64 << 10 : this.#receiver.window(now),
      tsValue: clock + Math.floor(now / 1e6),
      tsEcho: this.#echo[fromServer ? 1 : 0],
      sack: NO_SACK,
      lost: false,
      sent: null,
      arrived: NONE,
    };
  }

  // ── the client ────────────────────────────────────────────────────────────

  /** @param {number} now */
  #clientActs(now) {
    this.#clientNs = Infinity;
    const batch = this.#plan.batches[this.#batch];
    if (this.#clientNext === 0) this.#fromClient(SYN, 0, now);
    else if (batch) {
      const text = batch.exchanges.map(({ request }) => request).join('');
      this.#streams[0].addText(text);
      this.#answeredBefore = this.#streams[1].length;
      this.#fromClient(PSH | ACK, text.length, now);
    } else this.#fromClient(this.#plan.reset ? RST | ACK : FIN | ACK, 0, now);
  }

  /** @param {number} flags @param {number} length @param {number} now */
  #fromClient(flags, length, now) {
    const segment = this.#segment(false, flags, this.#clientNext, length, now);
    this.#clientNext += length + (flags & (SYN | FIN) ? 1 : 0);
    if (this.#receiver.hasHoles && this.#plan.identity.sackPermitted) segment.sack = this.#receiver.sackBlocks();
    segment.arrived = this.#arrived;
    this.#arrived = NONE;
    this.#ackNs = Infinity;
    this.#unacknowledged = 0;
    if (segment.window < 2 * this.#sender.mss && this.#windowNs === Infinity && this.#plan.readNsPerByte > 0) {
      this.#windowNs = now + Math.ceil((this.#plan.bufferBytes / 2) * this.#plan.readNsPerByte);
    }
    this.#captureIf(!this.#plan.atServer, segment, now);
    this.#toServer.push(now + this.#plan.oneWayNs, segment);
  }

  /** @param {number} now */
  #updateWindow(now) {
    this.#windowNs = Infinity;
    this.#fromClient(ACK, 0, now);
  }

  /** @param {Travelling} segment @param {number} now */
  #atClient(segment, now) {
    this.#captureIf(!this.#plan.atServer, segment, now);
    if (segment.seq <= this.#receiver.next) this.#echo[0] = segment.tsValue;
    if (segment.flags & SYN) {
      this.#fromClient(ACK, 0, now);
      this.#clientNs = now + this.#plan.batches[0].thinkNs;
    } else if (segment.length > 0) this.#dataArrives(segment, now);
    else if (segment.flags & FIN) {
      this.#receiver.next++;
      this.#fromClient(ACK, 0, now);
    }
  }

  /** @param {Travelling} segment @param {number} now */
  #dataArrives(segment, now) {
    const inOrder = this.#receiver.accept(segment.seq, segment.seq + segment.length);
    if (segment.sent && segment.seq > this.#receiver.next) this.#arrived = [...this.#arrived, segment.sent];
    this.#unacknowledged++;
    if (!inOrder || this.#unacknowledged >= 2) this.#fromClient(ACK, 0, now);
    else if (this.#ackNs === Infinity) this.#ackNs = now + DELAYED_ACK_NS;
    const answered = this.#streams[1].length;
    if (answered <= this.#answeredBefore || this.#receiver.next <= answered) return;
    this.#answeredBefore = Infinity;
    this.#clientNs = now + (this.#plan.batches[this.#batch]?.thinkNs ?? 100_000);
  }

  // ── the server ────────────────────────────────────────────────────────────

  /** @param {Travelling} segment @param {number} now */
  #atServer(segment, now) {
    this.#captureIf(this.#plan.atServer, segment, now);
    this.#echo[1] = segment.tsValue;
    if (segment.flags & RST) {
      this.#stop();
      return;
    }
    this.#windowEnd = segment.ack + segment.window;
    if (segment.flags & (SYN | FIN)) this.#fromServer(segment.flags & SYN ? SYN | ACK : FIN | ACK, segment, now);
    else if (segment.length > 0) this.#requestArrives(segment, now);
    this.#sender.acknowledge(segment.ack, segment.arrived, now);
    if (this.#sender.una < this.#sender.end) this.#sendNs = Math.max(now, this.#wireFreeNs);
  }

  /** A SYN or FIN is answered. @param {number} flags @param {Travelling} to @param {number} now */
  #fromServer(flags, to, now) {
    this.#serverReceived = to.seq + 1;
    this.#transmit(this.#segment(true, flags, flags & SYN ? 0 : this.#sender.next, 0, now), now);
  }

  /** @param {Travelling} segment @param {number} now */
  #requestArrives(segment, now) {
    this.#serverReceived = segment.seq + segment.length;
    this.#respondNs = now + this.#plan.serverDelayNs;
    if (this.#plan.serverDelayNs > QUICK_ACK_LIMIT_NS) {
      this.#transmit(this.#segment(true, ACK, this.#sender.next, 0, now), now);
    }
  }

  /** @param {number} now */
  #respond(now) {
    this.#respondNs = Infinity;
    for (const { respond } of this.#plan.batches[this.#batch].exchanges) respond(this.#streams[1]);
    this.#batch++;
    this.#sender.end = this.#streams[1].length + 1;
    this.#sendNs = Math.max(now, this.#wireFreeNs);
  }

  /** @param {number} now */
  #sendData(now) {
    const sent = this.#sender.take(this.#windowEnd, now);
    if (!sent) {
      this.#sendNs = Infinity;
      return;
    }
    const last = sent.seq + sent.length === this.#sender.end;
    const segment = this.#segment(true, last ? PSH | ACK : ACK, sent.seq, sent.length, now);
    segment.sent = sent;
    segment.lost = this.#random.chance(this.#plan.lossRate);
    this.#wireFreeNs = now + Math.ceil((sent.length + HEADER_BYTES) * LINE_NS_PER_BYTE);
    this.#sendNs = this.#wireFreeNs;
    this.#transmit(segment, now);
  }

  /** @param {number} now */
  #timeout(now) {
    this.#sender.timeout(now);
    this.#sendNs = Math.max(now, this.#wireFreeNs);
  }

  /** Through the bottleneck to the client; a full queue drops data. @param {Travelling} segment @param {number} now */
  #transmit(segment, now) {
    const { oneWayNs, nsPerByte, queueNs, atServer, reorderRate } = this.#plan;
    const reaches = Math.max(now + oneWayNs, this.#bottleneckFreeNs);
    if (segment.length > 0 && reaches - now - oneWayNs > queueNs) segment.lost = true;
    this.#captureIf(atServer, segment, now);
    if (segment.lost) return;
    this.#bottleneckFreeNs = reaches + Math.ceil((segment.length + HEADER_BYTES) * nsPerByte);
    this.#toClient.push(this.#bottleneckFreeNs, segment);
    if (segment.length > 0 && reorderRate > 0 && this.#random.chance(reorderRate)) this.#toClient.swapLast();
  }

  #stop() {
    this.#sendNs = this.#ackNs = this.#clientNs = this.#respondNs = this.#windowNs = Infinity;
    this.#sender.rtoAtNs = Infinity;
  }

  /** @param {boolean} here @param {Travelling} segment @param {number} now */
  #captureIf(here, segment, now) {
    if (here) {
      this.#writer.write(
        now,
        segment,
        this.#streams[segment.fromServer ? 1 : 0],
        segment.fromServer !== this.#plan.atServer,
      );
    }
  }
}
