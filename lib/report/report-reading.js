/** A report's data, collected on a second reading of the capture. */
import { CaptureDecoder } from '../analysis/capture-decoder.js';
import { Ingest } from '../analysis/ingest.js';
import { keptSocket } from '../shared/hostlog/kept-sockets.js';
import { endText } from '../shared/hostlog/socket-table.js';
import { isQuicFlow, QUIC_FLOWS } from '../shared/quic-flow.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../transport/packets.js';
import { SegmentLog } from './segment-log.js';

/** @typedef {import('../packet/network/icmp.js').IcmpError} IcmpError */
/** @typedef {import('../engine/segment-batch.js').SegmentBatch} SegmentBatch */

/** Most packets of a report: with more some browsers could not open the page. */
export const MAX_REPORT_PACKETS = 5_000_000;

/**
 * @typedef {object} ReportState
 * @property {import('../analysis/capture-decoder.js').CaptureFacts} facts
 * @property {import('./segment-log.js').KeptSegments} segments
 * @property {{ row: number, error: IcmpError }[]} icmpErrors row: segments before it
 * @property {{ flow: number, client: 0|1 }[]} clients of connections whose content shows it
 * @property {Ingest['kept']} kept
 * @property {number[]|null} numbers of the connections, where not all are included
 * @property {import('../analysis/quic/quic-intake.js').KeptQuic|null} [quic] connections of QUIC; null, or not there:
 *   none
 * @property {import('../shared/hostlog/kept-sockets.js').KeptSocket[]} [sockets] what the ends' hosts recorded of them
 */

/** A target for a capture's bytes that reads them as `first` did, and keeps a report's data. */
export class ReportReading {
  #first;
  #flows;
  /** Indexes of QUIC's. @type {number[]|null} */
  #quicFlows;
  #log = new SegmentLog();
  #ingest;
  /** @type {CaptureDecoder|null} */
  #decoder = null;
  /** Segments of the capture so far. */
  #rows = 0;
  /** @type {ReportState['icmpErrors']} */
  #icmpErrors = [];

