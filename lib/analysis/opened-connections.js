import { packetsTable } from '../export/packets-csv.js';
import { seriesTables } from '../export/series-csv.js';
import { drawFlow } from '../export/xplot/flow-graphs.js';
import { describeSenders } from '../insight/describe/describe-senders.js';
import { describeTime, describeWaits } from '../insight/describe/describe-time.js';
import { MAX_WHOLE_BURSTS, sketchSender } from '../insight/describe/downsample-sender.js';
import { senderFrame } from '../insight/describe/sender-frame.js';
import { TimeQueries } from '../insight/describe/time-queries.js';
import { look } from '../insight/findings/examination.js';
import { MAX_OPENED_PACKETS } from '../insight/findings/worth-examining.js';
import { thinned } from '../insight/kernel/describe-kernel.js';
import { kernelSamples } from '../insight/kernel/kernel-samples.js';
import { kernelSender } from '../insight/kernel/kernel-sender.js';
import { creditStalls } from '../insight/sender/credit-stalls.js';
import { http2Lanes } from '../protocols/http2/lanes.js';
import { lanesFrame } from '../protocols/model/multiplexed-frame.js';
import { muxLanes } from '../protocols/webmux/lanes.js';
import { tcpFrames } from '../tcpflow/frames/tcp-frames.js';

/** @typedef {import('../shared/columns/column-frame.js').ColumnFrame} ColumnFrame */
/** @typedef {{ startNs: number, endNs: number }} Range since the capture's first packet */

/**
 * Answers about an opened connection: packets, series, senders, multiplexed streams, as column frames and for other
 * tools. Connections are given by index.
 */
export class OpenedConnections {
  #ingest;
  #tcp;
  #frames;
  /**
   * The overview requested last: the page requests range after range of it.
   * @type {{ index: number, version: number, rows: Int32Array|undefined }|null}
   */
  #latest = null;
  /**
   * The sender requested last: the page repeatedly requests parts of it.
   * @type {{ index: number, version: number, frame: ColumnFrame }|null}
   */
  #sender = null;

  /** @param {import('./ingest.js').Ingest} ingest */
  constructor(ingest) {
    this.#ingest = ingest;
    this.#tcp = ingest.tcp;
    this.#frames = tcpFrames(ingest.tcp);
  }

  /**
   * A connection's packets as columns.
   * @param {number} index
   * @param {{ measured?: boolean }} [options] of `Frames.packets`
   */
  packets(index, options) {
    this.#ingest.verdicts.refresh(index);
    return this.#frames.packets(index, options);
  }

  /**
   * The packets needed to plot it, where it is long. The whole is shown with the existing verdicts, a range with
   * current ones.
   * @param {number} index @param {Range} [range]
   */
  packetOverview(index, range) {
    const { version, verdicts } = this.#ingest;
    if (range === undefined) return this.#frames.sketch(index);
    if (this.#latest?.index !== index || this.#latest.version !== version) {
      verdicts.refresh(index);
      this.#latest = { index, version, rows: this.#frames.sketchOf(index) };
    }
    return this.#frames.sketch(index, { range, sketch: this.#latest.rows });
  }

  /** RTT samples as columns. @param {number} index */
  rtt(index) {
    return this.#frames.roundTrips(index);
  }

  /** Its senders' flight sizes, as columns. @param {number} index */
  flight(index) {
    return this.#frames.flight(index);
  }

