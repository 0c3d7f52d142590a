import { describeQuicSenders } from '../../insight/describe/describe-quic-senders.js';
import { quicSenderColumns, spinColumns } from '../../insight/describe/quic-sender-columns.js';
import { thinned } from '../../insight/kernel/describe-kernel.js';
import { describeQuicPacket } from '../../quicflow/describe/describe-packet.js';
import { describeQuicStreams } from '../../quicflow/describe/describe-streams.js';
import { kindsOfPackets, packetColumns, sentSoFar } from '../../quicflow/diagram/packet-columns.js';
import { sequenceOf } from '../../quicflow/diagram/sequence.js';
import { describeFate, NO_FATE } from '../../quicflow/recovery/describe-recovery.js';
import { recoveryOf } from '../../quicflow/recovery/of-connection.js';
import { QuicPath } from '../../quicflow/recovery/path.js';
import { PACKET } from '../../quicflow/wire/versions.js';
import { keptOf, picked } from '../../transport/sketch.js';
import { describeQlog } from './describe-qlog.js';
import { nextPacket, rowOfPacket } from './next-packet.js';
import { QuicConnections } from './quic-connections.js';
import { sketchedSender, sketchedSequence, sketchMeta, sketchOf } from './quic-sketch.js';
import { NOT_DECRYPTED, quicVerdict } from './quic-verdict.js';

/** @typedef {import('../ingest.js').Ingest} Ingest */
/** @typedef {import('../../shared/columns/column-frame.js').ColumnFrame} ColumnFrame */
/** @typedef {import('../../quicflow/diagram/sequence.js').Ordinate} Ordinate */
/** @typedef {import('../../packet/frame-fields.js').FrameLayer} FrameLayer */
/** @typedef {import('./quic-sketch.js').Asked} Asked */
/** @typedef {import('./next-packet.js').NextAsked} NextAsked */
/** Null where nothing is known. @typedef {{ [name in keyof ReturnType<typeof packetColumns>]: number }} QuicFigures */

/** Streams of a connection that are listed. */
export const MAX_DESCRIBED_STREAMS = 2000;
/** Columns of packets that a page draws. */
const DRAWN = /** @type {const} */ (['row', 'time', 'frame', 'index', 'direction', 'type', 'marks', 'probe']);

/** Answers about one QUIC connection for a page, each by its index. */
export class OpenedQuic {
  #ingest;
  #quic;
  /**
   * Of the connection asked for last: a page asks for one thing after the other.
   * @type {{ index: number, version: number, recovery: ReturnType<typeof recoveryOf>,
   *   columns: import('../../quicflow/tables/connection-columns.js').ConnectionColumns, kinds: Int32Array|null,
   *   made: Map<'sequence'|'sender', { key: string, logs: Ingest['endpointLogs'], frame: ColumnFrame }> } | null}
   */
  #latest = null;

  /** @param {Ingest} ingest @param {NonNullable<Ingest['quic']>} quic */
  constructor(ingest, quic) {
    this.#ingest = ingest;
    this.#quic = quic;
  }

  get count() {
    return this.#quic.connections.length;
  }

  /** @param {number} index */
  #of(index) {
    const { version } = this.#ingest;
    if (this.#latest?.index !== index || this.#latest.version !== version) {
      const [columns, recovery] = [this.#quic.columnsOf(index), recoveryOf(this.#quic, index)];
      this.#latest = { index, version, columns, recovery, kinds: null, made: new Map() };
    }
    return this.#latest;
  }

