import { escapeHtml } from './html-text.js';

/** Targets of markdown links and bare addresses; the sets exclude each other, so the scan is linear. */
const LINKS = /\]\(\s*<?([^\s()<>]+)|(https?:\/\/[^\s<>"'`()[\]{}|\\]+)/gi;

/** The links of plain text or markdown as a page that has nothing else. */
export function linksPage(text: string): string {
  const anchors: string[] = [];
  for (const [, target, address] of text.matchAll(LINKS)) {
    const href = target ?? withoutEndMarks(address ?? '');
    anchors.push(`<a href="${escapeHtml(href)}"></a>`);
  }
  return anchors.join('');
}

/** The marks that end a sentence around an address. */
const END_MARKS = '.,;:!?*_';

/** A loop: a pattern would look from each mark of a long run for the end. */
function withoutEndMarks(address: string): string {
  let end = address.length;
  while (end > 0 && END_MARKS.includes(address[end - 1]!)) end--;
  return address.slice(0, end);
}
