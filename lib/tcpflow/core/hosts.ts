// Hosts that plain requests name, each kept once: what a connection's server is called need not be looked for in its first request again when it is written
// (plain-flows.ts). Those that find no place near where they belong are not kept, so that no capture can make the search long.
import { reserve } from "../../packet/core/memory";

/** Places, a power of two. */
export const MAX_HOSTS: i32 = 4096;
/** The number of a request that names none. */
export const NO_HOST: i32 = MAX_HOSTS + 1;
/** A place: how long the host is, its hash, its bytes. */
export const HOST_BYTES: i32 = 128;
const TEXT: usize = 8;
const MOST_BYTES: usize = 120;
/** Places that are looked at. */
const PROBES: i32 = 8;

export const hosts: usize = reserve(<usize>MAX_HOSTS * <usize>HOST_BYTES);

/** @returns its number, from 1 on; 0: it is not kept, being too long, of other characters than visible ASCII, or one too many */
export function numberOfHost(start: usize, end: usize): i32 {
  const length = end - start;
  if (length == 0 || length > MOST_BYTES) return 0;
  let hash: u32 = 0x811c9dc5; // FNV-1a
  for (let i = start; i < end; i++) {
    const byte = load<u8>(i);
    if (byte <= 0x20 || byte >= 0x7f) return 0;
    hash = (hash ^ byte) * 0x01000193;
  }
  for (let probe = 0; probe < PROBES; probe++) {
    const number = <i32>(hash + <u32>probe) & (MAX_HOSTS - 1), place = hosts + <usize>number * <usize>HOST_BYTES;
    if (load<u32>(place) == 0) keep(place, start, <u32>length, hash);
    else if (load<u32>(place) != <u32>length || load<u32>(place, 4) != hash || memory.compare(place + TEXT, start, length) != 0) continue;
    return number + 1;
  }
  return 0;
}

function keep(place: usize, start: usize, length: u32, hash: u32): void {
  if (<usize>length > MOST_BYTES) return;
  memory.copy(place + TEXT, start, length);
  store<u32>(place, hash, 4);
  store<u32>(place, length);
}
