/** Conditions of a connection: its path and its hosts, as in a scenario, and what had to be assumed. */
import { pairsShare } from '../insight/mechanisms/acknowledging.js';
import { BY_TRAINS } from '../insight/path/bottleneck.js';
import { ALGORITHM_WORDS } from '../insight/sender/algorithm.js';
import { USUAL_HEADER_BYTES } from '../shared/tcp-numbers.js';
import { rateText } from '../shared/text/quantities.js';
import { NS_PER_MS } from '../simulator/units.js';
import { OPTION } from '../transport/tcp/header.js';
import { countOf, lossRate, lostBytes } from './losses.js';
import { spacedByItself } from './spacing.js';

/** @typedef {import('../insight/open-senders.js').OpenedSender} OpenedSender */
/** @typedef {ReturnType<typeof import('../insight/open-senders.js').openSenders>} Opened */
/** @typedef {import('../simulator/scenario/run.js').ScenarioLink} ScenarioLink */
/** @typedef {Partial<import('../simulator/tcp/profiles.js').TcpFeatures>} Features */

/**
 * @typedef {object} Conditions
 * @property {number} rttMs
 * @property {number} fraction of the round trip between the capture point and the client: 0 at the client, 1 at the
 *   server
 * @property {ScenarioLink} up client to server, without its delay
 * @property {ScenarioLink} down
 * @property {Features} client
 * @property {Features} server
 * @property {[number, number]} lossRates by direction, share of the segments; 0 where none or too few were lost, or
 *   where they are queue overflows
 * @property {Conditions|null} otherwise the same with the other explanation of losses: queue overflow, or chance
 * @property {string[]} assumptions a sentence each
 * @property {string[]} unmodelled features of these hosts missing in the simulator, a sentence each
 */

/**
 * One explanation of a direction.
 * @typedef {{ link: ScenarioLink, lossRate: number, isPaced: boolean, words: string[] }} Account
 */

/** Share of the round trip within which the capture point counts as the host itself. */
const AT_SENDER = 0.02;
const LINUX_INITIAL_WINDOW = 10;
const DEFAULT_MSS = 1460;

/** @typedef {import('../transport/tcp/tcp-packets.js').TcpPackets} Packets */

/**
 * @param {Opened} opened of the connection that carries most
 * @param {Packets[]} [connections] all that share its path, in the order of the replay
 * @returns {Conditions|null} null: no round trip is known
 */
export function conditionsOf({ packets, options, path, senders }, connections = [packets]) {
  const rttNs = roundTripOf(path.vantages, senders);
  if (rttNs === null) return null;
  const fraction = fractionOf(path.vantages);
  const ways = [0, 1].map((direction) =>
    accountsOf(
      senders.find((sender) => sender.direction === direction),
      { packets, connections, direction, isAtSender: (direction === 0 ? fraction : 1 - fraction) < AT_SENDER },
    ),
  );
  /** @type {string[]} */
  const assumed = [];
  /** @type {string[]} */
  const unmodelled = [];
  const hosts = [0, 1].map((direction) => hostOf({ packets, options, senders }, direction, { assumed, unmodelled }));
  hosts.forEach((host, end) => {
    if (ways[end][0].isPaced) host.pacing = true;
  });
  const by = (/** @type {number} */ account) => {
    const [up, down] = ways.map((accounts) => accounts[account] ?? accounts[0]);
    return {
      rttMs: rttNs / NS_PER_MS,
      fraction,
      up: up.link,
      down: down.link,
      client: hosts[0],
      server: hosts[1],
      lossRates: /** @type {[number, number]} */ ([up.lossRate, down.lossRate]),
      otherwise: null,
      assumptions: [...new Set([...up.words, ...down.words, ...assumed])],
      unmodelled,
    };
  };
  return { ...by(0), otherwise: ways.some(({ length }) => length > 1) ? by(1) : null };
}

/**
 * Both halves from the capture point, or a sender's measurement.
 * @param {import('../transport/path.js').Vantage[]} vantages
 * @param {OpenedSender[]} senders
 */
