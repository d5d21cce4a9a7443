/** Characters of a number that fit in a cell of default width. */
const GENERAL_CHARS = 11;

/** Formats a number without a number format: all digits without floating-point noise. */
export function generalText(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) return String(value);
  if (size >= 1e15 || size < 1e-4) return exponentText(value, 5, true);
  const wholeDigits = String(Math.trunc(size)).length;
  const decimals = Math.max(0, GENERAL_CHARS - 1 - wholeDigits);
  const written = String(value);
  // most numbers of a sheet were typed: they have few digits, and there is nothing to round
  if (written.length - written.indexOf('.') - 1 <= decimals) return written;
  return withoutTrailingZeros(value.toFixed(decimals));
}

const ZERO = 0x30;
const POINT = 0x2e;

/** @param written a number with decimals or without, not in exponential notation */
function withoutTrailingZeros(written: string): string {
  if (!written.includes('.')) return written;
  let end = written.length;
  while (written.charCodeAt(end - 1) === ZERO) end--;
  return written.slice(0, written.charCodeAt(end - 1) === POINT ? end - 1 : end);
}

function exponentText(value: number, decimals: number, dropsZeros: boolean): string {
  const [mantissa = '', exponent = '0'] = value.toExponential(decimals).split('e');
  const short = dropsZeros ? String(Number(mantissa)) : mantissa;
  const power = Math.abs(Number(exponent)).toString().padStart(2, '0');
  return `${short}E${exponent.startsWith('-') ? '-' : '+'}${power}`;
}
