import type { Conversion, ConversionRequest } from '../../model/page/conversion.js';
import { computeFormats, MARKUP_FORMATS } from '../../model/formats/select-formats.js';
import { convertHtml } from '../convert-html.js';
import type { ContentKind, SniffedType } from '@web-extract/documents/markup/decode/sniff-type.js';
import { highlightsOf } from '../highlights/highlights-of.js';
import { chunksOf } from '../chunks/chunks-of.js';
import { csvPage } from '../texts/csv-page.js';
import { feedPage } from '../texts/feed-page.js';
import { fenceCode } from '../texts/fence-code.js';
import { escapeHtml } from '../texts/html-text.js';
import { inertText } from './inert-text.js';
import { prettyJson } from '../texts/pretty-json.js';
import { readFeed } from '../texts/read-feed.js';
import { sitemapPage } from '../texts/sitemap-page.js';
import { linksPage } from '../texts/text-links.js';

/** Result of converting text other than HTML: HTML for the usual pipeline, or markdown. */
type DocumentText = { readonly html: string } | { readonly markdown: string };

const CONVERTERS: Readonly<Partial<Record<ContentKind, (text: string, mediaType: string) => DocumentText>>> =
  {
    text: (text, mediaType) => ({ markdown: asText(text, mediaType) }),
    markdown: (text) => ({ markdown: text }),
    json: (text) => ({ markdown: fenceCode(prettyJson(text.trim()), 'json') }),
    xml: (text) => asPage(feedOf(text) ?? sitemapPage(text)) ?? { markdown: fenceCode(text.trim(), 'xml') },
    csv: (text) => asPage(csvPage(text)) ?? { markdown: fenceCode(text.trimEnd(), 'csv') },
  };

/** Text that is a program or a style sheet, with the name markdown knows it by. */
const LANGUAGES: readonly { readonly matches: RegExp; readonly language: string }[] = [
  { matches: /(java|ecma)script$/, language: 'javascript' },
  { matches: /typescript$/, language: 'typescript' },
  { matches: /\/css$/, language: 'css' },
  { matches: /[/-]ya?ml$/, language: 'yaml' },
  { matches: /[/-]toml$/, language: 'toml' },
  { matches: /[/-]sql$/, language: 'sql' },
  { matches: /[/-]sh$/, language: 'sh' },
  { matches: /\/x-(c|python|java|ruby|perl|go|rust|diff|tex)$/, language: '' },
];

/**
 * Converts text other than HTML: plain text without markup, markdown unchanged, JSON, XML and source code as
 * code blocks, feeds and sitemaps as pages, small CSV files as tables. Null for HTML.
 */
export function convertText(type: SniffedType, text: string, request: ConversionRequest): Conversion | null {
  const convert = CONVERTERS[type.kind];
  if (!convert) return null;
  const document = convert(text.replaceAll('\r\n', '\n'), type.mediaType);
  if ('html' in document) return convertHtml(document.html, { ...whole(request), source: () => text });
  return asSource(document.markdown, text, request);
}

/** Text as markdown with only its links read. */
function asSource(markdown: string, text: string, request: ConversionRequest): Conversion {
  const requested = new Set(request.formats);
  const formats = request.formats.filter((format) => MARKUP_FORMATS.has(format));
  const links = requested.has('links') || request.collectAnchors ? linksPage(text) : '';
  const converted = convertHtml(links, { ...whole(request), formats, source: () => text });
  const { metadata } = converted;
  return {
    ...converted,
    ...computeFormats('content', requested, {
      markdown: () => markdown,
      html: () => `<pre>${escapeHtml(text)}</pre>`,
      chunks: () => chunksOf({ markdown, metadata }, request),
      highlights: () => highlightsOf({ markdown, metadata }, request),
    }),
    quality: {
      textShare: 1,
      pageType: 'other',
      candidate: 'whole',
      reason: 'The document is no HTML page.',
      flags: markdown.trim() === '' ? ['empty'] : [],
    },
  };
}

/** The whole feed or table is content, regardless of selectors for the site's pages. */
function whole(request: ConversionRequest): ConversionRequest {
  return { ...request, onlyMainContent: false, includeSelectors: [], excludeSelectors: [], contentRules: [] };
}

function asText(text: string, mediaType: string): string {
  const found = LANGUAGES.find(({ matches }) => matches.test(mediaType));
  if (!found) return inertText(text);
  return fenceCode(text.trimEnd(), found.language || (/\/x-(\w+)$/.exec(mediaType)?.[1] ?? ''));
}

function feedOf(text: string): string | null {
  const feed = readFeed(text);
  return feed && feedPage(feed);
}

const asPage = (html: string | null) => (html === null ? null : { html });
