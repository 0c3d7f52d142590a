/** Transfers recorded of Linux (shared captures), and the same bytes over the same link in the simulator. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { group } from 'd3';

import { EPOCH_SECONDS } from '../../../lib/simulator/output/pcap-tap.js';
import { describePackets } from '../../../lib/tcpflow/describe/describe-packets.js';
import { linkStalls, readerStalls } from './recorded-stalls.js';
import { analysed, run } from './run.js';

/** Ethernet's header, which the recorded links count. */
const OVERHEAD_BYTES = 14;
const HEADERS_BYTES = 66;
const NANOSECONDS_MAGIC = 0xa1b23c4d;
/**
 * An acknowledgement so much behind what the link's parameters say came late; so late, and alone, it was delayed by the
 * receiver's TCP.
 */
const LATE_SECONDS = 0.003;
const DELAYED_ACK_SECONDS = 0.04;
const ABOUT_SECONDS = 0.005;
/** Time between an event of the link and the packet in the capture, at most. */
const MATCH_SECONDS = 1;

/**
 * @typedef {{ frame: number, flow: number, direction: string, time: number, seq: number, ack: number, len: number }}
 *   Packet
 */
/**
 * @typedef {{ delay: number, rate?: number, qbytes?: number, ecn?: number, reorder?: string, dup?: number }}
 *   RecordedLink what the
 *   recording's JSON says of a direction
 */
/** @typedef {{ dir: string, event: string, seq: number, payload: number, time_s: number }} LinkEvent */

/** @param {RecordedLink} link @param {number[]} dropData */
export function linkOf({ delay, rate, qbytes, ecn, reorder, dup }, dropData) {
  const [share, delayMs] = (reorder ?? '').split(':').map(Number);
  return {
    delayMs: delay,
    overheadBytes: OVERHEAD_BYTES,
    ...(rate ? { rateKbps: rate } : {}),
    ...(qbytes ? { queueBytes: qbytes } : {}),
    ...(ecn ? { markBytes: ecn } : {}),
    ...(reorder ? { reorder: { share, delayMs } } : {}),
    ...(dup ? { duplicate: dup } : {}),
    ...(dropData.length > 0 ? { dropData } : {}),
  };
}

/**
 * The direction of a capture's first connection that carried more, seen at its sender: from the first data to the last
 * acknowledgement.
 * @param {Uint8Array} capture
 */
export function measure(capture) {
  const analysis = analysed(capture);
  const flow = analysis.connections.describe(0);
  const isUp = flow.clientToServer.uniqueBytes > flow.serverToClient.uniqueBytes;
  const direction = isUp ? 'clientToServer' : 'serverToClient';
  const packets = /** @type {Packet[]} */ (
    [...describePackets(analysis.ingest.tcp)].filter((packet) => packet.flow === 0)
  );
  const data = packets.filter((packet) => packet.direction === direction && packet.len > 0);
  const end = Math.max(...data.map(({ seq, len }) => seq + len));
  const last = packets.find((packet) => packet.direction !== direction && packet.ack >= end);
  return {
    isUp,
    direction,
    packets,
    data,
    bytes: flow[direction].uniqueBytes,
    seconds: Number(last?.time) - data[0].time,
  };
}

/** The first data in truth.csv, by which the link's events are found in the capture. @param {string} path */
function firstData(path) {
  const [head, ...lines] = gunzipSync(readFileSync(path)).toString().split('\n');
  const columns = head.split(',');
  for (const line of lines) {
    const cells = line.split(',');
    const cell = (/** @type {string} */ name) => cells[columns.indexOf(name)];
    if (cell('ev') === 'out' && Number(cell('len')) >= HEADERS_BYTES * 2) {
      return { seconds: Number(cell('time_s')), seq: Number(cell('seq')) };
    }
  }
  throw new Error(`no data in ${path}`);
}

/**
 * Which of the data packets a link dropped, by their place among all, from 1.
 * @param {LinkEvent[]} events @param {Packet[]} data @param {{ seconds: number, seq: number }} first
 */
function droppedOf(events, data, first) {
  const taken = new Set();
  const bySeq = group(
    data.map((packet, index) => ({ packet, index })),
    ({ packet }) => packet.seq,
  );
  for (const { seq, time_s } of events) {
    const offset = (seq - first.seq + data[0].seq + 2 ** 32) % 2 ** 32;
    const seconds = time_s - first.seconds + data[0].time;
    const found = (bySeq.get(offset) ?? []).filter(
      ({ packet, index }) => !taken.has(index) && Math.abs(packet.time - seconds) < MATCH_SECONDS,
    );
    if (found.length === 0) continue;
    taken.add(
      found.reduce((best, one) =>
        Math.abs(one.packet.time - seconds) < Math.abs(best.packet.time - seconds) ? one : best,
      ).index,
    );
  }
  return [...taken].map((index) => index + 1).sort((a, b) => a - b);
}

