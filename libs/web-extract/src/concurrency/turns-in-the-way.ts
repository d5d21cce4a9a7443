/** A turn at work, or one that waits for its beginning. */
interface OwnedTurn {
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

/** Fewer turns than these may all end at once. */
const FEW_TURNS = 8;
const SHARE_OF_TURNS = 1 / 16;

/**
 * Turns that are asked to make way in the time that a turn lasts at least. A turn that begins again costs as much as some pages: where
 * hundreds are at work and hundreds wait, they would do little else.
 */
export const mostTurnsToEnd = (places: number): number =>
  Math.max(FEW_TURNS, Math.ceil(SHARE_OF_TURNS * places));

function countByOwner(those: Iterable<OwnedTurn>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { owner } of those) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return counts;
}
