import type { PageFormat, PageRequest } from '../model/page-request.js';

/** The formats that are made of a page. An extraction reads the markdown, or the HTML as it came. */
export function formatsToRead({
  formats = ['markdown'],
  extraction,
}: Pick<PageRequest, 'formats' | 'extraction'>): PageFormat[] {
  const read: PageFormat = extraction?.readFrom === 'rawHtml' ? 'rawHtml' : 'markdown';
  return [...new Set<PageFormat>([...formats, ...(extraction ? (['extraction', read] as const) : [])])];
}
