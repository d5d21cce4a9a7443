/** Computes a vector for each text. */
export type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

const DIMENSIONS = 64;

/** Replace this function by the calls of your embedding model: it counts words, and finds no synonyms. */
export const embed: Embed = async (texts) => texts.map(vectorOf);

/** Cosine of the angle between two vectors of length 1. */
export const similarity = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * other[at]!, 0);

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) vector[placeOf(word)]! += 1;
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

const placeOf = (word: string): number =>
  [...word].reduce((hash, letter) => (hash * 31 + letter.codePointAt(0)!) % 65_521, 7) % DIMENSIONS;