  /**
   * @param {Ingest} first that has read the capture to its end
   * @param {readonly number[]|null} flows indexes of the connections to include, of QUIC's from `QUIC_FLOWS` on; null:
   *   all
   */
  constructor(first, flows) {
    this.#first = first;
    const sorted = flows && [...flows].sort((a, b) => a - b);
    this.#flows = sorted && sorted.filter((flow) => !isQuicFlow(flow));
    this.#quicFlows = sorted && sorted.filter(isQuicFlow).map((flow) => flow - QUIC_FLOWS);
    const selected = this.#flows && new Set(this.#flows);
    const frames = this.#quicFlows && framesOf(first, this.#quicFlows);
    this.#ingest = new Ingest({
      ...first.settings,
      decoder: (parts) =>
        (this.#decoder = new CaptureDecoder({
          ...parts,
          onSegments: (batch) => {
            if (selected !== null) this.#select(batch, selected);
            this.#rows += selected === null ? batch.count : 0;
            parts.onSegments(batch);
            this.#log.take(batch);
          },
          onDatagrams: (batch) => {
            if (frames !== null) batch.keepFrames(frames);
            parts.onDatagrams?.(batch);
          },
          onIcmpError: (error) => this.#takeIcmpError(error, parts.onIcmpError),
        })),
    });
  }

  /** @param {Uint8Array} chunk */
  push(chunk) {
    this.#ingest.push(chunk);
  }

  end() {
    this.#ingest.end();
  }

  /** @param {string} code @param {string} message @param {number} [offset] */
  warn(code, message, offset) {
    this.#ingest.warn(code, message, offset);
  }

  /** To be awaited before more is pushed. */
  ready() {
    return this.#ingest.ready();
  }

  get chunks() {
    return this.#ingest.chunks;
  }

  /**
   * Keeps only segments of the wanted connections in a batch; the first reading knows each segment's connection.
   * @param {SegmentBatch} batch @param {Set<number>} selected
   */
  #select(batch, selected) {
    const { blocks, count } = this.#first.tcp.packets;
    let kept = 0;
    for (let i = 0; i < batch.count; i++, this.#rows++) {
      const isKnown = this.#rows < count;
      const flowEnd = isKnown ? blocks[this.#rows >> ROW_BLOCK_BITS].flowEnd[this.#rows & ROW_BLOCK_MASK] : -1;
      if (!selected.has(flowEnd >> 1)) continue;
      if (kept < i) copyEntry(batch, i, kept);
      kept++;
    }
    batch.count = kept;
  }

  /** @param {IcmpError} error @param {(error: IcmpError) => void} take */
  #takeIcmpError(error, take) {
    if (this.#flows !== null && !this.#ingest.tcp.icmpErrors.isAboutAny(error)) return;
    this.#icmpErrors.push({ row: this.#log.count, error: copyOf(error) });
    take(error);
  }

  /** When all was read. @returns {Promise<ReportState>} */
  async state() {
    const { quic } = this.#first;
    const quicNumbers = this.#quicFlows && quic && this.#quicFlows.map((index) => quic.numbers.of(index));
    const ingest = this.#ingest;
    const { reader, ...facts } = /** @type {CaptureDecoder} */ (this.#decoder).facts();
    const { flows } = ingest.tcp;
    const clients = [];
    for (let flow = 0; flow < flows.count; flow++) {
      const client = flows.clientByContent(flow);
      if (client !== null) clients.push({ flow, client });
    }
    const { kept } = ingest;
    return {
      facts: { ...facts, reader: { ...reader, secrets: [], names: [], comments: [] } },
      segments: this.#log.kept,
      icmpErrors: this.#icmpErrors,
      clients,
      kept: this.#flows === null ? kept : { ...kept, ...this.#namesOfEnds(kept) },
      numbers: this.#flows && this.#flows.map((flow) => this.#first.tcp.flows.number(flow)),
      quic: await ingest.keptQuic(quicNumbers),
      sockets: this.#sockets(),
    };
  }

  /** Of the connections that are included: a record has all of its host's. */
  #sockets() {
    const { flows } = this.#ingest.tcp;
    const recorded = this.#first.hostLog?.sockets;
    if (recorded === undefined) return [];
    const found = new Set();
    for (let flow = 0; flow < flows.count; flow++) {
      const [one, other] = [0, 1].map((endpoint) => endText(flows.endpoint(flow, endpoint)));
      for (const socket of [recorded.of(one, other), recorded.of(other, one)]) if (socket !== null) found.add(socket);
    }
    return Array.from(found, keptSocket);
  }

  /** Drops addresses of other connections. @param {Ingest['kept']} kept */
  #namesOfEnds({ names, lookUps }) {
    const { tcp, quic } = this.#ingest;
    const { flows } = tcp;
    const addresses = new Set();
    for (const connection of quic?.connections ?? []) {
      for (const path of connection.paths) {
        for (const end of [0, 1]) addresses.add(connection.endpoint(end, path).address);
      }
    }
    for (let flow = 0; flow < flows.count; flow++) {
      for (const endpoint of [0, 1]) addresses.add(flows.endpoint(flow, endpoint).address);
    }
    return {
      names: new Map([...names].filter(([address]) => addresses.has(address))),
      lookUps: new Map([...lookUps].filter(([address]) => addresses.has(address))),
    };
  }
}

/**
 * The frames that carried some of QUIC's connections.
 * @param {Ingest} ingest @param {number[]} indexes
 */
function framesOf({ quic }, indexes) {
  /** @type {Set<number>} */
  const frames = new Set();
  for (const index of indexes) for (const frame of quic?.columnsOf(index).frame ?? []) frames.add(frame);
  return frames;
}

/** @param {SegmentBatch} batch @param {number} from @param {number} to */
function copyEntry(batch, from, to) {
  for (const column of Object.values(batch)) {
    if (!ArrayBuffer.isView(column) || column === batch.bytes) continue;
    const entries = /** @type {Int32Array} */ (column);
    const words = entries.length / batch.capacity;
    entries.copyWithin(to * words, from * words, (from + 1) * words);
  }
}

/** @param {IcmpError} error whose addresses may be overwritten @returns {IcmpError} */
const copyOf = (error) => ({
  ...error,
  reporter: error.reporter.slice(),
  receiver: error.receiver.slice(),
  source: error.source.slice(),
  destination: error.destination.slice(),
});
