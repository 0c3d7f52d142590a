// Numbers as they are on the wire: big-endian, at any address.

// @ts-ignore: decorator
@inline
export function uint16(at: usize): i32 {
  return <i32>bswap<u16>(load<u16>(at));
}

// @ts-ignore: decorator
@inline
export function uint32(at: usize): u32 {
  return bswap<u32>(load<u32>(at));
}
