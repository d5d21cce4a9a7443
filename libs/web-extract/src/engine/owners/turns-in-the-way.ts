/** A turn at work, or one that waits for its beginning. */
export interface OwnedTurn {
  readonly owner: string;
}

/**
 * Of the turns at work, given the longest first, those that should make way, one for each that waits: they are of the same owner
 * as one who waits, or of an owner that has more at work than that one.
 */
export function turnsInTheWay<Turn extends OwnedTurn>(
  atWork: readonly Turn[],
  waiting: Iterable<OwnedTurn>,
): Turn[] {
  const working = countByOwner(atWork);
  const left = countByOwner(waiting);
  const count = (owner: string) => working.get(owner) ?? 0;
  return atWork.filter(({ owner }) => {
    for (const [other, toCome] of left) {
      if (toCome === 0 || (other !== owner && count(other) >= count(owner))) continue;
      left.set(other, toCome - 1);
      return true;
    }
    return false;
  });
}

function countByOwner(those: Iterable<OwnedTurn>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { owner } of those) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return counts;
}
