/**
 * Under which conditions a connection ran: its path and its hosts, as a scenario has them, and what had to be assumed.
 */
import { OPTION } from '../engine/segment-batch.js';
import { BY_TRAINS } from '../insight/path/bottleneck.js';
import { NS_PER_MS } from '../simulator/units.js';
import { countOf, lossRate, lostBytes } from './losses.js';

/** @typedef {import('../insight/diagnose-senders.js').OpenedSender} OpenedSender */
/** @typedef {ReturnType<typeof import('../insight/diagnose-senders.js').openSenders>} Opened */
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
 *   where a queue's overflow loses them
 * @property {Conditions|null} otherwise the same with the other account of losses: a queue that overflows, or chance
 * @property {string[]} assumptions a sentence each
 * @property {string[]} unmodelled what the simulator does not have of these hosts, a sentence each
 */

/**
 * One account of a direction.
 * @typedef {{ link: ScenarioLink, lossRate: number, words: string[] }} Account
 */

/** Headers of IP, TCP and timestamps, which a link carries besides the payload. */
const HEADER_BYTES = 52;
const LINUX_INITIAL_WINDOW = 10;
const DEFAULT_MSS = 1460;

/** @typedef {import('../tcpflow/connection/connection-packets.js').ConnectionPackets} Packets */

/**
 * @param {Opened} opened of the connection that carries most
 * @param {Packets[]} [connections] all that share its path, in the order of the replay's
 * @returns {Conditions|null} null: no round trip is known
 */