function roundTripOf([client], senders) {
  if (client.senderNs !== null && client.receiverNs !== null) return client.senderNs + client.receiverNs;
  const known = senders.map(({ path }) => path.queue.baseRttNs.value).filter((ns) => ns !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** @param {import('../transport/path.js').Vantage[]} vantages */
function fractionOf([client]) {
  if (client.fraction !== null) return client.fraction;
  return { sender: 0, receiver: 1, middle: 0.5, unknown: 0.5 }[client.place];
}

/**
 * A direction's link. Losses are either queue overflows, which a replay reproduces by itself, or random, and then the
 * same bytes are lost again behind a queue that never overflows: never both, which would count them twice.
 * @param {OpenedSender|undefined} sender
 * @param {{ packets: Packets, isAtSender: boolean, connections: Packets[], direction: number }} route
 * @returns {Account[]} the likelier explanation of its losses first
 */
function accountsOf(sender, { packets, isAtSender, connections, direction }) {
  if (sender === undefined) return [{ link: {}, lossRate: 0, isPaced: false, words: [] }];
  const { rate, buffer, losses } = sender.path;
  const mss = sender.mss ?? DEFAULT_MSS;
  const way = direction === 0 ? 'client → server' : 'server → client';
  const { link, isOwn: isPaced, words: rateWords } = rateOf(sender, { packets, mss, isAtSender, way });
  const words = [rateWords];
  const lost = lostBytes(connections, direction, mss);
  const count = countOf(lost);
  if (count === 0) return [{ link, lossRate: 0, isPaced, words }];
  const repeated = {
    link: { ...link, dropBytes: lost },
    lossRate: lossRate(connections, direction, count),
    isPaced,
    words: [...words, `The ${plural(count, 'segment')} lost ${way} ${count === 1 ? 'is' : 'are'} lost again.`],
  };
  if (link.rateKbps === undefined || rate.value === null || buffer.value === null || buffer.value.atLeast) {
    return [repeated];
  }
  const queueBytes = Math.max(SMALLEST_QUEUE_BYTES, buffer.value.bytes);
  const queued = {
    link: { ...link, queueBytes },
    lossRate: 0,
    isPaced,
    words: [...words, `A queue of ${queueBytes} bytes ${way} overflows; that alone loses segments.`],
  };
  return losses.value?.pattern === 'tail_drop' ? [queued, repeated] : [repeated, queued];
}
const SMALLEST_QUEUE_BYTES = 1514;

/** @param {number} count @param {string} noun */
const plural = (count, noun) => (count === 1 ? noun : `${count} ${noun}s`);

/** @param {number} bytesPerSecond of payload @param {number} mss */
const kbpsOf = (bytesPerSecond, mss) =>
  Math.max(1, Math.round((((bytesPerSecond * (mss + USUAL_HEADER_BYTES)) / mss) * 8) / 1000));

/**
 * A link's rate, and how it is known. Spacing without a queue may be the sender's pacing.
 * @param {OpenedSender} sender
 * @param {{ packets: Packets, mss: number, isAtSender: boolean, way: string }} known
 * @returns {{ link: ScenarioLink, isOwn: boolean, words: string }} isOwn: it is the sender's
 */
function rateOf({ path: { rate }, insight, direction }, { packets, mss, isAtSender, way }) {
  if (rate.value === null) {
    return { link: {}, isOwn: false, words: `The link ${way} has no rate limit: the capture does not show its rate.` };
  }
  const rateKbps = kbpsOf(rate.value, mss);
  if (rate.reason !== BY_TRAINS) {
    const how = rate.reason === null ? '' : `, ${rate.reason}`;
    return {
      link: { rateKbps },
      isOwn: false,
      words: `The link ${way} has ${rateText((rateKbps * 1000) / 8, 3)}${how}.`,
    };
  }
  const isOwn = isAtSender
    ? spacedByItself(packets, direction, { bytesPerSecond: rate.value, mss })
    : insight.pacing === 'bbr' || insight.pacing === 'fixed';
  if (!isOwn) {
    const doubt = isAtSender ? '' : ', and more if the sender paces';
    return {
      link: { rateKbps },
      isOwn,
      words: `The link ${way} has ${rateText((rateKbps * 1000) / 8, 3)}, from the spacing of ACKs within trains${doubt}.`,
    };
  }
  const most = insight.rates.delivery.reduce((fastest, each) => Math.max(fastest, each), 0);
  return {
    link: {},
    isOwn,
    words:
      `The rate of the link ${way} is unknown, ${rateText((kbpsOf(most, mss) * 1000) / 8, 3)} at least, ` +
      'and taken as unlimited: there was no queue, and the sender paces its segments.',
  };
}

/**
 * @param {Pick<Opened, 'packets'|'options'|'senders'>} opened
 * @param {number} direction
 * @param {{ assumed: string[], unmodelled: string[] }} notes sentences are added here
 * @returns {Features}
 */
function hostOf({ packets, options, senders }, direction, { assumed, unmodelled }) {
  const { synOptions, mss } = options;
  const own = senders.find((sender) => sender.direction === direction);
  const received = senders.find((sender) => sender.direction !== direction);
  /** @type {Features} */
  const features = { ...windowsOf(packets, direction), ...acknowledging(packets, received) };
  if (synOptions[direction] !== 0) {
    Object.assign(features, {
      sack: (synOptions[direction] & OPTION.SACK_PERMITTED) !== 0,
      timestamps: (synOptions[direction] & OPTION.TIMESTAMPS) !== 0,
      windowScaling: (synOptions[direction] & OPTION.WINDOW_SCALE) !== 0,
    });
  }
  if (mss[direction] !== null) features.mss = Math.min(1460, Math.max(64, mss[direction]));
  if (own === undefined) return features;
  if (own.mechanisms.some(({ name, seen }) => name === 'nagle' && seen === 'seen')) features.nagle = true;
  if (own.insight.restarts.length > 0 && !own.insight.restarts.some(({ anew }) => anew)) features.idleRestart = 'off';
  const end = direction === 0 ? 'client' : 'server';
  const { algorithm, initialWindow } = own.insight;
  features.initialWindowSegments = Math.max(1, initialWindow ?? LINUX_INITIAL_WINDOW);
  if (initialWindow === null) {
    assumed.push(
      `The ${end}'s initial window is ${LINUX_INITIAL_WINDOW} segments: ` + 'it never sent enough at once to show it.',
    );
  }
  features.congestionControl = algorithm.name === 'reno' ? 'reno' : 'cubic';
  if (algorithm.name === null) assumed.push(`The ${end} uses CUBIC: the capture does not show its congestion control.`);
  if (own.insight.pacing === 'bbr') features.pacing = true;
  const other = algorithm.name === 'reno' || algorithm.name === 'cubic' ? null : algorithm.name;
  if (other !== null) {
    const uses = `The ${end} uses ${ALGORITHM_WORDS[other]}, which the simulator does not model`;
    assumed.push(`${uses}; the replay uses CUBIC${features.pacing ? ' with pacing' : ''}.`);
    unmodelled.push(`${uses}.`);
  } else if (own.insight.pacing === 'fixed') {
    unmodelled.push(`The ${end} paces its segments at a fixed rate, which the simulator does not model.`);
  }
  return features;
}

/**
 * The window that an end offered, at first and at most.
 * @param {import('../transport/tcp/tcp-packets.js').TcpPackets} packets
 * @param {number} direction
 * @returns {Features}
 */
function windowsOf({ count, direction: directions, windowBytes }, direction) {
  let first = 0;
  let most = 0;
  for (let i = 0; i < count; i++) {
    if (directions[i] !== direction || windowBytes[i] === 0) continue;
    if (first === 0) first = windowBytes[i];
    most = Math.max(most, windowBytes[i]);
  }
  return first === 0 ? {} : { receiveWindowBytes: Math.max(128, first), maxReceiveWindowBytes: Math.max(128, most) };
}

/** From this share on, acknowledgements for two segments are not just due to a few lost ones: the receiver delays. */
const MIN_PAIRS = 0.005;

/**
 * How an end acknowledges the other's data.
 * @param {Packets} packets
 * @param {OpenedSender|undefined} sender of that data
 * @returns {Features}
 */
function acknowledging(packets, sender) {
  const mechanism = sender?.mechanisms.find(({ name }) => name === 'delayed_ack');
  const detail = /** @type {{ every?: number, timerMs?: number|null }|undefined} */ (mechanism?.detail);
  if (sender === undefined || !detail) return {};
  const { every = 2, timerMs } = detail;
  const waits = every >= 2 || Boolean(timerMs) || pairsShare(packets, sender.direction) >= MIN_PAIRS;
  return { delayedAckSegments: waits ? 2 : 1, ...(timerMs ? { delayedAckMs: Math.min(500, timerMs) } : {}) };
}
