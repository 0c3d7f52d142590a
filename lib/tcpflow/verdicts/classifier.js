import { CORE_BASE64 } from '../../engine/bytes/verdicts.js';
import { coreModule } from '../../engine/compile.js';
import { DIR_BIT, MAX_WINDOW_SCALE } from '../../engine/enums.js';
import { DIR, FLOW } from '../../engine/flow-fields.js';
import { OPTION } from '../../engine/segment-batch.js';
import { onlySince, yearOf } from '../../transport/in-use.js';
import { hasNoProbes, synFacts } from '../../transport/tcp/stack/fingerprint.js';
import { KINDS } from '../../transport/verdict.js';
import { meansDamage } from './checksums.js';

/** @typedef {import('../../transport/losses.js').LossEpisode} LossEpisode */
/** @typedef {import('../../transport/losses.js').Reordering} Reordering */

/**
 * What the compiled classifier exports (lib/engine/verdicts/classify-connection.ts); numbers that name places are byte
 * offsets into the capture's memory.
 * @typedef {object} ClassifierCore
 * @property {(rowBlocks: number, sackBlocks: number) => void} setTables
 * @property {(firstRow: number, client: number, clientBaseSeq: number, serverBaseSeq: number, sackAgreed: boolean,
 *   clientShift: number, serverShift: number, meaningless: number, probeless: number, mayProbe: boolean,
 *   whole: boolean, isFirst: boolean, isLast: boolean) => number} judge
 * @property {() => number} packetCount of the connection that it read last
 * @property {{ value: number }} exhausted 1: it trapped for want of memory
 */

/**
 * Results for a connection as a whole; index 0: the client's data.
 * @typedef {object} ConnectionVerdicts
 * @property {LossEpisode[][]} episodes
 * @property {(Reordering | null)[]} reordering
 * @property {{ retransmittedPackets: number, retransmittedBytes: number, reorderedPackets: number }[]} repairs data
 *   segments by verdict; for retransmissions of bytes seen before the repeated bytes, else all
 * @property {{ samples: number, minNs: number, maxNs: number, sumNs: number, squares: number }[]} roundTrips of the
 *   summary, by the verdicts
 * @property {number} packets that were read
 */

/** Words of `Found` and `Episode` in lib/engine/verdicts (classify-connection.ts, episodes.ts). */
const FOUND_WORDS = 18;
const EPISODE_WORDS = 13;

/** By the engine's numbers. */
const CAUSES = /** @type {const} */ (['loss', 'reordering', 'delay']);

/** Classifies the segments of a capture's connections, in the engine, which reads and writes the capture's tables. */
export class SegmentClassifier {
  #core;
  #memory;
  #flows;
  #tcp;

