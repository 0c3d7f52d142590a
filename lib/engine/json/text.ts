// ASCII text, digits and addresses, written consecutively to memory.

import { reserve } from '../base/memory';

/** Where the next byte goes. */
export let at: usize = 0;

export function move(to: usize): void {
  at = to;
}

/** From 16 bits a character to 8, sixteen at a time: excess output is overwritten later. */
// @ts-ignore: decorator
@inline
export function text(s: string): void {
  const from = changetype<usize>(s);
  const length = <usize>s.length;
  for (let i: usize = 0; i < length; i += 16)
    v128.store(at + i, v128.narrow<i16>(v128.load(from + (i << 1)), v128.load(from + (i << 1), 16)));
  at += length;
}

/** The digits of 00 to 99. */
const pairs: usize = pairsOfDigits();

function pairsOfDigits(): usize {
  const table = reserve(200);
  for (let i = 0; i < 100; i++) {
    store<u8>(table + <usize>(2 * i), <u8>(0x30 + i / 10));
    store<u8>(table + <usize>(2 * i), <u8>(0x30 + (i % 10)), 1);
  }
  return table;
}

/** Decimal digits, with zeros in front up to the width; two at a time, as divisions take the time. */
export function digits(value: u64, width: i32): void {
  let place = at + <usize>width;
  at = place;
  while (value > 0xffffffff) {
    store<u8>(--place, <u8>(0x30 + (value % 10)));
    value /= 10;
    width--;
  }
  let small = <u32>value;
  for (; width > 1; width -= 2) {
    const rest = small / 100;
    place -= 2;
    store<u16>(place, load<u16>(pairs + <usize>((small - rest * 100) << 1)));
    small = rest;
  }
  if (width > 0) store<u8>(--place, <u8>(0x30 + (small % 10)));
}

export function widthOf(value: u64): i32 {
  if (value < 10) return 1;
  if (value < 100) return 2;
  if (value < 1000) return 3;
  let width = 4;
  for (let power: u64 = 10_000; value >= power; power *= 10) width++;
  return width;
}

/** Four big-endian words; formatAddress of address.js, IPv6 as RFC 5952 has it. */
export function writeAddress(words: usize, ipVersion: i32): void {
  if (ipVersion == 4) {
    writeDotted(load<u32>(words, 12));
    return;
  }
  if (load<u64>(words) == 0 && load<u32>(words, 8) == 0xffff) {
    text('::ffff:');
    writeDotted(load<u32>(words, 12));
    return;
  }
  const zeros = longestZeroRun(words);
  const start = zeros >> 8;
  const end = start + (zeros & 255);
  for (let i = 0; i < 8; i++) {
    if (i == start && end > start) {
      text('::');
      i = end - 1;
      continue;
    }
    if (i > 0 && !(i == end && end > start)) text(':');
    writeHex(group(words, i));
  }
}

function writeDotted(word: u32): void {
  for (let shift = 24; shift >= 0; shift -= 8) {
    const byte = (word >>> shift) & 255;
    digits(byte, widthOf(byte));
    if (shift > 0) text('.');
  }
}

function group(words: usize, i: i32): u32 {
  const word = load<u32>(words + ((<usize>(i >> 1)) << 2));
  return i & 1 ? word & 0xffff : word >>> 16;
}

/**
 * The longest run of two or more zero groups: its start in the upper, its length in the lower eight bits; 0 without
 * one.
 */
function longestZeroRun(words: usize): i32 {
  let best = 0;
  let bestLength = 1;
  let length = 0;
  for (let i = 0; i < 8; i++) {
    length = group(words, i) == 0 ? length + 1 : 0;
    if (length <= bestLength) continue;
    bestLength = length;
    best = i + 1 - length;
  }
  return bestLength > 1 ? (best << 8) | bestLength : 0;
}

function writeHex(value: u32): void {
  let shift = 12;
  while (shift > 0 && value >>> shift == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) {
    const digit = (value >>> shift) & 15;
    store<u8>(at, <u8>(digit < 10 ? 0x30 + digit : 0x57 + digit));
    at++;
  }
}
