/** Under which conditions a connection ran: its path and its hosts, as a scenario has them, and what had to be assumed. */
import { OPTION } from '../packet/segment-batch.js';
import { isNeeded } from '../insight/path/losses.js';

/** @typedef {import('../insight/opened-senders.js').OpenedSender} OpenedSender */
/** @typedef {ReturnType<typeof import('../insight/opened-senders.js').openSenders>} Opened */
/** @typedef {import('../simulator/scenario/run.js').ScenarioLink} ScenarioLink */
/** @typedef {Partial<import('../simulator/tcp/profiles.js').TcpFeatures>} Features */

/**
 * @typedef {object} Conditions
 * @property {number} rttMs
 * @property {number} fraction of the round trip between the capture point and the client: 0 at the client, 1 at the server
 * @property {ScenarioLink} up client to server, without its delay
 * @property {ScenarioLink} down
 * @property {Features} client
 * @property {Features} server
 * @property {boolean} isLossy whether losses seem to fall by lot
 * @property {string[]} assumptions a sentence each
 */

const NS_PER_MS = 1e6;
/** Headers of IP, TCP and timestamps, which a link carries besides the payload. */
const HEADER_BYTES = 52;
/** From so many losses by lot a rate is told; fewer are laid upon the same segments. */
const FEW_LOSSES = 3;
const LINUX_INITIAL_WINDOW = 10;

/** @param {Opened} opened of the connection that carries most @returns {Conditions|null} null: no round trip is known */
export function conditionsOf({ packets, options, path, senders }) {
  const rttNs = roundTripOf(path.vantages, senders);
  if (rttNs === null) return null;
  /** @type {string[]} */
  const assumptions = [];
  const [up, down] = [0, 1].map((direction) => linkOf(packets, senders.find((sender) => sender.direction === direction), direction, assumptions));
  const hosts = [0, 1].map((direction) => hostOf({ packets, options, senders }, direction, assumptions));
  const isLossy = [up, down].some(({ loss }) => loss !== undefined);
  return { rttMs: rttNs / NS_PER_MS, fraction: fractionOf(path.vantages), up, down, client: hosts[0], server: hosts[1], isLossy, assumptions: [...new Set(assumptions)] };
}

/** Both halves as seen from the capture point, or what a sender measured. @param {import('../tcpflow/vantage/vantage.js').Vantage[]} vantages @param {OpenedSender[]} senders */
function roundTripOf([client], senders) {
  if (client.senderNs !== null && client.receiverNs !== null) return client.senderNs + client.receiverNs;
  const known = senders.map(({ path }) => path.queue.baseRttNs.value).filter((ns) => ns !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** @param {import('../tcpflow/vantage/vantage.js').Vantage[]} vantages */
function fractionOf([client]) {
  if (client.fraction !== null) return client.fraction;
  return { sender: 0, receiver: 1, middle: 0.5, unknown: 0.5 }[client.place];
}

/** @param {import('../tcpflow/connection/connection-packets.js').ConnectionPackets} packets @param {OpenedSender|undefined} sender @param {number} direction @param {string[]} assumptions @returns {ScenarioLink} */
function linkOf(packets, sender, direction, assumptions) {
  if (sender === undefined) return {};
  const { rate, buffer } = sender.path, mss = sender.mss ?? 1460, way = direction === 0 ? 'client → server' : 'server → client';
  /** @type {ScenarioLink} */
  const link = {};
  if (rate.value === null) assumptions.push(`The link ${way} takes no time to send: nothing shows its rate.`);
  else {
    link.rateKbps = Math.max(1, Math.round((rate.value * (mss + HEADER_BYTES)) / mss * 8 / 1000));
    assumptions.push(`The link ${way} has ${link.rateKbps} kbit/s${rate.reason === null ? '' : `, ${rate.reason.replace(/^no queue stood: /, 'told ')}`}.`);
  }
  if (buffer.value !== null && !buffer.value.atLeast && rate.value !== null) link.queueBytes = Math.max(1514, buffer.value.bytes);
  return { ...link, ...lossesOf(packets, sender, direction, way, assumptions) };
}

/** @param {import('../tcpflow/connection/connection-packets.js').ConnectionPackets} packets @param {OpenedSender} sender @param {number} direction @param {string} way @param {string[]} assumptions @returns {ScenarioLink} */
function lossesOf(packets, { path: { losses } }, direction, way, assumptions) {
  const { value } = losses;
  if (value === null || value.pattern === 'none' || value.pattern === 'tail_drop') return {};
  const { lost, sent } = lostOrdinals(packets, direction);
  if (lost.length < FEW_LOSSES) {
    assumptions.push(`What was lost ${way} is lost again: its segment${lost.length === 1 ? '' : 's'} ${lost.join(', ')}.`);
    return { dropData: lost };
  }
  assumptions.push(`${lost.length} of ${sent} segments ${way} were lost; as many fall by lot.`);
  return { loss: lost.length / sent };
}

/** Which of a direction's segments with data were lost, counted from 1: those whose bytes were sent again out of need. @param {import('../tcpflow/connection/connection-packets.js').ConnectionPackets} packets @param {number} direction */
function lostOrdinals(packets, direction) {
  /** Ordinal of the latest sending, by its first byte. @type {Map<number, number>} */
  const latest = new Map();
  const lost = [];
  let sent = 0;
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] !== direction || packets.length[i] === 0) continue;
    sent++;
    const before = latest.get(packets.seqOffset[i]);
    if (isNeeded(packets, i)) lost.push(before ?? sent);
    latest.set(packets.seqOffset[i], sent);
  }
  return { lost: [...new Set(lost)].sort((a, b) => a - b), sent };
}

