/**
 * A path pattern with `*` for any characters, matched from the left without backtracking: each piece of text is looked
 * for once, behind the one before it, and only a last piece that is tied to the end is compared there.
 */
export interface WildcardPattern {
  /** The texts between the stars. */
  readonly pieces: readonly string[];
  /** The last piece must end the path. */
  readonly endsPath: boolean;
}

/**
 * Reads a pattern that is tied to the start of the path and, with `$` as its last character, to the end.
 * @see RFC 9309, section 2.2.3
 */
export function wildcardPattern(text: string): WildcardPattern {
  const endsPath = text.endsWith('$');
  return { pieces: (endsPath ? text.slice(0, -1) : text).split(/\*+/), endsPath };
}

/** How much matching may cost; shared by all patterns that are tried on one path. */
export interface MatchBudget {
  /** Characters that may still be compared, in the worst case. */
  left: number;
}

/**
 * Whether the path begins with what the pattern describes. Once the budget is spent the answer means nothing; look at
 * `budget.left`.
 */
export function matchesWildcard(pattern: WildcardPattern, path: string, budget: MatchBudget): boolean {
  const { pieces, endsPath } = pattern;
  const first = pieces[0] as string;
  if (!path.startsWith(first)) return false;
  if (pieces.length === 1) return !endsPath || path.length === first.length;
  const last = pieces.length - 1;
  let at = first.length;
  for (let i = 1; i < (endsPath ? last : pieces.length); i++) {
    at = endOf(pieces[i] as string, path, at, budget);
    if (at < 0) return false;
  }
  return !endsPath || endsWithFrom(path, pieces[last] as string, at);
}

function endOf(piece: string, path: string, from: number, budget: MatchBudget): number {
  if (piece === '') return from;
  // A search in V8 is linear for texts of a few characters and at worst a product for long ones.
  budget.left -= (path.length - from) * (1 + (piece.length >> 3));
  if (budget.left < 0) return -1;
  const found = path.indexOf(piece, from);
  return found < 0 ? -1 : found + piece.length;
}

function endsWithFrom(path: string, piece: string, from: number): boolean {
  return path.length - piece.length >= from && path.endsWith(piece);
}
