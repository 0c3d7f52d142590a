/**
 * Logarithm, exponential and the normal distribution out of sums, products, quotients and square roots only, which
 * every platform rounds in the same way; Math.log and Math.exp may differ in the last bit between engines. Right to
 * about 1e-15, the quantile to about 1e-9 of its value.
 */
const LN_2 = 0.6931471805599453;
const EXP_TERMS = 22;
const LN_TERMS = 40;

/** @param {number} value above 0, finite */
export function ln(value) {
  let mantissa = value;
  let exponent = 0;
  while (mantissa > Math.SQRT2) {
    mantissa /= 2;
    exponent++;
  }
  while (mantissa < Math.SQRT1_2) {
    mantissa *= 2;
    exponent--;
  }
  // ln m = 2 artanh((m − 1)/(m + 1))
  const ratio = (mantissa - 1) / (mantissa + 1);
  const square = ratio * ratio;
  let sum = 0;
  let power = ratio;
  for (let term = 1; term < LN_TERMS; term += 2) {
    sum += power / term;
    power *= square;
  }
  return 2 * sum + exponent * LN_2;
}

/** @param {number} value of −700 to 700 */
export function exp(value) {
  const doublings = Math.round(value / LN_2);
  const rest = value - doublings * LN_2;
  let sum = 1;
  let term = 1;
  for (let index = 1; index < EXP_TERMS; index++) {
    term *= rest / index;
    sum += term;
  }
  for (let left = doublings; left > 0; left--) sum *= 2;
  for (let left = doublings; left < 0; left++) sum /= 2;
  return sum;
}

const CENTRE_OVER = [
  -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1,
  2.506628277459239,
];
const CENTRE_UNDER = [
  -5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1, 1,
];
const TAIL_OVER = [
  -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const TAIL_UNDER = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1];
const TAIL = 0.02425;

/** @param {number[]} coefficients of the highest power first @param {number} x */
const polynomial = (coefficients, x) => coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);

/**
 * @param {number} probability above 0, below 1
 * @returns {number} quantile of the standard normal distribution (Acklam's rational approximation)
 */
export function normalQuantile(probability) {
  if (probability > 0.5) return -normalQuantile(1 - probability);
  if (probability < TAIL) {
    const far = Math.sqrt(-2 * ln(probability));
    return polynomial(TAIL_OVER, far) / polynomial(TAIL_UNDER, far);
  }
  const centred = probability - 0.5;
  const square = centred * centred;
  return (polynomial(CENTRE_OVER, square) * centred) / polynomial(CENTRE_UNDER, square);
}
