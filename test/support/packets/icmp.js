/** ICMP errors about packets of a script, as a router or a host would send them. */
import { concatBytes } from './frames.js';
import { pcap, script } from './packets.js';

/** @typedef {import('./conversation.js').Packet} Packet */

const ETHERNET = 14;
const u16 = (/** @type {number} */ value) => [(value >>> 8) & 0xff, value & 0xff];

/**
 * @typedef {object} ErrorFields
 * @property {number} type
 * @property {number} [code]
 * @property {number} [mtu]
 * @property {string} [from] IPv4 address of who sends it; of IPv6 packets the destination's last byte is then 99
 * @property {number} [afterNs] behind the quoted packet
 * @property {number} [quotes] bytes of the quoted packet
 * @property {(quoted: Uint8Array) => void} [change] what the quotation says other than the packet did
 */

/** @param {Packet} packet in Ethernet, untagged @param {ErrorFields} fields @returns {Packet} */
export function icmpAbout({ bytes, timeNs }, fields) {
  const { type, code = 0, mtu = 0, afterNs = 1e6, quotes = bytes.length, change = () => {} } = fields;
  const isV6 = bytes[ETHERNET] >> 4 === 6;
  const quoted = bytes.slice(ETHERNET, ETHERNET + quotes);
  const receiver = isV6 ? quoted.slice(8, 24) : quoted.slice(12, 16);
  const sender = isV6 ? quoted.slice(24, 40) : Uint8Array.from((fields.from ?? '10.0.0.9').split('.'), Number);
  if (isV6) sender[15] = 99;
  change(quoted);
  const icmp = concatBytes(Uint8Array.from([type, code, 0, 0, ...u16(mtu >>> 16), ...u16(mtu)]), quoted);
  const ip = isV6
    ? [0x60, 0, 0, 0, ...u16(icmp.length), 58, 64, ...sender, ...receiver]
    : [0x45, 0xc0, ...u16(20 + icmp.length), 0, 0, 0, 0, 64, 1, 0, 0, ...sender, ...receiver];
  const frame = concatBytes(bytes.slice(6, 12), bytes.slice(0, 6), bytes.slice(12, 14), Uint8Array.from(ip), icmp);
  return { timeNs: timeNs + afterNs, bytes: frame, originalLength: frame.length };
}

/**
 * A script's capture with errors about some of its packets.
 * @param {string[]} lines of the script, before `options` of the conversation
 * @param {Record<number, ErrorFields>} errors by the packet's number in the capture of the script alone, from 1
 * @param {import('./conversation.js').ConversationOptions} [options]
 */
export function withErrors(lines, errors, options = {}) {
  const packets = script(options, ...lines);
  const all = packets.flatMap((packet, k) => (errors[k + 1] ? [packet, icmpAbout(packet, errors[k + 1])] : [packet]));
  return pcap(all.sort((a, b) => a.timeNs - b.timeNs));
}