export function conditionsOf({ packets, options, path, senders }, connections = [packets]) {
  const rttNs = roundTripOf(path.vantages, senders);
  if (rttNs === null) return null;
  const ways = [0, 1].map((direction) =>
    accountsOf(
      senders.find((sender) => sender.direction === direction),
      connections,
      direction,
    ),
  );
  /** @type {string[]} */
  const assumed = [];
  /** @type {string[]} */
  const unmodelled = [];
  const hosts = [0, 1].map((direction) => hostOf({ packets, options, senders }, direction, { assumed, unmodelled }));
  const by = (/** @type {number} */ account) => {
    const [up, down] = ways.map((accounts) => accounts[account] ?? accounts[0]);
    return {
      rttMs: rttNs / NS_PER_MS,
      fraction: fractionOf(path.vantages),
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

/** Three figures. @param {number} kbps */
const rateText = (kbps) =>
  kbps < 1000 ? `${Number(kbps.toPrecision(3))} kbit/s` : `${Number((kbps / 1000).toPrecision(3))} Mbit/s`;

/**
 * Both halves as seen from the capture point, or what a sender measured.
 * @param {import('../tcpflow/sender/vantage/vantage.js').Vantage[]} vantages
 * @param {OpenedSender[]} senders
 */
function roundTripOf([client], senders) {
  if (client.senderNs !== null && client.receiverNs !== null) return client.senderNs + client.receiverNs;
  const known = senders.map(({ path }) => path.queue.baseRttNs.value).filter((ns) => ns !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** @param {import('../tcpflow/sender/vantage/vantage.js').Vantage[]} vantages */
function fractionOf([client]) {
  if (client.fraction !== null) return client.fraction;
  return { sender: 0, receiver: 1, middle: 0.5, unknown: 0.5 }[client.place];
}

/**
 * A direction's link. Losses are either those of its queue, which come by themselves in a replay, or fell by chance,
 * and then the same bytes are lost again behind a queue that never overflows: never both, which would count them twice.
 * @param {OpenedSender|undefined} sender
 * @param {Packets[]} connections
 * @param {number} direction
 * @returns {Account[]} the likelier account of its losses first
 */
function accountsOf(sender, connections, direction) {
  if (sender === undefined) return [{ link: {}, lossRate: 0, words: [] }];
  const { rate, buffer, losses } = sender.path;
  const mss = sender.mss ?? DEFAULT_MSS;
  const way = direction === 0 ? 'client → server' : 'server → client';
  const link = rateOf(sender, mss);
  const words = [rateWords(sender, link, mss, way)];
  const lost = lostBytes(connections, direction, mss);
  const count = countOf(lost);
  if (count === 0) return [{ link, lossRate: 0, words }];
  const repeated = {
    link: { ...link, dropBytes: lost },
    lossRate: lossRate(connections, direction, count),
    words: [...words, `The ${plural(count, 'segment')} lost ${way} ${count === 1 ? 'is' : 'are'} lost again.`],
  };
  if (link.rateKbps === undefined || rate.value === null || buffer.value === null || buffer.value.atLeast) {
    return [repeated];
  }
  const queueBytes = Math.max(SMALLEST_QUEUE_BYTES, buffer.value.bytes);
  const queued = {
    link: { ...link, queueBytes },
    lossRate: 0,
    words: [...words, `A queue of ${queueBytes} bytes ${way} overflows; that alone loses segments.`],
  };
  return losses.value?.pattern === 'tail_drop' ? [queued, repeated] : [repeated, queued];
}
const SMALLEST_QUEUE_BYTES = 1514;

/** @param {number} count @param {string} noun */
const plural = (count, noun) => (count === 1 ? noun : `${count} ${noun}s`);

/** @param {number} bytesPerSecond of payload @param {number} mss */
const kbpsOf = (bytesPerSecond, mss) =>
  Math.max(1, Math.round((((bytesPerSecond * (mss + HEADER_BYTES)) / mss) * 8) / 1000));

/**
 * A sender that paces spaces its segments itself: unless a queue stood, what comes out of the link is the sender's
 * rate and not the link's.
 * @param {OpenedSender} sender
 */
const isOwnRate = ({ path: { rate }, insight: { pacing } }) =>
  rate.reason === BY_TRAINS && (pacing === 'bbr' || pacing === 'fixed');

/** @param {OpenedSender} sender @param {number} mss @returns {ScenarioLink} */
function rateOf(sender, mss) {
  const { value } = sender.path.rate;
  return value === null || isOwnRate(sender) ? {} : { rateKbps: kbpsOf(value, mss) };
}

/** @param {OpenedSender} sender @param {ScenarioLink} link @param {number} mss @param {string} way */
function rateWords(sender, { rateKbps }, mss, way) {
  const { reason } = sender.path.rate;
  if (rateKbps !== undefined) {
    return `The link ${way} has ${rateText(rateKbps)}${reason === null ? '' : `, ${reason.replace(/^no queue stood: /, 'told ')}`}.`;
  }
  if (!isOwnRate(sender)) return `The link ${way} takes no time to send: nothing shows its rate.`;
  const most = sender.insight.rates.delivery.reduce((fastest, rate) => Math.max(fastest, rate), 0);
  return `The rate of the link ${way} is unknown, ${rateText(kbpsOf(most, mss))} at least, and taken as unlimited: no queue stood, and the sender’s pacing spaces the segments.`;
}

/**
 * @param {Pick<Opened, 'packets'|'options'|'senders'>} opened
 * @param {number} direction
 * @param {{ assumed: string[], unmodelled: string[] }} said sentences are added here
 * @returns {Features}
 */
function hostOf({ packets, options, senders }, direction, { assumed, unmodelled }) {
  const { synOptions, mss } = options;
  const own = senders.find((sender) => sender.direction === direction);
  const received = senders.find((sender) => sender.direction !== direction);
  /** @type {Features} */
  const features = { ...windowsOf(packets, direction), ...acknowledging(received) };
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
      `The ${end}'s initial window is ${LINUX_INITIAL_WINDOW} segments: it never sent as much at once as would show it.`,
    );
  }
  features.congestionControl = algorithm?.name === 'reno' ? 'reno' : 'cubic';
  if (algorithm === null) assumed.push(`The ${end} uses CUBIC: nothing shows its congestion control.`);
  if (algorithm?.name === 'bbr') {
    assumed.push(`The ${end} uses BBR, which the simulator does not have; the replay uses CUBIC.`);
    unmodelled.push(`The ${end} uses BBR, which the simulator does not have.`);
  } else if (own.insight.pacing === 'fixed') {
    unmodelled.push(`The ${end} paces its segments at a rate that it was given, which the simulator does not have.`);
  }
  return features;
}

/**
 * The window that an end offered, at first and at most.
 * @param {import('../tcpflow/connection/connection-packets.js').ConnectionPackets} packets
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

/** How an end acknowledges the other's data. @param {OpenedSender|undefined} sender of that data @returns {Features} */
function acknowledging(sender) {
  const mechanism = sender?.mechanisms.find(({ name }) => name === 'delayed_ack');
  const detail = /** @type {{ every?: number, timerMs?: number|null }|undefined} */ (mechanism?.detail);
  if (!detail) return {};
  const waits = (detail.every ?? 2) >= 2 || Boolean(detail.timerMs);
  return {
    delayedAckSegments: waits ? 2 : 1,
    ...(detail.timerMs ? { delayedAckMs: Math.min(500, detail.timerMs) } : {}),
  };
}
