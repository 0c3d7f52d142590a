/** Transfers recorded of Linux (shared captures), and the same bytes over the same link in the simulator. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { analysed, run } from './run.js';

/** Ethernet's header, which the recorded links count. */
const OVERHEAD_BYTES = 14;
const HEADERS_BYTES = 66;
/** An acknowledgement so much behind what the link's parameters say came late; so late, and alone, it was delayed by the receiver's TCP. */
const LATE_SECONDS = 0.003, DELAYED_ACK_SECONDS = 0.04, ABOUT_SECONDS = 0.005;
/** Time between an event of the link and the packet in the capture, at most. */
const MATCH_SECONDS = 1;

/** @typedef {{ frame: number, flow: number, direction: string, time: number, seq: number, ack: number, len: number }} Packet */
/** @typedef {{ delay: number, rate?: number, qbytes?: number, ecn?: number, reorder?: string, dup?: number }} RecordedLink what the recording's JSON says of a direction */
/** @typedef {{ dir: string, event: string, seq: number, payload: number, time_s: number }} LinkEvent */

/** @param {RecordedLink} link @param {number[]} dropData */
export function linkOf({ delay, rate, qbytes, ecn, reorder, dup }, dropData) {
  const [share, delayMs] = (reorder ?? '').split(':').map(Number);
  return {
    delayMs: delay, overheadBytes: OVERHEAD_BYTES, ...(rate ? { rateKbps: rate } : {}), ...(qbytes ? { queueBytes: qbytes } : {}), ...(ecn ? { markBytes: ecn } : {}),
    ...(reorder ? { reorder: { share, delayMs } } : {}), ...(dup ? { duplicate: dup } : {}), ...(dropData.length > 0 ? { dropData } : {}),
  };
}

/** The direction of a capture's first connection that carried more, seen at its sender: from the first data to the last acknowledgement. @param {Uint8Array} capture */
export function measure(capture) {
  const analysis = analysed(capture), flow = analysis.describeFlow(0), isUp = flow.clientToServer.uniqueBytes > flow.serverToClient.uniqueBytes;
  const direction = isUp ? 'clientToServer' : 'serverToClient', packets = /** @type {Packet[]} */ ([...analysis.describePackets()].filter((packet) => packet.flow === 0));
  const data = packets.filter((packet) => packet.direction === direction && packet.len > 0), end = Math.max(...data.map(({ seq, len }) => seq + len));
  const last = packets.find((packet) => packet.direction !== direction && packet.ack >= end);
  return { isUp, direction, packets, data, bytes: flow[direction].uniqueBytes, seconds: Number(last?.time) - data[0].time };
}

/** The first data in truth.csv, by which the link's events are found in the capture. @param {string} path */
function firstData(path) {
  const [head, ...lines] = gunzipSync(readFileSync(path)).toString().split('\n'), columns = head.split(',');
  for (const line of lines) {
    const cells = line.split(','), cell = (/** @type {string} */ name) => cells[columns.indexOf(name)];
    if (cell('ev') === 'out' && Number(cell('len')) >= HEADERS_BYTES * 2) return { seconds: Number(cell('time_s')), seq: Number(cell('seq')) };
  }
  throw new Error(`no data in ${path}`);
}

/**
 * Which of the data packets a link dropped, by their place among all, from 1.
 * @param {LinkEvent[]} events @param {Packet[]} data @param {{ seconds: number, seq: number }} first
 */
function droppedOf(events, data, first) {
  const taken = new Set();
  for (const { seq, time_s } of events) {
    const offset = (seq - first.seq + data[0].seq + 2 ** 32) % 2 ** 32, seconds = time_s - first.seconds + data[0].time;
    const found = data.map((packet, index) => ({ packet, index })).filter(({ packet, index }) => packet.seq === offset && !taken.has(index) && Math.abs(packet.time - seconds) < MATCH_SECONDS);
    if (found.length === 0) continue;
    taken.add(found.reduce((best, one) => (Math.abs(one.packet.time - seconds) < Math.abs(best.packet.time - seconds) ? one : best)).index);
  }
  return [...taken].map((index) => index + 1).sort((a, b) => a - b);
}

