const OPENING = '<script';
const CLOSING = '</script';
const COMMENT = '<!--';
const COMMENT_END = '-->';

/**
 * Disarms end tags that do not end their script: those of a script written inside a comment of another one, an old
 * habit of `document.write`. Without this the rest of the outer script would be text of the page.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state
 */
export function disarmNestedScripts(html: string): string {
  const inner: number[] = [];
  let at = html.indexOf(OPENING);
  while (at >= 0) {
    const end = endOfScript(html, at + OPENING.length, inner);
    if (end < 0) break;
    at = html.indexOf(OPENING, end);
  }
  return inner.length === 0 ? html : withoutEnds(html, inner);
}

/** Where the end tag of a script stands; end tags passed over on the way are added to `inner`. */
function endOfScript(html: string, from: number, inner: number[]): number {
  const end = html.indexOf(CLOSING, from);
  if (end < 0) return -1;
  const comment = html.indexOf(COMMENT, from);
  if (comment < 0 || comment > end || html.lastIndexOf(COMMENT_END, end) > comment) return end;
  const nested = html.indexOf(OPENING, comment);
  if (nested < 0 || nested > end) return end;
  const outer = html.indexOf(CLOSING, end + CLOSING.length);
  const commentEnd = html.indexOf(COMMENT_END, end);
  // Where nothing closes what was opened, browsers start over as if it were no comment.
  if (outer < 0 || commentEnd < 0 || commentEnd > outer) return end;
  inner.push(end);
  return outer;
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
