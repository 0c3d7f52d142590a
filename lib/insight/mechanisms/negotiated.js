import { CE } from '../../shared/tcp-numbers.js';
import { ECN, ecnHandshake } from '../../transport/tcp/ecn-handshake.js';
import { offers, OPTION, TCP } from '../../transport/tcp/header.js';
import { notObservable, notSeen, seen } from './mechanism.js';

/** @typedef {import('../../transport/tcp/tcp-packets.js').TcpPackets} TcpPackets */
/** @typedef {import('../../transport/tcp/tcp-packets.js').ConnectionOptions} ConnectionOptions */
/** @typedef {import('./mechanism.js').Mechanism} Mechanism */

const SURE = 0.99;
const BY_USE = 0.95;
const ENDS = Object.freeze(['client', 'server']);

/**
 * What both ends negotiate in their SYNs: the option, its name, and a segment that shows its use where no SYN was
 * captured.
 */
const OPTIONS = Object.freeze([
  { name: 'sack', option: OPTION.SACK_PERMITTED, used: OPTION.SACK },
  { name: 'timestamps', option: OPTION.TIMESTAMPS, used: OPTION.TIMESTAMPS },
  { name: 'window_scale', option: OPTION.WINDOW_SCALE, used: 0 },
]);

/**
 * SACK (RFC 2018), timestamps and window scale (RFC 7323), ECN (RFC 3168, RFC 9768).
 * @param {TcpPackets} packets
 * @param {ConnectionOptions} options
 * @returns {Mechanism[]}
 */
export const negotiated = (packets, options) => [
  ...OPTIONS.map((option) => optionOf(packets, options, option)),
  ecn(packets),
];

/**
 * @param {TcpPackets} packets
 * @param {ConnectionOptions} options
 * @param {{ name: string, option: number, used: number }} option
 */
function optionOf(packets, { synOptions }, { name, option, used }) {
  if (used !== 0 && packets.options.some((bits, i) => (bits & used) !== 0 && (packets.flags[i] & TCP.SYN) === 0)) {
    return seen(name, BY_USE, 'segments carry it');
  }
  const missing = [0, 1]
    .filter((direction) => offers(synOptions[direction], option) === false)
    .map((direction) => ENDS[direction]);
  if (missing.length > 0) return notSeen(name, SURE, `the ${missing.join(' and the ')} did not offer it`);
  if (synOptions.some((bits) => bits === 0)) return notObservable(name, 'the handshake was not captured');
  if (synOptions.some((bits) => offers(bits, option) === null)) {
    return notObservable(name, "the handshake's options are not all captured");
  }
  return seen(name, SURE, 'both SYNs offer it');
}

/**
 * Not with accurate ECN, where ECE is a bit of a counter.
 * @param {TcpPackets} packets
 * @returns {Mechanism}
 */
function ecn(packets) {
  const { asked, agreed } = ecnHandshake(packets);
  if (asked === null || agreed === null) return notObservable('ecn', 'the handshake was not captured');
  if (agreed === ECN.NONE) {
    return notSeen('ecn', SURE, asked === ECN.NONE ? 'the client did not ask for it' : 'the server refused it');
  }
  const isClassic = agreed === ECN.CLASSIC;
  const detail = { feedback: isClassic ? 'classic' : 'accurate', able: 0, marked: 0, echoed: isClassic ? 0 : null };
  for (let i = 0; i < packets.count; i++) {
    if (packets.flags[i] & TCP.SYN) continue;
    if (packets.ecn[i] !== 0) detail.able++;
    if (packets.ecn[i] === CE) detail.marked++;
    if (detail.echoed !== null && packets.flags[i] & TCP.ECE) detail.echoed++;
  }
  return detail.able > 0
    ? seen('ecn', SURE, 'negotiated, and packets carry it', detail)
    : notSeen('ecn', BY_USE, 'negotiated, but no packet carries it here: cleared on the path, or not set', detail);
}
