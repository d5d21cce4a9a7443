import type { Page } from '../../model/page.js';

/** What of a page is searched. */
export interface PageFields {
  readonly title: string;
  readonly headings: string;
  readonly address: string;
  readonly description: string;
  readonly text: string;
}

/** How much a word counts by where it stands. */
export const FIELD_WEIGHTS: Readonly<Record<keyof PageFields, number>> = {
  title: 3,
  headings: 2,
  address: 1.5,
  description: 1.5,
  text: 1,
};

/** What a page is about is said by then, and memory is bounded. */
const MAX_TEXT_CHARS = 20_000;

/** The words of a page, by where they stand. */
export function pageFields(page: Page): PageFields {
  const text = textOf(page);
  const headings = [...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => heading);
  return {
    title: titleOf(page),
    headings: headings.join('\n'),
    address: addressWords(page.url),
    description: page.metadata.description ?? '',
    text,
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
