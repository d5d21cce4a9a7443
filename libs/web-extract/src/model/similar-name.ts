/** Longer names are not compared: the comparison takes time in the product of both lengths. */
const MAX_CHARS = 40;

/** Returns the known name that most resembles an unknown one, for "Did you mean …?"; null if none is close. */
export function similarName(unknown: string, known: Iterable<string>): string | null {
  if (unknown.length > MAX_CHARS) return null;
  const asked = plain(unknown);
  let best: { name: string; edits: number } | null = null;
  for (const name of known) {
    if (name === unknown || Math.abs(name.length - unknown.length) > 3) continue;
    const edits = isStartOf(asked, plain(name)) ? 1 : countEdits(asked, plain(name));
    if (edits <= maxEdits(asked) && edits < (best?.edits ?? Infinity)) best = { name, edits };
  }
  return best?.name ?? null;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** A name without its ending, such as a unit, counts as one typing error. */
const isStartOf = (asked: string, name: string): boolean => asked.length > 3 && name.startsWith(asked);

/** One typing error in short names, three in long ones. */
const maxEdits = ({ length }: string): number => Math.min(3, Math.floor(length / 4));

/** Counts the inserted, deleted, replaced and swapped letters between two words (optimal string alignment). */
function countEdits(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at++) {
    const row = [at];
    for (let to = 1; to <= other.length; to++) {
      const isSame = one[at - 1] === other[to - 1];
      row[to] = Math.min(last[to]! + 1, row[to - 1]! + 1, last[to - 1]! + (isSame ? 0 : 1));
      const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      if (isSwapped) row[to] = Math.min(row[to]!, before[to - 2]! + 1);
    }
    before = last;
    last = row;
  }
  return last[other.length]!;
}
