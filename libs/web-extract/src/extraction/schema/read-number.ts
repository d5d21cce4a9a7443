const NUMBER = /[-+−]?\d(?:[\d.,'’   ]*\d)?/g;

/**
 * The only number in a text, in any notation: `$1,299.00`, `1.299,00 €`, `42`. Null if there is none or more than one.
 */
export function readNumber(text: string): number | null {
  const found = text.match(NUMBER);
  if (found?.length !== 1) return null;
  const digits = found[0].replace('−', '-').replace(/['’\s]/g, '');
  const value = Number(withDecimalPoint(digits));
  return Number.isFinite(value) ? value : null;
}

function withDecimalPoint(digits: string): string {
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')];
  if (comma >= 0 && point >= 0) {
    return comma > point ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '');
  }
  if (comma >= 0)
    return /^[-+]?\d{1,3}(,\d{3})+$/.test(digits) ? digits.replaceAll(',', '') : digits.replace(',', '.');
  return (digits.match(/\./g)?.length ?? 0) > 1 ? digits.replaceAll('.', '') : digits;
}