/** @param {Pick<Opened, 'packets'|'options'|'senders'>} opened @param {number} direction @param {string[]} assumptions @returns {Features} */
function hostOf({ packets, options, senders }, direction, assumptions) {
  const { synOptions, mss } = options, own = senders.find((sender) => sender.direction === direction), received = senders.find((sender) => sender.direction !== direction);
  /** @type {Features} */
  const features = { ...windowsOf(packets, direction), ...acknowledging(received) };
  if (synOptions[direction] !== 0) {
    Object.assign(features, { sack: (synOptions[direction] & OPTION.SACK_PERMITTED) !== 0, timestamps: (synOptions[direction] & OPTION.TIMESTAMPS) !== 0, windowScaling: (synOptions[direction] & OPTION.WINDOW_SCALE) !== 0 });
  }
  if (mss[direction] !== null) features.mss = Math.min(1460, Math.max(64, mss[direction]));
  if (own === undefined) return features;
  if (own.mechanisms.some(({ name, seen }) => name === 'nagle' && seen === 'seen')) features.nagle = true;
  if (own.insight.restarts.length > 0 && !own.insight.restarts.some(({ anew }) => anew)) features.idleRestart = 'off';
  const end = direction === 0 ? 'client' : 'server', { algorithm, initialWindow } = own.insight;
  features.initialWindowSegments = Math.max(1, initialWindow ?? LINUX_INITIAL_WINDOW);
  if (initialWindow === null) assumptions.push(`The ${end}'s initial window is ${LINUX_INITIAL_WINDOW} segments: it never sent as much at once as would show it.`);
  features.congestionControl = algorithm?.name === 'reno' ? 'reno' : 'cubic';
  if (algorithm === null) assumptions.push(`The ${end} uses CUBIC: nothing shows its congestion control.`);
  if (algorithm?.name === 'bbr') assumptions.push(`The ${end} uses BBR, which the simulator does not know; CUBIC takes its place.`);
  return features;
}

/** The window that an end offered, at first and at most. @param {import('../tcpflow/connection/connection-packets.js').ConnectionPackets} packets @param {number} direction @returns {Features} */
function windowsOf({ count, direction: directions, windowBytes }, direction) {
  let first = 0, most = 0;
  for (let i = 0; i < count; i++) {
    if (directions[i] !== direction || windowBytes[i] === 0) continue;
    if (first === 0) first = windowBytes[i];
    most = Math.max(most, windowBytes[i]);
  }
  return first === 0 ? {} : { receiveWindowBytes: Math.max(128, first), maxReceiveWindowBytes: Math.max(128, most) };
}

/** How an end acknowledges the other's data. @param {OpenedSender|undefined} sender of that data @returns {Features} */
function acknowledging(sender) {
  const mechanism = sender?.mechanisms.find(({ name }) => name === 'delayed_ack'), detail = /** @type {{ every?: number, timerMs?: number|null }|undefined} */ (mechanism?.detail);
  if (!detail) return {};
  const waits = (detail.every ?? 2) >= 2 || Boolean(detail.timerMs);
  return { delayedAckSegments: waits ? 2 : 1, ...(detail.timerMs ? { delayedAckMs: Math.min(500, detail.timerMs) } : {}) };
}
