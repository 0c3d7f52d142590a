import { DEFAULT_MSS } from '../../shared/tcp-numbers.js';
import { yearOf } from '../../transport/in-use.js';
import { hasVerdict } from '../../transport/packets.js';
import { segmentSize } from '../../transport/tcp/segment-size.js';
import { VERDICT } from '../../transport/verdict.js';
import { kernelSender } from '../kernel/kernel-sender.js';
import { SenderLimits } from '../sender/sender-limits.js';
import { clockJumps } from './clock-jumps.js';
import { isAtServer } from './evidence/at-server.js';
import { icmpErrorsOf } from './evidence/icmp.js';
import { listenDropsOf } from './evidence/listen-queue.js';
import { makeSteady } from './evidence/monotonic-clock.js';
import { withoutClaimed } from './rank/claims.js';
import { showsOf } from './shows.js';

/** @typedef {import('../../shared/hostlog/exchanges/exchange-table.js').ExchangeTable} ExchangeTable */
/** @typedef {{ exchanges: ExchangeTable, startEpochNs: bigint, clientPort: number }} Logged */
/** @typedef {import('../kernel/kernel-sender.js').KernelSender} KernelSender */
/** @typedef {import('../../transport/path.js').Path} Path */
/** @typedef {import('../../transport/tcp/tcp-packets.js').TcpPackets} TcpPackets */

/**
 * What is known of one direction with data.
 * @typedef {object} DirectionContext
 * @property {number} direction
 * @property {number} mss payload of a full segment
 * @property {import('../sender/sender-limits.js').SenderLimits} insight
 * @property {import('../../transport/path.js').SenderOrder['method']} order how the order at the sender
 *   was found
 * @property {Float64Array} limitNs time that each of `LIMITS` was the limit
 * @property {number} activeNs from its first burst to its last
 * @property {number} startNs
 * @property {number} endNs
 * @property {import('../../transport/round-trips.js').SenderSamples} samples of the whole path
 * @property {number} rttMinNs 0 where there is none
 * @property {import('../../transport/losses.js').LossEpisode[]} episodes without those of
 *   `claimed`
 * @property {number} claimed episodes whose cause the capture states: they belong to its finding alone
 * @property {import('../../transport/losses.js').Reordering | null} reordering
 * @property {number} dataPackets
 * @property {number} retransmissions of them
 * @property {number} partial data packets shorter than `mss`
 */

/**
 * Input of the detectors.
 * @typedef {object} Context
 * @property {TcpPackets} packets
 * @property {import('../../transport/tcp/tcp-packets.js').TcpOccurrences} seen which kinds of packets occur
 * @property {Path | null} path null without data
 * @property {import('../../transport/path.js').Numbers} [passes] over the packets; undefined without data
 * @property {import('../../transport/tcp/tcp-packets.js').ConnectionOptions} options
 * @property {DirectionContext[]} ways
 * @property {[import('../../transport/path.js').Vantage,
 *   import('../../transport/path.js').Vantage] | null} vantages null
 *   without data
 * @property {[number, number]} shows what the capture shows of each direction: bits of `SHOWS`
 * @property {[number, number]} keptAliveNs pauses over which each end sent keep-alive probes
 * @property {import('./evidence/message-facts.js').MessageFacts | null} messages null where none were kept
 * @property {boolean} isSelfConnect both ends are one address and port
 * @property {import('./evidence/listen-queue.js').ListenDrops | null} listenDrops what the server's host dropped of the
 *   handshake; null: nothing that this capture point can show
 * @property {readonly import('./evidence/icmp.js').IcmpEvidence[]} icmpErrors about segments in flight
 * @property {import('../verdict/outcome.js').Outcome | null} outcome why the connection failed, whatever detectors find
 * @property {number} startNs
 * @property {number} endNs
 * @property {number} durationNs from its first to its latest packet: costs are given as a share of it
 * @property {import('./evidence/monotonic-clock.js').SteadyClock | null} clock of all times here except the messages';
 *   null: the capture's
 * @property {import('./clock-jumps.js').Jump[]} jumps of the capture's clock, forward
 * @property {number} captureDurationNs its duration by the capture's clock
 * @property {number} capturedUntilNs when the capture's latest packet of any kind passed
 * @property {number | null} year in which the capture was taken, as `yearOf` gives
 * @property {Logged | null} logged requests that a server logged; null: there is no such log
 * @property {[KernelSender | null, KernelSender | null] | null} kernels what either sender's kernel recorded beside the
 *   capture; null: there is no record
 * @property {() => import('../ledger/flow-ledger.js').FlowLedger} [ledger] whose its time was, made when asked for
 */

