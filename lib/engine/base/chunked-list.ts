// A list of values of unknown number: in pieces, each of which begins with the next one's address.
//
//   [ next | values ────────┤  …  [ next | values ────────┤  …  [ 0 | values ──┤ end
import { take } from './arena';

/** Of a piece's values; a multiple of both sizes that they may have. */
const PIECE_BYTES: usize = 1 << 14;


@unmanaged
class Piece {
  next: Piece;
  reserved: u32;
}


@unmanaged
export class Chain {
  first: Piece;
  last: Piece;
  /** Where the next value goes, and where the piece ends. */
  end: usize;
  limit: usize;
  /** The next value to read, and its piece. */
  at: usize;
  reading: Piece;
}

export function newChain(): Chain {
  const chain = changetype<Chain>(take(offsetof<Chain>()));
  chain.first = newPiece();
  rewind(chain);
  return chain;
}

/** Clears the list, keeping its memory. */
export function rewind(chain: Chain): void {
  fill(chain, chain.first);
}

// @ts-ignore: decorator
@inline
export function addI32(chain: Chain, value: i32): void {
  if (chain.end == chain.limit) goOn(chain);
  store<i32>(chain.end, value);
  chain.end += 4;
}

// @ts-ignore: decorator
@inline
export function addF64(chain: Chain, value: f64): void {
  if (chain.end == chain.limit) goOn(chain);
  store<f64>(chain.end, value);
  chain.end += 8;
}

/** The value added last; the list must not be empty. */
// @ts-ignore: decorator
@inline
export function latestI32(chain: Chain): i32 {
  return load<i32>(chain.end - 4);
}

// @ts-ignore: decorator
@inline
export function setLatestI32(chain: Chain, value: i32): void {
  store<i32>(chain.end - 4, value);
}

/** Bytes of all values. */
export function sizeOf(chain: Chain): usize {
  let bytes: usize = 0;
  for (let piece = chain.first; piece != chain.last; piece = piece.next) bytes += PIECE_BYTES;
  return bytes + chain.end - valuesOf(chain.last);
}

/** Copies all values to a place. */
export function copyOut(chain: Chain, to: usize): void {
  for (let piece = chain.first; piece != chain.last; piece = piece.next, to += PIECE_BYTES)
    memory.copy(to, valuesOf(piece), PIECE_BYTES);
  memory.copy(to, valuesOf(chain.last), chain.end - valuesOf(chain.last));
}

/** `nextI32` begins at the first value. */
export function readFromFirst(chain: Chain): void {
  chain.reading = chain.first;
  chain.at = valuesOf(chain.first);
}

/** The next of values none of which is negative; −1 at their end. */
// @ts-ignore: decorator
@inline
export function nextI32(chain: Chain): i32 {
  if (chain.at == chain.end) return -1;
  if (chain.at == valuesOf(chain.reading) + PIECE_BYTES) {
    chain.reading = chain.reading.next;
    chain.at = valuesOf(chain.reading);
  }
  const value = load<i32>(chain.at);
  chain.at += 4;
  return value;
}

function newPiece(): Piece {
  const piece = changetype<Piece>(take(offsetof<Piece>() + PIECE_BYTES));
  piece.next = changetype<Piece>(0);
  return piece;
}

// @ts-ignore: decorator
@inline
function valuesOf(piece: Piece): usize {
  return changetype<usize>(piece) + offsetof<Piece>();
}

function goOn(chain: Chain): void {
  if (changetype<usize>(chain.last.next) == 0) chain.last.next = newPiece();
  fill(chain, chain.last.next);
}

function fill(chain: Chain, piece: Piece): void {
  chain.last = piece;
  chain.end = valuesOf(piece);
  chain.limit = chain.end + PIECE_BYTES;
}
