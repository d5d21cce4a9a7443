import { escapeHtml } from './html-text.js';

/** Targets of markdown links and bare addresses; the sets exclude each other, so the scan is linear. */
const LINKS = /\]\(\s*<?([^\s()<>]+)|(https?:\/\/[^\s<>"'`()[\]{}|\\]+)/gi;

/** The links of plain text or markdown as a page that has nothing else. */
export function linksPage(text: string): string {
  const anchors: string[] = [];
  for (const [, target, address] of text.matchAll(LINKS)) {
    const href = target ?? address?.replace(/[.,;:!?*_]+$/, '') ?? '';
    anchors.push(`<a href="${escapeHtml(href)}"></a>`);
  }
  return anchors.join('');
}