  /** @param {number} index @param {number} direction whether its 1-RTT packets were opened */
  #isOpen(index, direction) {
    return this.#quic.connections[index].sent[direction].openedOf[PACKET.ONE_RTT] > 0;
  }

  /** The same of both directions. @param {number} index */
  #areOpen(index) {
    return [0, 1].map((direction) => this.#isOpen(index, direction));
  }

  /** What it is, what was found, and its streams. @param {number} index */
  facts(index) {
    const { durationNs, quicMessages } = this.#ingest;
    const connections = new QuicConnections(this.#quic, durationNs, quicMessages);
    const connection = this.#quic.connections[index];
    const { described, limits } = connections.examine(index, this.#of(index).recovery);
    const { code, sentence } = quicVerdict(connection, described.findings, limits);
    return {
      ...described,
      // Why it stays closed is in the summary itself.
      summary: code === NOT_DECRYPTED.code ? described.summary : `${sentence}. ${described.summary}`,
      packets: connection.packets,
      loggedBy: ['client', 'server'].filter((_, direction) => this.#ingest.endpointLogs?.of(index, direction)),
      ...this.#streams(index),
    };
  }

  /** @param {number} index */
  #streams(index) {
    const requests = this.#requestsOf(index);
    const streams = [];
    for (const stream of describeQuicStreams(this.#quic, index)) {
      if (streams.length === MAX_DESCRIBED_STREAMS) break;
      streams.push({ ...stream, request: requests.get(stream.stream) ?? null });
    }
    return { streamCount: this.#quic.streamsOf(index)?.all.size ?? 0, streams };
  }

  /** What was asked for on each stream. @param {number} index @returns {Map<number, string>} */
  #requestsOf(index) {
    const messages = this.#ingest.quicMessages;
    /** @type {Map<number, string>} */
    const requests = new Map();
    if (messages === null) return requests;
    for (const row of messages.messagesOf(index)) {
      const { kind, stream, method, target, authority } = /** @type {any} */ (messages.describe(row));
      if (kind === 'request' && stream !== null) {
        requests.set(stream, `${method ?? '?'} ${authority ?? ''}${target ?? ''}`);
      }
    }
    return requests;
  }

  /**
   * Its packets as columns, without what `rows` says of each.
   * @param {number} index @param {Asked} [asked]
   * @returns {ColumnFrame}
   */
  packets(index, asked = {}) {
    const { columns, recovery } = this.#of(index);
    const { timeNs, direction, count } = columns;
    const sketch = sketchOf(timeNs, asked);
    const rows = sketch ? keptOf({ time: timeNs, lane: direction, kinds: this.#kinds(index) }, sketch) : undefined;
    const drawn = packetColumns(columns, recovery, rows);
    const sent = sentSoFar(columns);
    return {
      kind: 'quic-packets',
      rows: drawn.row.length,
      meta: { isOpen: this.#areOpen(index), ...(sketch ? sketchMeta(sketch, count) : {}) },
      columns: {
        ...Object.fromEntries(DRAWN.map((name) => [name, drawn[name]])),
        sent: rows ? picked(sent, rows) : sent,
      },
    };
  }

  /** What each of its packets is. @param {number} index */
  #kinds(index) {
    const latest = this.#of(index);
    return (latest.kinds ??= kindsOfPackets(latest.columns, latest.recovery));
  }

  /**
   * The same answer as the last of its kind, of which a page asks for range after range.
   * @param {number} index @param {'sequence'|'sender'} kind @param {string} key @param {() => ColumnFrame} make
   */
  #again(index, kind, key, make) {
    const { made } = this.#of(index);
    const { endpointLogs: logs } = this.#ingest;
    const known = made.get(kind);
    if (known?.key === key && known.logs === logs) return known.frame;
    const frame = make();
    made.set(kind, { key, logs, frame });
    return frame;
  }

  /**
   * A direction's time-sequence diagram.
   * @param {number} index @param {number} direction @param {Ordinate} by @param {Asked} [asked]
   * @returns {ColumnFrame}
   */
  sequence(index, direction, by, asked = {}) {
    const { recovery, columns } = this.#of(index);
    const of = this.#isOpen(index, direction) ? by : 'bytes';
    const frame = this.#again(index, 'sequence', `${direction} ${of}`, () => {
      const drawn = sequenceOf(recovery.packets, recovery.directions[direction], of);
      const meta = { direction, by: of, origin: drawn.origin };
      return { kind: 'quic-sequence', rows: drawn.columns.barRow.length, meta, columns: drawn.columns };
    });
    const sketch = sketchOf(columns.timeNs, asked);
    return sketch ? sketchedSequence(frame, this.#kinds(index), sketch, columns.count) : frame;
  }

  /**
   * What is known of an end as a sender.
   * @param {number} index @param {number} direction @param {Asked} [asked]
   * @returns {ColumnFrame}
   */
  sender(index, direction, asked = {}) {
    const { recovery, columns: ofPackets } = this.#of(index);
    const frame = this.#again(index, 'sender', String(direction), () => {
      const sent = recovery.directions[direction];
      const isKnown = this.#isOpen(index, direction) && sent.hasData;
      const { meta, columns } = isKnown ? quicSenderColumns(new QuicPath(recovery), sent) : spinColumns(sent);
      const qlog = this.#qlogOf(index, direction, isKnown);
      const own = qlog === null ? {} : { qlog };
      return { kind: 'quic-sender', rows: columns.spinTime.length, meta: { ...meta, ...own }, columns };
    });
    const sketch = sketchOf(ofPackets.timeNs, asked);
    return sketch ? sketchedSender(frame, sketch, ofPackets.count) : frame;
  }

  /**
   * What the end itself logged, for its plot.
   * @param {number} index @param {number} direction @param {boolean} isKnown whether something is inferred of it
   */
  #qlogOf(index, direction, isKnown) {
    const log = this.#ingest.endpointLogs?.of(index, direction) ?? null;
    if (log === null) return null;
    const { recovery } = this.#of(index);
    const sent = isKnown ? [recovery.directions[direction]] : [];
    const [inferred = null] = describeQuicSenders('', new QuicPath(recovery), sent);
    return thinned(describeQlog(log, inferred));
  }

  /**
   * Packets as `analyze --packets` prints them, with `figures`: those of docs/protocol.md.
   * @param {number} index @param {number} offset @param {number} limit
   */
  rows(index, offset, limit) {
    const { columns, recovery } = this.#of(index);
    const count = Math.max(0, Math.min(columns.count - offset, limit));
    const figures = packetColumns(
      columns,
      recovery,
      Int32Array.from({ length: count }, (_, i) => offset + i),
    );
    const rows = Array.from(figures.row, (row, i) => {
      const { verdict, ...packet } = describeQuicPacket(this.#quic, columns.row[row]);
      const fate = describeFate(recovery, row);
      const told = { ...packet, ...(fate ?? NO_FATE), verdict: verdict ?? fate?.verdict ?? null };
      return { ...told, figures: this.#figuresAt(index, figures, i) };
    });
    return { total: columns.count, offset, rows };
  }

  /**
   * One packet, from the columns.
   * @param {number} index @param {ReturnType<typeof packetColumns>} columns @param {number} at
   */
  #figuresAt(index, columns, at) {
    const figures = Object.entries(columns).map(([name, { [at]: figure }]) => [
      name,
      Number.isNaN(figure) ? null : figure,
    ]);
    const again = columns.resentRow[at];
    const { pn, type } = this.#of(index).columns;
    return {
      .../** @type {QuicFigures} */ (Object.fromEntries(figures)),
      resentIn: again < 0 ? null : { type: type[again], pn: pn[again] },
    };
  }

  /** The packet behind or before another (`nextPacket`). @param {number} index @param {NextAsked} asked */
  next(index, asked) {
    return { row: nextPacket(this.#of(index).columns, this.#kinds(index), asked) };
  }

  /** @param {number} index @param {number} frame @param {number} place in its datagram */
  rowOf(index, frame, place) {
    return { row: rowOfPacket(this.#of(index).columns, frame, place) };
  }

  /** @param {number} index @param {number} frame */
  hasFrame(index, frame) {
    return this.#of(index).columns.frame.includes(frame);
  }

  /**
   * The layers of a frame, with the QUIC packets behind its UDP header, and the frames in each that was decrypted.
   * @param {number} index @param {number} frame @param {FrameLayer[]} layers @returns {FrameLayer[]}
   */
  layersOf(index, frame, layers) {
    const udp = layers.findLast(({ name }) => name === 'UDP');
    if (udp === undefined) return layers; // put together of fragments
    const { columns } = this.#of(index);
    const packets = [];
    let from = udp.to;
    for (let row = columns.frame.indexOf(frame); columns.frame[row] === frame; row++) {
      const { type, pn, frames } = describeQuicPacket(this.#quic, columns.row[row]);
      const to = from + columns.bytes[row];
      packets.push({
        name: `QUIC ${type.replace('rtt', '-RTT')}${pn === null ? ', not decrypted' : ` ${pn}`}`,
        from,
        to,
        fields: frames.map((one) => ({ name: one.type, value: figuresOf(one), from, to })),
      });
      from = to;
    }
    return [...layers.slice(0, layers.indexOf(udp) + 1), ...packets];
  }

  /** @param {number} flow number of a connection @returns {number} its index; −1: there is none */
  indexOf(flow) {
    return this.#quic.numbers.indexOf(flow);
  }
}

/** All that a frame says besides its type. @param {object} frame */
const figuresOf = (frame) =>
  Object.entries(frame)
    .filter(([name, value]) => name !== 'type' && value !== null && value !== undefined)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ');
