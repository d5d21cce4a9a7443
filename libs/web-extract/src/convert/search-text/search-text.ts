import { textBetweenTags } from './text-between-tags.js';
import { withoutLinkTargets } from './without-link-targets.js';

/** The topic of a page is clear by then, and the memory of an index is bounded. */
export const MAX_SEARCH_TEXT_CHARS = 20_000;

/** Characters of a page that are read for it: targets of links and tags do not count. */
const MAX_MARKDOWN_CHARS = 2 * MAX_SEARCH_TEXT_CHARS;
const MAX_HTML_CHARS = 10 * MAX_SEARCH_TEXT_CHARS;

/** Formats of a page that have its text, the best first. */
interface TextFormats {
  readonly markdown: string | null;
  readonly html?: string | null;
  readonly rawHtml?: string | null;
}

/** The beginning of the text of a page, for a search index: markdown without the targets of its links, or the text between tags. */
export function searchTextOf({ markdown, html, rawHtml }: TextFormats): string {
  const text =
    markdown === null
      ? textBetweenTags((html ?? rawHtml ?? '').slice(0, MAX_HTML_CHARS))
      : withoutLinkTargets(markdown.slice(0, MAX_MARKDOWN_CHARS));
  return text.slice(0, MAX_SEARCH_TEXT_CHARS);
}