  /** @param {Pick<import('../tracker.js').TcpTracker, 'flows' | 'tables' | 'startEpochNs'>} tcp */
  constructor(tcp) {
    const { memory, rowBlocks, sackBlocks } = tcp.tables;
    this.#core = /** @type {ClassifierCore} */ (
      /** @type {unknown} */ (
        new WebAssembly.Instance(coreModule('verdicts', CORE_BASE64), { env: { memory } }).exports
      )
    );
    this.#core.setTables(rowBlocks, sackBlocks);
    this.#memory = memory;
    this.#flows = tcp.flows;
    this.#tcp = tcp;
  }

  /**
   * Classifies every segment of a connection, and writes the verdicts into the packets' rows.
   * @param {number} flow index
   * @param {object} [how]
   * @param {boolean} [how.whole] read every packet, not only those around losses: the result is the same
   * @param {boolean} [how.isFirst] it was never classified before: the verdicts in its rows need not be read
   * @param {boolean} [how.isLast] no more packets will come
   * @returns {ConnectionVerdicts | null} null: out of memory
   */
  classify(flow, { whole = false, isFirst = false, isLast = false } = {}) {
    const flows = this.#flows;
    const client = flows.clientEndpoint(flow);
    const server = 1 - client;
    const sackAgreed =
      (flows.dirInt(flow, client, DIR.SYN_OPTIONS) &
        flows.dirInt(flow, server, DIR.SYN_OPTIONS) &
        OPTION.SACK_PERMITTED) !==
      0;
    try {
      const found = this.#core.judge(
        flows.int(flow, FLOW.FIRST_ROW),
        client,
        flows.dirInt(flow, client, DIR.BASE_SEQ),
        flows.dirInt(flow, server, DIR.BASE_SEQ),
        sackAgreed,
        mostShift(flows.dirInt(flow, client, DIR.WINDOW_SCALE)),
        mostShift(flows.dirInt(flow, server, DIR.WINDOW_SCALE)),
        bits(!meansDamage(flows, flow, client), !meansDamage(flows, flow, server)) |
          (bits(takesOldStamps(flows, flow, client), takesOldStamps(flows, flow, server)) << 2),
        bits(hasNoProbes(synFacts(flows, flow, client)), hasNoProbes(synFacts(flows, flow, server))),
        onlySince('tail_loss_probe', yearOf(this.#tcp)) === null,
        whole,
        isFirst,
        isLast,
      );
      return this.#read(found);
    } catch (error) {
      if (this.#core.exhausted.value === 0) throw error;
      return null;
    }
  }

  /** @param {number} found where the engine has put it @returns {ConnectionVerdicts} */
  #read(found) {
    const { buffer } = this.#memory;
    const directions = [0, 1].map(
      (direction) => new Float64Array(buffer, found + direction * FOUND_WORDS * 8, FOUND_WORDS),
    );
    return {
      episodes: directions.map(([, , , , , , , , , , , count, at]) =>
        Array.from({ length: count }, (_, i) =>
          episodeOf(new Float64Array(buffer, at + i * EPISODE_WORDS * 8, EPISODE_WORDS)),
        ),
      ),
      reordering: directions.map(reorderingOf),
      repairs: directions.map(([retransmittedPackets, retransmittedBytes, reorderedPackets]) => ({
        retransmittedPackets,
        retransmittedBytes,
        reorderedPackets,
      })),
      roundTrips: directions.map(([, , , , , , , , , , , , , samples, minNs, maxNs, sumNs, squares]) => ({
        samples,
        minNs,
        maxNs,
        sumNs,
        squares,
      })),
      packets: this.#core.packetCount(),
    };
  }
}

/** @param {boolean} client @param {boolean} server */
const bits = (client, server) => Number(client) | (Number(server) << 1);

/**
 * Whether the other end takes an end's timestamps though they went back.
 * @param {import('../tables/flow-table.js').FlowTable} flows @param {number} flow @param {number} endpoint
 */
const takesOldStamps = (flows, flow, endpoint) => (flows.dirInt(flow, endpoint, DIR.BITS) & DIR_BIT.STAMPS_TAKEN) !== 0;

/** The largest window shift. @param {number} scale −1 not known, −2 not used */
function mostShift(scale) {
  if (scale === -1) return MAX_WINDOW_SCALE;
  return Math.max(0, scale);
}

/** @param {Float64Array} found @returns {Reordering | null} */
function reorderingOf([, , , packets, reordered, extentMax, extentSum, once, twice, thrice, lateNs]) {
  return reordered === 0
    ? null
    : { packets, reordered, extentMax, extentMean: extentSum / reordered, nReordered: [once, twice, thrice], lateNs };
}

/** @param {Float64Array} words @returns {LossEpisode} */
function episodeOf([
  startNs,
  repairNs,
  endNs,
  cause,
  trigger,
  timeouts,
  recoveryPoint,
  bytesLost,
  bytesResent,
  packetsResent,
  costNs,
  flightBefore,
  flightAfter,
]) {
  return {
    startNs,
    repairNs,
    endNs: orNull(endNs),
    cause: CAUSES[cause],
    trigger: /** @type {'fast'|'rto'|'tlp'} */ (KINDS[trigger]),
    timeouts,
    recoveryPoint,
    bytesLost,
    bytesResent,
    packetsResent,
    costNs: orNull(costNs),
    flightBefore,
    flightAfter: orNull(flightAfter),
  };
}

/** @param {number} value */
const orNull = (value) => (Number.isNaN(value) ? null : value);
