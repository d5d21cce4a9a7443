/** Scales of features: counts grow by orders of magnitude, parts count against their whole. */
export const log = (value: number): number => Math.log2(1 + value);
export const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
