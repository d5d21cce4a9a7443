/** Logarithms of counts: most of what is scaled is a small whole number. */
const KNOWN = Float64Array.from({ length: 4096 }, (_, value) => Math.log2(1 + value));
const LAST_KNOWN = KNOWN.length - 1;

/** Scales of features: counts grow by orders of magnitude, parts count against their whole. */
export const log = (value: number): number => {
  const whole = value & LAST_KNOWN;
  return whole === value ? KNOWN[whole]! : Math.log2(1 + value); // an index with a fraction is looked up as a name
};
export const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