/**
 * @param {import('../../transport/tcp/tcp-transport.js').TcpTransport} tcp @param {number} flow index
 * @param {import('../../transport/losses.js').LossesAndReordering | undefined} judged
 * @param {Context['messages']} messages
 * @param {Context['outcome']} [outcome]
 * @returns {Context}
 */
export function contextOf(tcp, flow, judged, messages, outcome = null) {
  const packets = tcp.packetsOf(flow);
  const options = tcp.optionsOf(flow);
  const { seen } = packets;
  const { data, resent } = seen;
  const jumps = clockJumps(packets);
  const isSteady = seen.backwards === 0 && jumps.length === 0;
  const clock = isSteady ? null : makeSteady(packets.timeNs, packets.count, jumps);
  if (seen.backwards === 0) messages?.useClock(clock);
  const icmpErrors = icmpErrorsOf(tcp, flow, packets);
  const listenDrops = listenDropsOf(packets, () => isAtServer(tcp, flow, packets));
  const path = data[0] + data[1] > 0 ? tcp.pathOf(packets, options) : null;
  const vantages = path?.vantages ?? null;
  const ways =
    path === null
      ? []
      : [0, 1].filter((direction) => data[direction] > 0).map((direction) => wayOf(packets, options, path, direction));
  for (const way of ways) {
    way.dataPackets = data[way.direction];
    way.retransmissions = resent[way.direction];
    const all = judged?.episodes[way.direction] ?? [];
    const episodes = withoutClaimed(all, way.direction, { icmpErrors, listenDrops, packets, vantages });
    way.claimed = all.length - episodes.length;
    way.episodes = steadyEpisodes(episodes, clock);
    way.reordering = judged?.reordering[way.direction] ?? null;
  }
  return {
    packets,
    path,
    passes: path?.passes,
    kernels: kernelsOf(tcp, flow, packets),
    logged: loggedOf(tcp, flow),
    seen,
    options,
    ways,
    vantages,
    shows: showsOf({ packets, options, vantages, ways }),
    keptAliveNs: isKeptAlive(seen) ? keptAlive(packets) : [0, 0],
    messages,
    icmpErrors,
    isSelfConnect: isSelfConnect(tcp, flow),
    listenDrops,
    outcome,
    startNs: packets.timeNs[0] ?? 0,
    endNs: packets.timeNs[packets.count - 1] ?? 0,
    durationNs: clock === null ? tcp.flows.durationNs(flow) : packets.timeNs[packets.count - 1] - packets.timeNs[0],
    clock,
    jumps,
    captureDurationNs: tcp.flows.durationNs(flow),
    capturedUntilNs: Math.max(tcp.latestNs(), packets.timeNs[packets.count - 1] ?? 0),
    year: yearOf(tcp),
  };
}

/** @param {import('../../transport/tcp/tcp-transport.js').TcpTransport} tcp @param {number} flow */
function isSelfConnect({ flows }, flow) {
  const [one, other] = [flows.endpoint(flow, 0), flows.endpoint(flow, 1)];
  return one.port === other.port && one.address === other.address;
}

/**
 * Loss episodes. The engine's times of them are by the capture's clock.
 * @param {DirectionContext['episodes']} episodes
 * @param {Context['clock']} clock
 * @returns {DirectionContext['episodes']}
 */
