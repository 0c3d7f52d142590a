/** What goes wrong with a capture, made of one where nothing did. */

/**
 * At that part of the time the clock is set.
 * @typedef {{ kind: 'clock-step', atShare: number, byMs: number }} ClockStep
 */
/** @typedef {{ kind: 'drops', share: number, run: number }} Drops a share is missing, in runs of about so many */
/** @typedef {{ kind: 'cut', fromShare: number, toShare: number }} Cut only that part of the time */
/** @typedef {{ kind: 'one-way', from: 'client'|'server' }} OneWay */
/** @typedef {{ kind: 'merged', lagUs: number }} Merged two interfaces: each packet twice, so much apart */
/**
 * @typedef {{ kind: 'offload', of: 'client'|'server' }} Offload that end's packets as before segmentation, or after
 *   joining
 */
/** @typedef {ClockStep|Drops|Cut|OneWay|Merged|Offload} Fault */
/** @typedef {{ ns: number, frame: Uint8Array, isClient: boolean }} Captured */

const ETHERNET_BYTES = 14;
const IP_BYTES = 20;
const TCP_AT = ETHERNET_BYTES + IP_BYTES;
const PLAIN = 0x10; // ACK
const PSH = 0x08;
const MAX_JOINED_BYTES = 64_000;
/** Offload joins what leaves or comes so close together. */
const JOINED_NS = 100_000;

/**
 * @param {Captured[]} captured in order of time @param {Fault} fault @param {import('./lot.js').Lot} lot
 * @returns {Captured[]}
 */
export function withFault(captured, fault, lot) {
  if (captured.length === 0) return captured;
  const first = captured[0].ns;
  const timeAt = (/** @type {number} */ share) => first + share * (captured[captured.length - 1].ns - first);
  switch (fault.kind) {
    case 'clock-step':
      return captured.map((one) => (one.ns < timeAt(fault.atShare) ? one : { ...one, ns: one.ns + fault.byMs * 1e6 }));
    case 'cut':
      return captured.filter(({ ns }) => ns >= timeAt(fault.fromShare) && ns <= timeAt(fault.toShare));
    case 'one-way':
      return captured.filter(({ isClient }) => isClient === (fault.from === 'client'));
    case 'drops':
      return dropped(captured, fault, lot);
    case 'merged':
      return captured.flatMap((one) => [one, { ...one, ns: one.ns + fault.lagUs * 1000 }]).sort((a, b) => a.ns - b.ns);
    default:
      return joined(captured, fault.of === 'client');
  }
}

/** @param {Captured[]} captured @param {Drops} fault @param {import('./lot.js').Lot} lot */
function dropped(captured, { share, run }, lot) {
  let missing = 0;
  return captured.filter((_, index) => {
    if (missing > 0) return missing-- < 0;
    if (index > 5 && lot.chance(share / run)) missing = lot.between(1, 2 * run - 1);
    return true;
  });
}

/** @param {Captured[]} captured @param {boolean} isClient whose packets are joined */
function joined(captured, isClient) {
  /** @type {Captured[]} */
  const out = [];
  for (const one of captured) {
    const before = out[out.length - 1];
    if (before && one.isClient === isClient && canJoin(before, one)) out[out.length - 1] = join(before, one);
    else out.push(one);
  }
  return out;
}

/** @param {Uint8Array} frame */
const viewOf = (frame) => new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
/** @param {Uint8Array} frame */
const payloadAt = (frame) => TCP_AT + (frame[TCP_AT + 12] >> 4) * 4;

/** @param {Captured} before @param {Captured} next */
function canJoin(before, next) {
  const [a, b] = [viewOf(before.frame), viewOf(next.frame)];
  const length = before.frame.length - payloadAt(before.frame);
  const isTcp = before.frame[23] === 6 && next.frame[23] === 6;
  return (
    isTcp &&
    before.isClient === next.isClient &&
    length > 0 &&
    next.frame.length > payloadAt(next.frame) &&
    before.frame[TCP_AT + 13] === PLAIN &&
    (next.frame[TCP_AT + 13] & ~PSH) === PLAIN &&
    a.getUint32(TCP_AT) === b.getUint32(TCP_AT) &&
    (a.getUint32(TCP_AT + 4) + length) % 2 ** 32 === b.getUint32(TCP_AT + 4) &&
    a.getUint32(TCP_AT + 8) === b.getUint32(TCP_AT + 8) &&
    next.ns - before.ns < JOINED_NS &&
    before.frame.length + next.frame.length < MAX_JOINED_BYTES
  );
}

/**
 * The checksum is left for the interface to compute.
 * @param {Captured} before @param {Captured} next @returns {Captured}
 */
function join(before, next) {
  const more = next.frame.subarray(payloadAt(next.frame));
  const frame = new Uint8Array(before.frame.length + more.length);
  frame.set(before.frame);
  frame.set(more, before.frame.length);
  frame[TCP_AT + 13] = next.frame[TCP_AT + 13];
  const view = viewOf(frame);
  view.setUint16(ETHERNET_BYTES + 2, frame.length - ETHERNET_BYTES);
  view.setUint16(ETHERNET_BYTES + 10, 0);
  let sum = 0;
  for (let at = 0; at < IP_BYTES; at += 2) sum += view.getUint16(ETHERNET_BYTES + at);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  view.setUint16(ETHERNET_BYTES + 10, ~sum & 0xffff);
  return { ...before, frame };
}
