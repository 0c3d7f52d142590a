/** A long download over QUIC, ack-clocked, of which packets are lost: a capture at its sender. */
import { PcapngWriter } from '../../lib/capture/writer.js';
import { secretsBlock } from '../fuzz/capture-form.js';
import { conversation, dataOf } from './conversation.js';
import { frameOf, Secrets, stream, varint } from './seal.js';

const EPOCH_NS = 1_700_000_000_000_000_000n;
const RTT_NS = 20e6;
/** Between two packets. */
const GAP_NS = 20e3;
/** Up to which an acknowledgement may be late. */
const JITTER_NS = 2e6;
/** Packets that one acknowledgement is for. */
const ACKED_AT_ONCE = 10;
const FIRST_WINDOW = 10;
const MOST_WINDOW = 1000;
/** Losses that an ACK frame still tells of. */
const HOLES = 5;
/** Bytes that the client allows beyond what it has. */
const CREDIT = 2_000_000;

/** A DATA frame of HTTP/3 that is longer than any download (RFC 9114 section 7.2.1). */
const DATA_FRAME = [0x00, 0xc0, 0, 1, 0, 0, 0, 0, 0];

/** @typedef {{ timeNs: number, datagram: import('./seal.js').Datagram }} Sent */

/**
 * @param {Secrets} secrets
 * @param {{ packets: number, dataBytes: number, lossEvery?: number }} options `packets`: with data; `lossEvery`: which
 *   of them are lost
 * @returns {Generator<Sent>}
 */
export function* download(secrets, { packets, dataBytes, lossEvery = Infinity }) {
  for (const [i, datagram] of conversation(secrets).entries()) yield { timeNs: i * RTT_NS, datagram };
  const sent = dataOf(secrets);
  const data = new Array(dataBytes).fill(7);
  const first = [...DATA_FRAME, ...data.slice(DATA_FRAME.length)];
  const isLost = (/** @type {number} */ pn) => pn % lossEvery === lossEvery - 1;
  /** Of lost packets, those of which the sender does not know yet among them. @type {number[]} */
  const lost = [];
  /** @type {number[]} offsets to be sent again */
  const again = [];
  /** @type {number[]} by packet number */
  const offsets = [];
  let timeNs = 4 * RTT_NS;
  let window = FIRST_WINDOW;
  let next = 1;
  let offset = 0;
  /** @type {{ timeNs: number, upTo: number }[]} */
  const acks = [{ timeNs, upTo: 0 }];
  for (let pn = 1; acks.length > 0; pn++) {
    const { timeNs: atNs, upTo } = /** @type {{ timeNs: number, upTo: number }} */ (acks.shift());
    timeNs = Math.max(timeNs, atNs);
    if (upTo > 0) yield { timeNs, datagram: sent('client', pn, [...ackUpTo(upTo, lost), ...maxData(offset + CREDIT)]) };
    const found = lost.filter((one) => one > upTo - ACKED_AT_ONCE && one <= upTo);
    again.push(...found.map((one) => offsets[one]));
    window = found.length > 0 ? Math.max(FIRST_WINDOW, window / 2) : Math.min(MOST_WINDOW, window + 1);
    while (next - 1 - upTo + ACKED_AT_ONCE <= window && next <= packets) {
      const end = Math.min(packets, next + ACKED_AT_ONCE - 1);
      for (; next <= end; next++) {
        const from = again.shift() ?? offset;
        if (from === offset) offset += dataBytes;
        offsets[next] = from;
        if (isLost(next)) lost.push(next);
        yield {
          timeNs: (timeNs += GAP_NS),
          datagram: sent('server', next, stream(4, from, from === 0 ? first : data)),
        };
      }
      acks.push({ timeNs: timeNs + RTT_NS + JITTER_NS * Math.abs(Math.sin(end / 1e3)), upTo: end });
    }
  }
}

/**
 * An ACK frame, of ranges between what was lost.
 * @param {number} upTo @param {readonly number[]} lost ascending
 * @returns {number[]}
 */
function ackUpTo(upTo, lost) {
  const largest = lost.includes(upTo) ? upTo - 1 : upTo;
  const holes = lost.filter((pn) => pn < largest).slice(-HOLES - 1);
  const ends = holes.length > HOLES ? holes : [-1, ...holes];
  const lengths = ends.map((below, i) => (ends[i + 1] ?? largest + 1) - below - 2).toReversed();
  const [first, ...rest] = lengths.map(varint);
  return [2, ...varint(largest), 0, ...varint(rest.length), ...first, ...rest.flatMap((length) => [0, ...length])];
}

/** @param {number} bytes @returns {number[]} a MAX_DATA frame */
const maxData = (bytes) => [0x10, ...varint(bytes)];

/**
 * @param {Parameters<typeof download>[1]} options
 * @returns {Uint8Array} pcapng with its secrets
 */
export function downloadCapture(options) {
  const secrets = new Secrets();
  const writer = new PcapngWriter();
  const blocks = [writer.header(), writer.interface({ linkType: 1 }), secretsBlock(secrets.text())];
  for (const { timeNs, datagram } of download(secrets, options)) {
    blocks.push(writer.packet({ epochNs: EPOCH_NS + BigInt(Math.round(timeNs)), data: frameOf(datagram) }));
  }
  return Buffer.concat(blocks);
}
