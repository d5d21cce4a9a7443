/** Words of a property name or label: `productName`, `product_name` and `Product name:` are equal. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Cache, because property names and labels are looked up repeatedly. */
const known = new Map<string, readonly string[]>();
const MAX_KNOWN = 5_000;
/** Longer names are names of no property; pages may state any number of them. */
const MAX_KNOWN_CHARS = 200;

/** Cached `wordsOf`. */
export function knownWords(name: string): readonly string[] {
  if (name.length > MAX_KNOWN_CHARS) return wordsOf(name);
  const words = known.get(name) ?? wordsOf(name);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, words);
  return words;
}

/** Joined words: equal for names with the same meaning. */
export function keyOf(name: string): string {
  return knownWords(name).join('');
}

/** Approximate singular, sufficient to match `products` with `Product`. */
export function singular(word: string): string {
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y');
  return /(?:ss|us)$/.test(word) ? word : word.replace(/s$/, '');
}
