// The conversion of the built library as a plain function, for scorers: convert(html, {url, onlyMainContent}).
// Build first: npm run build:lib
import { convertHtml } from '../libs/web-extract/build/convert/convert-html.js';

const withoutNulls = (record) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

/** Metadata under the names that the HTTP API gives it. */
function toWireMetadata({ openGraph, language, ...metadata }) {
  const { title, description, keywords, robots, meta } = metadata;
  return withoutNulls({
    ...meta,
    title,
    description,
    keywords,
    robots,
    language,
    ogTitle: openGraph.title,
    ogDescription: openGraph.description,
    ogUrl: openGraph.url,
    ogImage: openGraph.image,
    ogSiteName: openGraph.siteName,
    ogLocale: openGraph.locale,
    ogLocaleAlternate: openGraph.localeAlternate,
  });
}

/** `formats` is for measuring others than markdown. */
export function convert(html, { url, onlyMainContent = true, formats = ['markdown'] }) {
  const page = convertHtml(html, {
    url,
    formats,
    onlyMainContent,
    includeSelectors: [],
    excludeSelectors: [],
    removeBase64Images: true,
    contentRules: [],
    collectAnchors: false,
  });
  return {
    markdown: page.markdown,
    html: page.html,
    metadata: toWireMetadata(page.metadata),
    quality: page.quality,
  };
}
