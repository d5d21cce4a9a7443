const TARGET_END = /[)\s]/g;

/** Replaces `[text](target)` with `[text]`. One pass over any text. */
export function withoutLinkTargets(markdown: string): string {
  let text = '';
  let from = 0;
  for (let open = markdown.indexOf(']('); open !== -1; open = markdown.indexOf('](', from)) {
    TARGET_END.lastIndex = open;
    const end = TARGET_END.exec(markdown)?.index ?? markdown.length;
    const isTarget = markdown[end] === ')';
    text += markdown.slice(from, isTarget ? open + 1 : end);
    from = isTarget ? end + 1 : end; // none of what begins before a blank ends there
  }
  return text + markdown.slice(from);
}
