/** The items after the one whose turn was last, then the others. */
export function inTurns<T extends { readonly id: string }>(
  items: readonly T[],
  last: string | null,
): readonly T[] {
  const at = items.findIndex(({ id }) => id === last);
  return at < 0 ? items : [...items.slice(at + 1), ...items.slice(0, at + 1)];
}
