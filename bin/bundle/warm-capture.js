/** A capture that asks of the analysis what captures commonly do, for V8 to see what is needed of the bundle: small ones of the project, many times over. */
import { readFileSync } from 'node:fs';

const HEADER_BYTES = 24, RECORD_HEADER_BYTES = 16, RECORD_LENGTH_AT = 8;
/** Of both addresses in a record of Ethernet and IPv4: their bytes that tell copies apart. */
const ADDRESS_BYTES_AT = [26, 30].map((address) => RECORD_HEADER_BYTES + address + 1);
/** A copy begins so long after the one before. */
const SECONDS_APART = 60;

/**
 * @param {{ path: string, times: number }[]} parts pcap files of IPv4 over Ethernet, little-endian, in microseconds
 * @yields {Buffer} pieces of a pcap file
 */
export function* warmCapture(parts) {
  let number = 0;
  yield readFileSync(parts[0].path).subarray(0, HEADER_BYTES);
  for (const { path, times } of parts) {
    const records = readFileSync(path).subarray(HEADER_BYTES), places = placesOf(records), first = records.readUInt32LE(0);
    for (let copy = 0; copy < times; copy++) yield copyOf(records, places, first, ++number);
  }
}

/** @param {Buffer} records whole ones @returns {number[]} where each begins */
function placesOf(records) {
  const places = [];
  for (let at = 0; at < records.length; at += RECORD_HEADER_BYTES + records.readUInt32LE(at + RECORD_LENGTH_AT)) places.push(at);
  return places;
}

/** The same at another time, between other addresses. @param {Buffer} records @param {number[]} places @param {number} firstSeconds @param {number} number */
function copyOf(records, places, firstSeconds, number) {
  const copy = Buffer.from(records);
  for (const at of places) {
    copy.writeUInt32LE(copy.readUInt32LE(at) - firstSeconds + number * SECONDS_APART, at);
    for (const address of ADDRESS_BYTES_AT) copy.writeUInt16BE(number, at + address);
  }
  return copy;
}
