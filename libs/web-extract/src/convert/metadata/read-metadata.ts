import type { OpenGraph, PageMetadata } from '../../model/page/page.js';
import type { DomTree } from '@web-extract/documents/markup/dom/nodes.js';
import { resolveResource } from '@web-extract/documents/markup/dom/resolve-url.js';
import { readHead, type Head } from './read-head.js';
import { authorOf } from './authors.js';
import { datesOf } from './dates.js';
import { readPageSignals, type PageSignals } from './page-signals.js';

/** Reads the metadata of a page: `<title>`, `<meta>`, `<link>`, `<html lang>`, JSON-LD. */
export function readMetadata(document: DomTree): PageMetadata {
  const head = readHead(document);
  const openGraph = readOpenGraph(head, document.baseUrl);
  let known: PageSignals | undefined;
  const signals = () => (known ??= readPageSignals(document));
  return {
    title:
      head.title ?? openGraph.title ?? head.first('twitter:title') ?? headlineOf(head) ?? signals().heading,
    description: head.first('description') ?? openGraph.description ?? head.first('twitter:description'),
    language: head.language ?? head.first('content-language', 'language'),
    keywords: joined(head.all('keywords')),
    robots: joined(head.all('robots')),
    author: authorOf(head, signals),
    ...datesOf(head, document.url, signals),
    numPages: null,
    canonicalUrl: absolute(head.link('canonical'), document.baseUrl),
    faviconUrl: absolute(
      head.link('icon') ?? head.link('shortcut') ?? head.link('apple-touch-icon'),
      document.baseUrl,
    ),
    openGraph,
    meta: head.meta,
  };
}

/** The headline of an article, for a page without a title. */
function headlineOf(head: Head): string | null {
  for (const { headline } of head.structuredData())
    if (typeof headline === 'string' && headline.trim() !== '') return headline.replace(/\s+/g, ' ').trim();
  return null;
}

function readOpenGraph(head: Head, baseUrl: string): OpenGraph {
  return {
    title: head.first('og:title'),
    description: head.first('og:description'),
    url: absolute(head.first('og:url'), baseUrl),
    image: absolute(head.first('og:image', 'og:image:url', 'og:image:secure_url'), baseUrl),
    siteName: head.first('og:site_name'),
    locale: head.first('og:locale'),
    localeAlternate: head.all('og:locale:alternate'),
    audio: absolute(head.first('og:audio'), baseUrl),
    video: absolute(head.first('og:video', 'og:video:url'), baseUrl),
    determiner: head.first('og:determiner'),
  };
}

function absolute(reference: string | null, baseUrl: string): string | null {
  return reference === null ? null : resolveResource(reference, baseUrl);
}

function joined(values: readonly string[]): string | null {
  return values.length > 0 ? values.join(', ') : null;
}
