import type { Conversion } from '../../model/page/conversion.js';
import type { DocumentPage, DocumentSettings } from '../../model/page/document.js';

/** Page separator in the markdown. */
const BETWEEN = /(?:^|\n+)---\n\n<!-- page (\d{1,9}) -->(?:\n+|$)/g;

/**
 * Splits the markdown of a document into pages if requested, and removes the page markers unless they are requested as
 * well.
 */
export function pagesOf(
  markdown: string | null,
  { pagesApart, pageMarkers }: Pick<DocumentSettings, 'pagesApart' | 'pageMarkers'>,
): Pick<Conversion, 'documentPages'> & Partial<Pick<Conversion, 'markdown'>> {
  if (!pagesApart || markdown === null) return {};
  const documentPages = parted(markdown);
  const texts = documentPages.map((page) => page.markdown).filter((text) => text !== '');
  return { documentPages, ...(pageMarkers ? {} : { markdown: texts.join('\n\n') }) };
}

/** Code may contain text that looks like a marker, so only increasing page numbers count. */
function parted(markdown: string): DocumentPage[] {
  const pages: DocumentPage[] = [];
  let pageNumber = 1;
  let begin = 0;
  for (const mark of markdown.matchAll(BETWEEN)) {
    if (Number(mark[1]) <= pageNumber) continue;
    pages.push({ pageNumber, markdown: markdown.slice(begin, mark.index) });
    pageNumber = Number(mark[1]);
    begin = mark.index + mark[0].length;
  }
  return [...pages, { pageNumber, markdown: markdown.slice(begin) }];
}
