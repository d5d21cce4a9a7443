/** The words of a property name or label: `productName`, `product_name` and `Product name:` are the same. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Words joined: equal for names that mean the same. */
export function keyOf(name: string): string {
  return wordsOf(name).join('');
}

/** Good enough to hold `products` against `Product`. */
export function singular(word: string): string {
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y');
  return /(?:ss|us)$/.test(word) ? word : word.replace(/s$/, '');
}
