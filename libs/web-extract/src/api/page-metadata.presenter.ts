import type { Page, PageMetadata } from '../model/page.js';

/** Metadata as both versions write it: one flat object. Status and error carry other names in each version. */
export type WireMetadata = Record<string, unknown>;

/**
 * The fields of SPEC section 2.1 and their companions, then every other `<meta>` under its own name.
 * A field without a value is left out, except `language` (null) and `ogLocaleAlternate` ([]).
 */
export function presentMetadata(page: Page): WireMetadata {
  const known: WireMetadata = { ...knownFields(page), ...namedFields(page.metadata) };
  const stated = Object.entries(page.metadata.meta).filter(
    ([name]) => !Object.hasOwn(known, name) && name !== '__proto__',
  );
  const present = Object.entries(known).filter(([, value]) => value !== null);
  return { ...Object.fromEntries([...present, ...stated]), language: page.metadata.language };
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

function namedFields({ meta }: PageMetadata): WireMetadata {
  const named = Object.entries(meta).map(([name, value]) => [ownName(name.toLowerCase()), value] as const);
  return Object.fromEntries(named.filter(([name]) => name !== undefined));
}

function ownName(name: string): string | undefined {
  return Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
}

function knownFields({ metadata, url, requestedUrl, contentType }: Page): WireMetadata {
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
