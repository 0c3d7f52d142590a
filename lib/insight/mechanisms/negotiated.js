import { OPTION, TCP, offers } from '../../packet/segment-batch.js';
import { notObservable, notSeen, seen } from './mechanism.js';

/** @typedef {import('../../tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('../../tcpflow/connection/connection-packets.js').ConnectionOptions} ConnectionOptions */
/** @typedef {import('./mechanism.js').Mechanism} Mechanism */

const SURE = 0.99;
const BY_USE = 0.95;
const CONGESTION_EXPERIENCED = 3;
const ENDS = Object.freeze(['client', 'server']);

/** What both ends agree upon in their SYNs: the option, its name, and a segment that shows its use where no SYN was captured. */
const OPTIONS = Object.freeze([
  { name: 'sack', option: OPTION.SACK_PERMITTED, used: OPTION.SACK },
  { name: 'timestamps', option: OPTION.TIMESTAMPS, used: OPTION.TIMESTAMPS }, { name: 'window_scale', option: OPTION.WINDOW_SCALE, used: 0 },
]);

/**
 * SACK (RFC 2018), timestamps and window scale (RFC 7323), ECN (RFC 3168).
 * @param {ConnectionPackets} packets
 * @param {ConnectionOptions} options
 * @returns {Mechanism[]}
 */
export const negotiated = (packets, options) => [...OPTIONS.map((wanted) => optionOf(packets, options, wanted)), ecn(packets)];

/** @param {ConnectionPackets} packets @param {ConnectionOptions} options @param {{ name: string, option: number, used: number }} wanted */
function optionOf(packets, { synOptions }, { name, option, used }) {
  if (used !== 0 && packets.options.some((bits, i) => (bits & used) !== 0 && (packets.flags[i] & TCP.SYN) === 0)) return seen(name, BY_USE, 'segments bear it');
  const missing = [0, 1].filter((direction) => offers(synOptions[direction], option) === false).map((direction) => ENDS[direction]);
  if (missing.length > 0) return notSeen(name, SURE, `the ${missing.join(' and the ')} did not offer it`);
  if (synOptions.some((bits) => bits === 0)) return notObservable(name, 'the handshake was not captured');
  if (synOptions.some((bits) => offers(bits, option) === null)) return notObservable(name, 'the capture has not all of the handshake\'s options');
  return seen(name, SURE, 'both SYNs offer it');
}

/** RFC 3168 section 6.1.1: asked for by ECE and CWR in the SYN, granted by ECE alone in the answer. @param {ConnectionPackets} packets @returns {Mechanism} */
function ecn(packets) {
  const both = TCP.ECE | TCP.CWR, asked = synFlags(packets, 0), answered = synFlags(packets, TCP.ACK);
  if (asked === null || answered === null) return notObservable('ecn', 'the handshake was not captured');
  if ((asked & both) !== both) return notSeen('ecn', SURE, 'the client did not ask for it');
  if ((answered & both) !== TCP.ECE) return notSeen('ecn', SURE, 'the server refused it');
  let able = 0, marked = 0, echoed = 0;
  for (let i = 0; i < packets.count; i++) {
    if (packets.flags[i] & TCP.SYN) continue;
    if (packets.ecn[i] !== 0) able++;
    if (packets.ecn[i] === CONGESTION_EXPERIENCED) marked++;
    if (packets.flags[i] & TCP.ECE) echoed++;
  }
  return able > 0
    ? seen('ecn', SURE, 'asked for, granted, and packets bear it', { able, marked, echoed })
    : notSeen('ecn', BY_USE, 'agreed upon, but no packet bears it here: taken away on the path, or nothing was sent', { able, marked, echoed });
}

/** Flags of the latest SYN with or without ACK. @param {ConnectionPackets} packets @param {number} ack @returns {number | null} */
function synFlags({ count, flags }, ack) {
  for (let i = count - 1; i >= 0; i--) if ((flags[i] & (TCP.SYN | TCP.ACK)) === (TCP.SYN | ack)) return flags[i];
  return null;
}
