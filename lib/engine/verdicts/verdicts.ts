// Values of the packet table's columns for classification; lib/transport/verdict.js explains them.

/** A confidence in 255ths. */
export function confidenceOf(share: f64): u8 {
  return <u8>Math.floor(share * 255 + 0.5);
}

/** A retransmission's kind and need in one value: spurious −1 not known, 0, 1. */
export function judgementOf(kind: u8, spurious: i8): u8 {
  return kind | (<u8>((<i32>spurious + 1) << 3));
}
