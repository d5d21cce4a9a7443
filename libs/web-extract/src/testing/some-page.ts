import type { Page, PageMetadata } from '../model/page.js';

/** A page of which a test states only what it is about. */
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

const NO_METADATA: PageMetadata = {
  title: null,
  description: null,
  language: null,
  keywords: null,
  robots: null,
  author: null,
  publishedAt: null,
  modifiedAt: null,
  numPages: null,
  canonicalUrl: null,
  faviconUrl: null,
  openGraph: {
    title: null,
    description: null,
    url: null,
    image: null,
    siteName: null,
    locale: null,
    localeAlternate: [],
    audio: null,
    video: null,
    determiner: null,
  },
  meta: {},
};
