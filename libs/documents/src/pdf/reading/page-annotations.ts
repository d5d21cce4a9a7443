import type { PdfAnnotation, PdfDocument, PdfPage } from './pdfjs.js';

/** pdf.js annotation types of links and form fields. */
const TYPES: ReadonlySet<number> = new Set([2, 20]);
/** Flag bits of invisible annotations: invisible and not shown on screen. */
const UNSEEN = 1 | 32;
/** Maximum number of claimed pages, because each page takes as many steps as the document claims to have pages. */
const MAX_PAGES = 2_000;

/**
 * Links and form fields of each page of a document.
 *
 * The page API of pdf.js parses the page content a second time to find the text below each link. The document API,
 * called with all other pages excluded, does not.
 */
export class PageAnnotations {
  /** Indexes of all pages except the requested one. */
  private readonly others: Set<number> | null;

  constructor(private readonly document: PdfDocument) {
    const { numPages } = document;
    this.others = numPages > MAX_PAGES ? null : new Set(Array.from({ length: numPages }, (_, at) => at));
  }

  async of(page: PdfPage, number: number): Promise<readonly PdfAnnotation[]> {
    const { others } = this;
    if (!others) return page.getAnnotations();
    others.delete(number - 1);
    const annotations = this.document.getAnnotationsByType(TYPES, others); // copies the set
    others.add(number - 1);
    return ((await annotations) ?? []).filter(isSeen);
  }
}

function isSeen({ annotationFlags = 0, quadPoints }: PdfAnnotation): boolean {
  return quadPoints !== null && (annotationFlags & UNSEEN) === 0;
}
