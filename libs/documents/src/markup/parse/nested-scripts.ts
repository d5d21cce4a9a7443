/**
 * Escapes end tags that do not end their script: those of a script nested in a comment of another script, a legacy
 * pattern of `document.write`. Otherwise the rest of the outer script would become text of the page.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state
 */
export function disarmNestedScripts(html: string): string {
  const scripts = new ScriptEnds(html);
  const inner = scripts.findInner();
  return inner.length === 0 ? html : withoutEnds(html, inner);
}

/** Search function for increasing positions, which scans the page only once. */
function finder(html: string, word: string): (from: number) => number {
  let found = html.indexOf(word);
  return (from) => {
    if (found >= 0 && found < from) found = html.indexOf(word, from);
    return found;
  };
}

class ScriptEnds {
  private readonly opening: (from: number) => number;
  private readonly closing: (from: number) => number;
  private readonly comment: (from: number) => number;
  private readonly commentEnd: (from: number) => number;
  private readonly nested: (from: number) => number;

  constructor(html: string) {
    this.opening = finder(html, '<script');
    this.closing = finder(html, '</script');
    this.comment = finder(html, '<!--');
    this.commentEnd = finder(html, '-->');
    this.nested = finder(html, '<script');
  }

  /** Positions of nested script end tags. */
  findInner(): number[] {
    const inner: number[] = [];
    for (let at = this.opening(0); at >= 0; at = this.opening(at + 1)) {
      const end = this.closing(at);
      if (end < 0) break;
      const outer = this.endBehindComment(at, end);
      if (outer >= 0) inner.push(end);
      at = Math.max(end, outer);
    }
    return inner;
  }

  /** End of the outer script if the end tag at `end` belongs to a script in its comment; otherwise -1. */
  private endBehindComment(start: number, end: number): number {
    const comment = this.comment(start);
    if (comment < 0 || comment > end) return -1;
    const commentEnd = this.commentEnd(comment);
    const nested = this.nested(comment);
    if (commentEnd < end || nested < 0 || nested > end) return -1;
    const outer = this.closing(end + 1);
    // Without an end tag after the comment, browsers parse the script again as if there were no comment.
    return outer > commentEnd ? outer : -1;
  }
}

function withoutEnds(html: string, ends: readonly number[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const end of ends) {
    parts.push(html.slice(from, end), '<\\/');
    from = end + 2;
  }
  parts.push(html.slice(from));
  return parts.join('');
}
