import { DEFAULT_CONVERSION } from '../../../model/page/conversion.js';
import type { PagePart } from '../../../model/page/markdown-options.js';
import { convertHtml } from '../../convert-html.js';

export const PARAGRAPHS = [
  'The ferry between the two islands sails again after eleven weeks in the dock, and the harbour was full of people who had come to see it leave.',
  'Its captain, who has steered it for twenty years, said that the new engine is quieter than the old one, and that it needs a third less fuel.',
  'The council had paid for the repairs from a fund for roads, because without the ferry the northern island has no road to anywhere at all.',
] as const;

export interface ArticleParts {
  /** Between the title and the text. */
  readonly above?: string;
  /** Between the second paragraph and the third. */
  readonly between?: string;
  /** Below the text, in its element. */
  readonly below?: string;
  /** Below the article. */
  readonly after?: string;
  readonly title?: string;
  /** The type that the page states. */
  readonly type?: string;
  readonly url?: string;
  readonly include?: readonly PagePart[];
}

/** Markdown of a page with one article. */
export function convertArticle(parts: ArticleParts): string {
  const { above = '', between = '', below = '', after = '', include = [] } = parts;
  const { title = 'The ferry sails again', type = 'NewsArticle' } = parts;
  const [first, second, third] = PARAGRAPHS;
  const html = `<head><title>${title}</title><script type="application/ld+json">{"@type":"${type}"}</script></head>
<body><nav><a href="/">Home</a><a href="/news">News</a></nav><main><article><header><h1>The ferry sails again</h1>${above}</header>
<div><p>${first}</p><p>${second}</p>${between}<p>${third}</p>${below}</div></article>${after}</main></body>`;
  return convertHtml(html, {
    url: parts.url ?? 'https://news.example/islands/the-ferry-sails-again-20417',
    formats: ['markdown'],
    ...DEFAULT_CONVERSION,
    markdownOptions: { include },
  }).markdown!;
}
