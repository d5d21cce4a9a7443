import type { Page } from '../../model/page.js';
import type { WordsOfDocument } from '../../engine/words/bm25-index.js';

/** What a page is about is said by then, and memory is bounded. */
const MAX_TEXT_CHARS = 20_000;

/** The words of a page, by where they stand. */
export function pageFields(page: Page): WordsOfDocument {
  const body = textOf(page);
  const headings = [...body.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => heading);
  return {
    head: [
      { text: titleOf(page), weight: 3 },
      { text: headings.join('\n'), weight: 2 },
      { text: addressWords(page.url), weight: 2 },
      { text: page.metadata.description ?? '', weight: 1 },
    ],
    body,
  };
}

export const titleOf = ({ metadata }: Page): string => metadata.title ?? metadata.openGraph.title ?? '';

/** The text of a page as it was crawled: markdown without the targets of its links, or what is between the tags. */
export function textOf({ markdown, html, rawHtml }: Page): string {
  const text = markdown?.slice(0, 2 * MAX_TEXT_CHARS).replace(/\]\([^)\s]*\)/g, ']');
  return (text ?? betweenTags(html ?? rawHtml ?? '')).slice(0, MAX_TEXT_CHARS);
}

function betweenTags(html: string): string {
  return html
    .slice(0, 10 * MAX_TEXT_CHARS)
    .replace(/<(script|style)\b[\s\S]*?<\/\1/gi, ' ')
    .replace(/<[^>]*>/g, ' ');
}

/** `getStarted/v2` as its words; the scheme says nothing. */
function addressWords(url: string): string {
  const words = url.replace(/^https?:\/\//, '').replace(/([a-z])([A-Z])/g, '$1 $2');
  try {
    return decodeURIComponent(words);
  } catch {
    return words; // escapes of another encoding than UTF-8
  }
}
