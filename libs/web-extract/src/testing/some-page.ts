import { NO_METADATA, type Page, type PageMetadata } from '../model/page/page.js';

/** Creates a page with defaults for the fields that a test does not set. */
export function somePage(
  stated: Partial<Omit<Page, 'metadata'>> & { metadata?: Partial<PageMetadata> } = {},
): Page {
  return {
    requestedUrl: 'http://site.example/asked',
    url: 'http://site.example/final',
    statusCode: 200,
    statusText: null,
    contentType: 'text/html',
    fetchedBy: 'http',
    markdown: null,
    html: null,
    rawHtml: null,
    links: null,
    screenshot: null,
    actions: null,
    extraction: null,
    quality: { textShare: 1, pageType: 'other', candidate: 'whole', reason: 'it is a test', flags: [] },
    warnings: [],
    ...stated,
    metadata: { ...NO_METADATA, ...stated.metadata },
  };
}
