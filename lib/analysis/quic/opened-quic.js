import { describeQuicSenders } from '../../insight/describe/describe-quic-senders.js';
import { quicSenderColumns, spinColumns } from '../../insight/describe/quic-sender-columns.js';
import { thinned } from '../../insight/kernel/describe-kernel.js';
import { describeQuicPacket } from '../../quicflow/describe/describe-packet.js';
import { describeQuicStreams } from '../../quicflow/describe/describe-streams.js';
import { packetColumns } from '../../quicflow/diagram/packet-columns.js';
import { sequenceOf } from '../../quicflow/diagram/sequence.js';
import { describeFate, NO_FATE } from '../../quicflow/recovery/describe-recovery.js';
import { recoveryOf } from '../../quicflow/recovery/of-connection.js';
import { QuicPath } from '../../quicflow/recovery/path.js';
import { PACKET } from '../../quicflow/wire/versions.js';
import { describeQlog } from './describe-qlog.js';
import { QuicConnections } from './quic-connections.js';

/** @typedef {import('../ingest.js').Ingest} Ingest */
/** @typedef {import('../../shared/columns/column-frame.js').ColumnFrame} ColumnFrame */
/** @typedef {import('../../quicflow/diagram/sequence.js').Ordinate} Ordinate */
/** @typedef {import('../../packet/frame-fields.js').FrameLayer} FrameLayer */

/** @typedef {import('../../quicflow/recovery/recover.js').DirectionRecovery} Sent */

/** Streams of a connection that are listed. */
export const MAX_DESCRIBED_STREAMS = 2000;

/** Answers about one QUIC connection for a page, each by its index. */
export class OpenedQuic {
  #ingest;
  #quic;
  /**
   * Of the connection asked for last: a page asks for one thing after the other.
   * @type {{ index: number, version: number, recovery: ReturnType<typeof recoveryOf>,
   *   columns: import('../../quicflow/tables/connection-columns.js').ConnectionColumns } | null}
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
      this.#latest = { index, version, columns: this.#quic.columnsOf(index), recovery: recoveryOf(this.#quic, index) };
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
    return {
      ...connections.examine(index, this.#of(index).recovery).described,
      packets: this.#quic.connections[index].packets,
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

  /** Its packets as columns. @param {number} index @returns {ColumnFrame} */
  packets(index) {
    const { columns, recovery } = this.#of(index);
    return {
      kind: 'quic-packets',
      rows: columns.count,
      meta: { isOpen: this.#areOpen(index) },
      columns: packetColumns(columns, recovery),
    };
  }

  /**
   * A direction's time-sequence diagram.
   * @param {number} index @param {number} direction @param {Ordinate} by
   * @returns {ColumnFrame}
   */
  sequence(index, direction, by) {
    const { recovery } = this.#of(index);
    const of = this.#isOpen(index, direction) ? by : 'bytes';
    const { origin, columns } = sequenceOf(recovery.packets, recovery.directions[direction], of);
    return { kind: 'quic-sequence', rows: columns.barRow.length, meta: { direction, by: of, origin }, columns };
  }

  /** What is known of an end as a sender. @param {number} index @param {number} direction @returns {ColumnFrame} */
  sender(index, direction) {
    const { recovery } = this.#of(index);
    const sent = recovery.directions[direction];
    const isKnown = this.#isOpen(index, direction) && sent.hasData;
    const { meta, columns } = isKnown ? quicSenderColumns(new QuicPath(recovery), sent) : spinColumns(sent);
    const qlog = this.#qlogOf(index, isKnown ? sent : null, direction);
    return {
      kind: 'quic-sender',
      rows: columns.spinTime.length,
      meta: qlog === null ? meta : { ...meta, qlog },
      columns,
    };
  }

  /**
   * What the end itself logged, for its plot.
   * @param {number} index @param {Sent|null} sent null: its data is not decrypted @param {number} direction
   */
  #qlogOf(index, sent, direction) {
    const log = this.#ingest.endpointLogs?.of(index, direction) ?? null;
    if (log === null) return null;
    const path = new QuicPath(this.#of(index).recovery);
    const [inferred = null] = sent === null ? [] : describeQuicSenders('', path, [sent]);
    return thinned(describeQlog(log, inferred));
  }

  /** Packets as `analyze --packets` prints them. @param {number} index @param {number} offset @param {number} limit */
  rows(index, offset, limit) {
    const { columns, recovery } = this.#of(index);
    const rows = [];
    for (let row = offset; row < Math.min(columns.count, offset + limit); row++) {
      const { verdict, ...packet } = describeQuicPacket(this.#quic, columns.row[row]);
      const fate = describeFate(recovery, row);
      rows.push({ ...packet, ...(fate ?? NO_FATE), verdict: verdict ?? fate?.verdict ?? null });
    }
    return { total: columns.count, offset, rows };
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