function steadyEpisodes(episodes, clock) {
  if (clock === null) return episodes;
  let sinceNs = -Infinity;
  return episodes.map((episode) => {
    const startNs = clock.steadyNs(episode.startNs, sinceNs);
    const repairNs = clock.steadyNs(episode.repairNs, startNs);
    const endNs = episode.endNs === null ? null : clock.steadyNs(episode.endNs, repairNs);
    sinceNs = startNs;
    return { ...episode, startNs, repairNs, endNs };
  });
}

/** @param {import('../../transport/tcp/tcp-packets.js').TcpOccurrences} seen */
const isKeptAlive = (seen) => hasVerdict(seen, 0, VERDICT.KEEP_ALIVE) || hasVerdict(seen, 1, VERDICT.KEEP_ALIVE);

/**
 * From the last data before a probe to the next data.
 * @param {TcpPackets} packets
 * @returns {[number, number]}
 */
function keptAlive({ count, verdict, direction, length, timeNs }) {
  /** @type {[number, number]} */
  const keptNs = [0, 0];
  let lastNs = timeNs[0] ?? 0;
  let prober = -1;
  for (let i = 0; i < count; i++) {
    if (verdict[i] === VERDICT.KEEP_ALIVE) prober = direction[i];
    else if (length[i] > 0) {
      if (prober >= 0) keptNs[prober] += timeNs[i] - lastNs;
      prober = -1;
      lastNs = timeNs[i];
    }
  }
  if (prober >= 0) keptNs[prober] += timeNs[count - 1] - lastNs;
  return keptNs;
}

/**
 * @param {TcpPackets} packets
 * @param {Context['options']} options
 * @param {Path} path
 * @param {number} direction
 * @returns {DirectionContext}
 */
function wayOf(packets, options, path, direction) {
  const mss = segmentSize(packets, options, direction) ?? DEFAULT_MSS;
  const insight = new SenderLimits(direction, path, mss);
  const { bursts, samples } = insight;
  const startNs = bursts.count > 0 ? bursts.startNs[0] : 0;
  const endNs = bursts.count > 0 ? bursts.startNs[bursts.count - 1] : 0;
  return {
    direction,
    mss,
    insight,
    order: insight.order,
    limitNs: insight.limitNs,
    activeNs: endNs - startNs,
    startNs,
    endNs,
    samples,
    rttMinNs: samples.leastNs,
    episodes: [],
    claimed: 0,
    reordering: null,
    dataPackets: 0,
    retransmissions: 0,
    partial: partialOf(packets, direction, mss),
  };
}

/** @param {TcpPackets} packets @param {number} direction @param {number} mss */
function partialOf({ count, direction: sender, length }, direction, mss) {
  let partial = 0;
  for (let i = 0; i < count; i++) if (sender[i] === direction && length[i] > 0 && length[i] < mss) partial++;
  return partial;
}

/**
 * @param {import('../../transport/tcp/tcp-transport.js').TcpTransport} tcp @param {number} flow index
 * @param {TcpPackets} packets
 * @returns {Context['kernels']}
 */
function kernelsOf(tcp, flow, packets) {
  const sockets = tcp.hostLog()?.sockets ?? null;
  if (sockets === null || sockets.samples === 0) return null;
  return [kernelSender(tcp, sockets, flow, 0, packets), kernelSender(tcp, sockets, flow, 1, packets)];
}

/**
 * @param {import('../../transport/tcp/tcp-transport.js').TcpTransport} tcp @param {number} flow index
 * @returns {Context['logged']}
 */
function loggedOf(tcp, flow) {
  const { exchanges } = tcp.hostLog() ?? {};
  const startEpochNs = tcp.startEpochNs();
  if (exchanges === undefined || exchanges.count === 0 || startEpochNs === null) return null;
  return { exchanges, startEpochNs, clientPort: tcp.flows.port(flow, tcp.flows.clientEndpoint(flow)) };
}