/**
 * How late a recording's own link was by its parameters, given when each packet was sent: the machine was busy.
 * @param {ReturnType<typeof measure>} observed
 * @param {Set<number>} dropped
 * @param {RecordedLink} forward
 * @param {RecordedLink} back
 * @returns {{ share: number, longestSeconds: number }} of the transfer's time; the longest stall
 */
function lateness({ packets, direction, seconds }, dropped, forward, back) {
  const rate = forward.rate ? forward.rate * 1000 : Infinity;
  /** @type {{ end: number, arrives: number }[]} */
  let pending = [];
  let sent = 0;
  let busyUntil = 0;
  let una = 0;
  let late = 0;
  let longestSeconds = 0;
  let episode = { most: 0, acks: 0 };
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
      busyUntil = Math.max(busyUntil, packet.time) + ((packet.len + HEADERS_BYTES) * 8) / rate;
      pending.push({ end: packet.seq + packet.len, arrives: busyUntil + forward.delay / 1000 });
    } else if (packet.direction !== direction && packet.ack > una) {
      const answered = pending.filter(({ end }) => end <= packet.ack && end > una);
      pending = pending.filter(({ end }) => end > packet.ack);
      una = packet.ack;
      const behind = packet.time - Math.max(...answered.map(({ arrives }) => arrives)) - back.delay / 1000;
      if (answered.length > 0 && behind > LATE_SECONDS) {
        episode = { most: Math.max(episode.most, behind), acks: episode.acks + 1 };
      } else close();
    }
  }
  close();
  return { share: late / seconds, longestSeconds };
}

/** When a capture begins, in seconds since 1970. @param {Uint8Array} capture classic pcap, little-endian */
export function startSeconds(capture) {
  const view = new DataView(capture.buffer, capture.byteOffset);
  return (
    view.getUint32(24, true) + view.getUint32(28, true) / (view.getUint32(0, true) === NANOSECONDS_MAGIC ? 1e9 : 1e6)
  );
}

/**
 * @param {RecordedLink} link
 * @param {Packet[]} sent that were not dropped
 * @returns {number[]} when each would arrive if nothing stood still
 */
function dueTimes({ rate, delay }, sent) {
  let busyUntil = -Infinity;
  return sent.map(({ time, len }) => {
    busyUntil = Math.max(busyUntil, time) + (rate ? ((len + HEADERS_BYTES) * 8) / (rate * 1000) : 0);
    return busyUntil + delay / 1000;
  });
}

/**
 * When the link and the receiving application of a recording stood still. With captures of both ends, from what each
 * packet took; with the sender's alone, all that was late counts as the application's.
 * @param {ReturnType<typeof measure>} observed
 * @param {Set<number>} dropped
 * @param {RecordedLink} forward
 * @param {RecordedLink} back
 * @param {{ measured: ReturnType<typeof measure>, laterBy: number }|null} atReceiver the receiver's capture, and how
 *   much later than the
 *   sender's its times begin
 * @returns {{ link: Stall[], reader: Stall[] }} seconds since the first data was sent
 */
function stallsOf(observed, dropped, forward, back, atReceiver) {
  const { direction } = observed;
  const start = observed.data[0].time;
  const sent = observed.data.filter((_, index) => !dropped.has(index + 1));
  const acks = observed.packets.filter((packet) => packet.direction !== direction);
  const arrivals = atReceiver
    ? atReceiver.measured.data.map(({ time }) => time + atReceiver.laterBy)
    : dueTimes(forward, sent);
  const answers = atReceiver
    ? atReceiver.measured.packets
        .filter((packet) => packet.direction !== direction)
        .map((packet) => ({ ...packet, time: packet.time + atReceiver.laterBy }))
    : acks.map((packet) => ({ ...packet, time: packet.time - back.delay / 1000 }));
  const came = sent
    .slice(0, arrivals.length)
    .map((packet, index) => ({ ...packet, time: arrivals[index], isData: true }));
  const seen = [...came, ...answers.map((packet) => ({ ...packet, isData: false }))].sort((a, b) => a.time - b.time);
  const passages = (/** @type {Packet[]} */ from, /** @type {number[]} */ to) =>
    from
      .slice(0, to.length)
      .map(({ time, len }, index) => ({ sent: time, arrived: to[index], bytes: len + HEADERS_BYTES }));
  const link = atReceiver
    ? linkStalls([
        { passages: passages(sent, arrivals), link: forward },
        {
          passages: passages(
            answers,
            acks.map(({ time }) => time),
          ),
          link: back,
        },
      ])
    : [];
  const since = (/** @type {Stall} */ { from, to }) => ({ from: from - start, to: to - start });
  return { link: link.map(since), reader: readerStalls(seen, Math.max(...sent.map(({ len }) => len))).map(since) };
}

