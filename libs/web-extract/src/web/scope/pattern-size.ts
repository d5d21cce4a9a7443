const REPEAT = /\{(\d+)(?:,(\d*))?\}/y;
/** Literal text `\Q…\E`; other escapes are skipped. */
const QUOTED = /\\(?:Q(.*?)(?:\\E|$)|.)/gs;

/**
 * Estimates the number of steps in a compiled regular expression from its source. `x{1000}` has seven characters and a
 * thousand steps, so the cost of compilation must be known in advance.
 */
export function patternSize(source: string): number {
  const pattern = source.replace(QUOTED, (escape, text?: string) =>
    text === undefined ? escape : 'x'.repeat(text.length),
  );
  const outer: number[] = [];
  let size = 0;
  let last = 0;
  for (let at = 0; at < pattern.length;) {
    const char = pattern[at];
    const count = char === '{' ? repeatAt(pattern, at) : null;
    if (count !== null) {
      size += last * (count.times - 1);
      last *= count.times;
      at += count.length;
      continue;
    }
    if (char === '(') {
      outer.push(size);
      size = 0;
    }
    last = char === ')' ? size + 2 : 1;
    size = char === ')' ? last + (outer.pop() ?? 0) : size + (char === '(' ? 0 : 1);
    at = endOfAtom(pattern, at);
  }
  return outer.reduce((sum, one) => sum + one, size);
}

function repeatAt(pattern: string, at: number): { readonly times: number; readonly length: number } | null {
  REPEAT.lastIndex = at;
  const match = REPEAT.exec(pattern);
  if (!match) return null;
  return { times: Math.max(1, Number(match[1]), Number(match[2] || 0)), length: match[0].length };
}

/** Position after an atom, including escapes and character classes with their special characters. */
function endOfAtom(pattern: string, at: number): number {
  if (pattern[at] === '\\') return at + 2;
  if (pattern[at] !== '[') return at + 1;
  let end = at + (pattern[at + 1] === '^' ? 3 : 2); // a bracket in first position is literal
  while (end < pattern.length && pattern[end] !== ']') end += pattern[end] === '\\' ? 2 : 1;
  return end + 1;
}
