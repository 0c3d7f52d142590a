/**
 * Packets to the bytes of a pcapng file, at any time. Independent of lib/capture's writer, so that writers and readers
 * are tested against a second hand.
 */
import { block, bytesOf, interfaceBlock, sectionHeader, u32 } from '../../capture/support.js';

const LITTLE = false;
const NS_PER_SECOND = 1_000_000_000n;
const TSRESOL = 9;
const TSOFFSET = 14;

/**
 * @param {import('./conversation.js').Packet[]} packets
 * @param {bigint} startNs since 1970, of time 0 of the packets
 * @returns {Uint8Array}
 */
export function pcapngBytes(packets, startNs) {
  // Counted from a second below: a time has no sign.
  const offset = startNs / NS_PER_SECOND - 1n;
  const clock = /** @type {[number, Uint8Array][]} */ ([
    [TSRESOL, Uint8Array.of(9)],
    [TSOFFSET, bytesOf(u32(LITTLE, Number(BigInt.asUintN(32, offset)), Number(BigInt.asUintN(32, offset >> 32n))))],
  ]);
  return bytesOf(
    sectionHeader(LITTLE),
    interfaceBlock(LITTLE, 1, clock),
    ...packets.map(({ timeNs, bytes, originalLength }) => {
      const ticks = startNs - offset * NS_PER_SECOND + BigInt(timeNs);
      const words = [0, Number(ticks >> 32n), Number(ticks & 0xffffffffn), bytes.length, originalLength];
      return block(LITTLE, 6, bytesOf(u32(LITTLE, ...words), bytes));
    }),
  );
}

/**
 * Without times, as simple packet blocks.
 * @param {import('./conversation.js').Packet[]} packets
 * @returns {Uint8Array}
 */
export const untimedBytes = (packets) =>
  bytesOf(
    sectionHeader(LITTLE),
    interfaceBlock(LITTLE, 1),
    ...packets.map(({ bytes, originalLength }) => block(LITTLE, 3, bytesOf(u32(LITTLE, originalLength), bytes))),
  );

/**
 * With times in whole seconds, of which 64 bits reach far beyond any calendar.
 * @param {import('./conversation.js').Packet[]} packets
 * @returns {Uint8Array}
 */
export const inSeconds = (packets) =>
  bytesOf(
    sectionHeader(LITTLE),
    interfaceBlock(LITTLE, 1, [[TSRESOL, Uint8Array.of(0)]]),
    ...packets.map(({ timeNs, bytes, originalLength }) => {
      const ticks = BigInt(timeNs) / NS_PER_SECOND;
      const words = [0, Number(ticks >> 32n), Number(ticks & 0xffffffffn), bytes.length, originalLength];
      return block(LITTLE, 6, bytesOf(u32(LITTLE, ...words), bytes));
    }),
  );