  /** When its senders waited for credit above TCP. @param {number} index */
  #creditStalls(index) {
    const { messages, muxCredit, tcp } = this.#ingest;
    const endNs = tcp.flows.at(index).endNs;
    return creditStalls(messages, index, tcp.flows.clientEndpoint(index), endNs, muxCredit);
  }

  /** What is inferred about its senders, as columns. @param {number} index */
  sender(index) {
    const { version, verdicts } = this.#ingest;
    const kept = this.#sender;
    if (kept?.index === index && kept.version === version) return { ...kept.frame, meta: { ...kept.frame.meta } };
    verdicts.refresh(index);
    const frame = senderFrame(this.#tcp, index, this.#creditStalls(index));
    this.#sender = frame.rows > MAX_WHOLE_BURSTS ? { index, version, frame } : null;
    return { ...frame, meta: { ...frame.meta } };
  }

  /**
   * The same; of a long connection only what a plot of a range needs.
   * @param {number} index
   * @param {Range} [range]
   */
  senderOverview(index, range) {
    return sketchSender(this.sender(index), range);
  }

  /**
   * Its senders as `analyze --sender` prints them.
   * @param {number} index @param {ReturnType<OpenedConnections['recorded']>} [recorded]
   */
  describeSenders(index, recorded = this.recorded(index)) {
    return describeSenders(this.#tcp, index, this.#creditStalls(index), recorded);
  }

  /**
   * What their hosts' kernels recorded of its senders, for its plot.
   * @param {number} index
   */
  kernels(index) {
    const recorded = this.recorded(index);
    if (recorded.every((kernel) => kernel === null)) return [];
    return this.describeSenders(index, recorded).flatMap(({ direction, kernel }) =>
      kernel === undefined ? [] : [{ direction, ...thinned(kernel) }],
    );
  }

  /**
   * For programs.
   * @param {number} index
   */
  kernelSamples(index) {
    const directions = /** @type {const} */ (['clientToServer', 'serverToClient']);
    return this.recorded(index).flatMap((kernel, direction) =>
      kernel === null ? [] : [{ direction: directions[direction], ...kernelSamples(kernel) }],
    );
  }

  /** The samples themselves, by direction; null: its host recorded nothing of it. @param {number} index */
  recorded(index) {
    const { hostLog } = this.#ingest;
    return [0, 1].map((direction) => hostLog && kernelSender(this.#tcp, hostLog.sockets, index, direction));
  }

  /** Whose the time was in which it waited; null: it is too long. @param {number} index */
  waits(index) {
    const ledger = this.#ledger(index);
    return ledger && describeWaits(ledger);
  }

  /** `time` of `analyze --json`; null: it is too long. @param {number} index */
  time(index) {
    const ledger = this.#ledger(index);
    return ledger && describeTime(ledger);
  }

  /** @param {number} index */
  #ledger(index) {
    const { tcp, messages, muxCredit, verdicts } = this.#ingest;
    if (tcp.flows.at(index).packets > MAX_OPENED_PACKETS) return null;
    verdicts.refresh(index);
    return look({ tcp, messages, muxCredit }, index, verdicts.found(index)).ledger();
  }

  /** The same of all that were added, by the clock; null: of too many waits. */
  sumOfWaits() {
    const { verdicts } = this.#ingest;
    const times = new TimeQueries(this.#ingest);
    return {
      /** @param {number} index */
      add(index) {
        verdicts.refresh(index);
        times.describe(index);
      },
      /** @param {number} packets of a connection of QUIC @param {Parameters<TimeQueries['describeQuic']>[1]} ledger */
      addQuic: (packets, ledger) => void times.describeQuic(packets, ledger),
      waits: () => times.describeCaptureWaits(),
    };
  }

  /**
   * Streams that share a connection, as columns: HTTP/2 streams or WebMUX sessions. Tunnels may hold several such
   * connections in one.
   * @param {number} index @param {number} [connection] which of them
   */
  lanes(index, connection = 0) {
    const { messages, muxCredit, tcp } = this.#ingest;
    const muxes = messages.mux.connectionsOf(index);
    const http2 = messages.http2Of(index);
    const record = muxes[connection];
    const facts = http2[connection - muxes.length];
    const lanes = record === undefined ? null : muxLanes(messages.mux, record, muxCredit);
    const meta = { flow: tcp.flows.number(index), connection, connections: muxes.length + http2.length };
    return lanesFrame(
      lanes ?? (facts?.frames ? http2Lanes(facts.frames, facts.sides) : null),
      tcp.flows.clientEndpoint(index),
      meta,
    );
  }

  /** Packets and series as tables, the packets first. @param {number} index */
  tables(index) {
    this.#ingest.verdicts.refresh(index);
    return [packetsTable(this.#tcp, index), ...seriesTables(this.#tcp, index)];
  }

  /**
   * Draws its graphs for xplot.
   * @param {number} index
   * @param {(fileName: string) => import('../export/xplot/plot.js').Write} open gives where a file's text goes
   */
  drawGraphs(index, open) {
    drawFlow(this.#tcp, index, this.#ingest.forTcptrace(), open);
  }
}
