import { randomUUID } from 'node:crypto';
import type { SearchResult } from '../../../model/search/search.js';
import { presentPage, type ExtractionFields, type PageReplyV1 } from '../pages/page.presenter.js';

/** A search result; with the fields of its page if pages were requested. */
export interface SearchItemV1 extends Partial<PageReplyV1> {
  readonly url: string;
  readonly title: string;
  readonly description: string;
}

/** A page that failed keeps its place, with `metadata.error`. */
export function presentResult(
  { page, failure, ...hit }: SearchResult,
  fields: ExtractionFields,
): SearchItemV1 {
  const { url, title, description } = hit;
  if (page) return { url, title, description, ...presentPage(page, [], fields, randomUUID()) };
  if (!failure) return { url, title, description };
  return {
    url,
    title,
    description,
    metadata: { title, description, sourceURL: url, error: failure.message },
  };
}
