/**
 * Under which conditions a connection ran: its path and its hosts, as a scenario has them, and what had to be assumed.
 */
import { scrambled } from '../engine/scrambled.js';
import { OPTION } from '../engine/segment-batch.js';
import { isNeeded } from '../insight/path/losses.js';
import { NS_PER_MS } from '../simulator/units.js';

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
 * @property {boolean} isLossy whether losses seem to fall by lot
 * @property {string[]} assumptions a sentence each
 */

/** Headers of IP, TCP and timestamps, which a link carries besides the payload. */
const HEADER_BYTES = 52;
/** From so many losses by lot a rate is told; fewer are laid upon the same segments. */
const FEW_LOSSES = 3;
const LINUX_INITIAL_WINDOW = 10;
const DEFAULT_MSS = 1460;

/** @typedef {import('../tcpflow/connection/connection-packets.js').ConnectionPackets} Packets */
/** @typedef {{ packets: Packets, others: Packets[] }} Route the connection that tells of the path, and others on it */

/**
 * @param {Opened} opened of the connection that carries most
 * @param {Packets[]} [others] connections that share its path
 * @returns {Conditions|null} null: no round trip is known
 */
export function conditionsOf({ packets, options, path, senders }, others = []) {
  const rttNs = roundTripOf(path.vantages, senders);
  if (rttNs === null) return null;
  /** @type {string[]} */
  const assumptions = [];
  const [up, down] = [0, 1].map((direction) =>
    linkOf(
      { packets, others },
      senders.find((sender) => sender.direction === direction),
      direction,
      assumptions,
    ),
  );
  const hosts = [0, 1].map((direction) => hostOf({ packets, options, senders }, direction, assumptions));
  const isLossy = [up, down].some(({ loss }) => loss !== undefined);
  return {
    rttMs: rttNs / NS_PER_MS,
    fraction: fractionOf(path.vantages),
    up,
    down,
    client: hosts[0],
    server: hosts[1],
    isLossy,
    assumptions: [...new Set(assumptions)],
  };
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
 * @param {Route} route
 * @param {OpenedSender|undefined} sender
 * @param {number} direction
 * @param {string[]} assumptions
 * @returns {ScenarioLink}
 */
function linkOf(route, sender, direction, assumptions) {
  if (sender === undefined) return {};
  const { rate, buffer } = sender.path;
  const mss = sender.mss ?? DEFAULT_MSS;
  const way = direction === 0 ? 'client → server' : 'server → client';
  /** @type {ScenarioLink} */
  const link = {};
  if (rate.value === null) assumptions.push(`The link ${way} takes no time to send: nothing shows its rate.`);
  else {
    link.rateKbps = Math.max(1, Math.round((((rate.value * (mss + HEADER_BYTES)) / mss) * 8) / 1000));
    assumptions.push(
      `The link ${way} has ${rateText(link.rateKbps)}${rate.reason === null ? '' : `, ${rate.reason.replace(/^no queue stood: /, 'told ')}`}.`,
    );
  }
  if (buffer.value !== null && !buffer.value.atLeast && rate.value !== null) {
    link.queueBytes = Math.max(1514, buffer.value.bytes);
  }
  return { ...link, ...lossesOf(route, sender, direction, way, assumptions) };
}

/**
 * @param {Route} route
 * @param {OpenedSender} sender
 * @param {number} direction
 * @param {string} way
 * @param {string[]} assumptions
 * @returns {ScenarioLink}
 */
function lossesOf({ packets, others }, { mss, path: { losses } }, direction, way, assumptions) {
  const { value } = losses;
  if (value === null || value.pattern === 'none' || value.pattern === 'tail_drop') return {};
  const { lost, sent } = lostOrdinals(packets, direction, mss ?? DEFAULT_MSS);
  if (lost.length < FEW_LOSSES) {
    assumptions.push(
      `What was lost ${way} is lost again: its segment${lost.length === 1 ? '' : 's'} ${lost.map(({ ordinal }) => ordinal).join(', ')}.`,
    );
    // The link counts those of all connections.
    return { dropData: lost.map(({ ordinal, timeNs }) => ordinal + segmentsBefore(others, direction, timeNs)) };
  }
  assumptions.push(`${lost.length} of ${sent} segments ${way} were lost; as many fall by lot.`);
  return { loss: lost.length / sent };
}

/**
 * @param {Packets[]} connections
 * @param {number} direction
 * @param {number} timeNs
 * @returns {number} segments with data that passed before
 */
function segmentsBefore(connections, direction, timeNs) {
  let count = 0;
  for (const { count: packets, direction: directions, length, timeNs: times } of connections) {
    for (let i = 0; i < packets && times[i] < timeNs; i++) if (directions[i] === direction && length[i] > 0) count++;
  }
  return count;
}

/**
 * Which of a direction's segments with data were lost, counted from 1: those whose bytes were sent again out of need.
 * What was lost before the capture point left a gap there when its turn was.
 * @param {import('../tcpflow/connection/connection-packets.js').ConnectionPackets} packets
 * @param {number} direction
 * @param {number} mss
 * @returns {{ lost: { ordinal: number, timeNs: number }[], sent: number }}
 */
function lostOrdinals(packets, direction, mss) {
  /** Latest sending, by its `scrambled` first byte. @type {Map<number, { ordinal: number, timeNs: number }>} */
  const latest = new Map();
  /** @type {Map<number, { ordinal: number, timeNs: number }>} */
  const lost = new Map();
  let sent = 0;
  let highest = -1;
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] !== direction || packets.length[i] === 0) continue;
    const seq = packets.seqOffset[i];
    const timeNs = packets.timeNs[i];
    for (
      let missing = highest, left = MAX_MISSING_SEGMENTS;
      highest >= 0 && missing < seq && left > 0;
      missing += mss, left--
    ) {
      latest.set(scrambled(missing), { ordinal: ++sent, timeNs });
    }
    const own = { ordinal: ++sent, timeNs };
    const before = latest.get(scrambled(seq)) ?? own;
    if (isNeeded(packets, i)) lost.set(before.ordinal, before);
    latest.set(scrambled(seq), own);
    highest = Math.max(highest, packets.endOffset[i]);
  }
  return { lost: [...lost.values()].sort((a, b) => a.ordinal - b.ordinal), sent };
}
/** Segments of a gap that are told apart. */
export const MAX_MISSING_SEGMENTS = 1000;

/**
 * @param {Pick<Opened, 'packets'|'options'|'senders'>} opened
 * @param {number} direction
 * @param {string[]} assumptions
 * @returns {Features}
 */
function hostOf({ packets, options, senders }, direction, assumptions) {
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
    assumptions.push(
      `The ${end}'s initial window is ${LINUX_INITIAL_WINDOW} segments: it never sent as much at once as would show it.`,
    );
  }
  features.congestionControl = algorithm?.name === 'reno' ? 'reno' : 'cubic';
  if (algorithm === null) assumptions.push(`The ${end} uses CUBIC: nothing shows its congestion control.`);
  if (algorithm?.name === 'bbr') {
    assumptions.push(`The ${end} uses BBR, which the simulator does not know; CUBIC takes its place.`);
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
