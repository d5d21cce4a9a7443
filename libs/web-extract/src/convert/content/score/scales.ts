/** Logarithms of counts: most of what is scaled is a small whole number. */
const KNOWN = Float64Array.from({ length: 4096 }, (_, value) => Math.log2(1 + value));

/** Scales of features: counts grow by orders of magnitude, parts count against their whole. */
export const log = (value: number): number => {
  const known = KNOWN[value]; // undefined for fractions, and beyond the table
  return known === undefined ? Math.log2(1 + value) : known;
};
export const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