/**
 * How late a recording's own link was by its parameters, given when each packet was sent: the machine was busy.
 * @param {ReturnType<typeof measure>} observed @param {Set<number>} dropped @param {RecordedLink} forward @param {RecordedLink} back
 * @returns {{ share: number, longestSeconds: number }} of the transfer's time; the longest stall
 */
function lateness({ packets, direction, seconds }, dropped, forward, back) {
  const rate = forward.rate ? forward.rate * 1000 : Infinity;
  /** @type {{ end: number, arrives: number }[]} */
  let pending = [];
  let sent = 0, busyUntil = 0, una = 0, late = 0, longestSeconds = 0, episode = { most: 0, acks: 0 };
  const close = () => {
    if (Math.abs(episode.most - DELAYED_ACK_SECONDS) > ABOUT_SECONDS || episode.acks > 2) {
      late += episode.most;
      longestSeconds = Math.max(longestSeconds, episode.most);
    }
    episode = { most: 0, acks: 0 };
  };
  for (const packet of packets) {
    if (packet.direction === direction && packet.len > 0) {
      if (dropped.has(++sent)) continue;
      busyUntil = Math.max(busyUntil, packet.time) + (packet.len + HEADERS_BYTES) * 8 / rate;
      pending.push({ end: packet.seq + packet.len, arrives: busyUntil + forward.delay / 1000 });
    } else if (packet.direction !== direction && packet.ack > una) {
      const answered = pending.filter(({ end }) => end <= packet.ack && end > una);
      pending = pending.filter(({ end }) => end > packet.ack);
      una = packet.ack;
      const behind = packet.time - Math.max(...answered.map(({ arrives }) => arrives)) - back.delay / 1000;
      if (answered.length > 0 && behind > LATE_SECONDS) episode = { most: Math.max(episode.most, behind), acks: episode.acks + 1 };
      else close();
    }
  }
  close();
  return { share: late / seconds, longestSeconds };
}

/**
 * @param {string} folder @param {string} name
 * @param {object} [tcp] features that the recording's options set
 * @returns {{ name: string, error: number, packetError: number, late: number, stallSeconds: number, queueSeconds: number }} errors (of time and packets) and lateness as shares; how long a full queue takes to empty, Infinity: it has no bound
 */
export function replayed(folder, name, tcp = {}) {
  const recording = JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')), { captures, link, congestion_control: congestionControl, initcwnd: initialWindowSegments = 10, link_event_list: events = [] } = recording;
  const observed = measure(gunzipSync(readFileSync(`${folder}/${captures[0].file}`))), { isUp } = observed, first = firstData(`${folder}/${name}.truth.csv.gz`);
  const mine = events.filter((/** @type {LinkEvent} */ { dir, payload }) => dir === (isUp ? 'ab' : 'ba') && payload > 0), ofKinds = (/** @type {string[]} */ ...kinds) => droppedOf(mine.filter((/** @type {LinkEvent} */ { event }) => kinds.includes(event)), observed.data, first);
  const [forward, back] = isUp ? [link.client_to_server, link.server_to_client] : [link.server_to_client, link.client_to_server], host = { tcp: { congestionControl, initialWindowSegments, ...tcp } };
  const ways = [linkOf(forward, ofKinds('loss', 'drop')), linkOf(back, [])], from = isUp ? 'client' : 'server';
  const simulated = measure(run({
    path: [{ name: 'path', clientToServer: ways[isUp ? 0 : 1], serverToClient: ways[isUp ? 1 : 0] }], hosts: { client: host, server: host },
    traffic: [{ kind: 'bulk', from, bytes: observed.bytes }], taps: [{ at: from, snapLength: 128 }],
  }).captures[0].bytes);
  const { share, longestSeconds } = lateness(observed, new Set(ofKinds('loss', 'drop', 'qdrop')), forward, back);
  return {
    name, error: simulated.seconds / observed.seconds - 1, packetError: simulated.data.length / observed.data.length - 1,
    late: share, stallSeconds: longestSeconds, queueSeconds: forward.qbytes && forward.rate ? forward.qbytes * 8 / (forward.rate * 1000) : Infinity,
  };
}
