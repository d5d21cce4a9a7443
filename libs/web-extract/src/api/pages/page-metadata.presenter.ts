import type { Page, PageMetadata } from '../../model/page/page.js';

/** Metadata in a flat object. v0 uses other names for status and error. */
export interface WireMetadata {
  readonly title?: string;
  readonly description?: string;
  /** Language code declared by the page; null if unknown. */
  readonly language?: string | null;
  /** Comma-separated. */
  readonly keywords?: string;
  readonly robots?: string;
  readonly author?: string;
  readonly publishedTime?: string;
  readonly modifiedTime?: string;
  /** Pages or slides of a document. */
  readonly numPages?: number;
  /** Number of pages of the PDF, if pages are returned separately. */
  readonly totalPages?: number;
  readonly canonicalUrl?: string;
  readonly favicon?: string;
  readonly ogTitle?: string;
  readonly ogDescription?: string;
  readonly ogUrl?: string;
  readonly ogImage?: string;
  readonly ogSiteName?: string;
  readonly ogLocale?: string;
  readonly ogLocaleAlternate?: readonly string[];
  readonly ogAudio?: string;
  readonly ogVideo?: string;
  readonly ogDeterminer?: string;
  /** Requested URL. */
  readonly sourceURL?: string;
  /** Final URL after redirects. */
  readonly url?: string;
  readonly contentType?: string;
  /** HTTP status of the page; v0 calls it `pageStatusCode`. */
  readonly statusCode?: number;
  /** Reason phrase of a 4xx or 5xx status, or why there is no page; v0 calls it `pageError`. */
  readonly error?: string;
  readonly pageStatusCode?: number;
  readonly pageError?: string;
  /** Result of the cache lookup. */
  readonly cacheState?: 'hit' | 'miss';
  /** When a stored response was received, in ISO 8601. */
  readonly cachedAt?: string;
  /** Session that the page was read with. */
  readonly session?: string;
  /** Id of the scrape for `GET …/scrape/<id>`. */
  readonly scrapeId?: string;
  /** Other `<meta>` elements of the page by name, and further facts about the visit. */
  readonly [name: string]: unknown;
}

/**
 * Formats the fields of SPEC section 2.1 and their companions, then all other `<meta>` elements by name. Fields without
 * a value are omitted, except `language` (null) and `ogLocaleAlternate` ([]). Includes `timings` if requested.
 */
export function presentMetadata(page: Page): WireMetadata {
  const known: Record<string, unknown> = { ...knownFields(page), ...namedFields(page.metadata) };
  const stated = Object.entries(page.metadata.meta).filter(
    ([name]) => !Object.hasOwn(known, name) && name !== '__proto__',
  );
  const timings = page.timings === undefined ? {} : { timings: page.timings };
  const present = Object.entries(known).filter(([, value]) => value !== null);
  return { ...Object.fromEntries([...present, ...stated]), language: page.metadata.language, ...timings };
}

/** Source of the response, if the cache was used. */
export function presentCacheState({ cache }: Page): Pick<WireMetadata, 'cacheState' | 'cachedAt'> {
  if (!cache) return {};
  const { state, storedAt } = cache;
  return { cacheState: state, ...(storedAt === null ? {} : { cachedAt: storedAt }) };
}

/** Names of meta elements (lower case) that clients know under another. */
const NAMES: Readonly<Record<string, string>> = {
  'article:section': 'articleSection',
  'article:tag': 'articleTag',
  'dc.date': 'dcDate',
  'dc.date.created': 'dcDateCreated',
  'dc.description': 'dcDescription',
  'dc.subject': 'dcSubject',
  'dc.type': 'dcType',
  'dcterms.audience': 'dcTermsAudience',
  'dcterms.created': 'dcTermsCreated',
  'dcterms.keywords': 'dcTermsKeywords',
  'dcterms.subject': 'dcTermsSubject',
  'dcterms.type': 'dcTermsType',
};

function namedFields({ meta }: PageMetadata): Record<string, unknown> {
  const named = Object.entries(meta).map(([name, value]) => [ownName(name.toLowerCase()), value] as const);
  return Object.fromEntries(named.filter(([name]) => name !== undefined));
}

function ownName(name: string): string | undefined {
  return Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
}

function knownFields({ metadata, url, requestedUrl, contentType }: Page): Record<string, unknown> {
  const { openGraph: og } = metadata;
  return {
    title: metadata.title,
    description: metadata.description,
    language: metadata.language,
    keywords: metadata.keywords,
    robots: metadata.robots,
    author: metadata.author,
    publishedTime: metadata.publishedAt,
    modifiedTime: metadata.modifiedAt,
    numPages: metadata.numPages ?? null, // pages stored by an earlier version lack it
    canonicalUrl: metadata.canonicalUrl,
    favicon: metadata.faviconUrl,
    ogTitle: og.title,
    ogDescription: og.description,
    ogUrl: og.url,
    ogImage: og.image,
    ogSiteName: og.siteName,
    ogLocale: og.locale,
    ogLocaleAlternate: og.localeAlternate,
    ogAudio: og.audio,
    ogVideo: og.video,
    ogDeterminer: og.determiner,
    sourceURL: requestedUrl,
    url,
    contentType,
    statusCode: null,
    error: null,
    pageStatusCode: null,
    pageError: null,
  };
}
