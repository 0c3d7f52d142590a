// Numbers as JSON.stringify prints them.
import { at, digits, text, widthOf } from './text';

/**
 * Integers below have at most 15 digits: no two of them, whatever the decimal point's place, round to the same double.
 */
const FIFTEEN_DIGITS: f64 = 1e15;
/** JSON writes numbers below in exponent form: 1.23e-7. */
const SMALLEST_PLAIN: f64 = 1e-6;

/** A number that only JSON.stringify prints correctly. */
let odd: bool = false;

export function beginNumbers(): void {
  odd = false;
}

/** Whether any number written since `beginNumbers` is one that only JSON.stringify prints correctly. */
export function areNumbersOdd(): bool {
  return odd;
}

/** A whole number; NaN stands for null. */
export function integer(value: f64): void {
  if (value != value) {
    text('null');
    return;
  }
  if (value < 0 || value >= FIFTEEN_DIGITS || Math.floor(value) != value) {
    odd = true;
    return;
  }
  digits(<u64>value, widthOf(<u64>value));
}

/** The number scaled / scale, scale being 10 ^ places; NaN stands for null. */
export function decimal(scaled: f64, scale: f64, places: i32): void {
  if (scaled != scaled || scaled == 0) {
    integer(scaled);
    return;
  }
  if (scaled < 0 || scaled >= FIFTEEN_DIGITS || Math.floor(scaled) != scaled) {
    odd = true;
    return;
  }
  if (scaled < scale * SMALLEST_PLAIN) {
    tiny(<u32>scaled, places);
    return;
  }
  const value = <u64>scaled;
  const whole = value / <u64>scale;
  let rest = <u32>(value - whole * <u64>scale);
  let width = places;
  digits(whole, widthOf(whole));
  if (rest == 0) return;
  while (rest % 10 == 0) {
    rest /= 10;
    width--;
  }
  text('.');
  digits(rest, width);
}

/** The number value / 10 ^ places, below a millionth. */
function tiny(value: u32, places: i32): void {
  let rest = value;
  let width = widthOf(value);
  let power: u32 = 1;
  const exponent = <u64>(places - width + 1);
  while (rest % 10 == 0) {
    rest /= 10;
    width--;
  }
  for (let i = 1; i < width; i++) power *= 10;
  digits(rest / power, 1);
  if (width > 1) {
    text('.');
    digits(rest % power, width - 1);
  }
  text('e-');
  digits(exponent, widthOf(exponent));
}
