import { run } from './run.js';

const ETHERNET_BYTES = 14;
const RECORD_HEADER_BYTES = 16;
/** By the first octet of an address. @type {Record<number, 'client'|'server'>} */
const ENDS = { 192: 'client', 198: 'server' };
const FLAGS = [...'FSRPA'];

/**
 * @typedef {object} Seen
 * @property {number} ms since the first packet of the capture
 * @property {'client'|'server'|'router'} from
 * @property {string} flags of "FSRPA"; "icmp 3.4" of an ICMP error
 * @property {number} seq @property {number} ack 32 bits
 * @property {number} length of payload
 * @property {number} window
 * @property {number} ttl
 * @property {boolean} isDamaged its TCP checksum is wrong
 * @property {Record<string, number[]>} options by name: mss, scale, sackOk, sack, timestamps, md5
 * @property {{ length: number, mtu: number }} [quoted] of an ICMP error
 */

/** @param {Uint8Array} bytes a pcap file with nanoseconds @returns {Seen[]} */
export function seen(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  /** @type {Seen[]} */
  const all = [];
  let firstNs = -1;
  for (let at = 24; at < bytes.length;) {
    const length = view.getUint32(at + 8, true);
    const ns = (view.getUint32(at, true) % 1e6) * 1e9 + view.getUint32(at + 4, true);
    if (firstNs < 0) firstNs = ns;
    const ipAt = at + RECORD_HEADER_BYTES + ETHERNET_BYTES;
    all.push({ ms: (ns - firstNs) / 1e6, ...packetAt(view, ipAt) });
    at += RECORD_HEADER_BYTES + length;
  }
  return all;
}

/** @param {DataView} view @param {number} at of its IP header @returns {Omit<Seen, 'ms'>} */
function packetAt(view, at) {
  const source = view.getUint8(at + 12);
  const from = ENDS[source] ?? 'router';
  const tcpAt = at + 20;
  const ttl = view.getUint8(at + 8);
  const bytes = view.getUint16(at + 2) - 20;
  const none = { seq: 0, ack: 0, length: 0, window: 0, isDamaged: false, options: {} };
  if (view.getUint8(at + 9) === 1) {
    const quoted = { length: view.getUint16(tcpAt + 10), mtu: view.getUint16(tcpAt + 6) };
    return { from, ttl, ...none, flags: `icmp ${view.getUint8(tcpAt)}.${view.getUint8(tcpAt + 1)}`, quoted };
  }
  const headerBytes = (view.getUint8(tcpAt + 12) >> 4) * 4;
  const bits = view.getUint8(tcpAt + 13);
  let sum = 6 + bytes;
  for (let k = -8; k + 1 < bytes; k += 2) sum += view.getUint16(tcpAt + k);
  if (bytes % 2 === 1) sum += view.getUint8(tcpAt + bytes - 1) << 8;
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return {
    from,
    ttl,
    flags: FLAGS.filter((_, bit) => bits & (1 << bit)).join(''),
    seq: view.getUint32(tcpAt + 4),
    ack: view.getUint32(tcpAt + 8),
    length: bytes - headerBytes,
    window: view.getUint16(tcpAt + 14),
    isDamaged: sum !== 0xffff,
    options: optionsAt(view, tcpAt + 20, tcpAt + headerBytes),
  };
}

/** @param {DataView} view @param {number} from @param {number} end */
function optionsAt(view, from, end) {
  /** @type {Record<string, number[]>} */
  const options = {};
  /** @type {Record<number, string>} */
  const names = { 2: 'mss', 3: 'scale', 4: 'sackOk', 5: 'sack', 8: 'timestamps', 19: 'md5' };
  for (let at = from; at < end && view.getUint8(at) !== 0;) {
    const kind = view.getUint8(at);
    const length = kind === 1 ? 1 : view.getUint8(at + 1);
    const name = names[kind];
    if (name === 'mss') options.mss = [view.getUint16(at + 2)];
    else if (name === 'scale') options.scale = [view.getUint8(at + 2)];
    else if (name === 'sack' || name === 'timestamps') {
      options[name] = Array.from({ length: (length - 2) / 4 }, (_, k) => view.getUint32(at + 2 + 4 * k));
    } else if (name) options[name] = [];
    at += length;
  }
  return options;
}

/**
 * What passes on both sides of a box: 10 ms from the client, and 10 ms from the server.
 * @param {object} box
 * @param {{ traffic?: object, tcp?: object, clientTcp?: object, serverTcp?: object, up?: object, down?: object,
 *   seconds?: number }} [options]
 */
export function around(box, { traffic, tcp, clientTcp, serverTcp, up, down, seconds = 60 } = {}) {
  const link = { delayMs: 10 };
  const { captures, summary } = run({
    durationSeconds: seconds,
    path: [
      { name: 'near', clientToServer: { ...link, ...up }, serverToClient: { ...link, ...down } },
      { name: 'box', box },
      { name: 'far', clientToServer: link, serverToClient: link },
    ],
    hosts: { client: { tcp: { ...tcp, ...clientTcp } }, server: { tcp: { ...tcp, ...serverTcp } } },
    traffic: [traffic ?? { kind: 'service', requests: [{ responseBytes: 20_000 }] }],
    taps: [{ at: 'near' }, { at: 'box' }],
  });
  const [before, after] = captures.map(({ bytes }) => seen(bytes));
  return { before, after, summary };
}

/** @param {Seen[]} packets @param {Seen['from']} from */
export const of = (packets, from) => packets.filter((packet) => packet.from === from);
