import type { Conversion } from '../model/page/conversion.js';
import type { DocumentPage, DocumentSettings } from '../model/page/document.js';

/** What stands between two pages in markdown. */
const BETWEEN = /(?:^|\n+)---\n\n<!-- page (\d{1,9}) -->(?:\n+|$)/g;

/** Parts the markdown of a document into its pages where that is wanted, and takes out the marks unless they are wanted too. */
export function pagesOf(
  markdown: string | null,
  { pagesApart, pageMarkers }: Pick<DocumentSettings, 'pagesApart' | 'pageMarkers'>,
): Pick<Conversion, 'documentPages'> & Partial<Pick<Conversion, 'markdown'>> {
  if (!pagesApart || markdown === null) return {};
  const documentPages = parted(markdown);
  const texts = documentPages.map((page) => page.markdown).filter((text) => text !== '');
  return { documentPages, ...(pageMarkers ? {} : { markdown: texts.join('\n\n') }) };
}

/** Code may hold text that looks like a mark: only a number that comes next is one. */
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
