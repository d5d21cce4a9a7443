const ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
};

/** Decodes a 4-byte number: the upper half of a double or an integer, optionally divided by 100. */
export function rkNumber(raw: number): number {
  const isHundredth = (raw & 1) !== 0;
  let value: number;
  if ((raw & 2) !== 0) value = (raw | 0) >> 2;
  else {
    const view = new DataView(new ArrayBuffer(8));
    view.setUint32(4, raw & ~3, true);
    value = view.getFloat64(0, true);
  }
  return isHundredth ? value / 100 : value;
}

export const booleanText = (value: number) => (value === 0 ? 'FALSE' : 'TRUE');
export const errorText = (value: number) => ERRORS[value] ?? '#N/A';
