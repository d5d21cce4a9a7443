import type { PdfAnnotation, PdfDocument, PdfPage } from './pdfjs.js';

/** Links and fields, as pdf.js numbers the types of annotations. */
const TYPES: ReadonlySet<number> = new Set([2, 20]);
/** Bits of the flags of annotations that nobody sees: invisible, and not shown on a screen. */
const UNSEEN = 1 | 32;
/** Each page costs as many steps as the document claims to have pages. */
const MAX_PAGES = 2_000;

/**
 * The links and fields of each page of a document.
 *
 * Asked for those of one page, pdf.js reads the page's text a second time, to say which text a link lies over. Asked for those of
 * all pages but the others, it does not.
 */
export class PageAnnotations {
  /** Indexes of all pages but the one asked for. */
  private readonly others: Set<number> | null;

  constructor(private readonly document: PdfDocument) {
    const { numPages } = document;
    this.others = numPages > MAX_PAGES ? null : new Set(Array.from({ length: numPages }, (_, at) => at));
  }

  async of(page: PdfPage, number: number): Promise<readonly PdfAnnotation[]> {
    const { others } = this;
    if (!others) return page.getAnnotations();
    others.delete(number - 1);
    const asked = this.document.getAnnotationsByType(TYPES, others); // takes a copy of the set
    others.add(number - 1);
    return ((await asked) ?? []).filter(isSeen);
  }
}

function isSeen({ annotationFlags = 0, quadPoints }: PdfAnnotation): boolean {
  return quadPoints !== null && (annotationFlags & UNSEEN) === 0;
}
