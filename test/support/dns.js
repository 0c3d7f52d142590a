/** DNS messages as bytes. */
import { join, u16, u32 } from '../packet/bytes.js';

/**
 * @param {string} name with `@12` at the end of it: the rest stands at that offset of the message
 * @returns {number[]}
 */
function dnsName(name) {
  const [text, pointer] = name.split('@');
  const labels = text === '' ? [] : text.split('.');
  const bytes = labels.flatMap((label) => [label.length, ...Buffer.from(label, 'latin1')]);
  return [...bytes, ...(pointer === undefined ? [0] : u16(0xc000 | Number(pointer)))];
}

/**
 * @typedef {{ name: string, type: 'A'|'AAAA'|'CNAME'|'PTR'|'TXT', data: string|number[] }} DnsRecord `data`: a name, or
 *   bytes
 */

const TYPES = { A: 1, CNAME: 5, PTR: 12, TXT: 16, AAAA: 28 };

/** @param {DnsRecord} record */
function recordBytes({ name, type, data }) {
  const bytes = typeof data === 'string' ? dnsName(data) : data;
  return [...dnsName(name), ...u16(TYPES[type]), ...u16(1), ...u32(300), ...u16(bytes.length), ...bytes];
}

/**
 * @param {{ question?: string, type?: number, records?: DnsRecord[], flags?: number,
 *   additional?: DnsRecord[] }} message an answer without error, unless `flags` says otherwise
 */
export function dnsMessage({ question, type = TYPES.A, records = [], flags = 0x8180, additional = [] }) {
  const head = [
    0x12,
    0x34,
    ...u16(flags),
    ...u16(question === undefined ? 0 : 1),
    ...u16(records.length),
    0,
    0,
    ...u16(additional.length),
  ];
  return join(
    head,
    question === undefined ? [] : [...dnsName(question), ...u16(type), 0, 1],
    records.flatMap(recordBytes),
    additional.flatMap(recordBytes),
  );
}
