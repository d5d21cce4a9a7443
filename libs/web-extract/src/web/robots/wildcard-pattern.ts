/**
 * A path pattern with `*` for any characters, matched from the left without backtracking: each piece is searched once
 * after the previous one; only a last piece anchored to the end is compared there.
 */
export interface WildcardPattern {
  /** Literal pieces between the stars. */
  readonly pieces: readonly string[];
  /** True if the last piece must be at the end of the path. */
  readonly endsPath: boolean;
}

/**
 * Parses a pattern anchored to the start of the path and, with `$` as its last character, to the end.
 * @see RFC 9309, section 2.2.3
 */
export function wildcardPattern(text: string): WildcardPattern {
  const endsPath = text.endsWith('$');
  return { pieces: (endsPath ? text.slice(0, -1) : text).split(/\*+/), endsPath };
}

/** Cost limit of matching, shared by all patterns for one path. */
export interface MatchBudget {
  /** Remaining number of character comparisons in the worst case. */
  left: number;
}

/**
 * True if the pattern matches a prefix of the path. The result is meaningless if the budget is used up; check
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
  // V8 searches in linear time for short pieces; the worst case for long ones is the product of both lengths.
  budget.left -= (path.length - from) * (1 + (piece.length >> 3));
  if (budget.left < 0) return -1;
  const found = path.indexOf(piece, from);
  return found < 0 ? -1 : found + piece.length;
}

function endsWithFrom(path: string, piece: string, from: number): boolean {
  return path.length - piece.length >= from && path.endsWith(piece);
}
