/** A code block between fences longer than any inside it. */
export function fencedCode(code: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${language}\n${code}\n${fence}`;
}

/** Code within a line, between more backticks than any row inside it. */
export function inlineCode(code: string): string {
  const ticks = '`'.repeat(fewestUnused(code));
  const padding = /^`|`$|^ .*[^ ].* $/.test(code) ? ' ' : '';
  return `${ticks}${padding}${code}${padding}${ticks}`;
}

function longestRun(code: string): number {
  let longest = 0;
  for (const run of code.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  return longest;
}

/** The shortest row of backticks that the code does not hold. */
function fewestUnused(code: string): number {
  if (!code.includes('`')) return 1;
  const used = new Set((code.match(/`+/g) ?? []).map((run) => run.length));
  let length = 1;
  while (used.has(length)) length++;
  return length;
}
