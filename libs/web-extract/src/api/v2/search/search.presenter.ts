import { randomUUID } from 'node:crypto';
import type { Page } from '../../../model/page/page.js';
import { liesIn } from '../../../model/lies-within.js';
import type { SearchResult } from '../../../model/search/search.js';
import { creditsOf } from '../../../services/credits-of.js';
import { defined } from '../../defined.js';
import { presentPage, type PageReplyV2 } from '../pages/page.presenter.js';
import type { ParsedSearchBody } from './search.requests.js';
import { CATEGORIES } from './search-lists.js';

/** A web result; with the fields of its page if pages were requested. */
export interface WebItemV2 extends Partial<PageReplyV2> {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly position: number;
  readonly category?: string;
}

/** A news article. */
export interface NewsItemV2 extends Partial<PageReplyV2> {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  readonly date?: string;
  readonly imageUrl?: string;
  readonly position: number;
}

/** An image and its page. */
export interface ImageItemV2 {
  readonly title: string;
  readonly imageUrl: string;
  readonly imageWidth?: number;
  readonly imageHeight?: number;
  readonly url: string;
  readonly position: number;
}

/** The results of one source, in the words of that source. */
export function presentResults(
  source: 'web' | 'news' | 'images',
  results: readonly SearchResult[],
  order: ParsedSearchBody,
): readonly (WebItemV2 | NewsItemV2 | ImageItemV2)[] {
  const present = { web: toWebItem, news: toNewsItem, images: toImageItem }[source];
  return results.map((result, index) => present(result, index + 1, order));
}

function toWebItem(result: SearchResult, position: number, order: ParsedSearchBody): WebItemV2 {
  const { url, title } = result;
  const description = descriptionOf(result, order);
  const category = categoryOf(url, order.categories);
  return { ...pageOf(result, order), url, title, description, position, ...defined({ category }) };
}

function toNewsItem(result: SearchResult, position: number, order: ParsedSearchBody): NewsItemV2 {
  const { url, title, publishedAt: date, image } = result;
  const snippet = descriptionOf(result, order);
  return {
    ...pageOf(result, order),
    title,
    url,
    snippet,
    ...defined({ date, imageUrl: image?.url }),
    position,
  };
}

function toImageItem({ url, title, image }: SearchResult, position: number): ImageItemV2 {
  const { width: imageWidth, height: imageHeight } = image ?? {};
  return { title, imageUrl: image?.url ?? '', ...defined({ imageWidth, imageHeight }), url, position };
}

const MAX_DESCRIPTION_CHARS = 2_000;

/** Description of a result: passages of its page if available, else the text of the provider. */
function descriptionOf({ description, page }: SearchResult, { hasPassages }: ParsedSearchBody): string {
  return (hasPassages && page?.highlights?.slice(0, MAX_DESCRIPTION_CHARS)) || description;
}

/** They were read for the description only. */
function withoutPassages({ highlights: _, ...page }: Page): Page {
  return page;
}

/** A page that failed keeps its place, with `metadata.error`. */
function pageOf(
  { page, failure, url, title }: SearchResult,
  { fields, requests, hasPassages }: ParsedSearchBody,
): Partial<PageReplyV2> {
  const scrapeId = randomUUID();
  if (page)
    return presentPage(hasPassages ? withoutPassages(page) : page, {
      fields,
      scrapeId,
      maxPages: requests[0]?.page?.maxPages,
    });
  return failure ? { metadata: { title, sourceURL: url, url, scrapeId, error: failure.message } } : {};
}

/** Category of a result: the one whose sites include its URL, else the requested one if it is the only one. */
function categoryOf(url: string, categories: readonly string[]): string | undefined {
  const [only, ...others] = categories;
  return (
    categories.find((category) => CATEGORIES.get(category)?.some((place) => liesIn(url, place))) ??
    (others.length === 0 ? only : undefined)
  );
}

/** Credits of a search: the cost of the page for each scraped result, and one for each other result. */
export function searchCredits(results: readonly SearchResult[]): number {
  return results.reduce((sum, { page }) => sum + (page ? creditsOf(page) : 1), 0);
}