/**
 * @param {Stall[]} stalls
 * @param {number} startMs of the first data
 * @returns {{ atMs: number, forMs: number }[]} those from then on, in whole µs, with one between them
 */
function pausesFrom(stalls, startMs) {
  const micros = (/** @type {number} */ seconds) => Math.round(startMs * 1000 + seconds * 1e6);
  return stalls
    .filter(({ from }) => from > 0)
    .map(({ from, to }) => ({ atMs: micros(from) / 1000, forMs: (micros(to) - micros(from) - 1) / 1000 }));
}

/** @typedef {import('./recorded-stalls.js').Stall} Stall */
/** @typedef {{ error: number, packetError: number }} Errors as shares: of time, of data packets */
/**
 * @typedef {object} Replayed
 * @property {string} name
 * @property {() => Errors} stalled with the recording's stalls
 * @property {number} late a share
 * @property {number} stallSeconds
 * @property {number} queueSeconds how long a full queue takes to empty; Infinity: it has no bound
 */

/**
 * @param {string} folder @param {string} name
 * @param {object} [tcp] features that the recording's options set
 * @returns {Errors & Replayed} by the link's parameters alone
 */
export function replayed(folder, name, tcp = {}) {
  const recording = JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'));
  const {
    captures,
    link,
    congestion_control: congestionControl,
    initcwnd: initialWindowSegments = 10,
    link_event_list: events = [],
  } = recording;
  const open = (/** @type {{ file: string }} */ { file }) => gunzipSync(readFileSync(`${folder}/${file}`));
  const capture = open(captures[0]);
  const observed = measure(capture);
  const { isUp } = observed;
  const first = firstData(`${folder}/${name}.truth.csv.gz`);
  const mine = events.filter(
    (/** @type {LinkEvent} */ { dir, payload }) => dir === (isUp ? 'ab' : 'ba') && payload > 0,
  );
  const ofKinds = (/** @type {string[]} */ ...kinds) =>
    droppedOf(
      mine.filter((/** @type {LinkEvent} */ { event }) => kinds.includes(event)),
      observed.data,
      first,
    );
  const [forward, back] = isUp
    ? [link.client_to_server, link.server_to_client]
    : [link.server_to_client, link.client_to_server];
  const host = { tcp: { congestionControl, initialWindowSegments, ...tcp } };
  const from = isUp ? 'client' : 'server';
  const far = captures.find((/** @type {{ end: string }} */ { end }) => end === (isUp ? 'server' : 'client'));
  const dropped = new Set(ofKinds('loss', 'drop', 'qdrop'));
  const simulate = (/** @type {object} */ stalls, /** @type {object} */ more) =>
    run({
      path: [
        {
          name: 'path',
          clientToServer: { ...linkOf(isUp ? forward : back, isUp ? ofKinds('loss', 'drop') : []), ...stalls },
          serverToClient: { ...linkOf(isUp ? back : forward, isUp ? [] : ofKinds('loss', 'drop')), ...stalls },
        },
      ],
      hosts: { client: host, server: host },
      traffic: [{ kind: 'bulk', from, bytes: observed.bytes, ...more }],
      taps: [{ at: from, snapLength: 128 }],
    }).captures[0].bytes;
  const errorsOf = (/** @type {ReturnType<typeof measure>} */ { seconds, data }) => ({
    error: seconds / observed.seconds - 1,
    packetError: data.length / observed.data.length - 1,
  });
  const plainCapture = simulate({}, {});
  const plain = measure(plainCapture);
  const stalled = () => {
    const farCapture = far ? open(far) : null;
    const stalls = stallsOf(
      observed,
      dropped,
      forward,
      back,
      farCapture ? { measured: measure(farCapture), laterBy: startSeconds(farCapture) - startSeconds(capture) } : null,
    );
    const startMs = (plain.data[0].time + startSeconds(plainCapture) - EPOCH_SECONDS) * 1000;
    return errorsOf(
      measure(
        simulate(
          { stalls: pausesFrom(stalls.link, startMs) },
          { reader: { pauses: pausesFrom(stalls.reader, startMs) } },
        ),
      ),
    );
  };
  const { share, longestSeconds } = lateness(observed, dropped, forward, back);
  return {
    name,
    ...errorsOf(plain),
    stalled,
    late: share,
    stallSeconds: longestSeconds,
    queueSeconds: forward.qbytes && forward.rate ? (forward.qbytes * 8) / (forward.rate * 1000) : Infinity,
  };
}
